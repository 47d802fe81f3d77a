//! Holds the README and the pages of `docs` to the program: commands in them parse, flags in them are flags, links in them
//! lead to files.

use regex::Regex;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Flags in the papers that belong to other programs, or to `./run`.
const FLAGS_OF_OTHERS: &[&str] =
    &["--keep", "--list", "--locked", "--no-default-features", "--path", "--release", "--waits", "--without-display"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README, the changelog and every page of `docs`: its path and its text.
fn papers() -> Vec<(PathBuf, String)> {
    let pages = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|e| e == "md"));
    let mut paths: Vec<PathBuf> = ["README.md", "CHANGELOG.md"].map(|name| root().join(name)).into_iter().collect();
    paths.extend(pages);
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(&path).unwrap())).collect()
}

fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Fails with every one of the complaints at once.
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn tilepilot(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilepilot")).args(arguments).current_dir(root()).output().unwrap()
}

/// The help of a command; the program answers it without doing anything.
fn help(command: &[&str]) -> String {
    let output = tilepilot(&[command, &["--help"]].concat());
    assert!(output.status.success(), "{command:?} --help: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn flags(text: &str) -> BTreeSet<String> {
    let flag = Regex::new(r"(?:^|[^\w-])(--[a-z][a-z-]*)").unwrap();
    flag.captures_iter(text).map(|found| found[1].to_owned()).collect()
}

/// The name that stands first on each line below `heading` in a help text, down to the next blank line.
fn listed(help: &str, heading: &str) -> Vec<String> {
    let below = help.lines().skip_while(|line| !line.starts_with(heading)).skip(1).take_while(|line| !line.is_empty());
    let entry = Regex::new(r"^  ([a-z][a-z-]*)").unwrap();
    below.filter_map(|line| Some(entry.captures(line)?[1].to_owned())).filter(|name| name != "help").collect()
}

fn commands() -> Vec<String> {
    listed(&help(&[]), "Commands:")
}

/// The help of a command, and of each game below it where it has any.
fn whole_help(command: &str) -> String {
    let own = help(&[command]);
    let games = listed(&own, "Games:");
    games.iter().fold(own, |all, game| all + &help(&[command, game]))
}

/// The code blocks of a page: fenced, or indented by four spaces. Lists are no code.
fn code_lines(text: &str) -> Vec<&str> {
    let mut fenced = false;
    let mut after_blank = true;
    let mut in_block = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
            continue;
        }
        in_block = line.starts_with("    ") && (in_block || after_blank);
        if fenced || in_block {
            lines.push(line.trim_start());
        }
        after_blank = line.trim().is_empty();
    }
    lines
}

/// What follows the program's name in a line of code, without comments, redirections and a job's `&`.
fn arguments(line: &str) -> Option<Vec<&str>> {
    let command = line.strip_prefix("tilepilot ").or_else(|| line.strip_prefix("cargo run --release -- "))?;
    let command = command.split(" #").next()?.split(" > ").next()?;
    Some(command.trim().trim_end_matches(" &").split_whitespace().collect())
}

/// Words as a shell makes them of arguments, for the one kind of quotes that the papers use.
fn unquoted(arguments: &[&str]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for argument in arguments {
        match words.last_mut().filter(|_| open) {
            Some(word) => *word = format!("{word} {argument}"),
            None => words.push((*argument).to_owned()),
        }
        open ^= argument.matches('"').count() % 2 == 1;
    }
    words.into_iter().map(|word| word.replace('"', "")).collect()
}

#[test]
fn every_command_in_the_papers_parses() {
    let mut complaints = Vec::new();
    let mut tried = 0;
    for (path, text) in papers() {
        for line in code_lines(&text) {
            let Some(arguments) = arguments(line) else { continue };
            // A synopsis is no command: its flags are looked at below.
            if arguments.iter().any(|a| a.contains(['[', '|', '(', '…']) || *a == "GAME" || *a == "CALIBRATION") {
                continue;
            }
            let words = unquoted(&arguments);
            let words: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
            let output = tilepilot(&words);
            tried += 1;
            if !output.status.success() {
                complaints.push(format!("{}: {line}\n{}", name(&path), String::from_utf8_lossy(&output.stderr)));
            }
        }
    }
    assert_none(&complaints);
    assert!(tried >= 12, "only {tried} commands were found: the papers are not understood");
}

#[test]
fn every_flag_in_the_papers_is_one() {
    let known: BTreeSet<String> = commands().iter().flat_map(|command| flags(&whole_help(command))).collect();
    let mut complaints = Vec::new();
    for (path, text) in papers() {
        let unknown = flags(&text).into_iter().filter(|flag| !known.contains(flag));
        let unknown = unknown.filter(|flag| !FLAGS_OF_OTHERS.contains(&flag.as_str()));
        complaints.extend(unknown.map(|flag| format!("{}: no command has {flag}", name(&path))));
    }
    assert_none(&complaints);
}

#[test]
fn each_synopsis_has_flags_of_its_command_alone() {
    let formats = std::fs::read_to_string(root().join("docs/FORMATS.md")).unwrap();
    let mut complaints = Vec::new();
    let mut command = None;
    for line in code_lines(&formats) {
        if let Some(first) = arguments(line).and_then(|all| all.first().copied()) {
            command = Some(first);
        }
        let Some(command) = command.filter(|_| line.starts_with("tilepilot ") || line.starts_with('[')) else {
            continue;
        };
        let known = flags(&whole_help(command));
        complaints.extend(flags(line).difference(&known).map(|flag| format!("{command} has no {flag}")));
    }
    assert_none(&complaints);
}

#[test]
fn every_command_and_flag_is_in_the_papers() {
    let text: String = papers().into_iter().map(|(_, text)| text).collect();
    let written = flags(&text);
    let mut complaints = Vec::new();
    for command in commands() {
        if !text.contains(&format!("tilepilot {command}")) {
            complaints.push(format!("`tilepilot {command}` is nowhere written of"));
        }
        // The flags of every command have a table of their own, where `-v` and `-q` stand by their letters.
        let general = ["--help", "--verbose", "--quiet"].map(str::to_owned);
        let missing = flags(&whole_help(&command)).into_iter().filter(|f| !written.contains(f) && !general.contains(f));
        complaints.extend(missing.map(|flag| format!("{flag} of `tilepilot {command}` is nowhere written of")));
    }
    assert_none(&complaints);
}

#[test]
fn every_link_leads_to_a_file() {
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let mut complaints = Vec::new();
    for (path, text) in papers() {
        for found in link.captures_iter(&text) {
            let target = &found[1];
            if target.starts_with("https://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            let Ok(bytes) = std::fs::read(&file) else {
                complaints.push(format!("{}: {target} leads nowhere", name(&path)));
                continue;
            };
            let page = String::from_utf8_lossy(&bytes).into_owned();
            let mut headings = page.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
            if !heading.is_empty() && !headings.any(|h| h.to_lowercase().replace(' ', "-") == heading) {
                complaints.push(format!("{}: {target} has no such heading", name(&path)));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn every_file_that_the_papers_name_is_there() {
    let named = Regex::new(r"`((?:src|tests|docs|templates|calibration)/[\w./-]*)`").unwrap();
    let mut complaints = Vec::new();
    for (path, text) in papers() {
        let missing = named.captures_iter(&text).map(|found| found[1].to_owned()).filter(|f| !root().join(f).exists());
        // A stand-in for a name is written in capitals.
        let missing = missing.filter(|file| !file.contains("NAME"));
        complaints.extend(missing.map(|file| format!("{}: there is no {file}", name(&path))));
    }
    assert_none(&complaints);
}
