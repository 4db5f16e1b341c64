//! Placeholder for the pins, the deltas and the materialiser.
