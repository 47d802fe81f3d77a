//! All reading and writing of files. Every file is written whole or not at all: into a temporary file beside its place,
//! then renamed over it.

pub mod calibrations;
pub mod history;
pub mod recordings;

use image::{ImageError, ImageReader, RgbImage};
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

/// Most pixels of a picture that is read: those of an 8K screen.
const MOST_PIXELS: u64 = 7680 * 4320;

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused.
    #[error("{path}: cannot {verb}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        verb: &'static str,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A folder that should be empty or not there.
    #[error("{path}: {what}: name a folder that is empty or does not exist yet")]
    Used {
        /// The folder.
        path: PathBuf,
        /// What is there.
        what: String,
    },
    /// The picture is larger than any screen.
    #[error(
        "{path}: a picture of {width}×{height} pixels is larger than any screen (at most {MOST_PIXELS} pixels): give a \
         picture of the game's window alone"
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The file is no picture that can be read.
    #[error("{path}: no picture that can be read (PNG is expected): {source}")]
    Picture {
        /// The file.
        path: PathBuf,
        /// The decoder's reason.
        source: ImageError,
    },
}

/// The bytes of a file, read as UTF-8; bytes that are none become `U+FFFD`, so that a collection in another encoding
/// still shows its ASCII boards. `-` reads standard input.
///
/// # Errors
/// [`StoreError::Io`].
pub fn read_text(path: &Path) -> Result<String, StoreError> {
    let bytes = if path == Path::new("-") {
        let mut all = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut all).map(|_| all)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|source| StoreError::Io { path: path.to_owned(), verb: "read it", source })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A picture from a PNG file; transparency is laid over black.
///
/// # Errors
/// [`StoreError`].
pub fn read_picture(path: &Path) -> Result<RgbImage, StoreError> {
    let bytes = fs::read(path).map_err(|source| StoreError::Io { path: path.to_owned(), verb: "read it", source })?;
    let refused = |source| StoreError::Picture { path: path.to_owned(), source };
    let open = || ImageReader::new(Cursor::new(&bytes)).with_guessed_format().map_err(ImageError::IoError);
    // The size stands at the file's start: a picture that is too large is refused before its pixels take memory.
    let (width, height) = open().and_then(ImageReader::into_dimensions).map_err(refused)?;
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(StoreError::TooLarge { path: path.to_owned(), width, height });
    }
    Ok(open().and_then(ImageReader::decode).map_err(refused)?.to_rgb8())
}

/// Writes a file whole or not at all.
///
/// # Errors
/// [`StoreError::Io`]; the old file, if there was one, is then as before.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let fail = |verb| move |source| StoreError::Io { path: path.to_owned(), verb, source };
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(fail("make its folder"))?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(fail("write it"))?;
    file.write_all(bytes).map_err(fail("write it"))?;
    // The rename keeps the temporary file's permissions, which only its owner has.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644)).map_err(fail("write it"))?;
    }
    file.persist(path).map_err(|e| fail("write it")(e.error))?;
    Ok(())
}

/// Appends to a file, which is made if it is not there.
///
/// # Errors
/// [`StoreError::Io`].
pub fn append(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let fail = |source| StoreError::Io { path: path.to_owned(), verb: "append to it", source };
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path).map_err(fail)?;
    file.write_all(bytes).map_err(fail)
}

/// Writes a picture as PNG, whole or not at all.
///
/// # Errors
/// [`StoreError`].
pub fn write_picture(path: &Path, picture: &RgbImage) -> Result<(), StoreError> {
    let mut bytes = Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .map_err(|source| StoreError::Picture { path: path.to_owned(), source })?;
    write(path, &bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.txt");
        write(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(read_text(&path).unwrap(), "new");
        assert!(write(&path.join("below-a-file"), b"x").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
