//! Conflict-driven clause learning over the choices.
//!
//! A clause names choices of which at least one is taken, or not taken. Of the choices that share a tile exactly one is
//! taken. What contradicts a clause is traced back to the decisions behind it, and the clause that follows is kept (the scheme of
//! Marques-Silva and Sakallah 1996 with the watches and activities of Moskewicz et al. 2001).

use super::edges::{Edges, Var};

/// A choice that is taken (even) or not taken (odd): twice the choice's number, and one more where it is not.
pub(super) type Literal = u32;

/// What an assignment follows from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Decision,
    Clause(u32),
    /// Another choice that shares a tile is taken.
    Rival(u32),
}

/// There is no assignment that satisfies all clauses.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

/// What is known about the choices, and which are taken for now.
pub(super) struct Clauses<'a> {
    edges: &'a Edges,
    literals: Vec<Literal>,
    /// Where each clause's literals start; the first two of each are watched.
    starts: Vec<usize>,
    watches: Vec<Vec<u32>>,
    values: Vec<Option<bool>>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    trail: Vec<Literal>,
    /// How long the trail was before each decision.
    decisions: Vec<usize>,
    done: usize,
    activity: Vec<f64>,
    step: f64,
    seen: Vec<bool>,
}

/// That a choice is taken.
pub(super) fn taken(var: Var) -> Literal {
    2 * var as Literal
}

fn var_of(literal: Literal) -> Var {
    literal as usize / 2
}

impl<'a> Clauses<'a> {
    /// Nothing is known, and nothing can be learned or decided.
    pub(super) fn none(edges: &'a Edges) -> Self {
        Self::of_vars(edges, 0)
    }

    fn of_vars(edges: &'a Edges, vars: usize) -> Self {
        Self {
            edges,
            literals: Vec::new(),
            starts: vec![0],
            watches: vec![Vec::new(); 2 * vars],
            values: vec![None; vars],
            levels: vec![0; vars],
            reasons: vec![Reason::Decision; vars],
            trail: Vec::new(),
            decisions: Vec::new(),
            done: 0,
            activity: vec![0.0; vars],
            step: 1.0,
            seen: vec![false; vars],
        }
    }

    /// Says of each tile that it has a partner.
    ///
    /// # Errors
    /// That contradicts itself.
    pub(super) fn new(edges: &'a Edges) -> Result<Self, Contradiction> {
        let mut clauses = Self::of_vars(edges, edges.vars);
        for (number, kind) in edges.kinds.iter().enumerate() {
            let tiles = if kind.tiles.len() == 4 { kind.tiles.start..kind.tiles.start + 1 } else { kind.tiles.clone() };
            for tile in tiles {
                let others = kind.tiles.clone().filter(|&other| other != tile);
                let partners: Vec<Literal> = others.map(|other| taken(edges.var(number, tile, other))).collect();
                clauses.add(&partners)?;
            }
        }
        Ok(clauses)
    }

    /// Whether a choice is taken, as far as it is known.
    pub(super) fn value(&self, var: Var) -> Option<bool> {
        self.values.get(var).copied().flatten()
    }

    fn is(&self, literal: Literal) -> Option<bool> {
        self.values[var_of(literal)].map(|value| value == literal.is_multiple_of(2))
    }

    fn clause(&self, number: u32) -> std::ops::Range<usize> {
        self.starts[number as usize]..self.starts[number as usize + 1]
    }

    /// Adds a clause of two or more literals; the first two are watched.
    fn store(&mut self, clause: &[Literal]) -> u32 {
        let number = self.starts.len() as u32 - 1;
        self.literals.extend_from_slice(clause);
        self.starts.push(self.literals.len());
        for &literal in &clause[..2] {
            self.watches[literal as usize].push(number);
        }
        number
    }

    /// Adds a clause before the first decision.
    ///
    /// # Errors
    /// It contradicts what is known.
    pub(super) fn add(&mut self, clause: &[Literal]) -> Result<(), Contradiction> {
        match clause {
            [] => return Err(Contradiction),
            [one] if self.is(*one) == Some(false) => return Err(Contradiction),
            [one] => self.assign(*one, Reason::Decision),
            _ => drop(self.store(clause)),
        }
        Ok(())
    }

    fn assign(&mut self, literal: Literal, reason: Reason) {
        let var = var_of(literal);
        if self.values[var].is_none() {
            self.values[var] = Some(literal.is_multiple_of(2));
            self.levels[var] = self.decisions.len() as u32;
            self.reasons[var] = reason;
            self.trail.push(literal);
        }
    }

    /// Takes a choice, as a decision that can be taken back.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.decisions.push(self.trail.len());
        self.assign(literal, Reason::Decision);
    }

    /// Takes back all decisions but the first `level`.
    pub(super) fn back_to(&mut self, level: usize) {
        if let Some(&kept) = self.decisions.get(level) {
            for literal in self.trail.drain(kept..) {
                self.values[var_of(literal)] = None;
            }
            self.decisions.truncate(level);
            self.done = kept;
        }
    }

    /// Draws all conclusions: a clause none of whose literals holds, if there is one.
    pub(super) fn propagate(&mut self) -> Option<Vec<Literal>> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let conflict = if literal % 2 == 0 { self.exclude_rivals(var_of(literal)) } else { None };
            if let Some(conflict) = conflict.or_else(|| self.visit_watches(literal ^ 1)) {
                return Some(conflict);
            }
        }
        None
    }

    /// A choice is taken: those that share a tile with it are not.
    fn exclude_rivals(&mut self, var: Var) -> Option<Vec<Literal>> {
        let (kind, tile, other) = self.edges.ends(var);
        for end in [tile, other] {
            for third in self.edges.kinds[kind].tiles.clone().filter(|&third| third != end) {
                let rival = self.edges.var(kind, end, third);
                if rival == var {
                    continue;
                }
                if self.values[rival] == Some(true) {
                    return Some(vec![taken(var) ^ 1, taken(rival) ^ 1]);
                }
                self.assign(taken(rival) ^ 1, Reason::Rival(var as u32));
            }
        }
        None
    }

    fn visit_watches(&mut self, failed: Literal) -> Option<Vec<Literal>> {
        let mut watching = std::mem::take(&mut self.watches[failed as usize]);
        let mut conflict = None;
        let mut index = 0;
        while index < watching.len() {
            let range = self.clause(watching[index]);
            if self.literals[range.start] == failed {
                self.literals.swap(range.start, range.start + 1);
            }
            let first = self.literals[range.start];
            if self.is(first) == Some(true) {
                index += 1;
                continue;
            }
            let other = (range.start + 2..range.end).find(|&place| self.is(self.literals[place]) != Some(false));
            if let Some(place) = other {
                self.literals.swap(range.start + 1, place);
                let watched = self.literals[range.start + 1];
                self.watches[watched as usize].push(watching.swap_remove(index));
            } else if self.is(first) == Some(false) {
                conflict = Some(self.literals[range].to_vec());
                break;
            } else {
                self.assign(first, Reason::Clause(watching[index]));
                index += 1;
            }
        }
        self.watches[failed as usize].append(&mut watching);
        conflict
    }

    /// Learns from a clause none of whose literals holds, and goes back to where what was learned says something new.
    ///
    /// # Errors
    /// It contradicts what is known without any decision.
    pub(super) fn learn(&mut self, conflict: &[Literal]) -> Result<(), Contradiction> {
        let deepest = conflict.iter().map(|&literal| self.levels[var_of(literal)]).max().unwrap_or(0);
        if deepest == 0 {
            return Err(Contradiction);
        }
        self.back_to(deepest as usize);
        let mut learned = vec![0];
        let mut open = 0;
        let mut place = self.trail.len();
        let mut cause = conflict.to_vec();
        loop {
            for &literal in &cause {
                let var = var_of(literal);
                if self.seen[var] || self.levels[var] == 0 {
                    continue;
                }
                self.seen[var] = true;
                self.activity[var] += self.step;
                if self.levels[var] == deepest {
                    open += 1;
                } else {
                    learned.push(literal);
                }
            }
            let literal = loop {
                place -= 1;
                if self.seen[var_of(self.trail[place])] {
                    break self.trail[place];
                }
            };
            open -= 1;
            if open == 0 {
                learned[0] = literal ^ 1;
                self.seen[var_of(literal)] = false;
                break;
            }
            // What was seen at this level is not seen again: its own place on the trail is behind.
            self.seen[var_of(literal)] = false;
            cause.clear();
            match self.reasons[var_of(literal)] {
                Reason::Clause(number) => {
                    let range = self.clause(number);
                    cause.extend(self.literals[range].iter().filter(|&&other| other != literal));
                }
                Reason::Rival(var) => cause.push(taken(var as usize) ^ 1),
                Reason::Decision => {}
            }
        }
        for &literal in &learned[1..] {
            self.seen[var_of(literal)] = false;
        }
        self.step *= 1.05;
        if self.step > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.step *= 1e-100;
        }
        // The literal of the deepest level but one is watched.
        let next = (1..learned.len()).max_by_key(|&index| self.levels[var_of(learned[index])]);
        self.back_to(next.map_or(0, |index| self.levels[var_of(learned[index])] as usize));
        match next {
            None => self.assign(learned[0], Reason::Decision),
            Some(index) => {
                learned.swap(1, index);
                let number = self.store(&learned);
                self.assign(learned[0], Reason::Clause(number));
            }
        }
        Ok(())
    }

    /// The deepest decision that one of these choices was excluded after.
    pub(super) fn depth(&self, vars: std::ops::Range<Var>) -> u32 {
        vars.filter(|&var| self.value(var) == Some(false)).map(|var| self.levels[var]).max().unwrap_or(0)
    }

    /// The choice that is open and was part of most of what was learned of late.
    pub(super) fn most_active(&self) -> Option<Var> {
        let open = (0..self.values.len()).filter(|&var| self.values[var].is_none());
        open.max_by(|&one, &other| self.activity[one].total_cmp(&self.activity[other]))
    }
}
