//! The progress bar on standard error.

use std::{
    io::{IsTerminal, stderr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar that follows the bytes read from disk. It is not there when standard error is no terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    bytes_read: Arc<AtomicU64>,
}

impl Progress {
    /// A bar over this many bytes, or without an end when that is not known.
    pub fn new(is_wanted: bool, n_bytes: Option<u64>, bytes_read: Arc<AtomicU64>) -> Progress {
        let bar = if is_wanted && stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(n_bytes, ProgressDrawTarget::stderr());
            let template = match n_bytes {
                Some(_) => "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} ETA {eta}",
                None => "{spinner} {bytes} {bytes_per_sec}",
            };
            bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        } else {
            ProgressBar::hidden()
        };
        Progress { bar, bytes_read }
    }

    /// Moves the bar to where reading is.
    pub fn update(&self) {
        if !self.bar.is_hidden() {
            self.bar.set_position(self.bytes_read.load(Ordering::Relaxed));
        }
    }

    /// Does something with the bar out of the way.
    pub fn suspend<T>(&self, act: impl FnOnce() -> T) -> T {
        self.bar.suspend(act)
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
