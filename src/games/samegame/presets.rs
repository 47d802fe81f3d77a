//! The rules that come with the program.

use super::rules::Rules;
use super::spec::{EndSpec, Points, RulesSpec};
use crate::puzzle::Gain;

/// Name, what a group of `n` pays, the end. The default comes first.
const PRESETS: &[(&str, &str, End<'static>)] = &[
    ("popstar", "5*n^2", End { left: "2000 - 20*left^2", left_below: Some(10), ..End::NOTHING }),
    ("popstar-clear1000", "5*n^2", End { cleared: 1000, ..End::NOTHING }),
    ("popstar-pairs", "5*n*(n-1)", End::NOTHING),
    ("samegame", "(n-2)^2", End { cleared: 1000, colour: "-(k-2)^2", colour_above: 2, ..End::NOTHING }),
    ("swell-foop", "(n-2)^2", End { cleared: 1000, ..End::NOTHING }),
    ("ksame", "(n-2)^2", End { cleared: 1000, ..End::NOTHING }),
    ("sgt-samegame-s2", "(n-2)^2", End::NOTHING),
    ("sgt-samegame-s1", "(n-1)^2", End::NOTHING),
    ("klickety", "0", End { left: "-left", ..End::NOTHING }),
];

/// Names of [`PRESETS`], the default first.
pub(super) const PRESET_NAMES: &[&str] = &[
    "popstar",
    "popstar-clear1000",
    "popstar-pairs",
    "samegame",
    "swell-foop",
    "ksame",
    "sgt-samegame-s2",
    "sgt-samegame-s1",
    "klickety",
];

struct End<'a> {
    cleared: Gain,
    left: &'a str,
    left_below: Option<usize>,
    colour: &'a str,
    colour_above: usize,
}

impl End<'_> {
    const NOTHING: Self = Self { cleared: 0, left: "0", left_below: None, colour: "0", colour_above: 0 };
}

impl RulesSpec {
    /// A preset as data.
    pub(super) fn preset(name: &str) -> Option<Self> {
        PRESETS.iter().find(|(id, ..)| *id == name).map(|(id, group, end)| Self {
            name: (*id).to_owned(),
            group: Points::Formula((*group).to_owned()),
            end: EndSpec {
                cleared: end.cleared,
                left: Points::Formula(end.left.to_owned()),
                left_below: end.left_below,
                colour: Points::Formula(end.colour.to_owned()),
                colour_above: end.colour_above,
            },
            ..Self::blank()
        })
    }
}

impl Rules {
    /// The rules that come with the program under that name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        RulesSpec::preset(name).and_then(|spec| Self::new(spec).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_made_and_is_named() {
        assert_eq!(PRESETS.iter().map(|(name, ..)| *name).collect::<Vec<_>>(), PRESET_NAMES);
        for name in PRESET_NAMES {
            assert_eq!(Rules::preset(name).unwrap().spec().name, *name);
        }
    }

    /// Preset, a group of 2, 3 and 7, and the end with nothing left, with 9 left (5 and 4), with 10 left (6, 2, 2).
    #[test]
    fn presets_pay_what_was_worked_out_by_hand() {
        for (name, groups, ends) in [
            ("popstar", [20, 45, 245], [2000, 380, 0]),
            ("popstar-clear1000", [20, 45, 245], [1000, 0, 0]),
            ("popstar-pairs", [10, 30, 210], [0, 0, 0]),
            ("samegame", [0, 1, 25], [1000, -13, -16]),
            ("swell-foop", [0, 1, 25], [1000, 0, 0]),
            ("ksame", [0, 1, 25], [1000, 0, 0]),
            ("sgt-samegame-s2", [0, 1, 25], [0, 0, 0]),
            ("sgt-samegame-s1", [1, 4, 36], [0, 0, 0]),
            ("klickety", [0, 0, 0], [0, -9, -10]),
        ] {
            let rules = Rules::preset(name).unwrap();
            assert_eq!([2, 3, 7].map(|n| rules.group_gain(n)), groups, "{name}");
            assert_eq!(rules.group_gain(1), 0, "{name}");
            let ends_found = [vec![0, 0], vec![5, 0, 4], vec![6, 2, 2]].map(|left| rules.end_bonus(left));
            assert_eq!(ends_found, ends, "{name}");
        }
    }
}
