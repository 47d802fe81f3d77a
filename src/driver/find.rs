//! Which of the open windows is meant.

use crate::calibration::WindowMatch;
use crate::desk::WindowInfo;
use regex::Regex;

/// What looking for a window came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Found<'a> {
    /// This one.
    One(&'a WindowInfo),
    /// None, with a message that lists what is open.
    None(String),
    /// Several, with a message that lists them.
    Several(String),
}

/// The window that a calibration means.
#[must_use]
pub fn find_window<'a>(windows: &'a [WindowInfo], wanted: &WindowMatch) -> Found<'a> {
    if wanted.title.is_empty() && wanted.app.is_none() {
        return Found::None(
            "the calibration names no window: say where the board is with --screen X,Y,W,H, or add a section [window] \
             with `title` or `app`, which `tilepilot windows` lists"
                .to_owned(),
        );
    }
    choose(windows, |w| matches(w, wanted), &describe(wanted))
}

/// The window that a person names: by its exact title, else `/a regular expression/`, else the only title or
/// application that contains the text, without regard to case.
#[must_use]
pub fn find_by_title<'a>(windows: &'a [WindowInfo], title: &str) -> Found<'a> {
    let exact = |w: &WindowInfo| is_title(&w.title, title);
    if windows.iter().any(exact) {
        return choose(windows, exact, &format!("titled {title:?}"));
    }
    let part = title.to_lowercase();
    choose(
        windows,
        |w| !part.is_empty() && (w.title.to_lowercase().contains(&part) || w.app.to_lowercase().contains(&part)),
        &format!("whose title or application contains {title:?}"),
    )
}

fn matches(window: &WindowInfo, wanted: &WindowMatch) -> bool {
    let title = wanted.title.is_empty() || wanted.title.iter().any(|t| is_title(&window.title, t));
    let app = wanted.app.as_ref().is_none_or(|app| app.eq_ignore_ascii_case(&window.app));
    title && app && !(wanted.title.is_empty() && wanted.app.is_none())
}

fn is_title(title: &str, wanted: &str) -> bool {
    match wanted.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
        Some(pattern) => Regex::new(pattern).is_ok_and(|r| r.is_match(title)),
        None => title == wanted,
    }
}

fn choose<'a>(windows: &'a [WindowInfo], is: impl Fn(&WindowInfo) -> bool, what: &str) -> Found<'a> {
    let fitting: Vec<&WindowInfo> = windows.iter().filter(|w| is(w)).collect();
    match fitting.as_slice() {
        [one] => Found::One(one),
        [] if windows.is_empty() => Found::None(format!("no window {what}: no window is open")),
        [] => Found::None(format!("no window {what}. Open windows:\n{}", list(windows.iter()))),
        several => Found::Several(format!(
            "{} windows {what}; close all but one, or calibrate with a more exact title:\n{}",
            several.len(),
            list(several.iter().copied())
        )),
    }
}

fn list<'a>(windows: impl Iterator<Item = &'a WindowInfo>) -> String {
    let lines: Vec<String> = windows
        .map(|w| {
            let at = format!("{}×{} at {},{}", w.rect.width, w.rect.height, w.rect.x, w.rect.y);
            format!("  {:#x}  {:?}  (application {:?}, {at})", w.id, w.title, w.app)
        })
        .collect();
    lines.join("\n")
}

fn describe(wanted: &WindowMatch) -> String {
    let mut parts = Vec::new();
    if !wanted.title.is_empty() {
        parts
            .push(format!("titled {}", wanted.title.iter().map(|t| format!("{t:?}")).collect::<Vec<_>>().join(" or ")));
    }
    if let Some(app) = &wanted.app {
        parts.push(format!("of application {app:?}"));
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;

    fn window(id: u64, title: &str, app: &str) -> WindowInfo {
        let rect = Rect::new(0.0, 0.0, 10.0, 10.0);
        WindowInfo { id, title: title.into(), app: app.into(), pid: 1, rect, minimised: false }
    }

    fn wanted(title: &[&str], app: Option<&str>) -> WindowMatch {
        WindowMatch { title: title.iter().map(|t| (*t).to_owned()).collect(), app: app.map(str::to_owned) }
    }

    #[test]
    fn a_browser_tab_with_the_games_name_is_not_the_game() {
        let open = [window(1, "Swell Foop - a browser", "Firefox"), window(2, "Swell Foop", "Swell-foop")];
        assert!(matches!(find_window(&open, &wanted(&["Swell Foop"], None)), Found::One(w) if w.id == 2));
        assert!(matches!(find_by_title(&open, "Swell Foop"), Found::One(w) if w.id == 2));
        assert!(matches!(find_by_title(&open, "swell foop"), Found::Several(text) if text.contains("Firefox")));
        assert!(matches!(find_window(&open, &wanted(&["/^Swell/"], Some("swell-foop"))), Found::One(w) if w.id == 2));
    }

    #[test]
    fn a_window_without_a_title_is_found_by_its_application() {
        let open = [window(1, "", "XSok"), window(2, "Editor", "ed")];
        assert!(matches!(find_window(&open, &wanted(&[], Some("xsok"))), Found::One(w) if w.id == 1));
        assert!(matches!(find_window(&open, &wanted(&[], None)), Found::None(_)));
        assert!(matches!(find_window(&open, &wanted(&["Chess"], None)), Found::None(text) if text.contains("Editor")));
    }
}
