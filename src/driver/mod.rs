//! Runs a session's effects on a desk: owns the search threads, the window's identity and the timers.

mod find;
mod look;
mod plans;
mod timing;

pub use find::{Found, find_by_title, find_window};
pub use timing::{Stage, Timings};

use crate::calibration::WindowMatch;
use crate::desk::guard::{Guard, Refused, Target, name_of};
use crate::desk::{Desk, WindowId};
use crate::frame::Frame;
use crate::games::{Game, MoveOf};
use crate::geometry::Point;
use crate::search::StopFlag;
use crate::session::{Effect, Ending, Event, Observer, Refusal, Report, Session, WindowState};
use crate::vision::Reading;
use plans::Plans;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How often the stop flag is looked at while nothing else happens.
const POLL: Duration = Duration::from_millis(5);
/// How long the pointer has to rest before the bot takes the mouse again.
const HAND_OFF: Duration = Duration::from_secs(1);

/// How the plans of a run are searched for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchSettings {
    /// Name of the algorithm.
    pub algorithm: String,
    /// Name of the objective.
    pub objective: String,
    /// Seed of every random choice.
    pub seed: u64,
    /// Threads that may work at once.
    pub threads: usize,
    /// Positions that a search may expand, if bounded.
    pub nodes: Option<u64>,
}

/// What a run leaves behind.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// The last pictures, the newest last: what a person looks at when the bot gave up.
    pub frames: Vec<Frame>,
    /// The last reading of the board.
    pub reading: Option<Reading>,
    /// Where the time went.
    pub timings: Timings,
}

/// Plays one session on one desk.
pub struct Driver<'a, G: Game, D: Desk> {
    guard: Guard<D>,
    session: Session<G>,
    wanted: WindowMatch,
    search: SearchSettings,
    report: &'a mut dyn FnMut(Duration, &Report, Option<&Frame>),
    observer: Option<&'a mut dyn Observer<MoveOf<G>, G::Board>>,
    consent: Option<Consent<'a>>,
    window: Option<WindowId>,
    target: Option<Target>,
    /// The dialog that the last picture shows, where it does not show the window itself.
    dialog: Option<Target>,
    frames: VecDeque<Frame>,
    timings: Timings,
    plans: Plans<G>,
    hand: Option<((i32, i32), Duration)>,
}

/// Asks somebody whether a move may be made, by its number, its name and what it pays. It is called again and again until
/// it answers; `false` stops the run.
pub type Consent<'a> = &'a mut dyn FnMut(usize, &str, i64) -> Option<bool>;

/// Pictures that are kept for the case that the bot gives up.
const KEPT_FRAMES: usize = 4;

impl<'a, G: Game, D: Desk> Driver<'a, G, D> {
    /// A driver for `session` on `desk`, for the window that `wanted` describes. Reports are handed to `report` as they
    /// come, with the last picture and the time since the desk was opened when what they tell of came in.
    pub fn new(
        desk: D,
        session: Session<G>,
        wanted: WindowMatch,
        search: SearchSettings,
        stop: StopFlag,
        report: &'a mut dyn FnMut(Duration, &Report, Option<&Frame>),
    ) -> Self {
        Self {
            guard: Guard::new(desk, stop),
            session,
            wanted,
            search,
            report,
            observer: None,
            consent: None,
            window: None,
            target: None,
            dialog: None,
            frames: VecDeque::new(),
            timings: Timings::default(),
            plans: Plans::default(),
            hand: None,
        }
    }

    /// The same, but for one certain window, whatever its title.
    #[must_use]
    pub fn for_window(mut self, window: WindowId) -> Self {
        self.window = Some(window);
        self
    }

    /// The same, with every step of the session shown to `observer`.
    #[must_use]
    pub fn observed_by(mut self, observer: &'a mut dyn Observer<MoveOf<G>, G::Board>) -> Self {
        self.observer = Some(observer);
        self
    }

    /// The same, with `consent` asked for each move that the session wants to be granted.
    #[must_use]
    pub fn with_consent(mut self, consent: Consent<'a>) -> Self {
        self.consent = Some(consent);
        self
    }

    /// Plays to the end and gives the desk's last pictures back.
    pub fn run(mut self) -> Run {
        let mut now = self.now();
        let begun = self.session.begin(now);
        if let Some(observer) = &mut self.observer {
            observer.step(now, None, &begun);
        }
        let mut effects: VecDeque<Effect<G::Board>> = begun.into();
        let ending = loop {
            // Lines that are better than the one being played come in between.
            let next = match self.plans.better_line() {
                Some(event) => Err(event),
                None => Ok(effects.pop_front()),
            };
            let event = match next {
                Err(event) => event,
                Ok(Some(Effect::Report(report))) => {
                    (self.report)(now, &report, self.frames.back());
                    continue;
                }
                Ok(Some(Effect::StartSearch { id, board, time })) => {
                    self.plans.start(id, board, time, (&self.search, self.session.searches_on()));
                    continue;
                }
                Ok(Some(Effect::SearchOn { id, board, time, worth })) => {
                    self.plans.search_on(id, board, time, (&self.search, worth));
                    continue;
                }
                Ok(Some(Effect::StopSearch { id })) => {
                    self.plans.stop(id);
                    continue;
                }
                Ok(Some(Effect::Finish(ending))) => break ending,
                Ok(Some(Effect::Locate)) => self.locate(),
                Ok(Some(Effect::Look { board, dialogs })) => self.look(board, dialogs),
                Ok(Some(Effect::Wait(time))) => self.wait(time),
                Ok(Some(Effect::Ask { number, what, gain })) => self.ask(number, &what, gain),
                Ok(Some(Effect::Perform { gestures, fence, pace })) => {
                    let dialog = self.dialog.take();
                    let is_dialog = dialog.is_some();
                    let target = dialog.or_else(|| self.target.clone());
                    let started = Instant::now();
                    let made = match &target {
                        Some(target) => self.guard.perform(&gestures, target, &fence, pace),
                        None => Err(Refused::WindowGone("no picture of it was taken yet".to_owned())),
                    };
                    self.timings.add(Stage::Act, started.elapsed());
                    match made {
                        Ok(performed) => Event::Performed { pixels: performed.pixels },
                        // A dialog that closed by itself is not the game: what is there now is looked at.
                        Err(Refused::WindowGone(_)) if is_dialog => Event::Refused(Refusal::WindowMoved),
                        Err(refused) => self.refused(refused),
                    }
                }
                Ok(None) => self.await_plan(),
            };
            now = self.now();
            let stage = match &event {
                Event::Frame(_) => Some(Stage::Read),
                _ => None,
            };
            let seen = self.observer.is_some().then(|| event.clone());
            let started = Instant::now();
            let answer = self.session.step(now, event);
            if let Some(stage) = stage {
                self.timings.add(stage, started.elapsed());
            }
            if let Some(observer) = &mut self.observer {
                observer.step(now, seen.as_ref(), &answer);
            }
            effects.extend(answer);
        };
        self.plans.stop_all();
        let reading = self.session.last_reading().cloned();
        Run { ending, frames: self.frames.into(), reading, timings: self.timings }
    }

    fn now(&mut self) -> Duration {
        self.guard.desk().now()
    }

    /// Finds the window again: by its id once it is known, so that a second window of the same title changes nothing.
    fn locate(&mut self) -> Event<MoveOf<G>> {
        if let Some(waiting) = self.await_hand() {
            return waiting;
        }
        let windows = match self.guard.desk().windows() {
            Ok(windows) => windows,
            Err(error) => return self.refused(error.into()),
        };
        let state = match self.window {
            Some(id) => match windows.iter().find(|w| w.id == id) {
                Some(window) => Ok(window),
                None => Err("the window was closed".to_owned()),
            },
            None => match find_window(&windows, &self.wanted) {
                Found::One(window) => Ok(window),
                Found::None(why) | Found::Several(why) => Err(why),
            },
        };
        Event::Window(match state {
            Err(why) => WindowState::Missing(why),
            Ok(window) => {
                self.window = Some(window.id);
                if window.minimised {
                    WindowState::Minimised
                } else {
                    WindowState::Found { title: name_of(window), rect: window.rect }
                }
            }
        })
    }

    /// While somebody else has the mouse: whether the pointer still moves.
    fn await_hand(&mut self) -> Option<Event<MoveOf<G>>> {
        let (place, since) = self.hand?;
        let now = self.now();
        let found = self.guard.desk().location().ok()?;
        if found != place {
            self.hand = Some((found, now));
            return Some(Event::Refused(Refusal::UserMoved));
        }
        if now.saturating_sub(since) < HAND_OFF {
            return Some(Event::Refused(Refusal::UserMoved));
        }
        self.hand = None;
        // The guard takes the place where it finds the pointer for its own from now on.
        match self.guard.heed_user() {
            Ok(()) | Err(Refused::UserMoved { .. }) => None,
            Err(other) => Some(self.refused(other)),
        }
    }

    fn wait(&mut self, time: Duration) -> Event<MoveOf<G>> {
        let started = Instant::now();
        let waited = self.guard.wait(time);
        self.timings.add(Stage::Wait, started.elapsed());
        match waited {
            Ok(()) => Event::Tick,
            Err(refused) => self.refused(refused),
        }
    }

    /// Waits until somebody has said whether a move may be made.
    fn ask(&mut self, number: usize, what: &str, gain: i64) -> Event<MoveOf<G>> {
        loop {
            let Some(consent) = &mut self.consent else { return Event::Stop("there is nobody to ask".to_owned()) };
            match consent(number, what, gain) {
                Some(true) => return Event::Tick,
                Some(false) => return Event::Stop("stopped at the question".to_owned()),
                None => {
                    if let Err(refused) = self.guard.wait(POLL) {
                        return self.refused(refused);
                    }
                }
            }
        }
    }

    fn refused(&mut self, refused: Refused) -> Event<MoveOf<G>> {
        let refusal = match refused {
            Refused::Stopped => return Event::Stop("stopped".to_owned()),
            Refused::Corner => return Event::Stop(refused.to_string()),
            Refused::WindowMoved { .. } => Refusal::WindowMoved,
            Refused::Covered { by } => Refusal::Covered(by),
            Refused::Minimised => Refusal::Minimised,
            Refused::Unfocused => Refusal::Unfocused,
            Refused::WindowGone(why) => Refusal::WindowGone(format!("the window is gone: {why}")),
            Refused::UserMoved { found, .. } => {
                let now = self.now();
                self.hand = Some((found, now));
                Refusal::UserMoved
            }
            Refused::OutsideFence { at: Point { .. } } | Refused::Desk(_) => Refusal::World(refused.to_string()),
        };
        Event::Refused(refusal)
    }

    /// Nothing is to be done but to wait for a search.
    fn await_plan(&mut self) -> Event<MoveOf<G>> {
        loop {
            if let Err(refused) = self.guard.heed_user()
                && !matches!(refused, Refused::UserMoved { .. })
            {
                return self.refused(refused);
            }
            if let Some((event, took)) = self.plans.next(POLL) {
                if let Some(took) = took {
                    self.timings.add(Stage::Plan, took);
                }
                return event;
            }
            if !self.plans.is_running() {
                return Event::Stop("nothing is left to be done".to_owned());
            }
        }
    }
}
