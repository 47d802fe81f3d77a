//! One game of each program that nobody here wrote, by real capture and real input, held against what the program itself
//! says of it. `./run games` plays more of them; `./run setup` installs the programs.

#![cfg(feature = "live")]
// What each game came to is part of the tests' record.
#![allow(clippy::print_stderr)]

mod common;

use std::process::Command;

/// Plays one game of a case of `tools/cases.py`; where the program is missing this fails and says how to install it.
fn plays_to_the_end(case: &str) {
    if std::env::var_os(common::WITHOUT_DISPLAY).is_some() {
        println!("left out: {} is set, so {case} is not played", common::WITHOUT_DISPLAY);
        return;
    }
    let played = Command::new("python3")
        .args([concat!(env!("CARGO_MANIFEST_DIR"), "/tools/games.py"), "--games", "1", "--time", "1", case])
        .args(["--tilepilot", env!("CARGO_BIN_EXE_tilepilot")])
        .output()
        .expect("python3 starts (`./run test` installs it)");
    let told = String::from_utf8_lossy(&played.stderr);
    println!("{}{told}", String::from_utf8_lossy(&played.stdout));
    assert!(played.status.success(), "{told}");
}

macro_rules! programs {
    ($($name:ident: $case:literal;)*) => {
        $(#[test] fn $name() { plays_to_the_end($case); })*
    };
}

programs! {
    sgt_samegame: "sgt-samegame/15x10c3";
    swell_foop_game_after_game: "swell-foop/small-run";
    klickety: "klickety/easy";
    klickety_for_points: "klickety/ksame";
    kshisen: "kshisen/14x6-gravity-default";
    xshisen: "xshisen/plain";
    shisensho: "shisensho/14x6";
    xsok_by_keys: "xsok/keys";
    xsok_by_mouse: "xsok/mouse";
    cavepacker: "cavepacker/microban";
    a_page_in_a_browser: "chromium/scale-1.25";
}
