//! One run of the bot, from a loaded calibration to its ending: what `play` and `demo` share.

use super::exit::{Exit, Failure};
use super::record::Recording;
use super::{lock, signals};
use crate::calibration::Calibration;
use crate::desk::{Desk, WindowId};
use crate::driver::{Driver, Run, SearchSettings};
use crate::frame::Frame;
use crate::games::{self, Game, RulesOf, Visitor};
use crate::recording::Header;
use crate::search::StopFlag;
use crate::session::{Ending, Report, Session, Settings};
use crate::store::recordings::Recorder;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What a run is asked for.
pub(super) struct Request {
    pub(super) settings: Settings,
    pub(super) search: SearchSettings,
    /// The window, where it is known; else the one that the calibration describes.
    pub(super) window: Option<WindowId>,
    /// Where the run is recorded, if it is.
    pub(super) record: Option<PathBuf>,
}

/// Runs what `visitor` makes of a calibration, for the game that it is for.
pub(super) fn visit_game_of<V>(
    calibration: Calibration,
    visitor: impl FnOnce(Calibration) -> V,
) -> Result<Exit, Failure>
where
    V: Visitor<Output = Result<Exit, Failure>>,
{
    let (game, name) = (calibration.game.clone(), calibration.name.clone());
    games::visit(&game, visitor(calibration)).unwrap_or_else(|| {
        let known: Vec<&str> = games::list().iter().map(|(name, _)| *name).collect();
        let known = known.join(", ");
        Err(Failure::bad_input(format!("calibration {name} is for a game called {game:?}: expected one of {known}")))
    })
}

/// The rules that a calibration states, or the game's default ones.
pub(super) fn rules<G: Game>(calibration: &Calibration) -> Result<RulesOf<G>, Failure> {
    G::rules_from_toml(&calibration.rules).map_err(|problems| {
        let list: Vec<String> = problems.into_iter().map(|p| p.message).collect();
        Failure::bad_input(format!("calibration {}, [rules]: {}", calibration.name, list.join("; ")))
    })
}

/// A session that has not begun.
pub(super) fn session<G: Game>(settings: Settings, calibration: &Calibration) -> Result<Session<G>, Failure> {
    let rules = Arc::new(rules::<G>(calibration)?);
    Ok(Session::new(settings, calibration.clone(), rules))
}

/// Plays on a desk, one bot at a time, until the end or until a signal stops it.
pub(super) fn play<G: Game, D: Desk>(
    desk: D,
    calibration: &Calibration,
    request: Request,
    report: &mut dyn FnMut(Duration, &Report, Option<&Frame>),
) -> Result<Run, Failure> {
    let _one_bot_at_a_time = lock::take()?;
    let stop = StopFlag::default();
    signals::stop_on_signals(&stop)?;
    let Request { settings, search, window, record } = request;
    let mut calibration = calibration.clone();
    let mut recording = None;
    if let Some(folder) = record {
        let header = Header::new(G::ID, settings.clone(), search.clone());
        let (recorder, kept) = Recorder::begin(&folder, &header, calibration)?;
        calibration = kept;
        recording = Some(Recording::new(recorder));
    }
    let session = session::<G>(settings, &calibration)?;
    let mut driver = Driver::new(desk, session, calibration.window, search, stop, report);
    if let Some(window) = window {
        driver = driver.for_window(window);
    }
    if let Some(recording) = &mut recording {
        driver = driver.observed_by(recording);
    }
    let run = driver.run();
    recording.map_or(Ok(()), Recording::finish)?;
    Ok(run)
}

/// The exit status of an ending.
pub(super) fn exit_of(ending: &Ending) -> Exit {
    match ending {
        Ending::AsPromised => Exit::Done,
        Ending::NotFull(_) => Exit::NotFull,
        Ending::World(_) => Exit::World,
        Ending::Interrupted => Exit::Interrupted,
    }
}
