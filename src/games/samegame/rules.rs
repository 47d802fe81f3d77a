//! The rules as data: what a group pays, the least group, what the end pays; and the rules that come with the program.

use super::formula::{MAX_POINTS, MAX_TILES, tabulate};
use crate::puzzle::Gain;
use serde::{Deserialize, Serialize};

/// The rules that come with the program: name, what a group of `n` pays, the end. The default comes first.
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

/// Every rule as it is written in a rules file and printed with a solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesSpec {
    /// The preset's name, or the file's own.
    pub name: String,
    /// Fewest tiles that make a group: 1 or 2.
    pub min_group: usize,
    /// What a group of two or more tiles pays.
    pub group: GroupScore,
    /// What a single tile pays where the least group is 1.
    pub single: Gain,
    /// Where tiles fall.
    pub gravity: Gravity,
    /// Where columns go that an empty column leaves apart.
    pub columns_close: Closing,
    /// What the end pays.
    pub end: EndSpec,
}

/// What a group pays, by its number of tiles.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GroupScore {
    /// A formula in `n`.
    Formula(String),
    /// What groups of 2, 3, 4 … tiles pay; larger ones pay as the last entry.
    Table(Vec<Gain>),
}

/// What the end of a game pays; all parts add up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndSpec {
    /// Paid where no tile is left.
    pub cleared: Gain,
    /// A formula in `left`, the number of tiles left.
    pub left: String,
    /// `left` counts only where fewer tiles than this are left; always, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_below: Option<usize>,
    /// A formula in `k`, the tiles left of one colour, added up over the colours that are left.
    pub colour: String,
    /// `colour` counts only colours with more tiles than this.
    pub colour_above: usize,
}

/// Where tiles fall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gravity {
    /// To the bottom row.
    #[default]
    Down,
}

/// Where columns close to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Closing {
    /// To the left edge.
    #[default]
    Left,
}

impl RulesSpec {
    /// A preset as data.
    pub(super) fn preset(name: &str) -> Option<Self> {
        PRESETS.iter().find(|(id, ..)| *id == name).map(|(id, group, end)| Self {
            name: (*id).to_owned(),
            min_group: 2,
            group: GroupScore::Formula((*group).to_owned()),
            single: 0,
            gravity: Gravity::Down,
            columns_close: Closing::Left,
            end: EndSpec {
                cleared: end.cleared,
                left: end.left.to_owned(),
                left_below: end.left_below,
                colour: end.colour.to_owned(),
                colour_above: end.colour_above,
            },
        })
    }

    /// Rules that pay nothing, to be filled by a file.
    pub(super) fn blank() -> Self {
        Self {
            name: "custom".to_owned(),
            min_group: 2,
            group: GroupScore::Formula("0".to_owned()),
            single: 0,
            gravity: Gravity::Down,
            columns_close: Closing::Left,
            end: EndSpec {
                cleared: 0,
                left: "0".to_owned(),
                left_below: None,
                colour: "0".to_owned(),
                colour_above: 0,
            },
        }
    }
}

/// A number or formula of the rules that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {why}")]
pub struct RulesError {
    /// The key of the rules file, such as `end.left`.
    pub key: &'static str,
    /// What is wrong and what was expected.
    pub why: String,
}

/// Rules in force: the data, and its formulas worked out.
#[derive(Clone, Debug)]
pub struct Rules {
    spec: RulesSpec,
    gains: Vec<Gain>,
    left: Vec<Gain>,
    colour: Vec<Gain>,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec
    }
}

impl Eq for Rules {}

impl Rules {
    /// Rules from their data.
    ///
    /// # Errors
    /// Every key whose value cannot be used.
    pub fn new(spec: RulesSpec) -> Result<Self, Vec<RulesError>> {
        let mut errors = Vec::new();
        let mut fault = |key, why| errors.push(RulesError { key, why });
        if !(1..=2).contains(&spec.min_group) {
            fault("min_group", format!("{} tiles; the least group is 1 or 2", spec.min_group));
        }
        for (key, points) in [("single", spec.single), ("end.cleared", spec.end.cleared)] {
            if points.unsigned_abs() > MAX_POINTS.unsigned_abs() {
                fault(key, format!("{points} points; at most {MAX_POINTS} are allowed"));
            }
        }
        let mut points = |key, table: Result<Vec<Gain>, String>| {
            table.unwrap_or_else(|why| {
                fault(key, why);
                Vec::new()
            })
        };
        let gains = points("group", group_gains(&spec.group, spec.single));
        let below = spec.end.left_below.map(|below| below.saturating_sub(1));
        let left = match spec.end.left_below {
            Some(0) => vec![0],
            _ => points("end.left", tabulate(&spec.end.left, "left", 0, below)),
        };
        let colour_from = spec.end.colour_above.saturating_add(1).min(MAX_TILES + 1);
        let colour = points("end.colour", tabulate(&spec.end.colour, "k", colour_from, None));
        if errors.is_empty() { Ok(Self { spec, gains, left, colour }) } else { Err(errors) }
    }

    /// The rules that come with the program under that name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        RulesSpec::preset(name).and_then(|spec| Self::new(spec).ok())
    }

    /// The rules as data.
    #[must_use]
    pub fn spec(&self) -> &RulesSpec {
        &self.spec
    }

    /// Fewest tiles that make a group.
    #[must_use]
    pub fn min_group(&self) -> usize {
        self.spec.min_group
    }

    /// What a group of `tiles` tiles pays, at least one tile.
    #[must_use]
    pub fn group_gain(&self, tiles: usize) -> Gain {
        self.gains.get(tiles).or(self.gains.last()).copied().unwrap_or(0)
    }

    /// What the end pays, from the number of tiles left of each colour (0 for colours that are gone).
    #[must_use]
    pub fn end_bonus(&self, left_of_each: impl IntoIterator<Item = usize>) -> Gain {
        let (mut left, mut colours) = (0, 0);
        for k in left_of_each {
            left += k;
            if k > self.spec.end.colour_above {
                colours += self.colour.get(k).copied().unwrap_or(0);
            }
        }
        let cleared = if left == 0 { self.spec.end.cleared } else { 0 };
        let counts = self.spec.end.left_below.is_none_or(|below| left < below);
        cleared + colours + if counts { self.left.get(left).copied().unwrap_or(0) } else { 0 }
    }

    /// Why a board with so many tiles of each colour cannot be played by these rules, if so: a formula that grows past
    /// the points that are allowed.
    pub(super) fn refuses(&self, tiles_of_each: &[usize]) -> Option<String> {
        let all: usize = tiles_of_each.iter().sum();
        let most = tiles_of_each.iter().copied().max().unwrap_or(0);
        let beyond = |key: &str, reach: usize, tiles: usize| {
            format!(
                "the rules' {key:?} is within {MAX_POINTS} points only up to {reach} tiles, and the board has {tiles}"
            )
        };
        if most >= self.gains.len() {
            return Some(beyond("group", self.gains.len().saturating_sub(1), most));
        }
        if most >= self.colour.len() && most > self.spec.end.colour_above {
            return Some(beyond("end.colour", self.colour.len().saturating_sub(1), most));
        }
        let counts = self.spec.end.left_below.is_none_or(|below| all < below);
        (counts && all >= self.left.len()).then(|| beyond("end.left", self.left.len().saturating_sub(1), all))
    }
}

/// What groups pay by their number of tiles: index 1 is the single tile.
fn group_gains(group: &GroupScore, single: Gain) -> Result<Vec<Gain>, String> {
    let mut gains = match group {
        GroupScore::Formula(formula) => tabulate(formula, "n", 2, None)?,
        GroupScore::Table(table) => {
            let Some(&last) = table.last() else {
                return Err("an empty list; list what groups of 2, 3, 4 … tiles pay".to_owned());
            };
            if table.len() > MAX_TILES - 1 {
                return Err(format!("{} entries; a board has at most {MAX_TILES} tiles", table.len()));
            }
            if let Some(points) = table.iter().find(|p| p.unsigned_abs() > MAX_POINTS.unsigned_abs()) {
                return Err(format!("{points} points; at most {MAX_POINTS} are allowed"));
            }
            let mut gains = vec![0, 0];
            gains.extend(table);
            gains.resize(MAX_TILES + 1, last);
            gains
        }
    };
    gains[1] = single;
    Ok(gains)
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

    #[test]
    fn all_faults_are_named_at_once() {
        let mut spec = RulesSpec::blank();
        spec.min_group = 3;
        spec.group = GroupScore::Table(Vec::new());
        spec.end.left = "1/left".to_owned();
        spec.end.cleared = Gain::MAX;
        let keys: Vec<_> = Rules::new(spec).unwrap_err().into_iter().map(|e| e.key).collect();
        assert_eq!(keys, ["min_group", "end.cleared", "group", "end.left"]);
    }

    #[test]
    fn a_table_pays_from_groups_of_two_and_goes_on_with_its_last_entry() {
        let mut spec = RulesSpec::blank();
        spec.group = GroupScore::Table(vec![10, 20, 40]);
        spec.min_group = 1;
        spec.single = -5;
        let rules = Rules::new(spec).unwrap();
        assert_eq!([1, 2, 3, 4, 5, 900].map(|n| rules.group_gain(n)), [-5, 10, 20, 40, 40, 40]);
    }
}
