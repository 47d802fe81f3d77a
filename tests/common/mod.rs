//! A display of a test's own: an X server without a monitor, a small window manager, and nothing else on it.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Set where the caller wants the window tests left out; `./run test --without-display` says so to the person.
pub(crate) const WITHOUT_DISPLAY: &str = "TILEPILOT_TESTS_WITHOUT_DISPLAY";

/// An X server with a window manager, ended when dropped.
pub(crate) struct Display {
    server: Child,
    manager: Option<Child>,
    name: String,
}

impl Display {
    /// Starts one, or gives nothing where the caller asked for no window tests.
    pub(crate) fn start() -> Option<Self> {
        let mut display = Self::start_bare()?;
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let started = folder.path().join("started");
        // A window that opens while openbox still starts may never be managed, though the window list is there.
        let manager = Command::new("openbox")
            .arg("--startup")
            .arg(format!("touch {}", started.display()))
            .env("DISPLAY", &display.name)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("openbox starts (`./run test` installs it)");
        display.manager = Some(manager);
        wait_for("the window manager's start", || started.exists());
        display.await_manager();
        Some(display)
    }

    /// The same without a window manager.
    pub(crate) fn start_bare() -> Option<Self> {
        if std::env::var_os(WITHOUT_DISPLAY).is_some() {
            println!("left out: {WITHOUT_DISPLAY} is set, so no window is opened");
            return None;
        }
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-noreset", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts (`./run test` installs it)");
        let mut number = String::new();
        BufReader::new(server.stdout.take().expect("it is piped"))
            .read_line(&mut number)
            .expect("Xvfb says its number");
        let name = format!(":{}", number.trim());
        Some(Self { server, manager: None, name })
    }

    /// The program under test, on this display and with a runtime folder of its own.
    pub(crate) fn tilepilot(&self, folder: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilepilot"));
        command
            .env("DISPLAY", &self.name)
            .env("XDG_RUNTIME_DIR", folder)
            // What a test plays is not part of anybody's history.
            .env("XDG_STATE_HOME", folder)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_SESSION_TYPE", "x11")
            .stdin(Stdio::null());
        command
    }

    /// Its name, as in the variable DISPLAY.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Until the window list can be asked for.
    fn await_manager(&self) {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        wait_for("the window manager", || {
            self.tilepilot(folder.path()).arg("windows").output().is_ok_and(|out| out.status.success())
        });
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        for process in self.manager.iter_mut().chain([&mut self.server]) {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// A process that is ended when dropped.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether `is` comes to hold within `time`.
pub(crate) fn wait_until(time: Duration, mut is: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + time;
    loop {
        if is() {
            return true;
        }
        if Instant::now() >= end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until `is` holds, 20 seconds at most.
pub(crate) fn wait_for(what: &str, is: impl FnMut() -> bool) {
    assert!(wait_until(Duration::from_secs(20), is), "{what} did not come within 20 s");
}
