//! Why something could not be done, in a form that every language can say.

use serde::{Deserialize, Deserializer, Serialize};

/// Why something could not be done, so that the page can say it in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Which kind: the engine's name for it, such as `PromptTooLong`. Empty where only the sentence is known.
    pub kind: String,
    /// What its sentence names, each by its name, as it is to be shown.
    pub values: Vec<(String, String)>,
    /// The sentence in English.
    pub message: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

/// Reads a fault, or the sentence that older recordings have in its place.
pub(super) fn fault_or_sentence<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Fault>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Fault(Fault),
        Sentence(String),
    }
    // Messages between page and worker are bytes without names, of one version on both sides.
    if !deserializer.is_human_readable() {
        return Option::<Fault>::deserialize(deserializer);
    }
    Ok(Option::<Either>::deserialize(deserializer)?.map(|either| match either {
        Either::Fault(fault) => fault,
        Either::Sentence(message) => Fault { kind: String::new(), values: Vec::new(), message },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Holder {
        #[serde(deserialize_with = "fault_or_sentence")]
        why: Option<Fault>,
        after: u8,
    }

    #[test]
    fn a_fault_survives_both_forms_and_an_older_sentence_is_read_as_one() {
        let fault = Fault { kind: "NotLoaded".to_owned(), values: vec![("a".to_owned(), "b".to_owned())], message: "wait".to_owned() };
        for why in [None, Some(fault)] {
            let holder = Holder { why, after: 7 };
            let json = serde_json::to_string(&holder).expect("it can be written");
            assert_eq!(serde_json::from_str::<Holder>(&json).expect("it can be read"), holder);
            let bytes = postcard::to_stdvec(&holder).expect("it can be written");
            assert_eq!(postcard::from_bytes::<Holder>(&bytes).expect("it can be read"), holder);
        }
        let older: Holder = serde_json::from_str(r#"{"why":"it is not there","after":1}"#).expect("it can be read");
        let why = older.why.expect("there is a reason");
        assert_eq!((why.kind.as_str(), why.to_string().as_str()), ("", "it is not there"));
        assert!(serde_json::from_str::<Holder>(r#"{"why":3,"after":1}"#).is_err());
    }
}
