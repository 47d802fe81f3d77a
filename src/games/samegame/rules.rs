//! Rules in force: the data, checked, and its formulas worked out.

use super::formula::{MAX_POINTS, MAX_TILES};
use super::spec::{Closing, Points, RulesSpec};
use crate::puzzle::Gain;

/// Most levels whose targets are worked out.
const MAX_LEVELS: usize = 1000;
/// Characters besides letters and digits that an inert tile may have.
const INERT_MARKS: &str = "#*+@$%&=";

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
    /// The score that each level asks for, from level 1 on.
    targets: Vec<Gain>,
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
        if !spec.gravity.closings().contains(&spec.columns_close) {
            fault("columns_close", closing_fault(&spec));
        }
        if let Some(why) = inert_fault(&spec.inert) {
            fault("inert", why);
        }
        let mut points = |key, table: Result<Vec<Gain>, String>| {
            table.unwrap_or_else(|why| {
                fault(key, why);
                Vec::new()
            })
        };
        let mut gains = points("group", spec.group.by_number(("n", 2), 2, None));
        if let Some(single) = gains.get_mut(1) {
            *single = spec.single;
        }
        let below = spec.end.left_below.map(|below| below.saturating_sub(1));
        let left = match spec.end.left_below {
            Some(0) => vec![0],
            _ => points("end.left", spec.end.left.by_number(("left", 0), 0, below)),
        };
        let colour_from = spec.end.colour_above.saturating_add(1).min(MAX_TILES + 1);
        let colour = points("end.colour", spec.end.colour.by_number(("k", 1), colour_from, None));
        let targets = points("targets", spec.targets.as_ref().map_or(Ok(Vec::new()), level_targets));
        if errors.is_empty() { Ok(Self { spec, gains, left, colour, targets }) } else { Err(errors) }
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

    /// Whether tiles of that character never match.
    #[must_use]
    pub fn is_inert(&self, tile: u8) -> bool {
        self.spec.inert.as_bytes().contains(&tile)
    }

    /// The score that a level, counted from 1, asks for, if the rules say one.
    #[must_use]
    pub fn target(&self, level: usize) -> Option<Gain> {
        self.targets.get(level.checked_sub(1)?).copied()
    }

    /// What a group of `tiles` tiles pays, at least one tile.
    #[must_use]
    pub fn group_gain(&self, tiles: usize) -> Gain {
        self.gains.get(tiles).or(self.gains.last()).copied().unwrap_or(0)
    }

    /// What the end pays, from the number of tiles left of each colour (0 for colours that are gone). Inert tiles are
    /// none of them.
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

/// The scores that the levels ask for, from level 1 on.
fn level_targets(targets: &Points) -> Result<Vec<Gain>, String> {
    match targets {
        Points::Table(_) => targets.listed("L").map(<[Gain]>::to_vec),
        Points::Formula(_) => {
            let mut by_level = targets.by_number(("L", 1), 1, Some(MAX_LEVELS))?;
            Ok(by_level.split_off(1))
        }
    }
}

/// Why lines cannot close there under the gravity.
fn closing_fault(spec: &RulesSpec) -> String {
    let (lines, known) = (if spec.gravity.is_vertical() { "columns" } else { "rows" }, spec.gravity.closings());
    format!(
        "{:?} does not go with gravity {:?}: tiles fall along {lines}, which close to {}",
        spec.columns_close.name(),
        spec.gravity.name(),
        known.map(Closing::name).join(", ")
    )
}

/// Why these cannot be the characters of inert tiles, if so.
fn inert_fault(inert: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || INERT_MARKS.contains(c);
    if let Some(c) = inert.chars().find(|&c| !fits(c)) {
        return Some(format!("{c:?} can be no tile; expected letters, digits or some of {INERT_MARKS}"));
    }
    let twice = inert.char_indices().find(|&(at, c)| inert[..at].contains(c));
    twice.map(|(_, c)| format!("{c:?} stands there twice; name each character once"))
}

#[cfg(test)]
mod tests {
    use super::super::spec::Gravity;
    use super::*;

    #[test]
    fn all_faults_are_named_at_once() {
        let mut spec = RulesSpec::blank();
        spec.min_group = 3;
        spec.group = Points::Table(Vec::new());
        spec.gravity = Gravity::Up;
        spec.columns_close = Closing::Top;
        spec.inert = "#.".to_owned();
        spec.targets = Some(Points::Formula("1000/(L-3)".to_owned()));
        spec.end.left = Points::Formula("1/left".to_owned());
        spec.end.cleared = Gain::MAX;
        let errors = Rules::new(spec).unwrap_err();
        let keys: Vec<_> = errors.iter().map(|e| e.key).collect();
        assert_eq!(keys, ["min_group", "end.cleared", "columns_close", "inert", "group", "end.left", "targets"]);
        assert!(errors[2].why.contains("columns, which close to left, right, centre"), "{}", errors[2]);
        assert!(errors[6].why.contains("at L = 3 is inf"), "{}", errors[6]);
    }

    #[test]
    fn a_table_pays_from_groups_of_two_and_goes_on_with_its_last_entry() {
        let mut spec = RulesSpec::blank();
        spec.group = Points::Table(vec![10, 20, 40]);
        spec.min_group = 1;
        spec.single = -5;
        let rules = Rules::new(spec).unwrap();
        assert_eq!([1, 2, 3, 4, 5, 900].map(|n| rules.group_gain(n)), [-5, 10, 20, 40, 40, 40]);
    }

    #[test]
    fn the_end_may_be_told_by_lists() {
        let mut spec = RulesSpec::blank();
        spec.end.left = Points::Table(vec![900, 400, 100, 0]);
        spec.end.colour = Points::Table(vec![-1, -5]);
        let rules = Rules::new(spec).unwrap();
        let ends = [vec![0, 0], vec![1, 0], vec![1, 1], vec![2, 1], vec![9, 0]].map(|left| rules.end_bonus(left));
        assert_eq!(ends, [900, 399, 98, -6, -5]);
        for (table, part) in [(vec![], "empty list"), (vec![0; MAX_TILES], "entries"), (vec![Gain::MIN], "at most")] {
            let mut spec = RulesSpec::blank();
            spec.end.left = Points::Table(table);
            let errors = Rules::new(spec).unwrap_err();
            assert!(errors[0].key == "end.left" && errors[0].why.contains(part), "{}", errors[0]);
        }
    }

    #[test]
    fn targets_are_a_list_or_a_formula() {
        let targets = |points| {
            let rules = Rules::new(RulesSpec { targets: points, ..RulesSpec::blank() }).unwrap();
            [0, 1, 2, 5, 1000, 1001].map(|level| rules.target(level))
        };
        assert_eq!(targets(None), [None; 6]);
        let listed = Points::Table(vec![1000, 3000, 6000, 8000, 11_000]);
        assert_eq!(targets(Some(listed)), [None, Some(1000), Some(3000), Some(11_000), None, None]);
        let formula = Points::Formula("1000 + 2000*(L-1)".to_owned());
        assert_eq!(targets(Some(formula)), [None, Some(1000), Some(3000), Some(9000), Some(1_999_000), None]);
    }

    #[test]
    fn inert_characters_can_be_told_from_empty_cells() {
        for (inert, part) in [("R.", "'.'"), ("R,", "','"), ("R#R", "twice"), ("é", "no tile")] {
            let why = inert_fault(inert).unwrap_or_default();
            assert!(why.contains(part), "{inert}: {why}");
        }
        assert_eq!(inert_fault("#*X0"), None);
    }
}
