//! What a command lets a search spend.

use super::progress::Progress;
use crate::search::{Budget, StopFlag};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is the same for every board of a run.
#[derive(Clone, Debug)]
pub(super) struct Spending {
    pub(super) nodes: Option<u64>,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) memory_mib: Option<usize>,
    pub(super) stop: StopFlag,
}

impl Spending {
    /// A budget that ends so long after the start, if time is bounded. The bar moves whenever the search looks at the time.
    pub(super) fn budget(&self, start: Instant, time: Option<Duration>, progress: &Progress) -> Budget {
        let ticking = progress.clone();
        let remaining = move || {
            let elapsed = start.elapsed();
            ticking.tick(elapsed);
            time.map(|time| time.saturating_sub(elapsed))
        };
        Budget {
            nodes: self.nodes,
            seed: self.seed,
            threads: self.threads,
            memory_mib: self.memory_mib,
            stop: self.stop.clone(),
            remaining: Arc::new(remaining),
        }
    }
}
