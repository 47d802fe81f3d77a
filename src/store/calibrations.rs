//! Finds calibrations: by path, or by name in the working directory and among those that the program carries.

use super::{StoreError, read_picture, read_text, write, write_picture};
use crate::calibration::CalibrationProblems;
use crate::calibration::write::{TemplatePaths, looks_with_paths, to_toml};
use crate::calibration::{Calibration, Trigger, parse};
use image::RgbImage;
use include_dir::{Dir, include_dir};
use std::path::{Component, Path, PathBuf};

/// The shipped calibration files and the pictures that they name.
static CALIBRATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/calibration");
static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// A calibration that could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file is wrong.
    #[error(transparent)]
    Problems(#[from] CalibrationProblems),
    /// There is no such file.
    #[error("{0}: there is no such calibration file")]
    NoFile(String),
    /// There is no such name.
    #[error(
        "no calibration is called {name:?}: the names are {known}; or give the path of a file, which \
         `tilepilot calibrate` makes"
    )]
    NoName {
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: String,
    },
}

/// The calibration at a path, or of a name such as `swell-foop`: `calibration/<game>/<name>.toml` in the working
/// directory first, then among those that come with the program.
///
/// # Errors
/// What is wrong in the file, or the names that there are.
pub fn load(name_or_path: &str) -> Result<Calibration, LoadError> {
    let path = Path::new(name_or_path);
    if path.is_file() {
        return load_file(path);
    }
    let looks_like_a_path = path.extension().is_some_and(|e| e == "toml") || path.components().count() > 1;
    if looks_like_a_path {
        return Err(LoadError::NoFile(name_or_path.to_owned()));
    }
    let folders = std::fs::read_dir("calibration").into_iter().flatten().flatten();
    let mut own: Vec<PathBuf> = folders.map(|game| game.path().join(format!("{name_or_path}.toml"))).collect();
    own.sort();
    if let Some(path) = own.iter().find(|path| path.is_file()) {
        return load_file(path);
    }
    load_shipped(name_or_path)
}

fn load_file(path: &Path) -> Result<Calibration, LoadError> {
    let text = read_text(path)?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    parse_text(&text, &path.display().to_string(), &mut |template| {
        read_picture(&folder.join(template)).map_err(|error| error.to_string())
    })
}

fn load_shipped(name: &str) -> Result<Calibration, LoadError> {
    let file = CALIBRATIONS.dirs().flat_map(Dir::files).find(|file| {
        file.path().extension().is_some_and(|e| e == "toml") && file.path().file_stem() == Some(name.as_ref())
    });
    let Some(file) = file else {
        return Err(LoadError::NoName { name: name.to_owned(), known: shipped().join(", ") });
    };
    let text = file.contents_utf8().unwrap_or_default();
    let folder = Path::new("calibration").join(file.path().parent().unwrap_or(Path::new("")));
    parse_text(text, &format!("{name} (shipped)"), &mut |template| shipped_picture(&folder.join(template)))
}

/// Writes the calibration with its pictures in a folder of the same name beside it. A calibration without a name takes
/// the file's, and its buttons' pictures are named anew.
///
/// # Errors
/// [`StoreError`].
pub fn save(path: &Path, calibration: &mut Calibration) -> Result<(), StoreError> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if calibration.name.is_empty() {
        calibration.name.clone_from(&stem);
        calibration.about = format!("{stem}, calibrated from a picture");
    }
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let paths = TemplatePaths { folder: pictures_folder(path) };
    for class in calibration.model.classes() {
        for (look, file) in looks_with_paths(class, &paths) {
            write_picture(&folder.join(file), &look.picture)?;
        }
    }
    if let Some(background) = calibration.model.background() {
        write_picture(&folder.join(paths.background()), &background.picture)?;
    }
    for button in &mut calibration.buttons {
        if let Trigger::Click { template, picture, .. } = &mut button.by {
            *template = paths.button(&button.name);
            write_picture(&folder.join(&*template), picture)?;
        }
    }
    write(path, to_toml(calibration, &paths).as_bytes())
}

/// Where [`save`] puts the pictures of a calibration.
#[must_use]
pub fn pictures_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(Path::new("")).join(pictures_folder(path))
}

/// The name of the folder with the pictures: a file without an extension cannot share its own.
fn pictures_folder(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let own_name = path.file_name().is_some_and(|name| name == stem.as_str());
    if own_name { format!("{stem}-pictures") } else { stem }
}

/// Names of the calibrations that come with the program.
#[must_use]
pub fn shipped() -> Vec<String> {
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

fn parse_text(text: &str, file_name: &str, load_template: parse::LoadTemplate<'_>) -> Result<Calibration, LoadError> {
    Ok(parse::parse(text, file_name, load_template)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that a calibration holds, but where its pictures are kept.
    fn all_of(mut calibration: Calibration) -> String {
        for button in &mut calibration.buttons {
            if let Trigger::Click { template, .. } = &mut button.by {
                template.clear();
            }
        }
        format!("{calibration:?}")
    }

    #[test]
    fn what_is_saved_is_loaded_as_it_was() {
        for name in shipped() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("kept.toml");
            let mut calibration = load_shipped(&name).unwrap();
            save(&path, &mut calibration).unwrap();
            let kept = load_file(&path).unwrap();
            assert!(all_of(kept) == all_of(calibration), "{name}");
        }
    }
}
