//! `tilepilot play CALIBRATION`: plays an open window, or says what it would play.

use super::board_file::BoardFile;
use super::bot::{self, Record, Request};
use super::exit::{Exit, Failure};
use super::history::Chronicle;
use super::out;
use super::step::Asker;
use super::telling::{Format, Teller};
use crate::calibration::Calibration;
use crate::desk::Desk;
use crate::desk::dry::DryRun;
use crate::desk::region::{REGION, RegionDesk};
use crate::driver::{Run, SearchSettings};
use crate::games::{Game, Visitor};
use crate::geometry::Rect;
use crate::session::{Ending, Settings, Tempo};
use crate::store::{calibrations, recordings};
use crate::vision::overlay;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use std::time::Duration;

/// Flags of `play`.
#[derive(Args, Clone, Debug)]
struct Flags {
    /// A calibration file, or the name of one that comes with the program, such as swell-foop
    #[arg(value_name = "CALIBRATION")]
    calibration: String,
    /// Walks the whole plan and says where it would click; presses nothing
    #[arg(long)]
    dry_run: bool,
    /// Stops after so many moves
    #[arg(long, value_name = "N", value_parser = super::flags::whole::<usize>)]
    moves: Option<usize>,
    /// Plays so many games, going on by the buttons that the calibration names; 1 if neither this nor --for is given
    #[arg(long, value_name = "N", value_parser = super::flags::at_least_one)]
    games: Option<usize>,
    /// Plays game after game for so long, such as 30m or 1h30m; the game that is under way then is played to its end
    #[arg(long = "for", value_name = "TIME", value_parser = super::flags::lasting)]
    lasts: Option<Duration>,
    /// Asks at the terminal before each move
    #[arg(long, conflicts_with = "dry_run")]
    step: bool,
    /// Moves a second at most, one number or a span such as 1.5..3 that the time between moves is drawn from
    #[arg(long, value_name = "RATE|MIN..MAX", value_parser = super::flags::pace)]
    pace: Option<(Duration, Duration)>,
    /// Plays in this part of the desktop (desktop units) instead of a window
    #[arg(long, value_name = "X,Y,W,H", value_parser = super::flags::screen, allow_hyphen_values = true)]
    screen: Option<Rect>,
    /// Seconds that each plan may be searched for
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = super::flags::seconds)]
    time: Duration,
    /// Positions that each plan may expand; the same seed then plays the same game
    #[arg(long, value_name = "N", value_parser = super::flags::whole::<u64>)]
    nodes: Option<u64>,
    /// Threads of the search; all cores if not given
    #[arg(long, value_name = "N", value_parser = super::flags::at_least_one)]
    threads: Option<usize>,
    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value = "0", value_parser = super::flags::whole::<u64>)]
    seed: u64,
    /// What to play for; the game's default if not given
    #[arg(long, value_name = "NAME")]
    objective: Option<String>,
    /// How the plan is searched for; the game's default if not given
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// Levels that the program plays: what its pictures hide, such as goals under boxes, is looked up in them
    #[arg(long, value_name = "FILE")]
    level_file: Option<PathBuf>,
    /// Seconds that a covered, minimised or otherwise withheld window is waited for
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = super::flags::seconds)]
    patience: Duration,
    /// Where the pictures and the reading go if the bot gives up
    #[arg(long, value_name = "DIR", default_value = "tilepilot-halted")]
    bundle: PathBuf,
    /// Keeps every picture and event in this folder, which must be empty or new; see `tilepilot replay`
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
}

pub(super) fn command() -> Command {
    // The flags' own description would stand for the command's.
    Flags::augment_args(Command::new("play"))
        .about("Plays an open window; --dry-run only says what it would click")
        .arg(out::format_arg())
        .after_help(
            "Examples:\n  tilepilot play swell-foop --dry-run\n  tilepilot play mine.toml --time 3 --format json\n  \
             tilepilot play swell-foop --for 30m --pace 1.5..3\n  tilepilot play mine.toml --record run-1\n  \
             tilepilot play mine.toml --screen 100,80,640,480\n\n\
             Ctrl-C, moving the mouse, or pushing it into a corner of the screen stops the bot.",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    let flags = Flags::from_arg_matches(matches).map_err(Failure::bad_input)?;
    let format = if out::wants_json(matches) { Format::Json } else { Format::Text };
    let calibration = calibrations::load(&flags.calibration)?;
    bot::visit_game_of(calibration, |calibration| Play { flags, calibration, format })
}

struct Play {
    flags: Flags,
    calibration: Calibration,
    format: Format,
}

impl Visitor for Play {
    type Output = Result<Exit, Failure>;

    fn visit<G: Game>(self) -> Result<Exit, Failure> {
        let Self { flags, calibration, format } = self;
        if !calibration.confident {
            tracing::warn!(
                "the calibration was not sure of what it found: look at its overlay picture before you trust it"
            );
        }
        let levels = flags.level_file.as_deref().map(BoardFile::read).transpose()?;
        let mut request = request::<G>(&flags, bot::known::<G>(levels.as_ref(), &calibration)?)?;
        if let Some(folder) = flags.record.clone() {
            recordings::check_unused(&folder).map_err(|error| Failure::bad_input(format!("--record {error}")))?;
            request.record = Some(Record { folder, levels: levels.map(BoardFile::into_text) });
        }
        if flags.step {
            request.asker = Some(Asker::at_terminal()?);
        }
        let desk = super::world::open_desk()?;
        let run = match flags.screen {
            Some(region) => play_on::<G, _>(RegionDesk::new(desk, region)?, &flags, (&calibration, request), format)?,
            None => play_on::<G, _>(desk, &flags, (&calibration, request), format)?,
        };
        if let Some(folder) = &flags.record {
            tracing::info!("the recording is in {}", folder.display());
        }
        if let Ending::NotFull(why) | Ending::World(why) = &run.ending {
            tracing::error!("{why}");
            keep_bundle(&flags.bundle, &run)?;
        }
        Ok(bot::exit_of(&run.ending))
    }
}

/// Plays, tells of it, and adds the games to the history.
fn play_on<G: Game, D: Desk>(
    desk: D,
    flags: &Flags,
    (calibration, request): (&Calibration, Request<G>),
    format: Format,
) -> Result<Run, Failure> {
    let mut teller = Teller::new(format);
    let mut chronicle = (!flags.dry_run).then(|| Chronicle::new(G::ID, &calibration.name));
    let mut tell = |at, report: &_, _: Option<&_>| {
        teller.tell(at, report);
        if let Some(chronicle) = &mut chronicle {
            chronicle.hear(at, report);
        }
    };
    let run = if flags.dry_run {
        bot::play::<G, _>(DryRun::new(desk), calibration, request, &mut tell)?
    } else {
        bot::play::<G, _>(desk, calibration, request, &mut tell)?
    };
    teller.timings(&run.timings);
    Ok(run)
}

fn request<G: Game>(flags: &Flags, known: G::Memory) -> Result<Request<G>, Failure> {
    let objective = flags.objective.clone().unwrap_or_else(|| G::OBJECTIVES[0].to_owned());
    G::check_objective(&objective).map_err(|why| Failure::bad_input(format!("--objective {objective}: {why}")))?;
    let algorithm = flags.algorithm.clone().unwrap_or_else(|| G::ALGORITHMS[0].to_owned());
    if !G::ALGORITHMS.contains(&algorithm.as_str()) {
        let known = G::ALGORITHMS.join(", ");
        return Err(Failure::bad_input(format!("--algorithm {algorithm}: expected one of {known}")));
    }
    Ok(Request {
        settings: Settings {
            time: flags.time,
            moves: flags.moves,
            // With a time alone, it is the time that ends the run.
            games: flags.games.unwrap_or(if flags.lasts.is_some() { usize::MAX } else { 1 }),
            dry_run: flags.dry_run,
            patience: flags.patience,
            // A run that is bounded by nodes is to be the same each time.
            search_on: flags.nodes.is_none(),
            lasts: flags.lasts,
            step: flags.step,
            tempo: flags.pace.map(|(longest, shortest)| Tempo { shortest, longest, seed: flags.seed }),
        },
        search: SearchSettings {
            algorithm,
            objective,
            seed: flags.seed,
            threads: super::flags::threads(flags.threads),
            nodes: flags.nodes,
        },
        known,
        window: flags.screen.map(|_| REGION),
        record: None,
        asker: None,
    })
}

/// Keeps what the bot saw last, for a person to look at.
fn keep_bundle(folder: &std::path::Path, run: &Run) -> Result<(), Failure> {
    if run.frames.is_empty() {
        return Ok(());
    }
    for (number, frame) in run.frames.iter().enumerate() {
        crate::store::write_picture(&folder.join(format!("frame-{number}.png")), &frame.pixels)?;
    }
    if let (Some(frame), Some(reading)) = (run.frames.last(), &run.reading) {
        crate::store::write_picture(&folder.join("reading.png"), &overlay::draw(&frame.pixels, reading))?;
    }
    tracing::error!("the last pictures are in {}", folder.display());
    Ok(())
}
