//! What a command lets a search spend.

use super::progress::Progress;
use super::{flags, memory};
use crate::games::Game;
use crate::search::{Budget, StopFlag};
use clap::Args;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time for each board where neither time nor nodes are given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The flags that bound what is spent on each board of a file.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(super) struct SpendingFlags {
    /// Wall clock for each board; 10 where neither this nor --nodes is given
    #[arg(long, value_name = "SECONDS", value_parser = flags::seconds)]
    time: Option<Duration>,
    /// Positions that may be expanded: with --threads 1 the same answer on every machine
    #[arg(long, value_name = "N", value_parser = flags::whole::<u64>)]
    nodes: Option<u64>,
    /// Memory that the search may take
    #[arg(long, value_name = "MIB", value_parser = flags::at_least_one)]
    memory: Option<usize>,
    /// Threads that search at once; all cores if not given
    #[arg(long, value_name = "N", value_parser = flags::at_least_one)]
    threads: Option<usize>,
    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value = "0", value_parser = flags::whole::<u64>)]
    seed: u64,
}

impl SpendingFlags {
    /// What the searches of a game may spend, until somebody stops them.
    pub(super) fn spending<G: Game>(&self, stop: StopFlag) -> Spending {
        let free = || if G::TAKES_FREE_MEMORY { memory::half_of_free_mib() } else { None };
        Spending {
            nodes: self.nodes,
            seed: self.seed,
            threads: flags::threads(self.threads),
            memory_mib: self.memory.or_else(free),
            stop,
        }
    }

    /// The time for each board, if it is bounded.
    pub(super) fn time(&self) -> Option<Duration> {
        let bounded = self.nodes.is_none() || self.time.is_some();
        bounded.then(|| self.time.unwrap_or(DEFAULT_TIME))
    }
}

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
