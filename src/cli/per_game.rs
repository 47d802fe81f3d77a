//! Commands that have a subcommand for each game, so that the flags of one game are its own.

use super::exit::{Exit, Failure};
use crate::games::{self, Game, RulesOf, RulesProblem, Visitor};
use crate::store;
use clap::{Arg, ArgMatches, Command};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource};
use std::marker::PhantomData;
use std::path::Path;

/// A command, for whichever game.
pub(super) trait GameCommand {
    /// Adds the flags for one game.
    fn flags<G: Game>(command: Command) -> Command;
    /// Does it for one game.
    fn run<G: Game>(matches: &ArgMatches) -> Result<Exit, Failure>;
}

/// The command with a subcommand for each game.
pub(super) fn command<C: GameCommand>(command: Command) -> Command {
    let command = command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("GAME")
        .subcommand_help_heading("Games");
    games::list().iter().fold(command, |all, (name, aliases)| {
        let one = Command::new(*name).visible_aliases(aliases.iter().copied());
        match games::visit(name, Flags::<C>(one, PhantomData)) {
            Some(one) => all.subcommand(one),
            None => all,
        }
    })
}

/// Does what the arguments ask, for the game that they name.
pub(super) fn run<C: GameCommand>(matches: &ArgMatches) -> Result<Exit, Failure> {
    let chosen = matches.subcommand().and_then(|(name, inner)| games::visit(name, Run::<C>(inner, PhantomData)));
    chosen.unwrap_or_else(|| {
        let names: Vec<_> = games::list().iter().map(|(name, _)| *name).collect();
        Err(Failure::bad_input(format!("name a game: {}", names.join(", "))))
    })
}

struct Flags<C>(Command, PhantomData<C>);

impl<C: GameCommand> Visitor for Flags<C> {
    type Output = Command;
    fn visit<G: Game>(self) -> Command {
        C::flags::<G>(self.0)
    }
}

struct Run<'a, C>(&'a ArgMatches, PhantomData<C>);

impl<C: GameCommand> Visitor for Run<'_, C> {
    type Output = Result<Exit, Failure>;
    fn visit<G: Game>(self) -> Self::Output {
        C::run::<G>(self.0)
    }
}

/// The flag that chooses the rules.
pub(super) fn rules_arg<G: Game>() -> Arg {
    let presets = G::PRESETS.join(", ");
    Arg::new("rules")
        .long("rules")
        .value_name("NAME|FILE.toml")
        .help(format!("The rules: a preset ({presets}; the first is the default) or a rules file"))
}

/// The flag that names a further token for an empty cell.
pub(super) fn empty_arg() -> Arg {
    Arg::new("empty")
        .long("empty")
        .value_name("TOKEN")
        .allow_hyphen_values(true)
        .help("A further token for an empty cell, such as 0 or -1, in boards from other programs")
}

/// The rules that were asked for, or nothing where the flag was not given.
///
/// # Errors
/// The presets that there are, or every problem of the rules file with its place.
pub(super) fn rules<G: Game>(matches: &ArgMatches) -> Result<Option<RulesOf<G>>, Failure> {
    let Some(name) = matches.get_one::<String>("rules") else { return Ok(None) };
    if let Some(preset) = G::preset(name) {
        return Ok(Some(preset));
    }
    let path = Path::new(name);
    if name.is_empty() || !path.exists() && path.extension().is_none() && path.components().count() == 1 {
        let presets = G::PRESETS.join(", ");
        return Err(Failure::bad_input(format!("--rules {name}: no preset and no file; the presets are {presets}")));
    }
    let text = store::read_text(path)?;
    G::rules_from_toml(&text).map(Some).map_err(|problems| Failure::bad_input(describe(name, &text, &problems)))
}

/// The first preset, which is the default.
pub(super) fn default_rules<G: Game>() -> Result<RulesOf<G>, Failure> {
    let name = G::PRESETS.first().copied().unwrap_or_default();
    G::preset(name).ok_or_else(|| Failure::bad_input(format!("{}: no rules are called {name:?}", G::ID)))
}

/// Every problem with file, line and column, then the lines themselves with marks under them.
fn describe(file: &str, text: &str, problems: &[RulesProblem]) -> String {
    let mut lines: Vec<String> = problems
        .iter()
        .map(|problem| match &problem.span {
            Some(span) => {
                let before = text.get(..span.start).unwrap_or(text);
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                format!("{file}:{line}:{column}: {}", problem.message)
            }
            None => format!("{file}: {}", problem.message),
        })
        .collect();
    let labels: Vec<_> =
        problems.iter().filter_map(|p| p.span.clone()).map(|span| LabeledSpan::at(span, "here")).collect();
    if !labels.is_empty() {
        let report = miette::Report::new(MietteDiagnostic::new("in the rules file").with_labels(labels))
            .with_source_code(NamedSource::new(file, text.to_owned()));
        let mut picture = String::new();
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor());
        if handler.render_report(&mut picture, report.as_ref()).is_ok() {
            lines.push(picture.trim_end().to_owned());
        }
    }
    lines.join("\n")
}
