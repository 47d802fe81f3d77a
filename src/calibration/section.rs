//! Typed reading of one TOML table that notes every problem and goes on.

use super::problems::Gathered;
use crate::gesture::{BadKey, Key};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One table of the file, and which of its keys were asked for.
pub(super) struct Section<'d> {
    name: String,
    table: &'d DeTable<'d>,
    span: Range<usize>,
    known: Vec<&'static str>,
}

impl<'d> Section<'d> {
    pub(super) fn new(name: impl Into<String>, table: &'d DeTable<'d>, span: Range<usize>) -> Self {
        Self { name: name.into(), table, span, known: Vec::new() }
    }

    /// Where the table stands in the file.
    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Where the value of `key` stands, or the table if it has none.
    pub(super) fn span_of(&self, key: &str) -> Range<usize> {
        self.peek(key).map_or_else(|| self.span(), Spanned::span)
    }

    fn peek(&self, key: &str) -> Option<&'d Spanned<DeValue<'d>>> {
        self.table.iter().find(|(k, _)| k.get_ref() == key).map(|(_, value)| value)
    }

    /// The value of `key`, whatever its type.
    pub(super) fn get(&mut self, key: &'static str) -> Option<&'d Spanned<DeValue<'d>>> {
        self.known.push(key);
        self.peek(key)
    }

    /// Notes that `key` is missing where nothing was given.
    pub(super) fn required<T>(
        &self,
        problems: &mut Gathered<'_>,
        key: &str,
        example: &str,
        value: Option<T>,
    ) -> Option<T> {
        if value.is_none() && self.peek(key).is_none() {
            let message = format!("{} lacks `{key}`", self.name);
            problems.add(self.span(), message, Some(format!("add a line such as `{key} = {example}`")));
        }
        value
    }

    fn typed<T>(
        &mut self,
        problems: &mut Gathered<'_>,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&'d DeValue<'d>) -> Option<T>,
    ) -> Option<T> {
        let value = self.get(key)?;
        let read = read(value.get_ref());
        if read.is_none() {
            let found = describe(value.get_ref());
            problems.add(
                value.span(),
                format!("`{key}` in {} is {found}: expected {expected}", self.name),
                Some(format!("give `{key}` {expected}")),
            );
        }
        read
    }

    pub(super) fn text(&mut self, problems: &mut Gathered<'_>, key: &'static str) -> Option<String> {
        self.typed(problems, key, "a text in quotes", |v| v.as_str().map(ToOwned::to_owned))
    }

    /// One of a few words; the first one where nothing is given.
    pub(super) fn word<T: Copy, const N: usize>(
        &mut self,
        problems: &mut Gathered<'_>,
        key: &'static str,
        words: &[(&'static str, T); N],
    ) -> T {
        let usual = words[0].1;
        let Some(text) = self.text(problems, key) else { return usual };
        words.iter().find(|(word, _)| *word == text).map_or_else(
            || {
                let known = words.each_ref().map(|(word, _)| *word).join(", ");
                let message = format!("`{key}` in {} is {text:?}: expected one of {known}", self.name);
                problems.add(self.span_of(key), message, None);
                usual
            },
            |(_, value)| *value,
        )
    }

    /// A key of the keyboard.
    pub(super) fn key(&mut self, problems: &mut Gathered<'_>, key: &'static str) -> Option<Key> {
        let text = self.text(problems, key)?;
        match text.parse() {
            Ok(key) => Some(key),
            Err(error) => {
                let error: BadKey = error;
                problems.add(self.span_of(key), error.to_string(), None);
                None
            }
        }
    }

    /// Whether `key` stands in the table.
    pub(super) fn has(&self, key: &str) -> bool {
        self.peek(key).is_some()
    }

    pub(super) fn flag(&mut self, problems: &mut Gathered<'_>, key: &'static str) -> Option<bool> {
        self.typed(problems, key, "true or false", DeValue::as_bool)
    }

    pub(super) fn number(&mut self, problems: &mut Gathered<'_>, key: &'static str) -> Option<f64> {
        self.typed(problems, key, "a number", number)
    }

    pub(super) fn whole(&mut self, problems: &mut Gathered<'_>, key: &'static str, most: u64) -> Option<u64> {
        self.typed(problems, key, &format!("a whole number from 0 to {most}"), |v| {
            let DeValue::Integer(digits) = v else { return None };
            u64::from_str_radix(&digits.as_str().replace('_', ""), digits.radix()).ok().filter(|n| *n <= most)
        })
    }

    pub(super) fn texts(&mut self, problems: &mut Gathered<'_>, key: &'static str) -> Option<Vec<String>> {
        self.typed(problems, key, "a list of texts, such as [\"a\", \"b\"]", |v| {
            v.as_array()?.iter().map(|item| item.get_ref().as_str().map(ToOwned::to_owned)).collect()
        })
    }

    pub(super) fn numbers(&mut self, problems: &mut Gathered<'_>, key: &'static str, count: usize) -> Option<Vec<f64>> {
        self.typed(problems, key, &format!("a list of {count} numbers"), |v| {
            let list = v.as_array().filter(|list| list.len() == count)?;
            list.iter().map(|item| number(item.get_ref())).collect()
        })
    }

    /// A table inside this one.
    pub(super) fn table(&mut self, problems: &mut Gathered<'_>, key: &'static str) -> Option<Section<'d>> {
        let value = self.get(key)?;
        let table = value.get_ref().as_table();
        if table.is_none() {
            problems.add(
                value.span(),
                format!("`{key}` is {}: expected a table", describe(value.get_ref())),
                Some(format!("write a section that begins with [{key}]")),
            );
        }
        Some(Section::new(format!("[{key}]"), table?, value.span()))
    }

    /// The tables of a list inside this one.
    pub(super) fn tables(&mut self, problems: &mut Gathered<'_>, key: &'static str) -> Vec<Section<'d>> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let Some(list) = value.get_ref().as_array() else {
            problems.add(
                value.span(),
                format!("`{key}` is {}: expected a list of tables", describe(value.get_ref())),
                Some(format!("write sections that begin with [[{key}]]")),
            );
            return Vec::new();
        };
        let mut found = Vec::new();
        for (i, item) in list.iter().enumerate() {
            match item.get_ref().as_table() {
                Some(table) => found.push(Section::new(format!("{key} {}", i + 1), table, item.span())),
                None => problems.add(
                    item.span(),
                    format!("item {} of `{key}` is {}: expected a table", i + 1, describe(item.get_ref())),
                    None,
                ),
            }
        }
        found
    }

    /// Notes every key that nobody asked for.
    pub(super) fn close(self, problems: &mut Gathered<'_>) {
        for (key, _) in self.table {
            if !self.known.iter().any(|known| *known == key.get_ref()) {
                let message = format!("{} has no key `{}`", self.name, key.get_ref());
                let help = format!("the keys are: {}", self.known.join(", "));
                problems.add(key.span(), message, Some(help));
            }
        }
    }
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    let text = match value {
        DeValue::Integer(digits) if digits.radix() == 10 => digits.as_str(),
        DeValue::Float(digits) => digits.as_str(),
        _ => return None,
    };
    text.replace('_', "").parse().ok().filter(|n: &f64| n.is_finite())
}

fn describe(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text {text:?}"),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {number}"),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
