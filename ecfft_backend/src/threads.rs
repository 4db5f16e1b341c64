//! Work split over the threads of the current pool, or done in order where there is none.
//!
//! The only room that knows rayon. Results never depend on the number of threads.

/// Calls `work` on each job.
#[cfg(feature = "multicore")]
pub(crate) fn for_each<J: Send>(jobs: Vec<J>, work: impl Fn(J) + Sync + Send) {
    use rayon::prelude::*;
    if jobs.len() == 1 {
        jobs.into_iter().for_each(work);
    } else {
        jobs.into_par_iter().for_each(work);
    }
}

/// Calls `work` on each job.
#[cfg(not(feature = "multicore"))]
pub(crate) fn for_each<J>(jobs: Vec<J>, work: impl Fn(J)) {
    jobs.into_iter().for_each(work);
}

/// The number of threads that [`for_each`] can use.
pub(crate) fn count() -> usize {
    #[cfg(feature = "multicore")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "multicore"))]
    1
}

/// Pieces to cut `len` equal items into: enough for every thread, none above `most`.
pub(crate) fn piece(len: usize, most: usize) -> usize {
    let pieces = len.div_ceil(most.max(1)).next_multiple_of(count()).max(1);
    len.div_ceil(pieces).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_bounded_and_enough_for_every_thread() {
        for (len, most) in [(1, 1), (31, 4), (64, 16), (1024, 512), (1000, 7), (5, 0)] {
            let piece = piece(len, most);
            assert!(
                piece >= 1 && piece <= most.max(1),
                "{len} items, at most {most}"
            );
            let pieces = len.div_ceil(piece);
            assert!(pieces >= count().min(len), "{len} items, at most {most}");
        }
    }
}
