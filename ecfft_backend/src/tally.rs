//! Operations that were really performed, counted where they are performed. Tests only.
//!
//! Counts are kept for each thread, so that tests do not see each other's.

use std::cell::Cell;

/// Performed operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Results of butterflies, tables left out.
    pub(crate) additions: usize,
    /// Batches of butterflies, tables left out.
    pub(crate) addition_stages: usize,
    /// Results of butterflies for tables.
    pub(crate) table_additions: usize,
    /// Ladder lanes.
    pub(crate) chains: usize,
    /// Terms of ladder lanes.
    pub(crate) strings: usize,
    /// Doublings of accumulators.
    pub(crate) doublings: usize,
    /// Additions of digits to accumulators.
    pub(crate) digit_additions: usize,
    /// Those of them that were combined with a doubling.
    pub(crate) combined_additions: usize,
}

thread_local! {
    static TALLY: Cell<Tally> = Cell::default();
}

/// Adds to the counts of this thread.
pub(crate) fn count(change: impl FnOnce(&mut Tally)) {
    let mut tally = TALLY.get();
    change(&mut tally);
    TALLY.set(tally);
}

/// The counts since the last call.
pub(crate) fn take() -> Tally {
    TALLY.take()
}
