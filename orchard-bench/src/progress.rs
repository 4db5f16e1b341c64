//! What a person sees on standard error while the program works: a bar on a terminal, plain
//! lines otherwise. Standard output belongs to the result.

use std::{
    io::{stderr, IsTerminal as _},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

const STYLE: &str = "{elapsed_precise} [{bar:24}] {pos}/{len} {wide_msg}";

#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    terminal: bool,
}

impl Progress {
    /// Expects `steps` calls of [`Progress::step`].
    pub(crate) fn new(steps: usize) -> Self {
        let terminal = stderr().is_terminal();
        let bar = if terminal {
            ProgressBar::new(steps as u64)
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template(STYLE) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, terminal }
    }

    /// Says what happens now; does not count as a step.
    pub(crate) fn detail(&self, message: &str) {
        self.bar.set_message(message.to_owned());
    }

    /// Does `work` as the next step, called `message`.
    pub(crate) fn step<T>(&self, message: &str, work: impl FnOnce() -> T) -> T {
        self.bar.set_message(message.to_owned());
        if !self.terminal {
            eprintln!("{message}");
        }
        let result = work();
        self.bar.inc(1);
        result
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
