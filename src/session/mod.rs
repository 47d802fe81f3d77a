//! The loop as a pure state machine: events in, effects out. It knows no clock, no window and no file; a driver runs its
//! effects on a desk and feeds back what came of them.
//!
//! Every step but [`Effect::Report`], [`Effect::StartSearch`], [`Effect::SearchOn`] and [`Effect::StopSearch`] brings one event back: a `Locate`
//! a `Window`, a `Look` a `Frame` or a `Refused`, a `Perform` a `Performed` or a `Refused`, a `Wait` a `Tick`, an `Ask` a `Tick` or a `Stop`. So the
//! session always knows what it is waiting for, and a list of events alone replays a run.

mod ahead;
mod end;
mod errand;
mod judge;
mod learn;
mod manner;
mod play;
mod protocol;
mod recover;
mod report;
mod verify;

pub use judge::{Judgement, judge, unknown_if_consistent};
pub use manner::Tempo;
pub use protocol::{Effect, Ending, Event, Observer, Refusal, Settings, WindowState};
pub use report::{Outcome, Report, Trouble};

use crate::calibration::{Calibration, Opens};
use crate::frame::Frame;
use crate::games::{Game, MoveOf, RulesOf, Seen};
use crate::geometry::{Lattice, Point, Rect};
use crate::gesture::Gesture;
use crate::grid::{Cell, Symbol};
use crate::vision::Reading;
use crate::vision::button::Button;
use crate::vision::reader::{LocateError, Reader};
use crate::vision::settle::{self, Settle};
use ahead::Ahead;
use learn::BehindSafe;
use std::sync::Arc;
use std::time::Duration;

/// What a lost click adds to the wait before the next ones, and the most that it comes to.
const HESITATION: (Duration, Duration) = (Duration::from_millis(40), Duration::from_millis(240));

/// How often at least a wait for a move's effect is divided by looks, and the shortest time between two of them.
const POLLS_A_WAIT: u32 = 12;
const SOONEST: Duration = Duration::from_millis(4);

/// How long a board must stay the same, and be another one than predicted, before the prediction is given up.
const OTHER_BOARD_RESTS: Duration = Duration::from_millis(400);

/// Boards other than planned for that are taken as they are while nothing is pressed.
const MOST_OTHER_BOARDS: usize = 12;

/// The share of a picture that a clock or a pointer changes, and no level or overlay that comes or goes.
const SAME_PICTURE: f64 = 0.005;

/// The game that is being played.
#[derive(Clone, Debug)]
struct Play<G: Game> {
    /// The last board that was seen or verified.
    board: G::Board,
    /// Moves still to be made.
    plan: std::collections::VecDeque<MoveOf<G>>,
    /// What the moves made so far paid.
    gained: i64,
    /// Whether no line is better than the plan.
    proven: bool,
    /// Score of the first full plan.
    promised: Option<i64>,
    /// Moves made.
    moves: usize,
    /// How often a button helped on where nothing else did.
    unstuck: u32,
}

impl<G: Game> Play<G> {
    /// A game at its beginning.
    fn new(board: G::Board) -> Self {
        Self { board, plan: Default::default(), proven: false, gained: 0, promised: None, moves: 0, unstuck: 0 }
    }
}

/// A move whose effect is awaited, or several that the program takes as one.
#[derive(Clone, Debug)]
struct Pending<G: Game> {
    moves: Vec<MoveOf<G>>,
    after: G::Board,
    gain: i64,
    /// All that is done for it when nothing of it has arrived.
    gestures: Vec<Gesture<Cell>>,
    /// What was done last.
    made: Vec<Gesture<Point>>,
    /// Times it was tried, this one included.
    tries: u32,
    /// When it was made last.
    since: Duration,
}

impl<G: Game> Pending<G> {
    /// The cells that are pressed for it, in order.
    fn targets(&self) -> Vec<Cell> {
        self.gestures.iter().flat_map(Gesture::places).collect()
    }

    /// The move as people write it.
    fn name(&self) -> String {
        self.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// Something pressed that is no move.
#[derive(Clone, Debug)]
enum Errand<G: Game> {
    /// A button that the calibration names.
    Button(Aim, Opens),
    /// A selection is taken back.
    TakeBack,
    /// The window is given the keyboard, then what was under way goes on.
    Focus(Box<Phase<G>>),
}

/// What a button is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// Another game.
    GoOn,
    /// A way out where nothing else leads on.
    Unstick,
}

/// What the session is about.
#[derive(Clone, Debug)]
enum Phase<G: Game> {
    /// Reads the first board of a game, or the one that a button of this kind has left of it.
    Start { since: Duration, after: Option<Opens> },
    /// Waits for a line.
    Plan { id: u64 },
    /// Looks whether the board is still the one that the plan is for, then acts.
    Confirm { since: Duration },
    /// Waits until somebody grants this move.
    Ask { what: String },
    /// Waits for the least time between two moves.
    Gap,
    /// Waits for a gesture to be made.
    Act(Box<Pending<G>>),
    /// Looks what the gesture brought.
    Verify(Box<Pending<G>>),
    /// Looks for a button.
    Seek { since: Duration, aim: Aim },
    /// Waits for something to be pressed that is no move.
    Errand(Errand<G>),
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
    /// What was known before the first level, and what is known of the level that is played.
    known: G::Memory,
    memory: G::Memory,
    phase: Phase<G>,
    play: Option<Play<G>>,
    lattice: Option<(Lattice, (u32, u32))>,
    /// Whether the board may lie elsewhere in the next picture, such as a level of another size in a window of the same.
    doubts_place: bool,
    /// The last picture in which the board was looked for, and what came of it.
    searched: Option<(Frame, Result<Lattice, LocateError>)>,
    window: Option<Rect>,
    /// The program's buttons by name, as they look in pictures of this size.
    buttons: Vec<(String, Button)>,
    search_buttons_at: Duration,
    /// The buttons that could be seen when the level began: these say nothing of its end.
    standing: Vec<String>,
    /// Selections taken back and clicks for the keyboard since the last move.
    errands: u32,
    /// The reading before this one, and since when readings are equal to it.
    last: Option<(Reading, Duration)>,
    /// Whether the pixels of the board still change, and since when they do not: a text that floats over an empty cell
    /// moves, the cell's own look does not.
    still: Settle,
    still_since: Duration,
    held: Option<Held>,
    searches: u64,
    /// What is searched for while a line is played.
    ahead: Option<Ahead<G::Board>>,
    /// When the run began.
    begun: Duration,
    /// The move that somebody granted and that is not made yet.
    granted: Option<String>,
    /// When a move was begun last.
    acted_at: Option<Duration>,
    last_press: Option<Duration>,
    /// When the board was last seen as predicted.
    verified_at: Duration,
    /// How long a press waits after that. Some programs show the board at rest a moment before they take clicks again:
    /// each click that was lost makes the next ones wait a little longer.
    hesitation: Duration,
    /// Boards other than planned for since something was pressed.
    other_boards: usize,
    /// What the last moves brought, by which the rules are held against the program.
    seen: std::collections::VecDeque<Seen<G>>,
    /// The search that goes on while safe moves are made, and the board behind them.
    behind_safe: Option<BehindSafe<G>>,
    totals: Totals,
}

/// What is added up over the games of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    games: usize,
    moves: usize,
    retries: usize,
    mismatches: usize,
    refused: usize,
    promised: i64,
    score: i64,
    left: usize,
}

type Effects<G> = Vec<Effect<<G as Game>::Board>>;

impl<G: Game> Session<G> {
    /// A session over the window that a calibration describes, with what is `known` of its levels beforehand; it has not
    /// begun: [`begin`](Self::begin) gives its first effects.
    #[must_use]
    pub fn new(settings: Settings, program: Calibration, rules: Arc<RulesOf<G>>, known: G::Memory) -> Self {
        Self {
            settings,
            reader: program.reader(),
            still: Settle::allowing(program.noise),
            program,
            rules,
            memory: known.clone(),
            known,
            phase: Phase::Start { since: Duration::ZERO, after: None },
            play: None,
            lattice: None,
            doubts_place: false,
            searched: None,
            window: None,
            buttons: Vec::new(),
            search_buttons_at: Duration::ZERO,
            standing: Vec::new(),
            errands: 0,
            last: None,
            still_since: Duration::ZERO,
            held: None,
            searches: 0,
            ahead: None,
            begun: Duration::ZERO,
            granted: None,
            acted_at: None,
            last_press: None,
            verified_at: Duration::ZERO,
            hesitation: Duration::ZERO,
            other_boards: 0,
            seen: Default::default(),
            behind_safe: None,
            totals: Totals::default(),
        }
    }

    /// The first effects.
    pub fn begin(&mut self, now: Duration) -> Effects<G> {
        self.begun = now;
        self.phase = Phase::Start { since: now, after: None };
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
            // A dialog of the program is no place that the window moved to, and has no board.
            Event::Frame(frame) if self.is_dialog(&frame) => self.on_dialog(now, &frame),
            Event::Frame(frame) => {
                let mut effects = self.follow(frame.window);
                effects.extend(self.on_frame(now, &frame));
                effects
            }
            Event::Plan { id, outcome, last } => self.on_plan(now, id, &outcome, last),
            Event::Performed { pixels } => self.on_performed(now, pixels),
            Event::Tick => match &self.phase {
                Phase::Gap => self.act(now),
                Phase::Ask { what } => {
                    let what = what.clone();
                    self.on_granted(now, what)
                }
                Phase::Plan { .. } => Vec::new(),
                _ if self.held.is_some() => vec![Effect::Locate],
                _ => self.look(),
            },
        }
    }

    fn look(&self) -> Effects<G> {
        vec![Effect::Look { board: self.lattice().map(|l| l.bounds()), dialogs: self.expects_dialogs() }]
    }

    fn look_again(&self) -> Effects<G> {
        vec![Effect::Wait(Duration::from_millis(self.program.timing.poll_ms))]
    }

    /// Where the board is in a picture. A search that finds nothing takes longest, so it is not repeated while a window
    /// that shows no board shows much the same.
    fn locate(&mut self, frame: &Frame) -> Result<Lattice, LocateError> {
        if let Some((searched, found)) = &self.searched
            && settle::changed_share(&searched.pixels, &frame.pixels, self.program.noise) < SAME_PICTURE
        {
            return found.clone();
        }
        let found = self.reader.locate(&frame.pixels);
        self.searched = Some((frame.clone(), found.clone()));
        found
    }

    /// Whether the move under way takes the last tiles away: then the board has one colour alone, as a covered window has.
    fn expects_nothing(&self) -> bool {
        let Phase::Verify(pending) = &self.phase else { return false };
        G::expect(&pending.after).iter().all(|looks| *looks == [Symbol::EMPTY])
    }

    /// Looks again what a press brought: the sooner, the less time has passed since, so that the bot waits for no more than a
    /// small share of what the program takes.
    fn look_soon(&self, waited: Duration) -> Effects<G> {
        let poll = Duration::from_millis(self.program.timing.poll_ms);
        vec![Effect::Wait((waited / POLLS_A_WAIT).max(SOONEST).min(poll))]
    }

    fn on_frame(&mut self, now: Duration, frame: &Frame) -> Effects<G> {
        let size = frame.pixels.dimensions();
        let known = self.lattice.filter(|(_, of)| *of == size).map(|(lattice, _)| lattice);
        let doubted = std::mem::take(&mut self.doubts_place);
        let lattice = match known {
            Some(lattice) if !doubted => lattice,
            _ => match (self.locate(frame), known) {
                (Ok(lattice), Some(known)) if lattice == known => known,
                // What is seen may be no board at all, such as the overlay at a game's end.
                (Err(_), Some(known)) => known,
                (Ok(lattice), _) => {
                    self.lattice = Some((lattice, size));
                    self.place_buttons(&lattice);
                    self.last = None;
                    // The pointer may stand on the board, and could not be parked while nobody knew where that is.
                    return self.look();
                }
                (Err(error), None) if matches!(self.phase, Phase::Seek { .. }) => {
                    let detail = error.to_string();
                    return self.seek(now, frame, &detail);
                }
                (Err(error), None) => {
                    let detail = format!("no board is seen: {error}");
                    return self.unreadable(now, frame, &detail);
                }
            },
        };
        if matches!(self.phase, Phase::Seek { .. }) {
            return self.seek(now, frame, "no button to go on with is seen");
        }
        let is_uniform = frame.is_uniform(&lattice.bounds());
        if is_uniform && !self.expects_nothing() {
            return self.unreadable(
                now,
                frame,
                "the board's part of the picture has one colour alone (a covered window or a lost frame)",
            );
        }
        if !self.still.see(&frame.pixels, &lattice.bounds()) {
            self.still_since = now;
        }
        let reading = match &self.last {
            // Reading a board that is half covered takes longer than all else, and the same pixels say nothing new.
            Some((last, _)) if self.still.is_identical() && matches!(self.phase, Phase::Verify(_)) => last.clone(),
            _ => self.reader.follow(&frame.pixels, &lattice),
        };
        let rests_since = match &self.last {
            Some((last, since)) if last.symbols == reading.symbols => *since,
            _ => now,
        };
        let seen_twice = self.last.as_ref().is_some_and(|(last, _)| last.symbols == reading.symbols);
        self.last = Some((reading.clone(), rests_since));
        let rest = Rest {
            twice: seen_twice,
            time: now.saturating_sub(rests_since),
            still: now.saturating_sub(self.still_since.max(rests_since)),
        };
        if is_uniform && !rest.twice {
            return self.look_again();
        }
        match std::mem::replace(&mut self.phase, Phase::Done) {
            Phase::Start { since, after } => {
                self.phase = Phase::Start { since, after };
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
