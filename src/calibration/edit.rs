//! What a person changes of a calibration that was learned from a picture: names of classes, which cells belong together,
//! which are no tiles, and where buttons are.

use super::{Button, Opens, Trigger};
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid, Symbol};
use crate::vision::patch::{self, Patch};
use image::{RgbImage, imageops};
use std::str::FromStr;

/// One change, as a person types it.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// `rename A B`: a class gets a letter that no other one has.
    Rename(Symbol, Symbol),
    /// `merge A B`: the cells of A are of class B, too.
    Merge(Symbol, Symbol),
    /// `split A`: the cells of A are two classes, told apart by what differs most between them.
    Split(Symbol),
    /// `inert A`: what A shows is no tile of the game.
    Inert(Symbol),
    /// `keep A`: what A shows is a tile of the game, however few there are.
    Keep(Symbol),
    /// `button OPENS X,Y,W,H NAME`: a button of the program, and what it brings.
    Button(Opens, Rect, String),
}

/// How changes are typed, for a person who typed something else.
pub const HELP: &str = "rename A B     gives class A the letter B (. is the empty cell)
merge A B      makes A and B one class, B
split A        makes two classes of A
inert A        says that A is no tile of the game, such as a bomb
keep A         says that A is one, however few there are
button OPENS X,Y,W,H NAME
               names a button: its place in the picture, and what it opens
               (next-level, new-game, dismiss, shuffle, undo or restart)";

impl FromStr for Edit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let symbol = |word: &str| word.parse::<Symbol>().map_err(|error| error.to_string());
        match words.as_slice() {
            ["rename", from, to] => Ok(Self::Rename(symbol(from)?, symbol(to)?)),
            ["merge", from, into] => Ok(Self::Merge(symbol(from)?, symbol(into)?)),
            ["split", class] => Ok(Self::Split(symbol(class)?)),
            ["inert", class] => Ok(Self::Inert(symbol(class)?)),
            ["keep", class] => Ok(Self::Keep(symbol(class)?)),
            ["button", opens, rect, name @ ..] if !name.is_empty() => {
                let known = Opens::ALL.into_iter().find(|(word, _)| word == opens).map(|(_, opens)| opens);
                let words = Opens::ALL.map(|(word, _)| word).join(", ");
                let opens = known.ok_or(format!("nothing is called {opens:?}: a button opens {words}"))?;
                Ok(Self::Button(opens, place(rect)?, name.join(" ")))
            }
            _ => Err(format!("{text:?} is no change; there are\n{HELP}")),
        }
    }
}

fn place(text: &str) -> Result<Rect, String> {
    let numbers: Vec<f64> = text.split(',').filter_map(|number| number.parse().ok()).collect();
    match numbers.as_slice() {
        [x, y, w, h] if *w >= 1.0 && *h >= 1.0 => Ok(Rect::new(*x, *y, *w, *h)),
        _ => Err(format!("{text:?} is no place: expected X,Y,W,H in pixels of the picture, such as 100,200,80,30")),
    }
}

/// How unlike two cells must be, as a mean difference, to be split into two classes: less is noise.
const LEAST_APART: f32 = 0.004;

/// What was taken for what in a picture, while a person changes it.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The class of each cell.
    pub symbols: Grid<Symbol>,
    /// The classes that are no tiles of the game.
    pub inert: Vec<Symbol>,
    /// The classes that somebody said are tiles of the game.
    pub kept: Vec<Symbol>,
    /// The buttons.
    pub buttons: Vec<Button>,
}

impl Draft {
    /// Makes one change.
    ///
    /// # Errors
    /// Why it cannot be made, and what to do; nothing is changed then.
    pub fn apply(&mut self, edit: &Edit, picture: &RgbImage, lattice: &Lattice) -> Result<(), String> {
        match edit {
            Edit::Rename(from, to) => {
                self.class(*from)?;
                if self.classes().contains(to) {
                    return Err(format!("there is a class {to} already: `merge {from} {to}` makes both one"));
                }
                self.relabel(*from, *to);
            }
            Edit::Merge(from, into) => {
                self.class(*from)?;
                self.class(*into)?;
                self.relabel(*from, *into);
            }
            Edit::Split(class) => self.split(*class, picture, lattice)?,
            Edit::Inert(class) => {
                self.class(*class)?;
                if *class == Symbol::EMPTY {
                    return Err("the empty cell is no tile that could be inert".to_owned());
                }
                if !self.inert.contains(class) {
                    self.inert.push(*class);
                }
            }
            Edit::Keep(class) => {
                self.class(*class)?;
                self.inert.retain(|symbol| symbol != class);
                self.kept.push(*class);
            }
            Edit::Button(opens, rect, name) => self.add_button(*opens, *rect, name, picture)?,
        }
        Ok(())
    }

    /// The classes, in their order.
    #[must_use]
    pub fn classes(&self) -> Vec<Symbol> {
        let mut all: Vec<Symbol> = self.symbols.iter().copied().collect();
        all.sort();
        all.dedup();
        all
    }

    /// Gives the cells of a class another letter.
    pub fn relabel(&mut self, from: Symbol, to: Symbol) {
        let renamed = |symbol: Symbol| if symbol == from { to } else { symbol };
        self.symbols = self.symbols.map(|symbol| renamed(*symbol));
        self.inert = self.inert.iter().map(|symbol| renamed(*symbol)).filter(|s| *s != Symbol::EMPTY).collect();
        self.inert.sort();
        self.inert.dedup();
        self.kept.iter_mut().for_each(|symbol| *symbol = renamed(*symbol));
    }

    /// Makes sure that there is such a class.
    ///
    /// # Errors
    /// The classes that there are.
    pub fn class(&self, symbol: Symbol) -> Result<(), String> {
        let classes = self.classes();
        if classes.contains(&symbol) {
            return Ok(());
        }
        if classes.is_empty() {
            return Err(
                "of an earlier calibration only buttons are added here: its classes are changed in its file".to_owned()
            );
        }
        let names: Vec<&str> = classes.iter().map(Symbol::as_str).collect();
        Err(format!("no class is called {symbol}: the classes are {}", names.join(" ")))
    }

    /// Two classes of one: each cell goes to the nearer of the two that are most unlike.
    fn split(&mut self, class: Symbol, picture: &RgbImage, lattice: &Lattice) -> Result<(), String> {
        self.class(class)?;
        let own = self.symbols.enumerate().filter(|(_, symbol)| **symbol == class);
        let seen: Vec<(Cell, Patch)> =
            own.filter_map(|(cell, _)| Some((cell, patch::cut(picture, &lattice.cell_rect(cell))?))).collect();
        let pairs = seen.iter().enumerate().flat_map(|(i, a)| seen[..i].iter().map(move |b| (a, b)));
        let farthest =
            pairs.max_by(|(a, b), (c, d)| patch::distance(&a.1, &b.1).total_cmp(&patch::distance(&c.1, &d.1)));
        let apart = farthest.filter(|(one, other)| patch::distance(&one.1, &other.1) >= LEAST_APART);
        let Some((one, other)) = apart else {
            return Err(format!("all cells of class {class} look the same: there is nothing to split"));
        };
        let taken = self.classes();
        let free = ('A'..='Z').chain('a'..='z').chain('0'..='9').filter_map(Symbol::from_char);
        let Some(new) = free.into_iter().find(|symbol| !taken.contains(symbol)) else {
            return Err("no letter is left for another class: merge some first".to_owned());
        };
        // The larger part keeps its letter.
        let (near, far): (Vec<_>, Vec<_>) =
            seen.iter().partition(|(_, at)| patch::distance(at, &one.1) <= patch::distance(at, &other.1));
        let smaller = if near.len() < far.len() { near } else { far };
        for &(cell, _) in smaller {
            self.symbols[cell] = new;
        }
        Ok(())
    }

    fn add_button(&mut self, opens: Opens, rect: Rect, name: &str, picture: &RgbImage) -> Result<(), String> {
        if self.buttons.iter().any(|button| button.name == name) {
            return Err(format!("there is a button called {name:?} already: give this one another name"));
        }
        let (width, height) = picture.dimensions();
        let whole = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        if !whole.encloses(&rect) {
            return Err(format!("the button's place reaches out of the picture of {width}×{height} pixels"));
        }
        let (x, y) = (rect.x.round() as u32, rect.y.round() as u32);
        let (w, h) = ((rect.width.round() as u32).min(width - x), (rect.height.round() as u32).min(height - y));
        let part = imageops::crop_imm(picture, x, y, w, h).to_image();
        let by = Trigger::Click { template: String::new(), rect, picture: part };
        self.buttons.push(Button { name: name.to_owned(), opens, by });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// Four cells: two of one colour, two of a slightly other one; all are taken for class A.
    fn draft() -> (Draft, RgbImage, Lattice) {
        let lattice = Lattice::from_corner(0.0, 0.0, (20.0, 20.0), 1, 4);
        let picture = RgbImage::from_fn(80, 20, |x, _| if x < 60 { Rgb([200, 0, 0]) } else { Rgb([160, 40, 0]) });
        let symbols = Grid::from_fn(1, 4, |_| Symbol::from_char('A').unwrap());
        (Draft { symbols, inert: Vec::new(), kept: Vec::new(), buttons: Vec::new() }, picture, lattice)
    }

    fn apply(text: &str, draft: &mut Draft) -> Result<(), String> {
        let (_, picture, lattice) = self::draft();
        draft.apply(&text.parse()?, &picture, &lattice)
    }

    fn row(draft: &Draft) -> String {
        draft.symbols.iter().map(Symbol::as_str).collect()
    }

    #[test]
    fn classes_are_split_renamed_merged_and_marked() {
        let (mut draft, ..) = draft();
        apply("split A", &mut draft).unwrap();
        assert_eq!(row(&draft), "AAAB");
        apply("rename B #", &mut draft).unwrap();
        apply("inert #", &mut draft).unwrap();
        assert_eq!((row(&draft).as_str(), draft.inert.len()), ("AAA#", 1));
        apply("merge # A", &mut draft).unwrap();
        assert_eq!(row(&draft), "AAAA");
        apply("rename A .", &mut draft).unwrap();
        assert_eq!((row(&draft).as_str(), draft.inert.len()), ("....", 0));
    }

    #[test]
    fn a_button_keeps_its_picture_and_its_place() {
        let (mut draft, ..) = draft();
        apply("button new-game 60,2,10,8 play again", &mut draft).unwrap();
        let button = &draft.buttons[0];
        assert_eq!((button.name.as_str(), button.opens), ("play again", Opens::NewGame));
        let Trigger::Click { picture, .. } = &button.by else { panic!("it is clicked") };
        assert_eq!((picture.dimensions(), picture.get_pixel(0, 0).0), ((10, 8), [160, 40, 0]));
    }

    #[test]
    fn what_cannot_be_changed_is_told_and_nothing_changes() {
        let (mut draft, ..) = draft();
        for (text, words) in [
            ("rename X Y", "the classes are A"),
            ("rename A A", "`merge A A`"),
            ("inert .", "no class is called ."),
            ("button doors 1,1,2,2 x", "next-level"),
            ("button undo 1,1,2 x", "X,Y,W,H"),
            ("button undo 75,1,20,2 x", "out of the picture"),
            ("shuffle", "rename A B"),
            ("split B", "the classes are A"),
        ] {
            let told = apply(text, &mut draft).unwrap_err();
            assert!(told.contains(words), "{text}: {told}");
        }
        assert_eq!((row(&draft).as_str(), draft.buttons.len()), ("AAAA", 0));
        apply("split A", &mut draft).unwrap();
        assert!(apply("split A", &mut draft).unwrap_err().contains("look the same"));
    }
}
