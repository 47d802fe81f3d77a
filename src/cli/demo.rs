//! `tilepilot demo`: opens the practice window of each game and plays a board in it, by real capture and real input.

use super::bot::{self, Request};
use super::exit::{Exit, Failure};
use super::film::Film;
use super::out;
use crate::calibration::Calibration;
use crate::desk::{Desk, Screen, WindowId};
use crate::driver::SearchSettings;
use crate::frame::Frame;
use crate::games::{Game, Visitor};
use crate::scene::{PRACTICES, Practice};
use crate::session::{Ending, Report, Settings};
use crate::store::calibrations;
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// How long the practice window may take to open.
const OPENS: Duration = Duration::from_secs(15);

/// How long the window shows the end of a level before the last picture is taken.
const ENDS: Duration = Duration::from_secs(1);

/// Flags of `demo`.
#[derive(Args, Clone, Debug)]
struct Flags {
    /// The games to show, one board each; all of them if none is named
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(PRACTICES.iter().map(|game| game.id)))]
    games: Vec<String>,
    /// Seed of the board; one that is worth seeing if not given
    #[arg(long, value_name = "N", value_parser = super::flags::whole::<u64>)]
    seed: Option<u64>,
    /// Skin of the practice window; for one game alone
    #[arg(long, value_name = "NAME", requires = "games")]
    skin: Option<String>,
    /// Milliseconds that the window's animations take
    #[arg(long, value_name = "MS", value_parser = super::flags::whole::<u64>)]
    animation: Option<u64>,
    /// Seconds that the plan is searched for
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = super::flags::seconds)]
    time: Duration,
    /// Where the pictures go
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
}

/// One game as it is shown.
#[derive(Clone, Debug)]
struct Show {
    skin: String,
    animation: u64,
    seed: u64,
    time: Duration,
    /// Further flags of the practice window.
    further: &'static [&'static str],
    out: PathBuf,
}

pub(super) fn command() -> Command {
    // The flags' own description would stand for the command's.
    Flags::augment_args(Command::new("demo"))
        .about("Plays a board of each game in its practice window, and keeps pictures of it")
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    let flags = Flags::from_arg_matches(matches).map_err(Failure::bad_input)?;
    let games: Vec<&Practice> = match flags.games.as_slice() {
        [] => PRACTICES.iter().collect(),
        names => names.iter().filter_map(|name| PRACTICES.iter().find(|game| game.id == *name)).collect(),
    };
    if flags.skin.is_some() && games.len() > 1 {
        return Err(Failure::bad_input(
            "--skin is for one game alone: name that game, such as `demo samegame --skin flat`",
        ));
    }
    let mut worst = Exit::Done;
    for (number, game) in games.into_iter().enumerate() {
        if number > 0 {
            say("");
        }
        let show = Show {
            skin: flags.skin.clone().unwrap_or_else(|| game.shown.skin.to_owned()),
            animation: flags.animation.unwrap_or(game.shown.animation_ms),
            seed: flags.seed.unwrap_or(game.shown.seed),
            time: flags.time,
            further: game.shown.flags,
            out: flags.out.clone(),
        };
        let calibration = calibrations::load(&format!("practice-{}", show.skin))?;
        if calibration.game != game.id {
            let (skin, id) = (&show.skin, game.id);
            return Err(Failure::bad_input(format!(
                "--skin {skin}: {id} has no such skin; `practice {id} --help` has them"
            )));
        }
        let exit = bot::visit_game_of(calibration, |calibration| Demo { show, calibration })?;
        worst = worst.max(exit);
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(worst)
}

struct Demo {
    show: Show,
    calibration: Calibration,
}

impl Visitor for Demo {
    type Output = Result<Exit, Failure>;

    fn visit<G: Game>(self) -> Result<Exit, Failure> {
        play::<G>(&self.show, &self.calibration)
    }
}

fn play<G: Game>(flags: &Show, calibration: &Calibration) -> Result<Exit, Failure> {
    let started = Instant::now();
    let truth = std::env::temp_dir().join(format!("tilepilot-demo-{}.txt", std::process::id()));
    say(&format!(
        "Opening the practice window: {}, seed {}, skin {}, animation {} ms",
        G::ID,
        flags.seed,
        flags.skin,
        flags.animation
    ));
    let practice = Window::open(G::ID, flags, &truth)?;
    let mut desk = super::world::open_desk()?;
    let window = practice.window(&mut desk)?;
    say(&format!("Reading it off the screen and searching for a plan (at most {:.1} s) …", flags.time.as_secs_f64()));

    let bar = ProgressBar::hidden();
    let mut film = Film::default();
    let mut end = None;
    let mut report = |_at: Duration, report: &Report, frame: Option<&Frame>| match report {
        Report::Read { board, left, .. } => say(&format!("Read {} rows, {left} to go", board.len())),
        Report::Plan { moves, score, .. } => {
            say(&format!("The plan: {moves} moves, score {score}. Playing it …"));
            bar.set_length(*moves as u64);
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            bar.set_style(moves_style());
        }
        Report::Act { number, total, gesture, .. } => {
            bar.set_position(*number as u64);
            bar.set_message(format!("score {total}"));
            let clicks: Vec<_> = gesture.iter().flat_map(|g| g.places()).collect();
            if let Some(frame) = frame {
                film.add(frame, &clicks);
            }
        }
        Report::Recover { detail, .. } => bar.println(format!("mend: {detail}")),
        Report::End { .. } => {
            bar.finish_and_clear();
            end = Some(report.clone());
        }
        Report::Window { .. } | Report::Verify { .. } | Report::Game { .. } => {}
    };
    let request = Request::<G> {
        settings: Settings { time: flags.time, patience: Duration::from_secs(60), ..Settings::default() },
        search: SearchSettings {
            algorithm: G::ALGORITHMS[0].to_owned(),
            objective: G::OBJECTIVES[0].to_owned(),
            seed: flags.seed,
            threads: super::flags::threads(None),
            nodes: None,
        },
        known: G::Memory::default(),
        window: Some(window),
        record: None,
        asker: None,
    };
    let run = bot::play::<G, _>(desk, calibration, request, &mut report)?;
    let seconds = started.elapsed().as_secs_f64();
    // The bot is done when the board is as predicted; the window still shows what the move paid, then how the level ended.
    std::thread::sleep(ENDS + Duration::from_millis(flags.animation));
    if let Ok(frame) = super::world::open_desk()?.capture(window) {
        film.add(&frame, &[]);
    }
    let truth_text = crate::store::read_text(&truth);
    drop(practice);
    let _ = std::fs::remove_file(&truth);

    let Some(Report::End { moves, retries, mismatches, promised, score, left, .. }) = end else {
        return Err(Failure::world("the run ended without a result"));
    };
    let per_second = moves as f64 / seconds;
    say("");
    say(&format!("score      {score}   (promised by the first plan: {promised})"));
    say(&format!("left       {left}"));
    say(&format!("moves      {moves}   ({retries} made again, {mismatches} boards other than predicted)"));
    say(&format!("time       {:.1} s in all, {per_second:.1} moves a second with search and animation", seconds));
    for (stage, f) in run.timings.all().into_iter().filter(|(_, f)| f.times > 0) {
        say(&format!("  {stage:<8} median {:>7.1} ms, {} times", f.median_ms, f.times));
    }
    if let Ok(text) = truth_text {
        say(&format!("The window's own record: {}", text.lines().next().unwrap_or_default().trim_start_matches("; ")));
    }
    write_pictures(&flags.out, G::ID, &film)?;
    if let Ending::NotFull(why) | Ending::World(why) = &run.ending {
        tracing::error!("{why}");
    }
    Ok(bot::exit_of(&run.ending))
}

/// A line of what the demo tells; a reader that went away is no reason to stop it.
fn say(text: &str) {
    let _ = out::line(text);
}

fn moves_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} move {pos}/{len}  {msg}").unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn write_pictures(folder: &Path, game: &str, film: &Film) -> Result<(), Failure> {
    if film.len() == 0 {
        return Ok(());
    }
    let (animation, strip) = (folder.join(format!("demo-{game}.gif")), folder.join(format!("demo-{game}-strip.png")));
    let bar = ProgressBar::new(film.len() as u64).with_style(
        ProgressStyle::with_template("{bar:40} picture {pos}/{len}").unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    film.write_animation(&animation, &|n| bar.inc(n))?;
    bar.finish_and_clear();
    film.write_strip(&strip)?;
    say(&format!("pictures   {} (animated), {} (film strip)", animation.display(), strip.display()));
    Ok(())
}

/// The practice window in a process of its own, closed when dropped.
struct Window {
    process: Child,
}

impl Window {
    fn open(game: &str, flags: &Show, truth: &Path) -> Result<Self, Failure> {
        let program = std::env::current_exe()
            .map_err(|e| Failure::world(format!("this program's own file is not found: {e}")))?;
        let process = std::process::Command::new(program)
            .args(["practice", game, "--seed", &flags.seed.to_string(), "--skin", &flags.skin])
            .args(flags.further)
            .args(["--animation", &flags.animation.to_string(), "--write-truth"])
            .arg(truth)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|e| Failure::world(format!("the practice window cannot be started: {e}")))?;
        Ok(Self { process })
    }

    /// Waits until the window is open.
    fn window<D: Desk>(&self, desk: &mut D) -> Result<WindowId, Failure> {
        let pid = self.process.id();
        let begun = Instant::now();
        while begun.elapsed() < OPENS {
            let windows = desk.windows()?;
            if let Some(window) = windows.iter().find(|w| w.pid == pid) {
                return Ok(window.id);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err(Failure::world(format!("the practice window did not open within {} s", OPENS.as_secs())))
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // It may have been closed by hand already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
