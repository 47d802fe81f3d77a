//! Holds the rooms of `docs/ARCHITECTURE.md` against the imports that really stand in `src`.
//!
//! Each source file is parsed, and every path in it is resolved: `use` trees, plain paths, and the names of macros. Code
//! for tests alone (`#[cfg(test)]`, `*_tests.rs`) is left out: tests may look everywhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// One row of the table: a room, named by the start of its module path.
struct Room {
    name: &'static str,
    /// Rooms that it may know, itself aside.
    knows: &'static [&'static str],
    /// What it may use of the world outside, of everything in [`GUARDED`].
    uses: &'static [&'static str],
}

const fn room(name: &'static str, knows: &'static [&'static str], uses: &'static [&'static str]) -> Room {
    Room { name, knows, uses }
}

/// What is rationed, by a name for the table and the paths that reach it.
const GUARDED: &[(&str, &[&str])] = &[
    ("image", &["image", "imageproc"]),
    ("screen", &["xcap"]),
    ("mouse", &["enigo"]),
    ("window", &["winit", "softbuffer"]),
    ("files", &["std::fs", "std::os", "tempfile", "directories"]),
    ("environment", &["std::env::var", "std::env::var_os", "std::env::vars", "std::process"]),
    ("clock", &["std::time::Instant", "std::time::SystemTime", "std::thread::sleep"]),
    ("threads", &["std::thread"]),
    ("log", &["tracing", "tracing_subscriber"]),
    ("print", &["println!", "eprintln!", "print!", "eprint!", "std::io::stdout", "std::io::stderr", "indicatif"]),
    ("anyhow", &["anyhow"]),
    ("signals", &["signal_hook"]),
];

/// The longest name that fits a module counts. Rooms that know no other room and use nothing are the purest.
const ROOMS: &[Room] = &[
    room("geometry", &["grid"], &[]),
    room("grid", &["geometry"], &[]),
    room("frame", &["geometry"], &["image"]),
    room("gesture", &["geometry"], &[]),
    room("puzzle", &["grid"], &[]),
    // Solvers may share the work out; what they must not have is a clock.
    room("search", &["puzzle"], &["threads"]),
    room("games", &["grid", "puzzle", "search", "gesture", "vision"], &[]),
    room("games::*::rules", &["grid", "puzzle"], &[]),
    room("games::*::notation", &["grid", "puzzle"], &[]),
    room("games::*::position", &["grid", "puzzle"], &[]),
    room("games::*::generate", &["grid", "puzzle", "search"], &[]),
    room("games::*::solver", &["grid", "puzzle", "search"], &["threads"]),
    room("vision", &["geometry", "grid", "frame"], &["image"]),
    room("calibration", &["geometry", "grid", "vision", "gesture"], &["image"]),
    room("scene", &["frame", "gesture", "games", "geometry", "grid", "puzzle", "search"], &["image"]),
    room(
        "session",
        &["calibration", "frame", "games", "geometry", "gesture", "grid", "puzzle", "search", "vision"],
        &["image"],
    ),
    room("desk", &["geometry", "gesture", "frame"], &["image"]),
    room("desk::guard", &["geometry", "gesture", "frame", "search"], &[]),
    room("desk::sim", &["geometry", "gesture", "frame", "scene"], &["image"]),
    room(
        "desk::live",
        &["geometry", "gesture", "frame"],
        &["image", "screen", "mouse", "clock", "threads", "environment"],
    ),
    room(
        "driver",
        &[
            "calibration",
            "desk",
            "frame",
            "games",
            "geometry",
            "gesture",
            "grid",
            "puzzle",
            "search",
            "session",
            "vision",
        ],
        &["clock", "threads", "log", "image"],
    ),
    room("recording", &["driver", "games", "session"], &["image"]),
    room("practice", &["scene", "games", "geometry", "gesture", "frame"], &["window", "image", "clock", "log"]),
    room(
        "store",
        &["calibration", "frame", "geometry", "grid", "recording", "session", "vision"],
        &["files", "image", "environment"],
    ),
    room(
        "cli",
        &[
            "calibration",
            "desk",
            "driver",
            "frame",
            "games",
            "geometry",
            "gesture",
            "grid",
            "practice",
            "puzzle",
            "recording",
            "scene",
            "search",
            "session",
            "store",
            "vision",
        ],
        &["image", "files", "environment", "clock", "threads", "log", "print", "anyhow", "signals"],
    ),
    room("main", &["cli"], &["environment"]),
    room("lib", &[], &[]),
];

/// Whether a room's name fits a module path; `*` stands for any one segment.
fn fits(name: &str, module: &[String]) -> bool {
    let parts: Vec<_> = name.split("::").collect();
    parts.len() <= module.len() && parts.iter().zip(module).all(|(part, segment)| *part == "*" || *part == segment)
}

fn room_of(module: &[String]) -> Option<&'static Room> {
    ROOMS.iter().filter(|r| fits(r.name, module)).max_by_key(|r| r.name.split("::").count())
}

/// Collects every path of a file, resolved against the module that it stands in.
struct Paths<'a> {
    module: &'a [String],
    /// Inline modules around the place that is visited.
    inside: Vec<String>,
    found: BTreeSet<String>,
}

impl Paths<'_> {
    fn add(&mut self, segments: &[String]) {
        let mut module: Vec<_> = self.module.iter().chain(&self.inside).cloned().collect();
        let mut rest = segments;
        let resolved = match rest.first().map(String::as_str) {
            Some("crate" | "tilepilot") => [&["crate".to_owned()], &rest[1..]].concat(),
            Some("self" | "super") => {
                while let Some(first) = rest.first() {
                    match first.as_str() {
                        "self" => {}
                        "super" => drop(module.pop()),
                        _ => break,
                    }
                    rest = &rest[1..];
                }
                [&["crate".to_owned()], module.as_slice(), rest].concat()
            }
            _ => rest.to_vec(),
        };
        self.found.insert(resolved.join("::"));
    }

    fn use_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.use_tree(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Name(syn::UseName { ident }) | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                before.push(ident.to_string());
                self.add(before);
                before.pop();
            }
            syn::UseTree::Glob(_) => self.add(before),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.use_tree(item, before)),
        }
    }
}

/// Whether an item stands under `#[cfg(test)]`.
fn for_tests_alone(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| {
        a.path().is_ident("cfg") && a.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !for_tests_alone(&module.attrs) && module.content.is_some() {
            self.inside.push(module.ident.to_string());
            visit::visit_item_mod(self, module);
            self.inside.pop();
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !for_tests_alone(&function.attrs) {
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        if !for_tests_alone(&block.attrs) {
            visit::visit_item_impl(self, block);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !for_tests_alone(&item.attrs) {
            self.use_tree(&item.tree, &mut Vec::new());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<_> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        if segments.len() > 1 {
            self.add(&segments);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name: Vec<_> = call.path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.add(&[format!("{}!", name.join("::"))]);
        // What stands inside a macro is not parsed by syn; most take expressions, and those that do not have no paths
        // that matter.
        if let Ok(inner) =
            call.parse_body_with(syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated)
        {
            inner.iter().for_each(|expression| self.visit_expr(expression));
        }
        visit::visit_macro(self, call);
    }
}

/// Every breach in the text of one module, with the path that makes it.
fn breaches(module: &[String], text: &str) -> Vec<String> {
    let file = syn::parse_file(text).expect("a source file parses");
    let Some(room) = room_of(module) else {
        return vec![format!("module {} is in no room of tests/architecture.rs", module.join("::"))];
    };
    let mut paths = Paths { module, inside: Vec::new(), found: BTreeSet::new() };
    paths.visit_file(&file);
    let mut found = Vec::new();
    for path in &paths.found {
        if let Some(inner) = path.strip_prefix("crate::") {
            let other = inner.split("::").next().unwrap_or(inner);
            let own = room.name.split("::").next() == Some(other);
            let is_room = ROOMS.iter().any(|r| r.name == other);
            if is_room && !own && !room.knows.contains(&other) {
                found.push(format!("room {} must not know {other} ({path})", room.name));
            }
        }
        for (what, ways) in GUARDED {
            let reached = ways.iter().any(|way| path == way || path.starts_with(&format!("{way}::")));
            if reached && !room.uses.contains(what) {
                found.push(format!("room {} must not use {what} ({path})", room.name));
            }
        }
    }
    found
}

/// The source files below a folder with their module paths.
fn sources(folder: &Path, module: &[String], found: &mut Vec<(PathBuf, Vec<String>)>) {
    for entry in fs::read_dir(folder).expect("src can be listed") {
        let path = entry.expect("src can be listed").path();
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default().to_owned();
        let inner = [module, std::slice::from_ref(&stem)].concat();
        if path.is_dir() {
            sources(&path, &inner, found);
        } else if path.extension().is_some_and(|e| e == "rs") && stem != "tests" && !stem.ends_with("_tests") {
            found.push((path, if stem == "mod" { module.to_vec() } else { inner }));
        }
    }
}

#[test]
fn every_room_keeps_to_what_it_may_know() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &[], &mut files);
    assert!(files.len() > 20, "only {} files were found", files.len());
    let mut all = Vec::new();
    for (path, module) in files {
        let text = fs::read_to_string(&path).expect("a source file can be read");
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        all.extend(breaches(&module, &text).into_iter().map(|b| format!("src/{name}: {b}")));
    }
    assert!(all.is_empty(), "breaches of the rooms in docs/ARCHITECTURE.md:\n{}", all.join("\n"));
}

#[test]
fn games_are_known_by_their_room_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let games: Vec<_> = fs::read_dir(root.join("games"))
        .expect("the games can be listed")
        .map(|entry| entry.expect("the games can be listed").path())
        .filter(|path| path.is_dir())
        .filter_map(|path| path.file_name().and_then(|n| n.to_str()).map(str::to_owned))
        .collect();
    assert!(!games.is_empty());
    let mut files = Vec::new();
    sources(&root, &[], &mut files);
    for (path, module) in files {
        // Each game is drawn by a file of its own; everywhere else a game is one of the list.
        if ["games", "scene"].contains(&module[0].as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source file can be read");
        let file = syn::parse_file(&text).expect("a source file parses");
        let mut paths = Paths { module: &module, inside: Vec::new(), found: BTreeSet::new() };
        paths.visit_file(&file);
        for found in paths.found {
            let named = games.iter().find(|game| {
                let way = format!("crate::games::{game}");
                found == way || found.starts_with(&format!("{way}::"))
            });
            assert!(named.is_none(), "{}: {found} names a game; go through games::visit", path.display());
        }
    }
}

/// The checker must be able to fail: what a breach in the text of a module is called, or nothing.
#[test]
fn a_breach_is_found_however_it_is_written() {
    let cases = [
        ("games::samegame::rules", "use image::RgbImage;", "must not use image"),
        ("games::samegame::rules", "use std::{fmt, fs::File};", "must not use files"),
        ("games::samegame::rules", "fn f() { std::fs::read(\"x\").ok(); }", "must not use files"),
        ("games::samegame::rules", "use crate::games::samegame::solver;", ""),
        ("games::samegame::rules", "use crate::vision::Priors;", "must not know vision"),
        ("games::samegame::adapter", "use crate::vision::Priors;", ""),
        ("games::samegame::solver::beam", "use crate::desk::Clock;", "must not know desk"),
        ("games::samegame::solver::beam", "fn f() { tracing::info!(\"x\"); }", "must not use log"),
        ("games::samegame::solver", "fn f() { println!(\"x\"); }", "must not use print"),
        ("games::samegame::solver", "use std::time::{Duration, Instant};", "must not use clock"),
        ("games::samegame::solver", "use std::time::Duration;", ""),
        ("search", "fn f(x: std::time::SystemTime) {}", "must not use clock"),
        ("session::step", "fn f() { vec![std::time::Instant::now()]; }", "must not use clock"),
        ("session::step", "use super::super::desk::guard;", "must not know desk"),
        ("session", "mod inner { use super::super::desk; }", "must not know desk"),
        ("session", "#[cfg(test)] mod tests { use crate::desk::sim; }", ""),
        ("session", "fn f() { crate::store::write(); }", "must not know store"),
        ("vision::lattice", "use crate::games::Game;", "must not know games"),
        ("desk::guard", "use enigo as mouse;", "must not use mouse"),
        ("recording::replay", "use std::fs;", "must not use files"),
        ("recording::replay", "use crate::store::recordings;", "must not know store"),
        ("store::recordings::write", "use xcap::Window;", "must not use screen"),
        ("desk::live", "use {enigo::Enigo, xcap::Window};", ""),
        ("cli::play", "type T = xcap::Window;", "must not use screen"),
        ("geometry", "use crate::grid::Cell;", ""),
        ("unheard_of", "", "is in no room"),
    ];
    for (module, text, wanted) in cases {
        let module: Vec<_> = module.split("::").map(str::to_owned).collect();
        let found = breaches(&module, text);
        if wanted.is_empty() {
            assert!(found.is_empty(), "{module:?} `{text}`: {found:?}");
        } else {
            assert!(found.iter().any(|b| b.contains(wanted)), "{module:?} `{text}` should be a breach, got {found:?}");
        }
    }
}
