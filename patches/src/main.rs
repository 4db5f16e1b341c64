//! The fork for people. Not written yet.

fn main() {}
