//! How a file's download goes on: what is kept of it, what a server answers, and what follows from the two.
//!
//! Whoever fetches keeps what has arrived and asks for the rest (`Range`, RFC 9110, section 14). A server may give
//! the rest, or the whole again, or the rest of another file that has taken the first one's place meanwhile. Only the
//! first may be put behind what is there. Lengths are in bytes.

/// What is kept of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// How much of its beginning.
    pub n_bytes: u64,
    /// How long the file is, if it was said.
    pub total_bytes: Option<u64>,
    /// What the server called this version of it: its `ETag`, or else when it was last changed.
    pub version: Option<String>,
}

/// What a server's answer says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// `Content-Range`.
    pub content_range: Option<String>,
    /// `Content-Length`.
    pub content_length: Option<String>,
    /// `Content-Encoding`. The length of a compressed answer says nothing of what it holds.
    pub content_encoding: Option<String>,
    /// As in [`Kept::version`].
    pub version: Option<String>,
}

/// What to do with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It holds the file from its beginning; what was kept is of no use.
    FromStart {
        /// How long the file is, if known.
        total_bytes: Option<u64>,
    },
    /// It holds what is missing.
    GoOn {
        /// How long the file is.
        total_bytes: u64,
    },
    /// It does not fit what is kept: ask for the whole.
    AskForAll,
    /// The server does not give the file.
    Refused,
}

impl Kept {
    /// Whether nothing is missing.
    pub fn is_whole(&self) -> bool {
        self.total_bytes == Some(self.n_bytes)
    }

    /// The `Range` to ask for, unless the whole is asked for. What has no version is not gone on with: nothing would
    /// tell whether the rest belongs to it.
    pub fn range(&self) -> Option<String> {
        (self.n_bytes > 0 && self.version.is_some()).then(|| format!("bytes={}-", self.n_bytes))
    }

    /// The `If-Range` beside it. Weak tags are not allowed there; [`step_after`] compares those.
    pub fn if_range(&self) -> Option<&str> {
        self.version.as_deref().filter(|version| version.starts_with('"'))
    }
}

/// What follows from an answer to a request for the rest of what is kept, or for the whole if nothing is.
pub fn step_after(kept: &Kept, answer: &Answer) -> Step {
    match answer.status {
        206 => rest(kept, answer).map_or(Step::AskForAll, |total_bytes| Step::GoOn { total_bytes }),
        416 if kept.n_bytes > 0 => Step::AskForAll,
        200..=299 => {
            let is_plain = answer.content_encoding.as_deref().is_none_or(|encoding| encoding.eq_ignore_ascii_case("identity"));
            let length = answer.content_length.as_deref().filter(|_| is_plain);
            Step::FromStart { total_bytes: length.and_then(|length| length.trim().parse().ok()) }
        }
        _ => Step::Refused,
    }
}

/// How long the file is whose rest this is; `None` if it is not the rest of what is kept.
fn rest(kept: &Kept, answer: &Answer) -> Option<u64> {
    let (range, total) = answer.content_range.as_deref()?.trim().strip_prefix("bytes ")?.split_once('/')?;
    let (first, last) = range.split_once('-')?;
    let (first, last, total) = (first.trim().parse::<u64>().ok()?, last.trim().parse::<u64>().ok()?, total.trim().parse::<u64>().ok()?);
    let fits = first == kept.n_bytes && last.checked_add(1) == Some(total) && kept.total_bytes.is_none_or(|kept| kept == total);
    let strong = |version: &Option<String>| version.as_deref().map(|version| version.trim_start_matches("W/").to_owned());
    let is_same = strong(&kept.version).is_some() && strong(&kept.version) == strong(&answer.version);
    (fits && is_same).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(n_bytes: u64) -> Kept {
        Kept { n_bytes, total_bytes: Some(100), version: Some("\"a\"".to_owned()) }
    }

    fn rest_of(content_range: &str, version: Option<&str>) -> Answer {
        Answer { status: 206, content_range: Some(content_range.to_owned()), version: version.map(str::to_owned), ..Answer::default() }
    }

    #[test]
    fn the_rest_of_the_same_file_is_put_behind_what_is_kept() {
        assert_eq!(kept(40).range().as_deref(), Some("bytes=40-"));
        assert_eq!(step_after(&kept(40), &rest_of("bytes 40-99/100", Some("\"a\""))), Step::GoOn { total_bytes: 100 });
        // A server may weaken a tag, for instance where it compresses.
        assert_eq!(step_after(&kept(40), &rest_of("bytes 40-99/100", Some("W/\"a\""))), Step::GoOn { total_bytes: 100 });
        let unsure = Kept { total_bytes: None, ..kept(40) };
        assert_eq!(step_after(&unsure, &rest_of("bytes 40-99/100", Some("\"a\""))), Step::GoOn { total_bytes: 100 });
    }

    #[test]
    fn the_rest_of_another_file_is_never_taken() {
        let others = [
            rest_of("bytes 40-99/100", Some("\"b\"")),  // changed, as long as before
            rest_of("bytes 40-119/120", Some("\"a\"")), // longer
            rest_of("bytes 0-99/100", Some("\"a\"")),   // not from where we stand
            rest_of("bytes 40-79/100", Some("\"a\"")),  // not to the end
            rest_of("bytes 40-99/*", Some("\"a\"")),    // of unknown length
            rest_of("bytes 40-99/100", None),           // without a version
            rest_of("items 40-99/100", Some("\"a\"")),  // not in bytes
            rest_of("bytes 99999999999999999999-0/1", Some("\"a\"")),
            Answer { content_range: None, ..rest_of("", Some("\"a\"")) },
            Answer { status: 416, ..Answer::default() }, // shorter than what is kept
        ];
        for answer in others {
            assert_eq!(step_after(&kept(40), &answer), Step::AskForAll, "{answer:?}");
        }
    }

    #[test]
    fn what_has_no_version_is_asked_for_anew() {
        assert_eq!(Kept { version: None, ..kept(40) }.range(), None);
        assert_eq!(kept(0).range(), None);
        assert_eq!(Kept::default().range(), None);
    }

    #[test]
    fn only_strong_tags_go_into_if_range() {
        assert_eq!(kept(40).if_range(), Some("\"a\""));
        for version in ["W/\"a\"", "Mon, 30 Nov 2026 05:00:00 GMT"] {
            assert_eq!(Kept { version: Some(version.to_owned()), ..kept(40) }.if_range(), None);
        }
    }

    #[test]
    fn a_server_without_ranges_begins_from_the_start() {
        let whole = |length: Option<&str>, encoding: Option<&str>| Answer {
            status: 200,
            content_length: length.map(str::to_owned),
            content_encoding: encoding.map(str::to_owned),
            ..Answer::default()
        };
        assert_eq!(step_after(&kept(40), &whole(Some("100"), None)), Step::FromStart { total_bytes: Some(100) });
        assert_eq!(step_after(&kept(40), &whole(Some("100"), Some("identity"))), Step::FromStart { total_bytes: Some(100) });
        assert_eq!(step_after(&Kept::default(), &whole(Some("57"), Some("gzip"))), Step::FromStart { total_bytes: None });
        assert_eq!(step_after(&Kept::default(), &whole(Some("x"), None)), Step::FromStart { total_bytes: None });
        for status in [301, 404, 416, 500] {
            assert_eq!(step_after(&Kept::default(), &Answer { status, ..Answer::default() }), Step::Refused);
        }
    }

    #[test]
    fn a_file_is_whole_when_all_of_it_is_there() {
        assert!(kept(100).is_whole() && !kept(99).is_whole() && !Kept::default().is_whole());
    }
}
