//! `tilepilot replay DIR`: runs the bot again over a recording, without a screen, and says whether it does the same.

use super::board_file::BoardFile;
use super::exit::{Exit, Failure};
use super::telling::{Format, Teller};
use super::{bot, out};
use crate::games::{self, Game, Visitor};
use crate::recording::{Recorded, Replayed, replay};
use crate::session::{Ending, Event};
use crate::store::recordings::{ReadError, Recording};
use crate::store::{StoreError, write_picture};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::{Path, PathBuf};

/// Flags of `replay`.
#[derive(Args, Clone, Debug)]
struct Flags {
    /// The folder that `play --record` wrote
    #[arg(value_name = "DIR")]
    recording: PathBuf,
    /// Writes every picture as a whole to this folder, named by its line in the recording
    #[arg(long, value_name = "DIR")]
    frames: Option<PathBuf>,
}

pub(super) fn command() -> Command {
    // The flags' own description would stand for the command's.
    Flags::augment_args(Command::new("replay"))
        .about("Runs the bot again over what play --record wrote, and says whether it does the same")
        .arg(out::format_arg())
        .after_help(
            "Prints what the run printed, and ends with its exit status. Status 1 where the bot does something else now, \
             with the first event that it answers in another way, and where the recording has no end.",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    let flags = Flags::from_arg_matches(matches).map_err(Failure::bad_input)?;
    let format = if out::wants_json(matches) { Format::Json } else { Format::Text };
    let recording = Recording::open(&flags.recording)?;
    let game = recording.header.game.clone();
    let path = recording.path();
    games::visit(&game, Replay { flags, recording, format }).unwrap_or_else(|| {
        let known: Vec<&str> = games::list().iter().map(|(name, _)| *name).collect();
        let known = known.join(", ");
        Err(Failure::bad_input(format!(
            "{}, line 1: no game is called {game:?}: expected one of {known}",
            path.display()
        )))
    })
}

struct Replay {
    flags: Flags,
    recording: Recording,
    format: Format,
}

impl Visitor for Replay {
    type Output = Result<Exit, Failure>;

    fn visit<G: Game>(self) -> Result<Exit, Failure> {
        let Self { flags, recording, format } = self;
        let levels = recording.levels().map(|path| BoardFile::read(&path)).transpose()?;
        let known = bot::known::<G>(levels.as_ref(), &recording.calibration)?;
        let session = bot::session::<G>(recording.header.settings.clone(), &recording.calibration, known)?;
        let steps = recording.steps().map(|step| {
            let step = step?;
            if let Some(folder) = &flags.frames {
                write_frame(folder, &step)?;
            }
            Ok::<_, ReadError>(step)
        });
        let mut teller = Teller::new(format);
        let replayed = replay::<G, _>(session, steps, &mut |at, report| teller.tell(at, report))?;
        if recording.torn {
            tracing::warn!("the recording's last line is cut off in the middle and was left out");
        }
        let path = recording.path();
        match replayed {
            Replayed::Equal(ending) => {
                if let Ending::NotFull(why) | Ending::World(why) = &ending {
                    tracing::error!("{why}");
                }
                Ok(bot::exit_of(&ending))
            }
            Replayed::CutOff { line } => Err(Failure::not_full(format!(
                "{}: the recording stops after line {line}, before the run's end; up to there the bot does the same",
                path.display()
            ))),
            Replayed::Diverged(divergence) => Err(Failure::not_full(format!(
                "{}, line {}: {divergence}\n  (recorded by tilepilot {}, replayed by {})",
                path.display(),
                divergence.line,
                recording.header.program,
                env!("CARGO_PKG_VERSION")
            ))),
        }
    }
}

/// Writes a step's picture, if it is another one than before.
fn write_frame<M>(folder: &Path, recorded: &Recorded<Event<M>>) -> Result<(), StoreError> {
    let changed = recorded.step.picture.as_ref().is_some_and(|picture| picture.change.is_some());
    match &recorded.step.event {
        Some(Event::Frame(frame)) if changed => {
            write_picture(&folder.join(format!("line-{:06}.png", recorded.line)), &frame.pixels)
        }
        _ => Ok(()),
    }
}
