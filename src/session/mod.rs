//! The loop as a pure state machine: events in, effects out. It knows no clock, no window and no file; a driver runs its
//! effects on a desk and feeds back what came of them.
//!
//! Every step but [`Effect::Report`], [`Effect::StartSearch`] and [`Effect::StopSearch`] brings one event back: a `Locate`
//! a `Window`, a `Look` a `Frame` or a `Refused`, a `Perform` a `Performed` or a `Refused`, a `Wait` a `Tick`. So the
//! session always knows what it is waiting for, and a list of events alone replays a run.

mod judge;
mod recover;
mod report;

pub use judge::{Judgement, judge, unknown_if_consistent};
pub use report::{Outcome, Report, Trouble};

use crate::calibration::Calibration;
use crate::frame::Frame;
use crate::games::{Game, MoveOf, OutcomeOf, RulesOf};
use crate::geometry::{Lattice, Point, Rect};
use crate::gesture::{Gesture, Pace};
use crate::grid::{Cell, Symbol};
use crate::puzzle::{Puzzle, Status};
use crate::vision::Reading;
use crate::vision::button::find_button;
use crate::vision::reader::Reader;
use crate::vision::settle::Settle;
use std::sync::Arc;
use std::time::Duration;

/// How long a board must stay the same, and be another one than predicted, before the prediction is given up.
const OTHER_BOARD_RESTS: Duration = Duration::from_millis(400);

/// What a person asked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Time for the search of each plan.
    pub time: Duration,
    /// Moves to make at most.
    pub moves: Option<usize>,
    /// Games (boards) to play, at least 1.
    pub games: usize,
    /// Whether nothing is pressed: the plan is walked without looking what it brings.
    pub dry_run: bool,
    /// How long a covered, minimised or otherwise withheld window is waited for.
    pub patience: Duration,
}

/// What comes in.
#[derive(Clone, Debug)]
pub enum Event<M> {
    /// The answer to [`Effect::Locate`].
    Window(WindowState),
    /// A picture of the window.
    Frame(Frame),
    /// A look or a gesture was refused; nothing was pressed.
    Refused(Refusal),
    /// A gesture was made.
    Performed {
        /// Where it pressed, in desktop units.
        pixels: Vec<(i32, i32)>,
    },
    /// The search of that number found a line, the `last` one if so said.
    Plan {
        /// The search.
        id: u64,
        /// The line.
        outcome: crate::search::Outcome<M>,
        /// Whether the search is over.
        last: bool,
    },
    /// A wait is over.
    Tick,
    /// Somebody stops the run.
    Stop(String),
}

/// Where the window is.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowState {
    /// Here.
    Found {
        /// Its title.
        title: String,
        /// Its place on the desktop, in desktop units.
        rect: Rect,
    },
    /// There, but minimised.
    Minimised,
    /// Not there, or not the only one that fits.
    Missing(String),
}

/// Why nothing was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The window moved or changed its size since the picture.
    WindowMoved,
    /// Another window is in front.
    Covered(String),
    /// The window is minimised.
    Minimised,
    /// The window is gone, or cannot be captured.
    WindowGone(String),
    /// The window is open, but its picture is withheld, as where it is half off the screen.
    Withheld(String),
    /// The pointer is not where it was put.
    UserMoved,
    /// The system refuses input or capture altogether, or the fence holds.
    World(String),
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Effect<B> {
    /// Find the window again.
    Locate,
    /// Park the pointer off this part of the picture (pixels), if one is given, and take a picture.
    Look {
        /// The board.
        board: Option<Rect>,
    },
    /// Search for a line from this position; its plans carry the id.
    StartSearch {
        /// The number of the search.
        id: u64,
        /// The position.
        board: B,
        /// How long.
        time: Duration,
    },
    /// End that search: its plans are not wanted any more.
    StopSearch {
        /// The number of the search.
        id: u64,
    },
    /// Make a gesture, in pixels of the last picture, pressing nowhere but inside the fence.
    Perform {
        /// What.
        gesture: Gesture<Point>,
        /// Where presses are allowed, in pixels of the picture.
        fence: Vec<Rect>,
        /// How fast.
        pace: Pace,
    },
    /// Let time pass.
    Wait(Duration),
    /// Tell this.
    Report(Report),
    /// The run is over.
    Finish(Ending),
}

/// How a run ended, for the exit status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As the plan promised.
    AsPromised,
    /// Played, but not as promised; or the board could not be read or came out wrong.
    NotFull(String),
    /// The outside world failed.
    World(String),
    /// Somebody stopped it.
    Interrupted,
}

/// The game that is being played.
#[derive(Clone, Debug)]
struct Play<G: Game> {
    /// The last board that was seen or verified.
    board: G::Board,
    /// Moves still to be made.
    plan: std::collections::VecDeque<MoveOf<G>>,
    /// What the moves made so far paid.
    gained: i64,
    /// Score of the first full plan.
    promised: Option<i64>,
    /// Moves made.
    moves: usize,
}

/// A move whose effect is awaited.
#[derive(Clone, Debug)]
struct Pending<G: Game> {
    what: MoveOf<G>,
    target: Cell,
    after: G::Board,
    gain: i64,
    /// Times it was tried, this one included.
    tries: u32,
    /// When it was made last.
    since: Duration,
    gesture: Vec<Gesture<Point>>,
}

/// What the session is about.
#[derive(Clone, Debug)]
enum Phase<G: Game> {
    /// Reads the first board of a game.
    Start { since: Duration },
    /// Waits for a line.
    Plan { id: u64 },
    /// Looks whether the board is still the one that the plan is for, then acts.
    Confirm { since: Duration },
    /// Waits for the least time between two moves.
    Gap,
    /// Waits for a gesture to be made.
    Act(Box<Pending<G>>),
    /// Looks what the gesture brought.
    Verify(Box<Pending<G>>),
    /// Looks for a button that goes on.
    Over { since: Duration },
    /// Waits for the click on that button to be made.
    GoOn,
    /// Nothing more.
    Done,
}

/// Something that holds the run up, since when.
#[derive(Clone, Copy, Debug)]
struct Held {
    trouble: Trouble,
    since: Duration,
}

/// One run of the bot over one window.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    settings: Settings,
    program: Calibration,
    reader: Reader,
    rules: Arc<RulesOf<G>>,
    memory: G::Memory,
    phase: Phase<G>,
    play: Option<Play<G>>,
    lattice: Option<(Lattice, (u32, u32))>,
    window: Option<Rect>,
    /// The reading before this one, and since when readings are equal to it.
    last: Option<(Reading, Duration)>,
    /// Whether the pixels of the board still change, and since when they do not: a text that floats over an empty cell
    /// moves, the cell's own look does not.
    still: Settle,
    still_since: Duration,
    held: Option<Held>,
    searches: u64,
    last_press: Option<Duration>,
    totals: Totals,
}

/// What is added up over the games of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    games: usize,
    moves: usize,
    retries: usize,
    mismatches: usize,
    promised: i64,
    score: i64,
    left: usize,
}

type Effects<G> = Vec<Effect<<G as Game>::Board>>;

impl<G: Game> Session<G> {
    /// A session over the window that a calibration describes; it has not begun: [`begin`](Self::begin) gives its first effects.
    #[must_use]
    pub fn new(settings: Settings, program: Calibration, rules: Arc<RulesOf<G>>) -> Self {
        Self {
            settings,
            reader: program.reader(),
            program,
            rules,
            memory: G::Memory::default(),
            phase: Phase::Start { since: Duration::ZERO },
            play: None,
            lattice: None,
            window: None,
            last: None,
            still: Settle::new(),
            still_since: Duration::ZERO,
            held: None,
            searches: 0,
            last_press: None,
            totals: Totals::default(),
        }
    }

    /// The first effects.
    pub fn begin(&mut self, now: Duration) -> Effects<G> {
        self.phase = Phase::Start { since: now };
        vec![Effect::Locate]
    }

    /// Where the board is in the last picture, in its pixels, once it was found.
    #[must_use]
    pub fn lattice(&self) -> Option<Lattice> {
        self.lattice.map(|(lattice, _)| lattice)
    }

    /// The last reading of the board.
    #[must_use]
    pub fn last_reading(&self) -> Option<&Reading> {
        self.last.as_ref().map(|(reading, _)| reading)
    }

    /// Takes what happened at `now` and says what is to be done.
    pub fn step(&mut self, now: Duration, event: Event<MoveOf<G>>) -> Effects<G> {
        if matches!(self.phase, Phase::Done) {
            return Vec::new();
        }
        match event {
            Event::Stop(why) => self.finish(Outcome::Interrupted, why, Ending::Interrupted),
            Event::Window(state) => self.on_window(now, state),
            Event::Refused(refusal) => self.on_refused(now, refusal),
            Event::Frame(frame) => {
                let mut effects = self.follow(frame.window);
                effects.extend(self.on_frame(now, &frame));
                effects
            }
            Event::Plan { id, outcome, last } => self.on_plan(now, id, &outcome, last),
            Event::Performed { pixels } => self.on_performed(now, pixels),
            Event::Tick => match self.phase {
                Phase::Gap => self.act(now, 1),
                Phase::Plan { .. } => Vec::new(),
                _ if self.held.is_some() => vec![Effect::Locate],
                _ => self.look(),
            },
        }
    }

    fn look(&self) -> Effects<G> {
        vec![Effect::Look { board: self.lattice().map(|l| l.bounds()) }]
    }

    fn look_again(&self) -> Effects<G> {
        vec![Effect::Wait(Duration::from_millis(self.program.timing.poll_ms))]
    }

    fn on_frame(&mut self, now: Duration, frame: &Frame) -> Effects<G> {
        let size = frame.pixels.dimensions();
        let lattice = match self.lattice {
            Some((lattice, of)) if of == size => lattice,
            _ => match self.reader.locate(&frame.pixels) {
                Ok(lattice) => {
                    self.lattice = Some((lattice, size));
                    self.last = None;
                    // The pointer may stand on the board, and could not be parked while nobody knew where that is.
                    return self.look();
                }
                Err(error) if matches!(self.phase, Phase::Over { .. }) => {
                    let detail = error.to_string();
                    return self.over(now, frame, &detail);
                }
                Err(error) => {
                    let detail = format!("no board is seen: {error}");
                    return self.unreadable(now, frame, &detail);
                }
            },
        };
        if matches!(self.phase, Phase::Over { .. }) {
            return self.over(now, frame, "no button to go on with is seen");
        }
        if frame.is_uniform(&lattice.bounds()) {
            return self.unreadable(
                now,
                frame,
                "the board's part of the picture has one colour alone (a covered window or a lost frame)",
            );
        }
        let reading = self.reader.read(&frame.pixels, &lattice);
        let rests_since = match &self.last {
            Some((last, since)) if last.symbols == reading.symbols => *since,
            _ => now,
        };
        let seen_twice = self.last.as_ref().is_some_and(|(last, _)| last.symbols == reading.symbols);
        self.last = Some((reading.clone(), rests_since));
        if !self.still.see(&frame.pixels, &lattice.bounds()) {
            self.still_since = now;
        }
        let rest = Rest {
            twice: seen_twice,
            time: now.saturating_sub(rests_since),
            still: now.saturating_sub(self.still_since.max(rests_since)),
        };
        match std::mem::replace(&mut self.phase, Phase::Done) {
            Phase::Start { since } => {
                self.phase = Phase::Start { since };
                self.start(now, frame, &reading, rest)
            }
            Phase::Confirm { since } => {
                self.phase = Phase::Confirm { since };
                self.confirm(now, frame, &reading, rest)
            }
            Phase::Verify(pending) => self.verify(now, frame, &reading, rest, pending),
            other => {
                self.phase = other;
                Vec::new()
            }
        }
    }

    /// Reads the first board of a game, once it rests.
    fn start(&mut self, now: Duration, frame: &Frame, reading: &Reading, rest: Rest) -> Effects<G> {
        match G::board_from_symbols(&self.rules, &reading.symbols, &self.memory) {
            Ok(_) if !rest.twice => self.look_again(),
            // After a click on "next level" the old board may still be on the screen.
            Ok(board) if board.status() != Status::Ongoing && self.totals.games > 0 => {
                self.unreadable(now, frame, "the next board does not come")
            }
            Ok(board) => {
                self.held = None;
                let report = read_report::<G>(&board, reading);
                self.play = Some(Play { board, plan: Default::default(), gained: 0, promised: None, moves: 0 });
                let mut effects = vec![Effect::Report(report)];
                effects.extend(self.plan(now));
                effects
            }
            Err(problems) => {
                let list: Vec<String> = problems.iter().take(4).map(ToString::to_string).collect();
                self.unreadable(now, frame, &format!("what is seen is no board: {}", list.join("; ")))
            }
        }
    }

    /// Asks for a line from the current board, or ends the game if there is none.
    fn plan(&mut self, now: Duration) -> Effects<G> {
        let Some(play) = &self.play else { return self.look() };
        if play.board.status() != Status::Ongoing {
            return self.game_over(now);
        }
        self.searches += 1;
        self.phase = Phase::Plan { id: self.searches };
        vec![Effect::StartSearch { id: self.searches, board: play.board.clone(), time: self.settings.time }]
    }

    fn on_plan(&mut self, now: Duration, id: u64, outcome: &OutcomeOf<G>, last: bool) -> Effects<G> {
        if !last || !matches!(self.phase, Phase::Plan { id: awaited } if awaited == id) {
            return Vec::new();
        }
        let Some(play) = &mut self.play else { return Vec::new() };
        play.plan = outcome.moves.iter().copied().collect();
        let score = play.gained + outcome.score;
        play.promised.get_or_insert(score);
        let report =
            Report::Plan { moves: outcome.moves.len(), score, nodes: outcome.nodes, algorithm: outcome.algorithm };
        let mut effects = vec![Effect::Report(report)];
        if self.settings.dry_run {
            effects.extend(self.next_move(now));
        } else {
            // Time has passed: the plan is only for this board if the board is still this one.
            self.phase = Phase::Confirm { since: now };
            self.last = None;
            effects.extend(self.look());
        }
        effects
    }

    /// Goes on with the plan if the board is the one that the plan is for.
    fn confirm(&mut self, now: Duration, frame: &Frame, reading: &Reading, rest: Rest) -> Effects<G> {
        let Some(play) = &self.play else { return self.look() };
        let expected = G::expect(&play.board);
        if unknown_if_consistent(reading, &expected).is_some_and(|unknown| unknown.is_empty()) {
            self.held = None;
            return self.next_move(now);
        }
        self.other_board(now, frame, reading, rest, "the board is not the one that was planned for")
    }

    /// Makes the next move of the plan, as soon as the program can take it.
    fn next_move(&mut self, now: Duration) -> Effects<G> {
        let Some(play) = &self.play else { return self.look() };
        if self.settings.moves.is_some_and(|most| self.totals.moves + play.moves >= most) {
            let detail = format!("made the {} moves that were asked for", self.totals.moves + play.moves);
            self.close_game();
            return self.finish(Outcome::MovesDone, detail, Ending::AsPromised);
        }
        if play.plan.is_empty() {
            return self.plan(now);
        }
        let gap = Duration::from_millis(self.program.timing.move_gap_ms);
        let wait = self.last_press.map_or(Duration::ZERO, |last| (last + gap).saturating_sub(now));
        if wait.is_zero() || self.settings.dry_run {
            return self.act(now, 1);
        }
        self.phase = Phase::Gap;
        vec![Effect::Wait(wait)]
    }

    /// Presses the plan's first move for the `tries`-th time.
    fn act(&mut self, now: Duration, tries: u32) -> Effects<G> {
        let (Some(play), Some(lattice)) = (&self.play, self.lattice()) else { return self.look() };
        let Some(&what) = play.plan.front() else { return self.plan(now) };
        let mut after = play.board.clone();
        let Ok(gain) = after.play(what) else {
            // A plan is replayed by the rules before it comes here; whatever this is, it is not played.
            return self.plan(now);
        };
        let in_cells = G::gestures(&play.board, what);
        let Some(target) = in_cells.first().map(|g| match g {
            Gesture::Click { at, .. } => *at,
        }) else {
            return self.plan(now);
        };
        let clicks = self.program.input.clicks.max(1);
        let gesture: Vec<Gesture<Point>> = in_cells
            .iter()
            .cloned()
            .map(|g| match g.map(|cell| lattice.centre(cell)) {
                Gesture::Click { at, button, count } => Gesture::Click { at, button, count: count * clicks },
            })
            .collect();
        let pending = Pending { what, target, after, gain, tries, since: now, gesture };
        self.press(pending, clicks)
    }

    /// Sends a pending move's click with `count` presses.
    fn press(&mut self, pending: Pending<G>, count: u8) -> Effects<G> {
        let Some(lattice) = self.lattice() else { return self.look() };
        let Some(Gesture::Click { at, button, .. }) = pending.gesture.first().cloned() else { return self.look() };
        let mut pace = self.program.input.pace();
        // Programs that poll their input miss short presses: each further try holds for longer.
        pace.hold_ms = (pace.hold_ms + 20 * u64::from(pending.tries - 1)) * u64::from(pending.tries);
        let fence = vec![lattice.cell_rect(pending.target)];
        self.phase = Phase::Act(Box::new(pending));
        vec![Effect::Perform { gesture: Gesture::Click { at, button, count }, fence, pace }]
    }

    fn on_performed(&mut self, now: Duration, pixels: Vec<(i32, i32)>) -> Effects<G> {
        self.last_press = Some(now);
        self.held = None;
        match std::mem::replace(&mut self.phase, Phase::Done) {
            Phase::Act(mut pending) => {
                pending.since = now;
                let Some(play) = &self.play else { return self.look() };
                let report = Report::Act {
                    number: self.totals.moves + play.moves + 1,
                    what: pending.what.to_string(),
                    gesture: pending.gesture.clone(),
                    pixels,
                    gain: pending.gain,
                    total: play.gained + pending.gain,
                };
                let mut effects = vec![Effect::Report(report)];
                if self.settings.dry_run {
                    self.advance(&pending);
                    effects.extend(self.next_dry_move(now));
                } else {
                    self.phase = Phase::Verify(pending);
                    self.last = None;
                    effects.extend(self.look());
                }
                effects
            }
            Phase::GoOn => {
                self.phase = Phase::Start { since: now };
                self.play = None;
                self.memory = G::Memory::default();
                self.last = None;
                self.look_again()
            }
            other => {
                self.phase = other;
                Vec::new()
            }
        }
    }

    fn next_dry_move(&mut self, now: Duration) -> Effects<G> {
        let left_to_walk = self.play.as_ref().is_some_and(|p| !p.plan.is_empty());
        if left_to_walk && self.settings.moves.is_none_or(|most| self.play.as_ref().is_some_and(|p| p.moves < most)) {
            return self.next_move(now);
        }
        self.close_game();
        self.finish(Outcome::DryRun, "dry run: nothing was pressed".to_owned(), Ending::AsPromised)
    }

    /// Looks what a move brought.
    fn verify(
        &mut self,
        now: Duration,
        frame: &Frame,
        reading: &Reading,
        rest: Rest,
        pending: Box<Pending<G>>,
    ) -> Effects<G> {
        let Some(play) = &self.play else { return self.look() };
        let (before, after) = (G::expect(&play.board), G::expect(&pending.after));
        let waited = now.saturating_sub(pending.since);
        let timing = &self.program.timing;
        match judge(reading, &before, &after, pending.target) {
            Judgement::After => self.verified(now, &pending, 0, false),
            Judgement::AfterBut { unknown, seen } => {
                let is_over = pending.after.status() != Status::Ongoing;
                let patient = waited >= Duration::from_millis(timing.settle_ms / 2);
                if is_over && (self.any_button(frame).is_some() || patient && rest.twice) {
                    return self.verified(now, &pending, 0, true);
                }
                // A look that nobody has seen, where the prediction says that nothing stands: the empty cell's.
                if unknown.iter().all(|&cell| after[cell] == [Symbol::EMPTY]) {
                    let rests = if seen { OTHER_BOARD_RESTS / 2 } else { Duration::from_millis(timing.change_ms) };
                    if rest.still >= rests && (seen || pending.tries > 1) {
                        return self.learn_empty(now, frame, reading, &pending, &unknown);
                    }
                    // It may also be the look of a tile that a first click marked. Where the tiles are gone, one more
                    // click on an empty cell does nothing; where they are marked, it makes the move.
                    if rest.still >= rests {
                        return self.retry(now, *pending, false);
                    }
                }
                self.phase = Phase::Verify(pending);
                self.await_rest(now, frame, waited)
            }
            Judgement::Before { selected } => {
                let half_made = selected && self.program.input.select_first && rest.time >= OTHER_BOARD_RESTS;
                if waited < Duration::from_millis(timing.change_ms) && !half_made {
                    self.phase = Phase::Verify(pending);
                    return self.look_again();
                }
                self.retry(now, *pending, half_made)
            }
            // A first click that arrived alone marks its tiles, in a way that the calibration may not know.
            Judgement::BeforeBut { unknown }
                if self.program.input.select_first
                    && unknown.contains(&pending.target)
                    && rest.still >= Duration::from_millis(timing.change_ms) =>
            {
                self.retry(now, *pending, true)
            }
            Judgement::Other if rest.time >= OTHER_BOARD_RESTS => {
                self.phase = Phase::Verify(pending);
                self.other_board(now, frame, reading, rest, "the move brought another board than predicted")
            }
            Judgement::Other | Judgement::Unclear | Judgement::BeforeBut { .. } => {
                let is_over = pending.after.status() != Status::Ongoing;
                if is_over && self.any_button(frame).is_some() {
                    return self.verified(now, &pending, 0, true);
                }
                self.phase = Phase::Verify(pending);
                self.await_rest(now, frame, waited)
            }
        }
    }

    fn learn_empty(
        &mut self,
        now: Duration,
        frame: &Frame,
        reading: &Reading,
        pending: &Pending<G>,
        unknown: &[Cell],
    ) -> Effects<G> {
        for &cell in unknown {
            self.reader.learn(&frame.pixels, &reading.lattice, cell, Symbol::EMPTY);
        }
        self.verified(now, pending, unknown.len(), false)
    }

    fn await_rest(&mut self, now: Duration, frame: &Frame, waited: Duration) -> Effects<G> {
        if waited < Duration::from_millis(self.program.timing.settle_ms) {
            return self.look_again();
        }
        self.unreadable(
            now,
            frame,
            "the board does not come to rest, or shows tiles that the calibration does not know",
        )
    }

    /// Takes a move as made: the board is now the predicted one.
    fn advance(&mut self, pending: &Pending<G>) {
        if let Some(play) = &mut self.play {
            play.board = pending.after.clone();
            play.gained += pending.gain;
            play.moves += 1;
            play.plan.pop_front();
        }
    }

    fn verified(&mut self, now: Duration, pending: &Pending<G>, learned: usize, covered: bool) -> Effects<G> {
        self.held = None;
        self.advance(pending);
        let number = self.totals.moves + self.play.as_ref().map_or(0, |p| p.moves);
        let board = self.last.as_ref().map_or_else(Vec::new, |(reading, _)| rows(reading));
        let mut effects = vec![Effect::Report(Report::Verify { number, learned, covered, board })];
        effects.extend(self.next_move(now));
        effects
    }

    /// Ends the current game: goes on with the next one if one is wanted.
    fn game_over(&mut self, now: Duration) -> Effects<G> {
        let Some(outcome) = self.close_game() else { return self.look() };
        let Some(play) = &self.play else { return self.look() };
        let report = Report::Game {
            number: self.totals.games,
            outcome,
            score: play.gained + play.board.end_bonus(),
            promised: play.promised.unwrap_or(0),
            left: self.totals.left,
            moves: play.moves,
        };
        let mut effects = vec![Effect::Report(report)];
        if self.totals.games < self.settings.games {
            self.phase = Phase::Over { since: now };
            effects.extend(self.look_again());
        } else {
            let (promised, score) = (self.totals.promised, self.totals.score);
            let ending = if promised == score {
                Ending::AsPromised
            } else {
                Ending::NotFull(format!("the score is {score}, {promised} was promised"))
            };
            effects.extend(self.finish(outcome, "played to the end".to_owned(), ending));
        }
        effects
    }

    /// Adds the current game to the totals.
    fn close_game(&mut self) -> Option<Outcome> {
        let play = self.play.as_ref()?;
        let (status, left) = (play.board.status(), G::tiles_left(&play.board));
        self.totals.moves += play.moves;
        self.totals.promised += play.promised.unwrap_or(0);
        self.totals.score += play.gained + play.board.end_bonus();
        self.totals.left = left;
        if status == Status::Ongoing {
            return None;
        }
        self.totals.games += 1;
        Some(if status == Status::Won { Outcome::Cleared } else { Outcome::Stuck })
    }

    /// Looks for a button that goes on, and clicks it.
    fn over(&mut self, now: Duration, frame: &Frame, detail: &str) -> Effects<G> {
        let Phase::Over { since } = self.phase else { return self.look() };
        let wanted = self.program.on_end.click.clone();
        let seen = self
            .program
            .buttons
            .iter()
            .filter(|b| wanted.contains(&b.spec.name))
            .find_map(|b| find_button(&frame.pixels, &b.template, &b.spec.rect));
        if let Some(rect) = seen {
            let gesture = Gesture::Click { at: rect.centre(), button: Default::default(), count: 1 };
            self.phase = Phase::GoOn;
            return vec![Effect::Perform { gesture, fence: vec![rect.inset(0.1)], pace: self.program.input.pace() }];
        }
        if now.saturating_sub(since) < Duration::from_millis(self.program.timing.settle_ms) {
            return self.look_again();
        }
        let played = self.totals.games;
        let detail = format!("played {played} of {} games: {detail}", self.settings.games);
        self.finish(Outcome::Halted, detail.clone(), Ending::NotFull(detail))
    }

    fn any_button(&self, frame: &Frame) -> Option<Rect> {
        self.program.buttons.iter().find_map(|b| find_button(&frame.pixels, &b.template, &b.spec.rect))
    }

    fn finish(&mut self, outcome: Outcome, detail: String, ending: Ending) -> Effects<G> {
        let mut effects = Vec::new();
        if let Phase::Plan { id } = self.phase {
            effects.push(Effect::StopSearch { id });
        }
        self.phase = Phase::Done;
        let Totals { games, moves, retries, mismatches, promised, score, left } = self.totals;
        let end = Report::End { outcome, detail, games, moves, retries, mismatches, promised, score, left };
        effects.extend([Effect::Report(end), Effect::Finish(ending)]);
        effects
    }
}

/// For how long readings have been equal.
#[derive(Clone, Copy, Debug)]
struct Rest {
    /// Whether this reading is equal to the one before.
    twice: bool,
    /// Since the first of the equal ones.
    time: Duration,
    /// Since when the pixels of the board have not changed either.
    still: Duration,
}

/// The rows of a reading as in board files, `?` where unknown.
fn rows(reading: &Reading) -> Vec<String> {
    let tokens = reading.symbols.iter().flatten().any(|s| s.as_str().len() > 1);
    let (unknown, between) = if tokens { ("??", " ") } else { ("?", "") };
    let row = |r| reading.symbols.row(r).iter().map(|s| s.as_ref().map_or(unknown, Symbol::as_str)).collect::<Vec<_>>();
    (0..reading.symbols.rows()).map(|r| row(r).join(between)).collect()
}

fn read_report<G: Game>(board: &G::Board, reading: &Reading) -> Report {
    Report::Read {
        board: board.to_string().lines().map(str::to_owned).collect(),
        left: G::tiles_left(board),
        margin: reading.cells.iter().map(|v| v.margin).fold(f32::INFINITY, f32::min),
    }
}
