//! Every dependency, on every platform, has a licence that `deny.toml` allows. What cannot be told is refused.

use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Command;

/// The licences of `deny.toml`.
struct Policy {
    allow: HashSet<String>,
    exceptions: HashMap<String, HashSet<String>>,
}

fn strings(list: &toml::Value) -> HashSet<String> {
    list.as_array().expect("a list").iter().map(|v| v.as_str().expect("a text").to_owned()).collect()
}

impl Policy {
    fn read(text: &str) -> Self {
        let file: toml::Table = toml::from_str(text).expect("deny.toml parses");
        let licences = &file["licenses"];
        let exceptions = licences["exceptions"].as_array().expect("a list").iter();
        Self {
            allow: strings(&licences["allow"]),
            exceptions: exceptions
                .map(|e| (e["name"].as_str().expect("a name").to_owned(), strings(&e["allow"])))
                .collect(),
        }
    }

    fn allows(&self, package: &str, licence: &str) -> bool {
        self.allow.contains(licence) || self.exceptions.get(package).is_some_and(|more| more.contains(licence))
    }

    /// Whether an SPDX expression can be met: one side of each OR, both sides of each AND. `/` is an old way to write OR.
    fn meets(&self, package: &str, expression: &str) -> Result<bool, String> {
        let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut rest = words.as_slice();
        let met = self.any_of(package, &mut rest)?;
        if rest.is_empty() { Ok(met) } else { Err(format!("`{expression}` goes on after its end: {rest:?}")) }
    }

    fn any_of(&self, package: &str, words: &mut &[&str]) -> Result<bool, String> {
        let mut met = self.all_of(package, words)?;
        while words.first() == Some(&"OR") {
            *words = &words[1..];
            met |= self.all_of(package, words)?;
        }
        Ok(met)
    }

    fn all_of(&self, package: &str, words: &mut &[&str]) -> Result<bool, String> {
        let mut met = self.one(package, words)?;
        while words.first() == Some(&"AND") {
            *words = &words[1..];
            met &= self.one(package, words)?;
        }
        Ok(met)
    }

    fn one(&self, package: &str, words: &mut &[&str]) -> Result<bool, String> {
        let (first, rest) = words.split_first().ok_or("the expression ends too early")?;
        *words = rest;
        match *first {
            "(" => {
                let met = self.any_of(package, words)?;
                let Some((&")", rest)) = words.split_first() else { return Err("a bracket is not closed".to_owned()) };
                *words = rest;
                Ok(met)
            }
            ")" | "OR" | "AND" | "WITH" => Err(format!("`{first}` stands where a licence should")),
            licence => match words {
                ["WITH", exception, rest @ ..] => {
                    *words = rest;
                    Ok(self.allows(package, &format!("{licence} WITH {exception}")))
                }
                _ => Ok(self.allows(package, licence)),
            },
        }
    }
}

fn policy() -> Policy {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    Policy::read(&std::fs::read_to_string(path).expect("deny.toml can be read"))
}

#[test]
fn every_dependency_has_a_licence_that_is_allowed() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "cargo metadata failed:\n{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 100, "only {} packages are listed", packages.len());
    let policy = policy();
    let refused: Vec<String> = packages
        .iter()
        .filter_map(|package| {
            let name = package["name"].as_str().unwrap_or("?");
            let licence = package["license"].as_str().unwrap_or("");
            match policy.meets(name, licence) {
                Ok(true) => None,
                Ok(false) => Some(format!("{name}: {licence} is not allowed")),
                Err(why) => Some(format!("{name}: the licence `{licence}` cannot be told: {why}")),
            }
        })
        .collect();
    assert!(refused.is_empty(), "licences outside of deny.toml:\n{}", refused.join("\n"));
}

#[test]
fn expressions_are_weighed_as_spdx_means_them() {
    let policy = policy();
    for (package, expression, wanted) in [
        ("a", "MIT", Some(true)),
        ("a", "GPL-3.0-only", Some(false)),
        ("a", "GPL-3.0-only OR MIT", Some(true)),
        ("a", "GPL-3.0-only AND MIT", Some(false)),
        ("a", "MIT/GPL-2.0", Some(true)),
        ("a", "(MIT OR GPL-3.0-only) AND Unicode-3.0", Some(true)),
        ("a", "MIT AND (GPL-3.0-only OR AGPL-3.0-only)", Some(false)),
        ("a", "Apache-2.0 WITH LLVM-exception", Some(true)),
        ("a", "GPL-2.0 WITH Classpath-exception-2.0", Some(false)),
        ("a", "MPL-2.0", Some(false)),
        ("option-ext", "MPL-2.0", Some(true)),
        ("a", "", None),
        ("a", "MIT OR", None),
        ("a", "(MIT", None),
        ("a", "MIT Apache-2.0", None),
    ] {
        assert_eq!(policy.meets(package, expression).ok(), wanted, "{package}: {expression}");
    }
}
