//! One bot at a time: two of them would fight for one mouse.

use super::exit::Failure;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Held by the bot that may use the mouse; the system lets go of it however the process ends.
#[derive(Debug)]
pub(super) struct BotLock {
    _file: File,
}

/// Takes the mouse of this display.
///
/// # Errors
/// Another bot has it (with its process), or the lock file cannot be made.
pub(super) fn take() -> Result<BotLock, Failure> {
    take_at(&lock_path())
}

fn take_at(path: &Path) -> Result<BotLock, Failure> {
    let refused = |error: std::io::Error| {
        Failure::world(format!("{}: the lock of the mouse cannot be taken: {error}", path.display()))
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(refused)?;
    }
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(refused)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let who = read_pid(&mut file).map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"));
            return Err(Failure::world(format!(
                "another tilepilot ({who}) plays on this screen, and there is only one mouse; wait for it or stop it"
            )));
        }
        Err(TryLockError::Error(error)) => return Err(refused(error)),
    }
    file.set_len(0).and_then(|()| write!(file, "{}", std::process::id())).map_err(refused)?;
    Ok(BotLock { _file: file })
}

/// Where the lock of this display's mouse lies: each display has a mouse of its own, each user files of their own.
fn lock_path() -> PathBuf {
    let dirs = directories::BaseDirs::new();
    let folder = dirs
        .as_ref()
        .map(|d| d.runtime_dir().unwrap_or_else(|| d.cache_dir()).join("tilepilot"))
        .unwrap_or_else(|| std::env::temp_dir().join("tilepilot"));
    let display = std::env::var("DISPLAY").unwrap_or_default();
    let name: String = display.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    folder.join(format!("mouse{name}.lock"))
}

fn read_pid(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.rewind().and_then(|()| file.read_to_string(&mut text)).ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_bot_is_told_who_has_the_mouse_and_may_follow() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deeper").join("mouse.lock");
        let first = take_at(&path).unwrap();
        let refused = take_at(&path).unwrap_err();
        assert!(refused.message.contains(&format!("process {}", std::process::id())), "{}", refused.message);
        drop(first);
        take_at(&path).unwrap();
    }
}
