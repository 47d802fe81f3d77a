//! `tilepilot practice` through the binary, as far as it needs no screen.

use assert_cmd::Command;

fn practice(args: &[&str]) -> (i32, String) {
    let mut command = Command::cargo_bin("tilepilot").unwrap();
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").arg("practice").args(args);
    let output = command.output().unwrap();
    assert!(output.stdout.is_empty());
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn an_unknown_skin_lists_the_skins() {
    let (status, said) = practice(&["samegame", "--skin", "neon"]);
    assert_eq!(status, 2);
    for part in ["neon", "--skin", "flat", "stars", "pastel", "merged"] {
        assert!(said.contains(part), "{part} is missing in: {said}");
    }
}

#[test]
fn bad_flags_are_named() {
    for (args, named) in [
        (["--size", "0x4"], "--size"),
        (["--size", "900x4"], "--size"),
        (["--size", "ten"], "10x10"),
        (["--clicks", "3"], "--clicks"),
        (["--colours", "1"], "--colours"),
        (["--position", "7"], "--position"),
        (["--levels", "0"], "--levels"),
    ] {
        let (status, said) = practice(&[&["samegame"], &args[..]].concat());
        assert_eq!(status, 2, "{args:?}");
        assert!(said.contains(named), "{named} is missing in: {said}");
    }
}

#[test]
fn shisen_names_its_skins_and_bad_flags() {
    for (args, named) in [
        (["--skin", "flat"], &["--skin", "mahjong", "icons", "photo"][..]),
        (["--failed-second", "none"], &["--failed-second", "clear", "keep-first", "keep-second"]),
        (["--size", "3x3"], &["--size 3x3", "odd"]),
        (["--kinds", "43"], &["--kinds 43", "42"]),
        (["--shift", "sideways"], &["sideways", "vertical-out"]),
        (["--rules", "popstar"], &["popstar", "shisen-sho"]),
        (["--boards", "0"], &["--boards"]),
    ] {
        let (status, said) = practice(&[&["lianliankan"], &args[..]].concat());
        assert_eq!(status, 2, "{args:?}");
        for part in named {
            assert!(said.contains(part), "{part} is missing in: {said}");
        }
    }
}

#[test]
fn an_unknown_game_or_none_is_bad_usage() {
    assert_eq!(practice(&["chess"]).0, 2);
    assert_eq!(practice(&[]).0, 2);
}

#[test]
fn unknown_rules_and_missing_files_are_bad_input() {
    let (status, said) = practice(&["popstar", "--rules", "nope"]);
    assert!(status == 2 && said.contains("nope") && said.contains("klickety"), "{said}");
    let (status, said) = practice(&["popstar", "--rules", "no-such-file.toml"]);
    assert!(status == 2 && said.contains("no-such-file.toml"), "{said}");
}

#[test]
fn every_problem_of_a_rules_file_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, "preset = \"popstar\"\nfoo = 3\nmin_group = \"x\"\n").unwrap();
    let (status, said) = practice(&["popstar", "--rules", path.to_str().unwrap()]);
    assert_eq!(status, 2);
    assert!(said.contains("mine.toml, line 2:") && said.contains("mine.toml, line 3:"), "{said}");
}

// Elsewhere there is always a desktop, and the window would open.
#[cfg(target_os = "linux")]
#[test]
fn without_a_display_it_says_so() {
    let (status, said) = practice(&["samegame"]);
    assert_eq!(status, 3);
    assert!(said.contains("DISPLAY") && !said.contains(".rs"), "{said}");
}
