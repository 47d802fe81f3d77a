//! Finds calibrations: by path, or by name in the working directory and among those that the program carries.

use super::exit::Failure;
use crate::calibration::{Calibration, parse};
use crate::store;
use image::RgbImage;
use include_dir::{Dir, include_dir};
use std::path::{Component, Path, PathBuf};

/// The shipped calibration files and the pictures that they name.
static CALIBRATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/calibration");
static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The calibration at a path, or of a name such as `swell-foop`: `calibration/<game>/<name>.toml` in the working
/// directory first, then among those that come with the program.
///
/// # Errors
/// What is wrong in the file, or the names that there are.
pub(super) fn load(name_or_path: &str) -> Result<Calibration, Failure> {
    let path = Path::new(name_or_path);
    if path.is_file() {
        return load_file(path);
    }
    let looks_like_a_path = path.extension().is_some_and(|e| e == "toml") || path.components().count() > 1;
    if looks_like_a_path {
        return Err(Failure::bad_input(format!("{name_or_path}: there is no such calibration file")));
    }
    for (game, _) in crate::games::list() {
        let path = PathBuf::from("calibration").join(game).join(format!("{name_or_path}.toml"));
        if path.is_file() {
            return load_file(&path);
        }
    }
    load_shipped(name_or_path)
}

fn load_file(path: &Path) -> Result<Calibration, Failure> {
    let text = store::read_text(path)?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    parse_text(&text, &path.display().to_string(), &mut |template| {
        store::read_picture(&folder.join(template)).map_err(|error| error.to_string())
    })
}

fn load_shipped(name: &str) -> Result<Calibration, Failure> {
    let file = CALIBRATIONS.dirs().flat_map(Dir::files).find(|file| {
        file.path().extension().is_some_and(|e| e == "toml") && file.path().file_stem() == Some(name.as_ref())
    });
    let Some(file) = file else {
        let names = shipped().join(", ");
        let message = format!(
            "no calibration is called {name:?}: the names are {names}; or give the path of a file, which \
             `tilepilot calibrate` makes"
        );
        return Err(Failure::bad_input(message));
    };
    let text = file.contents_utf8().unwrap_or_default();
    let folder = Path::new("calibration").join(file.path().parent().unwrap_or(Path::new("")));
    parse_text(text, &format!("{name} (shipped)"), &mut |template| shipped_picture(&folder.join(template)))
}

/// Names of the calibrations that come with the program.
#[must_use]
pub(super) fn shipped() -> Vec<String> {
    let files = CALIBRATIONS.dirs().flat_map(Dir::files).map(|file| file.path());
    let toml = files.filter(|path| path.extension().is_some_and(|e| e == "toml"));
    let mut names: Vec<String> =
        toml.filter_map(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A picture among those that come with the program; `path` is relative to the project's root and may hold `..`.
fn shipped_picture(path: &Path) -> Result<RgbImage, String> {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::Normal(part) => plain.push(part),
            Component::ParentDir => {
                plain.pop();
            }
            _ => {}
        }
    }
    let file = plain.strip_prefix("templates").ok().and_then(|inner| TEMPLATES.get_file(inner));
    let bytes = file.ok_or_else(|| format!("{} does not come with the program", plain.display()))?.contents();
    image::load_from_memory(bytes).map(|picture| picture.to_rgb8()).map_err(|error| error.to_string())
}

fn parse_text(text: &str, file_name: &str, load_template: parse::LoadTemplate<'_>) -> Result<Calibration, Failure> {
    parse::parse(text, file_name, load_template).map_err(Failure::bad_input)
}
