//! Runs are recorded and replayed: the recordings kept in `tests/recordings/`, runs on the simulated desk, runs that were
//! killed, and recordings that were tampered with.

#[cfg(feature = "live")]
mod common;

use image::RgbImage;
use serde_json::{Value, json};
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tilepilot::desk::dry::DryRun;
use tilepilot::desk::sim::{Faults, Setup, SimDesk};
use tilepilot::driver::{Driver, SearchSettings};
use tilepilot::games::samegame::SameGame;
use tilepilot::games::{self, Game, MoveOf, Visitor};
use tilepilot::grid::Cell;
use tilepilot::recording::{Divergence, Header, Replayed, replay};
use tilepilot::scene::samegame::{Options, SameGameScene};
use tilepilot::search::StopFlag;
use tilepilot::session::{Effect, Ending, Event, Observer, Report, Session, Settings};
use tilepilot::store::recordings::{LINES, ReadError, Recorder, Recording};
use tilepilot::store::{calibrations, read_picture};

/// Recordings that are kept at least.
const KEPT: usize = 6;
/// Bytes that a kept recording may take.
const LARGEST: u64 = 400_000;
/// Set to let the kept recordings hold what the session answers now.
const RENEW: &str = "TILEPILOT_RENEW_RECORDINGS";

const MS: Duration = Duration::from_millis(1);

fn folder_of_recordings() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings")
}

fn kept() -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        fs::read_dir(folder_of_recordings()).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()).collect();
    all.sort();
    assert!(all.len() >= KEPT, "{} recordings, expected at least {KEPT}", all.len());
    all
}

/// A kept recording of which the tests below know what is in it.
fn one_kept() -> PathBuf {
    folder_of_recordings().join("samegame-flat")
}

fn session<G: Game>(recording: &Recording) -> Session<G> {
    let rules = Arc::new(G::rules_from_toml(&recording.calibration.rules).unwrap());
    let levels = recording.levels().map(|path| fs::read_to_string(path).unwrap()).unwrap_or_default();
    let levels: Vec<G::Board> = G::boards(&rules, &levels, None).into_iter().filter_map(|l| l.board.ok()).collect();
    let known = if levels.is_empty() { G::Memory::default() } else { G::memory_of(&levels) };
    Session::new(recording.header.settings.clone(), recording.calibration.clone(), rules, known)
}

/// Replays a recording by the library: what came of it, and the reports.
struct Replay<'r>(&'r Recording);

impl Visitor for Replay<'_> {
    type Output = Result<(Replayed, Vec<(Duration, Report)>), ReadError>;

    fn visit<G: Game>(self) -> Self::Output {
        let mut reports = Vec::new();
        let steps = self.0.steps();
        let replayed = replay::<G, _>(session(self.0), steps, &mut |at, r| reports.push((at, r.clone())))?;
        Ok((replayed, reports))
    }
}

fn try_replay(folder: &Path) -> Result<(Replayed, Vec<(Duration, Report)>), ReadError> {
    let recording = Recording::open(folder)?;
    games::visit(&recording.header.game, Replay(&recording)).expect("a game that is known")
}

fn replayed(folder: &Path) -> Replayed {
    try_replay(folder).unwrap_or_else(|e| panic!("{e}")).0
}

fn tilepilot(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilepilot"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").args(args).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A copy of a recording that can be changed.
fn copy_of(recording: &Path) -> tempfile::TempDir {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            let target = to.join(entry.file_name());
            if entry.path().is_dir() {
                copy(&entry.path(), &target);
            } else {
                fs::copy(entry.path(), target).unwrap();
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    copy(recording, folder.path());
    folder
}

fn lines_of(folder: &Path) -> Vec<Value> {
    let lines = fs::read_to_string(folder.join(LINES)).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn write_lines(folder: &Path, lines: &[Value]) {
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(folder.join(LINES), lines).unwrap();
}

/// What effects ask for by their kinds, which decides what can come next.
fn asked(effects: &Value) -> Vec<String> {
    let kind = |effect: &Value| match effect {
        Value::Object(one) => one.keys().next().cloned(),
        text => text.as_str().map(str::to_owned),
    };
    effects.as_array().unwrap().iter().filter_map(kind).filter(|kind| kind != "report").collect()
}

/// Lets a recording hold what the session answers now; its events stay as they are.
struct Renew<'r>(&'r Path, &'r Recording);

impl Visitor for Renew<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let Self(folder, recording) = self;
        let mut session = session::<G>(recording);
        let mut lines = lines_of(folder);
        let mut ended_at = 0;
        for recorded in recording.steps() {
            let recorded = recorded.unwrap();
            let effects = match recorded.step.event {
                Some(event) => session.step(recorded.step.now, event),
                None => session.begin(recorded.step.now),
            };
            if effects.iter().any(|e| matches!(e, Effect::Finish(_))) {
                ended_at = recorded.line;
            }
            let (effects, at) = (json!(effects), recorded.line - 1);
            let asks = [&lines[at]["effects"], &effects].map(asked);
            assert_eq!(asks[0], asks[1], "{}, line {}: record it again", folder.display(), recorded.line);
            lines[at]["effects"] = effects;
        }
        assert_eq!(ended_at, lines.len(), "{}: the run ends elsewhere now; record it again", folder.display());
        write_lines(folder, &lines);
    }
}

#[test]
fn every_kept_recording_is_replayed_equally_by_library_and_program() {
    for folder in kept() {
        let name = folder.display().to_string();
        let recording = Recording::open(&folder).unwrap_or_else(|e| panic!("{e}"));
        if std::env::var_os(RENEW).is_some() {
            games::visit(&recording.header.game, Renew(&folder, &recording)).unwrap();
        }
        let (replayed, reports) = try_replay(&folder).unwrap_or_else(|e| panic!("{e}"));
        let Replayed::Equal(ending) = replayed else { panic!("{name}: {replayed:#?}") };
        let status = match ending {
            Ending::AsPromised => 0,
            Ending::NotFull(_) => 1,
            Ending::World(_) => 3,
            Ending::Interrupted => 130,
        };
        let output = tilepilot(&["replay", &name, "--format", "json"]);
        assert_eq!(output.status.code(), Some(status), "{name}: {}", text(&output.stderr));
        let told: Vec<Value> = text(&output.stdout).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        let events = |all: &[Value]| all.iter().map(|event| event["event"].clone()).collect::<Vec<_>>();
        let reported: Vec<Value> = reports.iter().map(|(_, report)| json!(report)).collect();
        assert_eq!(events(&told), events(&reported), "{name}");
    }
}

#[test]
fn kept_recordings_are_small() {
    fn size(path: &Path) -> u64 {
        let entries = fs::read_dir(path).unwrap().map(|e| e.unwrap().path());
        entries.map(|path| if path.is_dir() { size(&path) } else { path.metadata().unwrap().len() }).sum()
    }
    for folder in kept() {
        let bytes = size(&folder);
        assert!(bytes <= LARGEST, "{} takes {bytes} bytes, more than {LARGEST}", folder.display());
    }
}

/// Records, and keeps what it was shown besides.
struct Watch {
    recorder: Recorder,
    frames: Vec<RgbImage>,
    steps: usize,
}

impl<M: Display, B: Display> Observer<M, B> for Watch {
    fn step(&mut self, now: Duration, event: Option<&Event<M>>, effects: &[Effect<B>]) {
        self.recorder.step(now, event, effects).unwrap();
        self.steps += 1;
        if let Some(Event::Frame(frame)) = event {
            self.frames.push(frame.pixels.clone());
        }
    }
}

/// A run on the simulated desk and its recording.
struct Simulated {
    folder: tempfile::TempDir,
    frames: Vec<RgbImage>,
    steps: usize,
    ending: Ending,
    reports: Vec<(Duration, Report)>,
}

fn simulate(faults: Faults, animation: Duration, moves: Option<usize>, dry_run: bool) -> Simulated {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { seed: 3, animation, ..Options::default() };
    let scene = SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap();
    let desk = SimDesk::new(Box::new(scene), Setup { faults, ..Setup::default() });
    let settings = Settings { time: 60_000 * MS, moves, dry_run, patience: 20_000 * MS, ..Settings::default() };
    let search = SearchSettings {
        algorithm: "beam".to_owned(),
        objective: "score".to_owned(),
        seed: 1,
        threads: 1,
        nodes: Some(1_000),
    };
    let header = Header::new(SameGame::ID, settings.clone(), search.clone());
    let calibration = calibrations::load("practice-flat").unwrap();
    let (recorder, calibration) = Recorder::begin(folder.path(), header, calibration, None).unwrap();
    let rules = Arc::new(SameGame::preset("popstar").unwrap());
    let session = Session::<SameGame>::new(settings, calibration.clone(), rules, ());
    let mut watch = Watch { recorder, frames: Vec::new(), steps: 0 };
    let mut reports = Vec::new();
    let mut report = |at: Duration, r: &Report, _: Option<&_>| reports.push((at, r.clone()));
    let (stop, window) = (StopFlag::default(), calibration.window);
    let run = if dry_run {
        Driver::new(DryRun::new(desk), session, window, search, stop, &mut report).observed_by(&mut watch).run()
    } else {
        Driver::new(desk, session, window, search, stop, &mut report).observed_by(&mut watch).run()
    };
    Simulated { folder, frames: watch.frames, steps: watch.steps, ending: run.ending, reports }
}

#[test]
fn a_run_with_any_trouble_is_replayed_with_the_same_reports_and_pictures() {
    let all = None;
    for (faults, animation, moves, dry_run) in [
        (Faults::default(), 0, all, false),
        (Faults::default(), 300, Some(3), false),
        (Faults::default(), 0, all, true),
        (Faults { lose_press_every: Some(3), ..Faults::default() }, 0, Some(6), false),
        (Faults { lose_press_every: Some(1), ..Faults::default() }, 0, all, false),
        (Faults { double_press_every: Some(4), ..Faults::default() }, 0, Some(8), false),
        (Faults { uniform_every: Some((5, [0; 3])), ..Faults::default() }, 0, all, false),
        (Faults { window_moves: vec![(700 * MS, (400.0, 200.5))], ..Faults::default() }, 150, Some(6), false),
        (Faults { user_moves: vec![(300 * MS, (700, 500)), (400 * MS, (0, 0))], ..Faults::default() }, 150, all, false),
        (Faults { noise: 3.0, ..Faults::default() }, 0, all, false),
    ] {
        let animation = animation * MS;
        let what = format!("{faults:?}, dry run: {dry_run}");
        let run = simulate(faults, animation, moves, dry_run);
        let (replayed, reports) = try_replay(run.folder.path()).unwrap();
        assert_eq!(replayed, Replayed::Equal(run.ending), "{what}");
        assert_eq!(reports, run.reports, "{what}");
        let recording = Recording::open(run.folder.path()).unwrap();
        assert!(!recording.torn);
        let steps: Vec<_> = recording.steps::<MoveOf<SameGame>>().collect();
        assert_eq!(steps.len(), run.steps, "{what}");
        let pixels = steps.into_iter().filter_map(|step| match step.unwrap().step.event {
            Some(Event::Frame(frame)) => Some(frame.pixels),
            _ => None,
        });
        assert!(pixels.eq(run.frames), "{what}: the pictures come back as they were");
    }
}

#[test]
fn a_recording_needs_little_more_than_what_changes() {
    let run = simulate(Faults::default(), Duration::ZERO, None, false);
    let written = fs::read_dir(run.folder.path().join("frames")).unwrap().count();
    let changes = run.frames.windows(2).filter(|two| two[0] != two[1]).count();
    assert_eq!(written, changes + 1, "of {} pictures", run.frames.len());
}

/// The number of the line, counted from 1, of the first one that `is`.
fn line_that(lines: &[Value], is: impl Fn(&Value) -> bool) -> usize {
    lines.iter().position(is).expect("there is such a line") + 1
}

fn reports(line: &Value, event: &str) -> bool {
    line["effects"].as_array().is_some_and(|all| all.iter().any(|e| e["report"]["event"] == event))
}

/// A change to one line of a recording, or to a part of it.
type Alter = fn(&mut Value);

fn divergence(folder: &Path) -> Divergence {
    match replayed(folder) {
        Replayed::Diverged(divergence) => *divergence,
        other => panic!("expected a divergence, found {other:?}"),
    }
}

#[test]
fn an_event_that_was_altered_is_named() {
    let folder = copy_of(&one_kept());
    let mut lines = lines_of(folder.path());
    let at = line_that(&lines, |line| reports(line, "plan"));
    let score = lines[at - 1]["event"]["plan"]["outcome"]["score"].as_i64().unwrap();
    lines[at - 1]["event"]["plan"]["outcome"]["score"] = json!(score + 1);
    write_lines(folder.path(), &lines);
    let found = divergence(folder.path());
    assert_eq!(found.line, at);
    let scores = [&found.recorded, &found.came].map(|effect| effect.as_ref().unwrap()["report"]["score"].clone());
    assert_eq!(scores, [json!(score), json!(score + 1)]);

    let output = tilepilot(&["replay", folder.path().to_str().unwrap(), "--format", "json"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: ") && said.contains(&format!("{LINES}, line {at}: ")), "{said}");
    assert!(said.contains("\n  recorded {") && said.contains("\n  now      {") && said.contains("\"plan\""), "{said}");
    let told = text(&output.stdout);
    assert!(told.contains("\"read\"") && !told.contains("\"plan\""), "what came before is told: {told}");
}

#[test]
fn another_line_of_play_is_found_at_its_first_press() {
    let folder = copy_of(&one_kept());
    let mut lines = lines_of(folder.path());
    let at = line_that(&lines, |line| reports(line, "plan"));
    let moves = lines[at - 1]["event"]["plan"]["outcome"]["moves"].as_array_mut().unwrap();
    assert!(moves.len() > 1);
    moves.swap(0, 1);
    write_lines(folder.path(), &lines);
    let first_press = line_that(&lines, |line| !line["effects"][0]["perform"].is_null());
    let found = divergence(folder.path());
    assert!(found.line >= first_press, "{found}");
}

#[test]
fn an_effect_that_was_altered_is_named() {
    let folder = copy_of(&one_kept());
    let original = lines_of(folder.path());
    let press = line_that(&original, |line| !line["effects"][0]["perform"].is_null());
    let wait = line_that(&original, |line| !line["effects"][0]["wait"].is_null());
    let told = line_that(&original, |line| reports(line, "act"));
    for (at, alter) in [
        (press, (|e| e[0]["perform"]["fence"][0]["x"] = json!(0.25)) as Alter),
        (wait, |e| e[0]["wait"]["nanos"] = json!(1)),
        (told, |e| drop(e.as_array_mut().unwrap().pop())),
        (told, |e| e.as_array_mut().unwrap().push(json!("locate"))),
    ] {
        let mut lines = original.clone();
        alter(&mut lines[at - 1]["effects"]);
        write_lines(folder.path(), &lines);
        assert_eq!(divergence(folder.path()).line, at);
    }
    write_lines(folder.path(), &original);
    assert!(matches!(replayed(folder.path()), Replayed::Equal(_)));
}

#[test]
fn a_tile_that_was_painted_over_is_found_where_the_board_is_read() {
    // Its board is where its calibration says, whatever one tile shows.
    let folder = copy_of(&folder_of_recordings().join("samegame-stars"));
    let lines = lines_of(folder.path());
    let read = line_that(&lines, |line| reports(line, "read"));
    let board: Vec<Vec<u8>> = lines[read - 1]["effects"][0]["report"]["board"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap().as_bytes().to_vec())
        .collect();
    // The last cell gets the look of one of another kind: a board that is as legal as the true one.
    let lattice = Recording::open(folder.path()).unwrap().calibration.place.lattice;
    let kind = |cell: Cell| board[cell.row][cell.col];
    let last = lattice.cells().last().unwrap();
    let other = lattice.cells().find(|cell| kind(*cell) != kind(last)).unwrap();
    let corner = |cell| (lattice.cell_rect(cell).x.round() as u32, lattice.cell_rect(cell).y.round() as u32);
    let first = folder.path().join("frames/000001.png");
    let mut picture = read_picture(&first).unwrap();
    let side = lattice.pitch_x as u32;
    let tile = image::imageops::crop_imm(&picture, corner(other).0, corner(other).1, side, side).to_image();
    image::imageops::replace(&mut picture, &tile, i64::from(corner(last).0), i64::from(corner(last).1));
    picture.save(&first).unwrap();
    let found = divergence(folder.path());
    assert_eq!(found.line, read, "{found}");
}

#[test]
fn a_killed_run_can_be_read_wherever_it_was_cut() {
    let folder = copy_of(&one_kept());
    let whole = fs::read(folder.path().join(LINES)).unwrap();
    let ends: Vec<usize> = (0..whole.len()).filter(|&i| whole[i] == b'\n').collect();
    let header = ends[0];
    let boundaries = ends.iter().step_by(5).flat_map(|&end| [end, end + 1, end + 2]);
    let mut cuts: Vec<usize> = boundaries.chain((0..whole.len()).step_by(997)).collect();
    cuts.extend([1, header - 1, header, whole.len() - 2, whole.len() - 1, whole.len()]);
    for cut in cuts.into_iter().filter(|cut| *cut <= whole.len()) {
        fs::write(folder.path().join(LINES), &whole[..cut]).unwrap();
        if cut < header {
            let error = Recording::open(folder.path()).expect_err("without its first line it is none").to_string();
            assert!(error.contains("line 1: there is no whole line"), "{cut}: {error}");
            continue;
        }
        // A line is whole without its line end, too.
        let lines = ends.iter().filter(|end| **end <= cut).count();
        let torn = !ends.contains(&cut) && cut > 0 && whole[cut - 1] != b'\n';
        assert_eq!(Recording::open(folder.path()).unwrap().torn, torn, "cut at {cut}");
        match replayed(folder.path()) {
            Replayed::Equal(_) => assert_eq!(lines, ends.len(), "cut at {cut}"),
            Replayed::CutOff { line } => assert_eq!(line, lines, "cut at {cut}"),
            other => panic!("cut at {cut}: {other:?}"),
        }
    }
    // Cut in the middle of the last line: the program says both, and what it could not see.
    fs::write(folder.path().join(LINES), &whole[..whole.len() - 20]).unwrap();
    let output = tilepilot(&["replay", folder.path().to_str().unwrap()]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("cut off in the middle") && said.contains("before the run's end"), "{said}");
    assert!(text(&output.stdout).starts_with("window "), "what was recorded is told");
}

#[test]
fn a_damaged_recording_is_refused_with_its_file_and_line() {
    let original = lines_of(&one_kept());
    let frame = line_that(&original, |line| !line["picture"]["change"].is_null());
    let plan = line_that(&original, |line| reports(line, "plan"));
    let cases: [(usize, &str, Alter); 9] = [
        (1, "version 1", |line| line["version"] = json!(2)),
        (1, "no game is called \"chess\"", |line| line["game"] = json!("chess")),
        (1, "missing field `settings`", |line| drop(line.as_object_mut().unwrap().remove("settings"))),
        (1, "this is no beginning of a recording", |line| *line = json!({"event": "tick"})),
        (frame, "frames/none.png: cannot read it", |line| line["picture"]["change"]["file"] = json!("frames/none.png")),
        (frame, "not in the recording's folder", |line| line["picture"]["change"]["file"] = json!("../x.png")),
        (frame, "is not the whole picture", |line| line["picture"]["width"] = json!(9)),
        (plan, "\"north\" is no move", |line| line["event"]["plan"]["outcome"]["moves"][0] = json!("north")),
        (plan, "unknown variant", |line| line["event"] = json!("earthquake")),
    ];
    for (at, part, damage) in cases {
        let folder = copy_of(&one_kept());
        let mut lines = original.clone();
        damage(&mut lines[at - 1]);
        write_lines(folder.path(), &lines);
        let output = tilepilot(&["replay", folder.path().to_str().unwrap()]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{part}: {said}");
        assert!(said.contains(part) && said.contains(&format!("{LINES}, line {at}: ")), "{part}: {said}");
    }
    let folder = copy_of(&one_kept());
    let mut text_of_lines = fs::read_to_string(folder.path().join(LINES)).unwrap();
    let middle = text_of_lines.match_indices('\n').nth(plan - 2).unwrap().0 + 4;
    text_of_lines.replace_range(middle..middle + 3, "\u{1}");
    fs::write(folder.path().join(LINES), text_of_lines).unwrap();
    let output = tilepilot(&["replay", folder.path().to_str().unwrap()]);
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains(&format!("line {plan}: this is no step")), "{said}");
    fs::remove_file(folder.path().join(LINES)).unwrap();
    let output = tilepilot(&["replay", folder.path().to_str().unwrap()]);
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains(&format!("{LINES}: cannot read it")), "{said}");
}

#[test]
fn the_level_file_of_a_run_is_kept() {
    let (kept, folder) = (Recording::open(&one_kept()).unwrap(), tempfile::tempdir().unwrap());
    assert_eq!(kept.levels(), None);
    let levels = "; first\nRRG\n\n; second\nGGG\n";
    drop(Recorder::begin(folder.path(), kept.header, kept.calibration, Some(levels)).unwrap());
    let path = Recording::open(folder.path()).unwrap().levels().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), levels);
    fs::remove_file(&path).unwrap();
    let output = tilepilot(&["replay", folder.path().to_str().unwrap()]);
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("levels.txt: cannot read it"), "{said}");
}

#[test]
fn whole_pictures_are_written_on_demand() {
    let folder = tempfile::tempdir().unwrap();
    let output = tilepilot(&["replay", one_kept().to_str().unwrap(), "--frames", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let written = fs::read_dir(folder.path()).unwrap().map(|e| read_picture(&e.unwrap().path()).unwrap());
    let sizes: Vec<(u32, u32)> = written.map(|picture| picture.dimensions()).collect();
    let changes = lines_of(&one_kept()).iter().filter(|line| !line["picture"]["change"].is_null()).count();
    assert_eq!(sizes, vec![sizes[0]; changes]);
}

#[test]
fn a_folder_with_anything_in_it_is_not_recorded_into() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    fs::write(&file, "mine").unwrap();
    for taken in [folder.path(), &file] {
        let output = tilepilot(&["play", "practice-flat", "--record", taken.to_str().unwrap()]);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
        assert!(said.starts_with("error: --record ") && said.contains(taken.to_str().unwrap()), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

#[cfg(feature = "live")]
mod live {
    use super::*;
    use common::{Display, Running, wait_for};

    /// The practice game on a display, with a small board.
    fn practice(display: &Display, folder: &Path, animation: &str) -> Running {
        let truth = folder.join("truth.txt");
        let game = display
            .tilepilot(folder)
            .args(["practice", "samegame", "--skin", "flat", "--size", "5x5", "--seed", "1"])
            .args(["--animation", animation, "--write-truth"])
            .arg(&truth)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_for("the practice window", || truth.exists());
        Running(game)
    }

    #[test]
    fn a_run_that_is_killed_leaves_a_recording_that_can_be_replayed() {
        let Some(display) = Display::start() else { return };
        let folder = tempfile::tempdir().unwrap();
        let _game = practice(&display, folder.path(), "300");
        let recording = folder.path().join("run");
        let mut bot = display
            .tilepilot(folder.path())
            .current_dir(folder.path())
            .args(["play", "practice-flat", "--time", "0.3", "--record", "run"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let moves = || {
            let lines = fs::read_to_string(recording.join(LINES)).unwrap_or_default();
            lines.matches("\"event\":\"act\"").count()
        };
        wait_for("two moves", || moves() >= 2);
        // On Unix this is SIGKILL.
        bot.kill().unwrap();
        bot.wait().unwrap();
        let lines = lines_of(&recording);
        assert!(!reports(lines.last().unwrap(), "end"), "the game was not over yet");
        assert_eq!(replayed(&recording), Replayed::CutOff { line: lines.len() });
        let output = tilepilot(&["replay", recording.to_str().unwrap(), "--format", "json"]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(text(&output.stdout).matches("\"act\"").count() >= 2);
    }

    #[test]
    fn a_replay_prints_what_the_run_printed() {
        let Some(display) = Display::start() else { return };
        let folder = tempfile::tempdir().unwrap();
        let _game = practice(&display, folder.path(), "50");
        let play = |more: &[&str]| {
            let mut command = display.tilepilot(folder.path());
            command
                .current_dir(folder.path())
                .args(["play", "practice-flat", "--time", "0.3"])
                .args(more)
                .output()
                .unwrap()
        };
        for (name, format) in [("dry", "text"), ("real", "json")] {
            let dry: &[&str] = if name == "dry" { &["--dry-run"] } else { &[] };
            let played = play(&[&["--record", name, "--format", format], dry].concat());
            assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
            let recording = folder.path().join(name);
            let again = tilepilot(&["replay", recording.to_str().unwrap(), "--format", format]);
            assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
            // The last line of a run says where its time went.
            let played = text(&played.stdout);
            let (told, timing) = played.trim_end().rsplit_once('\n').unwrap();
            assert!(timing.contains("median"), "{timing}");
            assert_eq!(text(&again.stdout).trim_end(), told);
        }
    }
}
