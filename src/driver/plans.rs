//! The searches of a run, each on a thread of its own, and the lines that they find.

use super::SearchSettings;
use crate::games::{Game, MoveOf, OutcomeOf};
use crate::search::{Budget, StopFlag, Worth, replay};
use crate::session::Event;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// A line that a search thread found: number of the search, the line, whether it is the last.
type Line<G> = (u64, OutcomeOf<G>, bool);

/// A search that goes on.
struct Running {
    id: u64,
    stop: StopFlag,
    since: Instant,
    /// Whether it searches ahead of a line that is played.
    is_ahead: bool,
}

/// The search that goes on, if one does, and the lines found so far that nobody has taken yet.
pub(super) struct Plans<G: Game> {
    lines: (Sender<Line<G>>, Receiver<Line<G>>),
    running: Option<Running>,
}

impl<G: Game> Default for Plans<G> {
    fn default() -> Self {
        Self { lines: channel(), running: None }
    }
}

impl<G: Game> Plans<G> {
    /// Searches for a line. Where searching goes on while it is played, the first line that has all that the objective asks
    /// for before it asks for more ends the search.
    pub(super) fn start(
        &mut self,
        id: u64,
        board: G::Board,
        time: Duration,
        (search, searches_on): (&SearchSettings, bool),
    ) {
        let SearchSettings { algorithm, objective, threads, .. } = search.clone();
        let budget = self.begin(id, time, false, (search, threads));
        let lines = self.lines.0.clone();
        std::thread::spawn(move || {
            let tell = |outcome: &OutcomeOf<G>, last| {
                // Nobody listens any more once the run is over.
                let _ = lines.send((id, outcome.clone(), last));
            };
            let best = G::solve(&board, &algorithm, &objective, &budget, &mut |better| {
                tell(better, false);
                if searches_on && G::is_enough(&objective, better.score) {
                    budget.stop.stop();
                }
            });
            tell(&best, true);
        });
    }

    /// Searches for lines that come to more than `worth`. One thread is left to those who look and press.
    pub(super) fn search_on(
        &mut self,
        id: u64,
        board: G::Board,
        time: Duration,
        (search, worth): (&SearchSettings, Worth),
    ) {
        let SearchSettings { algorithm, objective, threads, .. } = search.clone();
        let budget = self.begin(id, time, true, (search, threads.saturating_sub(1).max(1)));
        let lines = self.lines.0.clone();
        std::thread::spawn(move || {
            let mut best = worth;
            G::solve(&board, &algorithm, &objective, &budget, &mut |line| {
                let Ok((end, score)) = replay(&board, &line.moves) else { return };
                let found = Worth { score, left: G::tiles_left(&end) };
                if G::prefers(&objective, found, best) {
                    best = found;
                    let _ = lines.send((id, line.clone(), false));
                }
            });
        });
    }

    /// Ends the search that goes on, and gives the next one its budget.
    fn begin(
        &mut self,
        id: u64,
        time: Duration,
        is_ahead: bool,
        (search, threads): (&SearchSettings, usize),
    ) -> Budget {
        self.stop_all();
        let stop = StopFlag::default();
        let since = Instant::now();
        self.running = Some(Running { id, stop: stop.clone(), since, is_ahead });
        let remaining = Arc::new(move || Some(time.saturating_sub(since.elapsed())));
        Budget { nodes: search.nodes, seed: search.seed, threads, memory_mib: None, stop, remaining }
    }

    /// Ends the search of that number.
    pub(super) fn stop(&mut self, id: u64) {
        if let Some(running) = self.running.take_if(|running| running.id == id) {
            running.stop.stop();
        }
    }

    /// Ends whatever search goes on.
    pub(super) fn stop_all(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.stop();
        }
    }

    /// A line that is better than the one being played, if one was found since.
    pub(super) fn better_line(&mut self) -> Option<Event<MoveOf<G>>> {
        let id = self.running.as_ref().filter(|running| running.is_ahead)?.id;
        // Lines of searches that are over are of no use.
        let (id, outcome, last) = self.lines.1.try_iter().find(|(found_by, ..)| *found_by == id)?;
        Some(Event::Plan { id, outcome, last })
    }

    /// The next line, if one comes within that time, and how long its search took if it is the last.
    pub(super) fn next(&mut self, time: Duration) -> Option<(Event<MoveOf<G>>, Option<Duration>)> {
        let (id, outcome, last) = self.lines.1.recv_timeout(time).ok()?;
        let ended = self.running.take_if(|running| last && running.id == id);
        Some((Event::Plan { id, outcome, last }, ended.map(|running| running.since.elapsed())))
    }

    /// Whether a search goes on whose last line is still to come.
    pub(super) fn is_running(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_ahead)
    }
}
