//! `tilepilot windows`

use super::exit::{Exit, Failure};
use super::out;
use super::world::open_desk;
use crate::desk::{Screen, WindowInfo};
use clap::{ArgMatches, Command};
use serde_json::{Value, json};

pub(super) fn command() -> Command {
    Command::new("windows").about("Lists the windows that can be played in, the front one first").arg(out::format_arg())
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    let windows = open_desk()?.windows()?;
    if out::wants_json(matches) {
        out::line(&Value::from_iter(windows.iter().map(to_json)).to_string())?;
    } else {
        for row in to_table(&windows) {
            out::line(&row)?;
        }
    }
    Ok(Exit::Done)
}

fn to_json(window: &WindowInfo) -> Value {
    json!({
        "id": window.id,
        "title": window.title,
        "app": window.app,
        "pid": window.pid,
        "x": window.rect.x as i64,
        "y": window.rect.y as i64,
        "width": window.rect.width as i64,
        "height": window.rect.height as i64,
        "minimised": window.minimised,
    })
}

fn to_table(windows: &[WindowInfo]) -> Vec<String> {
    let apps = windows.iter().map(|w| w.app.chars().count()).max().unwrap_or(0).clamp(3, 30);
    let head = format!("{:>10}  {:<apps$}  {:>6} {:>6}  {:>11}  title", "id", "app", "x", "y", "size");
    let rows = windows.iter().map(|w| {
        let size = format!("{}×{}", w.rect.width, w.rect.height);
        let note = if w.minimised { "  (minimised)" } else { "" };
        format!("{:>10}  {:<apps$}  {:>6} {:>6}  {size:>11}  {}{note}", w.id, w.app, w.rect.x, w.rect.y, w.title)
    });
    std::iter::once(head).chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;

    #[test]
    fn a_window_is_told_in_both_forms() {
        let window = WindowInfo {
            id: 7,
            title: "PopStar".into(),
            app: "game".into(),
            pid: 3,
            rect: Rect::new(-20.0, 5.0, 400.0, 300.0),
            minimised: true,
        };
        assert_eq!(
            to_json(&window).to_string(),
            r#"{"id":7,"title":"PopStar","app":"game","pid":3,"x":-20,"y":5,"width":400,"height":300,"minimised":true}"#
        );
        let table = to_table(&[window]);
        assert_eq!(
            table[1].split_whitespace().collect::<Vec<_>>().join(" "),
            "7 game -20 5 400×300 PopStar (minimised)"
        );
    }
}
