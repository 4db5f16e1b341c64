//! Placeholder for the fork.
