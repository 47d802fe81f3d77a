//! The command line, and real windows with a real keyboard.

use super::*;
use assert_cmd::Command;
use std::path::Path;

fn practice(args: &[&str]) -> (i32, String) {
    let mut command = Command::cargo_bin("tilepilot").unwrap();
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").args(["practice", "sokoban"]).args(args);
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn bad_flags_and_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let two = write(folder.path(), "two.xsb", TWO);
    let broken = write(folder.path(), "broken.xsb", "#####\n#@$ #\n#####\n");
    for (args, named) in [
        (&["--skin", "neon"][..], &["neon", "warehouse", "plain"][..]),
        (&["--size", "2x2"], &["--size", "2x2"]),
        (&["--boxes", "0"], &["--boxes"]),
        (&["--boxes", "40"], &["--boxes", "40"]),
        (&["--level", "0"], &["--level", "at least 1"]),
        (&["--levels", "no-such-file.xsb"], &["no-such-file.xsb"]),
        (&["--levels", &two, "--size", "10x10"], &["--levels", "--size"]),
        (&["--levels", &two, "--level", "3"], &["no level 3", "has 2"]),
        (&["--levels", &broken], &["broken.xsb, level 1 (line 1)", "goals"]),
        (&["--edit", &broken], &["broken.xsb"]),
        (&["--edit", &two], &["--edit", "two.xsb", "2 levels"]),
        (&["--rules", "popstar"], &["--rules popstar", "sokoban"]),
    ] {
        let (status, said) = practice(args);
        assert_eq!(status, 2, "{args:?}: {said}");
        for part in named {
            assert!(said.contains(part), "{part} is missing in: {said}");
        }
    }
}

#[cfg(all(feature = "live", target_os = "linux"))]
mod live {
    use super::*;
    use crate::common::{Display, Running, wait_for};
    use enigo::{Direction, Enigo, Key, Keyboard, Settings};

    /// A practice window that runs, and the keyboard.
    struct Window {
        _game: Running,
        folder: tempfile::TempDir,
        keyboard: Enigo,
    }

    impl Window {
        fn open(display: &Display, args: &[&str]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let levels = write(folder.path(), "two.xsb", TWO);
            let mut command = display.tilepilot(folder.path());
            command.current_dir(folder.path()).args(["practice", "sokoban", "--levels", &levels, "--animation", "0"]);
            command.args(["--write-truth", "truth.txt"]).args(args);
            let game = Running(command.spawn().expect("the game starts"));
            wait_for("the window in the list", || {
                let list = display.tilepilot(folder.path()).arg("windows").output().unwrap();
                let shown = String::from_utf8_lossy(&list.stdout).contains("Sokoban practice");
                shown && folder.path().join("truth.txt").exists()
            });
            let name = Some(display.name().to_owned());
            let settings = Settings { x11_display: name, linux_delay: 0, ..Settings::default() };
            Self { _game: game, folder, keyboard: Enigo::new(&settings).unwrap() }
        }

        /// Presses a key, with another one held, and waits until the truth has all of `parts`.
        fn key(&mut self, held: Option<Key>, key: Key, parts: &[&str]) {
            if let Some(held) = held {
                self.keyboard.key(held, Direction::Press).unwrap();
            }
            self.keyboard.key(key, Direction::Click).unwrap();
            if let Some(held) = held {
                self.keyboard.key(held, Direction::Release).unwrap();
            }
            let path = self.folder.path().join("truth.txt");
            let mut truth = String::new();
            wait_for(&format!("{parts:?} in the truth"), || {
                truth = std::fs::read_to_string(&path).unwrap();
                parts.iter().all(|part| truth.contains(part))
            });
        }

        /// Presses a key that does nothing until it arrives: a window that has just opened may not have the keyboard yet.
        fn await_keyboard(&mut self) {
            let path = self.folder.path().join("truth.txt");
            wait_for("the keyboard", || {
                self.keyboard.key(Key::Tab, Direction::Click).unwrap();
                std::thread::sleep(Duration::from_millis(50));
                !std::fs::read_to_string(&path).unwrap().contains(" keys 0 ")
            });
        }
    }

    #[test]
    fn a_level_is_solved_with_the_arrow_keys() {
        let Some(display) = Display::start() else { return };
        let mut window = Window::open(&display, &[]);
        window.await_keyboard();
        window.key(None, Key::LeftArrow, &["move 1 settled true", "#@----#"]);
        window.key(None, Key::UpArrow, &["move 2 settled true"]);
        window.key(None, Key::RightArrow, &["move 3 settled true", "pushes 1", "#-@$.-#"]);
        window.key(Some(Key::Control), Key::Unicode('z'), &["move 2 settled true", "#@$-.-#"]);
        window.key(None, Key::Unicode('d'), &["move 3 settled true", "#-@$.-#"]);
        window.key(None, Key::RightArrow, &["phase won", "#--@*-#"]);
        window.key(None, Key::Return, &["level 2", "phase playing"]);
    }

    #[test]
    fn a_level_is_pulled_apart_and_saved() {
        let Some(display) = Display::start() else { return };
        let mut window = Window::open(&display, &["--edit", "mine.xsb"]);
        window.await_keyboard();
        window.key(None, Key::UpArrow, &["move 1 "]);
        window.key(None, Key::RightArrow, &["move 2 "]);
        window.key(Some(Key::Shift), Key::LeftArrow, &["pulls 1", "#-@$.-#"]);
        window.key(Some(Key::Control), Key::Unicode('s'), &["saved 1"]);
        let saved = read(&std::fs::read_to_string(window.folder.path().join("mine.xsb")).unwrap());
        assert_eq!((saved.boxes_off_goals(), saved.rows(), saved.cols()), (1, 5, 7));
    }
}
