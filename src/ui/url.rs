//! The page's address: the experiment and the place in its story, so that a reload or a shared
//! link shows the same thing.

use crate::decode::{ExperimentSpec, Notice};

/// What an address says.
#[derive(Clone, Debug, PartialEq)]
pub struct Address {
    /// The experiment.
    pub spec: ExperimentSpec,
    /// The place: a cycle, from 0, and how many of its events are shown.
    pub at: Option<(usize, usize)>,
}

impl Address {
    /// Reads a query, with or without its `?`.
    pub fn parse(query: &str) -> (Self, Vec<Notice>) {
        let query = query.strip_prefix('?').unwrap_or(query);
        let (spec, notices) = ExperimentSpec::parse(query);
        (Self { spec, at: place_of_query(query) }, notices)
    }

    /// The query that restores it, without its `?`.
    pub fn to_query(&self) -> String {
        place_in_query(self.spec.to_query(), self.at)
    }
}

/// The place that a query names: a chapter, from 0, and how many of its events are shown.
pub fn place_of_query(query: &str) -> Option<(usize, usize)> {
    let value = value_of(query, "at")?;
    let (chapter, n_shown) = value.split_once('.')?;
    Some((chapter.parse::<usize>().ok()?.checked_sub(1)?, n_shown.parse().ok()?))
}

/// A query with a place added to it.
pub fn place_in_query(mut query: String, at: Option<(usize, usize)>) -> String {
    if let Some((chapter_idx, n_shown)) = at {
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(&format!("at={}.{n_shown}", chapter_idx + 1));
    }
    query
}

/// Two queries as one.
pub fn joined(queries: [String; 2]) -> String {
    queries.into_iter().filter(|query| !query.is_empty()).collect::<Vec<_>>().join("&")
}

/// What a query says under a name.
pub fn value_of(query: &str, name: &str) -> Option<String> {
    form_urlencoded::parse(query.as_bytes()).find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_survives_itself_and_nonsense_about_the_place_is_ignored() {
        for query in ["", "at=3.7", "gamma=2&at=1.1", "prompt=a+b"] {
            let (address, notices) = Address::parse(query);
            assert_eq!((address.to_query().as_str(), notices), (query, vec![]));
        }
        for nonsense in ["?at=0.1", "?at=x", "?at=-1.2", "?at=1", "?at=99999999999999999999.1"] {
            assert_eq!(Address::parse(nonsense).0.at, None, "{nonsense}");
        }
        let both = |a: &str, b: &str| joined([a.to_owned(), b.to_owned()]);
        assert_eq!([both("", ""), both("a=1", ""), both("", "b=2"), both("a=1", "b=2")], ["", "a=1", "b=2", "a=1&b=2"]);
    }
}
