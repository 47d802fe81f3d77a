//! A line of play as text, for what keeps it in a file.

/// Moves as they are written in solutions.
pub(super) mod moves {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(crate) fn serialize<M: Display, S: Serializer>(moves: &[M], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(moves.iter().map(ToString::to_string))
    }

    pub(crate) fn deserialize<'d, M: FromStr, D: Deserializer<'d>>(from: D) -> Result<Vec<M>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        let read = |text: String| text.parse().map_err(|_| D::Error::custom(format!("{text:?} is no move")));
        texts.into_iter().map(read).collect()
    }
}

/// A name that lives as long as the program. A file may name an algorithm that this version does not have any more, so
/// the names that were read are kept, each of them once.
pub(super) fn name<'d, D: serde::Deserializer<'d>>(from: D) -> Result<super::Name, D::Error> {
    use std::collections::BTreeSet;
    use std::sync::{Mutex, PoisonError};

    static READ: Mutex<BTreeSet<super::Name>> = Mutex::new(BTreeSet::new());
    let name = <String as serde::Deserialize>::deserialize(from)?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(match read.get(name.as_str()) {
        Some(known) => known,
        None => {
            let kept: super::Name = Box::leak(name.into_boxed_str());
            read.insert(kept);
            kept
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::puzzle::Status;
    use crate::search::Outcome;

    #[test]
    fn a_line_comes_back_from_its_text() {
        let line = Outcome {
            moves: vec![3_u8, 14],
            score: -5,
            status: Status::Stuck,
            proven: true,
            nodes: u64::MAX,
            algorithm: "long forgotten",
        };
        let text = serde_json::to_string(&line).unwrap();
        assert!(text.contains(r#""moves":["3","14"]"#) && text.contains(r#""status":"stuck""#), "{text}");
        let again: Outcome<u8> = serde_json::from_str(&text).unwrap();
        assert_eq!(again, line);
        let error = serde_json::from_str::<Outcome<u8>>(&text.replace("14", "314")).unwrap_err();
        assert!(error.to_string().starts_with("\"314\" is no move"), "{error}");
    }
}
