//! What tests with real windows share: a screen of their own, so that none of them touches the screen of a person.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The variable that `./run test --without-display` sets.
const WITHOUT: &str = "TILEPILOT_TESTS_WITHOUT_DISPLAY";

/// An X server in memory with a window manager; both end when this is dropped.
pub(crate) struct TestScreen {
    display: String,
    folder: tempfile::TempDir,
    children: Vec<Child>,
}

impl TestScreen {
    /// Starts a screen of 1600 × 1000 pixels with a window manager, or returns nothing where the person who runs the
    /// tests asked for none. A machine that cannot show windows fails the test: nothing is skipped in silence.
    pub(crate) fn start() -> Option<Self> {
        Self::start_with(true)
    }

    /// The same, with or without a window manager.
    pub(crate) fn start_with(window_manager: bool) -> Option<Self> {
        if std::env::var_os(WITHOUT).is_some_and(|v| !v.is_empty()) {
            println!("NOT RUN: {WITHOUT} is set, and this test needs a screen");
            return None;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let number = folder.path().join("display");
        let script =
            format!("exec Xvfb -displayfd 3 -screen 0 1600x1000x24 -noreset -nolisten tcp 3>'{}'", number.display());
        let server = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let server = server.expect("sh runs");
        let mut screen = Self { display: String::new(), folder, children: vec![server] };
        let answered =
            wait_until(Duration::from_secs(20), || fs::read_to_string(&number).is_ok_and(|text| text.ends_with('\n')));
        assert!(answered, "Xvfb did not start; `./run setup` installs it, `./run test --without-display` does without");
        let text = fs::read_to_string(&number).expect("the number of the display");
        screen.display = format!(":{}", text.trim());
        if window_manager {
            let manager = screen.command("openbox").arg("--sm-disable").spawn();
            screen.children.push(manager.expect("openbox runs; `./run setup` installs it"));
            let ready = wait_until(Duration::from_secs(20), || {
                screen.tilepilot().arg("windows").status().is_ok_and(|status| status.success())
            });
            assert!(ready, "openbox did not take over the screen {}", screen.display);
        }
        Some(screen)
    }

    /// A command that sees this screen and nothing of the person's session.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env("DISPLAY", &self.display)
            .env("XDG_SESSION_TYPE", "x11")
            .env("XDG_RUNTIME_DIR", self.folder.path())
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// The program under test on this screen.
    pub(crate) fn tilepilot(&self) -> Command {
        self.command(program())
    }

    /// Starts a program that ends together with this screen.
    pub(crate) fn start_program(&mut self, mut command: Command) {
        self.children.push(command.spawn().expect("the program starts"));
    }

    /// A folder that goes away with the screen.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for TestScreen {
    fn drop(&mut self) {
        for child in self.children.iter_mut().rev() {
            // It may have ended by itself, which is as good.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The binary that cargo built for the tests.
pub(crate) fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_tilepilot"))
}

/// Whether `condition` comes true within `time`.
pub(crate) fn wait_until(time: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + time;
    loop {
        if condition() {
            return true;
        }
        if Instant::now() >= end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
