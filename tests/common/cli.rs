//! The program as a command: what goes in, what comes out.

#![allow(dead_code, reason = "each test file uses its own part")]

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What a command said and how it ended.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program with this on its standard input.
pub(crate) fn tilepilot(args: &[&str], input: &str) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_tilepilot")).args(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// Lines of JSON.
pub(crate) fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A path as an argument.
pub(crate) fn str_of(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A folder for files, gone when dropped.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// Writes a file in it.
    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}
