//! One run of the bot, from a loaded calibration to its ending: what `play` and `demo` share.

use super::board_file::BoardFile;
use super::exit::{Exit, Failure};
use super::record::Recording;
use super::step::Asker;
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
pub(super) struct Request<G: Game> {
    pub(super) settings: Settings,
    pub(super) search: SearchSettings,
    /// What is known of the levels beforehand.
    pub(super) known: G::Memory,
    /// The window, where it is known; else the one that the calibration describes.
    pub(super) window: Option<WindowId>,
    /// Where the run is recorded, if it is.
    pub(super) record: Option<Record>,
    /// Who is asked before each move, where that is wanted.
    pub(super) asker: Option<Asker>,
}

/// Where a run is recorded.
pub(super) struct Record {
    pub(super) folder: PathBuf,
    /// The text of the level file, if there is one.
    pub(super) levels: Option<String>,
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
    let rules = G::rules_from_toml(&calibration.rules).map_err(|problems| {
        let list: Vec<String> = problems.into_iter().map(|p| p.message).collect();
        Failure::bad_input(format!("calibration {}, [rules]: {}", calibration.name, list.join("; ")))
    })?;
    G::rules_with_inert(rules, &calibration.inert)
        .map_err(|why| Failure::bad_input(format!("calibration {}, [[class]]: {why}", calibration.name)))
}

/// What a level file tells of the levels to come. Bad levels in it are named, the others count.
pub(super) fn known<G: Game>(file: Option<&BoardFile>, calibration: &Calibration) -> Result<G::Memory, Failure> {
    let Some(file) = file else { return Ok(G::Memory::default()) };
    let rules = Arc::new(rules::<G>(calibration)?);
    let mut levels = Vec::new();
    for named in file.boards::<G>(&rules, None)? {
        match named.board {
            Ok(level) => levels.push(level),
            Err(problems) => file.tell(&named.block, &problems),
        }
    }
    Ok(G::memory_of(&levels))
}

/// A session that has not begun.
pub(super) fn session<G: Game>(
    settings: Settings,
    calibration: &Calibration,
    known: G::Memory,
) -> Result<Session<G>, Failure> {
    let rules = Arc::new(rules::<G>(calibration)?);
    Ok(Session::new(settings, calibration.clone(), rules, known))
}

/// Plays on a desk, one bot at a time, until the end or until a signal stops it.
pub(super) fn play<G: Game, D: Desk>(
    desk: D,
    calibration: &Calibration,
    request: Request<G>,
    report: &mut dyn FnMut(Duration, &Report, Option<&Frame>),
) -> Result<Run, Failure> {
    let _one_bot_at_a_time = lock::take()?;
    let stop = StopFlag::default();
    signals::stop_on_signals(&stop)?;
    let Request { settings, search, known, window, record, mut asker } = request;
    let mut calibration = calibration.clone();
    let mut recording = None;
    if let Some(Record { folder, levels }) = record {
        let header = Header::new(G::ID, settings.clone(), search.clone());
        let (recorder, kept) = Recorder::begin(&folder, header, calibration, levels.as_deref())?;
        calibration = kept;
        recording = Some(Recording::new(recorder));
    }
    let session = session::<G>(settings, &calibration, known)?;
    let mut driver = Driver::new(desk, session, calibration.window, search, stop, report);
    if let Some(window) = window {
        driver = driver.for_window(window);
    }
    if let Some(recording) = &mut recording {
        driver = driver.observed_by(recording);
    }
    let mut consent = asker.as_mut().map(|asker| |number: usize, what: &str, gain| asker.ask(number, what, gain));
    if let Some(consent) = &mut consent {
        driver = driver.with_consent(consent);
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
