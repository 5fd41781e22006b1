//! What an address opens: the home page, a lab, or another page; and the frame around it.
//!
//! Everything lies behind one file, so that a plain host needs no rules: `./` is home, `./?lab=logits` a lab,
//! `./?chapter=decoding` a page of [`PAGES`]. A query that names nothing but has settings is the first lab's,
//! as it was when there was only one.

use crate::ui::i18n::{t, t_args};
use crate::ui::lab::{LABS, Lab};
use crate::ui::url::{joined, value_of};
use leptos::prelude::AnyView;

/// A page that is no lab.
pub struct Page {
    /// The parameter that opens it: `chapter` in `?chapter=decoding`.
    pub key: &'static str,
    /// The parameter's value, where several pages share the key. Without one any value opens it.
    pub value: Option<&'static str>,
    /// Its title: a key.
    pub title: &'static str,
    /// Its link in the header, a key; none for a page that others lead to.
    pub link: Option<&'static str>,
    /// Draws it.
    pub view: fn() -> AnyView,
    /// What the address says while it is on screen, besides the frame. Called where the states are in context.
    pub query: fn() -> String,
}

/// Every page that is no lab, in the order of the navigation.
pub const PAGES: &[Page] = &[
    crate::ui::chapters::DECODING,
    crate::ui::chapters::SPECULATIVE_SAMPLING,
    crate::ui::exercises::EXERCISES,
    crate::ui::exercises::EXERCISE,
    crate::ui::exercises::WORKSHEET,
    crate::ui::teach::TEACH,
];

/// What the address opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// What this is, in ten seconds.
    Home,
    /// A place in [`PAGES`].
    Page(usize),
    /// A place in [`LABS`].
    Lab(usize),
}

impl Route {
    /// What a query opens, with or without its `?`. An unknown lab is the first one.
    pub fn of_query(query: &str) -> Self {
        let query = query.strip_prefix('?').unwrap_or(query);
        let mut has_settings = false;
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if name == "lab" {
                return Self::Lab(LABS.iter().position(|lab| lab.id == value).unwrap_or(0));
            }
            let opens = |page: &Page| page.key == name && page.value.is_none_or(|known| known == value);
            // A chapter that does not exist leads to the first one.
            let found = PAGES.iter().position(opens).or_else(|| PAGES.iter().position(|page| page.key == name));
            if let Some(idx) = found {
                return Self::Page(idx);
            }
            has_settings |= !Frame::KEYS.contains(&&*name);
        }
        if has_settings { Self::Lab(0) } else { Self::Home }
    }

    /// The query of an address that opens it, without its `?`; `own` is what the page itself has to say.
    pub fn query(self, own: String) -> String {
        match self {
            Self::Home | Self::Page(_) => own,
            Self::Lab(idx) => joined([format!("lab={}", LABS[idx].id), own]),
        }
    }

    /// The lab on screen, if it is one.
    pub fn lab(self) -> Option<&'static Lab> {
        if let Self::Lab(idx) = self { Some(&LABS[idx]) } else { None }
    }

    /// The page's own title.
    pub fn page_title(self) -> String {
        match self {
            Self::Home => t("site-title"),
            Self::Page(idx) => t(PAGES[idx].title),
            Self::Lab(idx) => LABS[idx].title(),
        }
    }

    /// The title for the browser's tab.
    pub fn title(self) -> String {
        let page = self.page_title();
        if self == Self::Home { page } else { t_args("site-title-of", &[("page", page.into())]) }
    }
}

impl Page {
    /// The query that opens it fresh, without its `?`.
    pub fn plain_query(&self) -> String {
        match self.value {
            Some(value) => format!("{}={value}", self.key),
            None => self.key.to_owned(),
        }
    }
}

/// How much surrounds what an address opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Inside another site's page: without header and footer, with a link back.
    pub is_embedded: bool,
    /// At a projector: large type, large keys.
    pub is_presented: bool,
    /// A moment of a lesson that the class is walked through.
    pub moment: Option<MomentPlace>,
}

/// A place in a lesson plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MomentPlace {
    /// The plan, by its minutes.
    pub minutes: u32,
    /// The moment, from 0.
    pub idx: usize,
    /// Whether the answer is shown.
    pub is_revealed: bool,
}

impl MomentPlace {
    /// Reads `15.3`, or `15.3.answer`; moments count from 1.
    fn of_value(value: &str) -> Option<Self> {
        let mut parts = value.split('.');
        let minutes = parts.next()?.parse().ok()?;
        let idx = parts.next()?.parse::<usize>().ok()?.checked_sub(1)?;
        Some(Self { minutes, idx, is_revealed: parts.next() == Some("answer") })
    }

    fn value(self) -> String {
        format!("{}.{}{}", self.minutes, self.idx + 1, if self.is_revealed { ".answer" } else { "" })
    }
}

impl Frame {
    /// The parameters that are the frame's and no page's.
    pub const KEYS: [&str; 7] = ["embed", "present", "theme", "lang", "show", "lock", "run"];

    /// Reads a query, with or without its `?`.
    pub fn of_query(query: &str) -> Self {
        let query = query.strip_prefix('?').unwrap_or(query);
        let is_on = |key: &str| form_urlencoded::parse(query.as_bytes()).any(|(name, value)| name == key && value != "0");
        let moment = value_of(query, "run").and_then(|value| MomentPlace::of_value(&value));
        Self { is_embedded: is_on("embed"), is_presented: is_on("present"), moment }
    }

    /// What the address says of it, without a `?`; nothing for a page of its own.
    pub fn query(self) -> String {
        let parts = [(self.is_embedded, "embed=1"), (self.is_presented, "present=1")];
        let flags = parts.into_iter().filter(|(is_on, _)| *is_on).map(|(_, text)| text.to_owned());
        flags.chain(self.moment.map(|moment| format!("run={}", moment.value()))).collect::<Vec<_>>().join("&")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_opens_home_a_lab_or_a_page_and_old_links_the_first_lab() {
        for home in ["", "?", "?lang=de&theme=dark", "embed=1"] {
            assert_eq!(Route::of_query(home), Route::Home, "{home}");
        }
        for (idx, lab) in LABS.iter().enumerate() {
            let query = Route::Lab(idx).query("seed=3".to_owned());
            assert_eq!(query, format!("lab={}&seed=3", lab.id));
            assert_eq!(Route::of_query(&format!("?{query}")), Route::Lab(idx));
        }
        for first in ["?gamma=2&at=1.1", "lab=", "lab=nonsense", "prompt=a+b", "lang=de&seed=1"] {
            assert_eq!(Route::of_query(first), Route::Lab(0), "{first}");
        }
        for (idx, page) in PAGES.iter().enumerate() {
            assert_eq!(Route::of_query(&page.plain_query()), Route::Page(idx), "{}", page.plain_query());
        }
    }

    #[test]
    fn a_frame_survives_its_address() {
        for query in ["", "embed=1", "present=1", "embed=1&present=1", "present=1&run=15.3", "run=45.1.answer"] {
            assert_eq!(Frame::of_query(query).query(), query);
        }
        assert_eq!(Frame::of_query("?embed&present=0"), Frame { is_embedded: true, ..Frame::default() });
        for nonsense in ["run=", "run=15", "run=15.0", "run=x.1", "run=15.99999999999999999999999"] {
            assert_eq!(Frame::of_query(nonsense).moment, None, "{nonsense}");
        }
    }
}
