//! Golden plans: solutions that `solve` wrote once, for every preset of a game, must hold for ever.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use tilepilot::games::{self, Game, Visitor};

/// Replays every plan of a game: the names of the rules that they were played by.
#[derive(Clone, Copy)]
struct Replay;

impl Visitor for Replay {
    type Output = BTreeSet<String>;
    fn visit<G: Game>(self) -> BTreeSet<String> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/plans").join(G::ID);
        let mut names = BTreeSet::new();
        for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            for line in fs::read_to_string(&file).unwrap().lines() {
                let plan: Value = serde_json::from_str(line).unwrap();
                let rules = G::rules_from_toml(&toml::to_string(&plan["rules"]).unwrap()).unwrap();
                let text = plan["board"].to_string();
                let boards = G::boards(&Arc::new(rules), &text, None);
                assert_eq!(boards.len(), 1, "{}", file.display());
                let board = boards[0].board.as_ref().unwrap();
                let report = G::check(board, line, plan["score"].as_i64()).unwrap();
                assert!(report.holds, "{}:\n{}", file.display(), report.text);
                let claimed_more = line.replacen("\"score\":", "\"score\":1", 1);
                assert!(!G::check(board, &claimed_more, None).unwrap().holds, "a plan that claims more does not hold");
                names.insert(plan["rules"]["name"].as_str().unwrap().to_owned());
            }
        }
        let without: Vec<_> = G::PRESETS.iter().filter(|name| !names.contains(**name)).collect();
        assert!(without.is_empty(), "{}: each preset has a plan, but not {without:?}", G::ID);
        names
    }
}

#[test]
fn golden_plans_hold_for_every_preset() {
    let names = games::visit("samegame", Replay).unwrap();
    // Besides the presets, each rule that none of them has.
    for rule in
        ["gravity up", "gravity left", "gravity right", "close right", "close centre", "inert tiles", "single tiles"]
    {
        assert!(names.contains(rule), "no plan is named {rule:?}");
    }
}
