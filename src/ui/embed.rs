//! A lab inside another page: which of its parts are shown, which settings are locked, and the lines that an author copies.
//!
//! `show=` names the parts and the settings that are shown; without it all are. `lock=` names settings that are shown and
//! cannot be changed. Names that do not exist are left out, with a notice. All of it is plain text in, plain text out.

use crate::decode::{BEAM_KNOBS, COMPARE_KNOBS, CONSTRAINED_KNOBS, DRAFTS_KNOBS, KNOBS, LATENCY_KNOBS, PIPELINE_KNOBS, shorten};
use crate::ui::i18n::{key, t_args};
use crate::ui::url::value_of;

/// The parts that every lab is made of, with the key of what each is, in the order in which an author chooses them.
pub const PARTS: &[(&str, &str)] = &[
    ("stage", key("embed-part-stage")),
    ("text", key("embed-part-text")),
    ("playback", key("embed-part-playback")),
    ("settings", key("embed-part-settings")),
    ("models", key("embed-part-models")),
    ("details", key("embed-part-details")),
    ("results", key("embed-part-results")),
    ("lesson", key("embed-part-lesson")),
];

/// Settings that several labs have and that are no knobs.
const COMMON: [&str; 2] = ["prompt", "seed"];

/// Labs in which the target is alone.
const WITHOUT_DRAFT: [&str; 2] = ["logits", "beams"];

/// The most that is taken of either list.
const MAX_NAMES: usize = 32;

/// The settings of a lab that can be shown one by one, or locked, in the order of the page.
pub fn settings_of(lab: &str) -> Vec<&'static str> {
    let knobs: Vec<&'static str> = match lab {
        "speculative" => KNOBS.iter().map(|knob| knob.name).collect(),
        "logits" => PIPELINE_KNOBS.iter().map(|knob| knob.name).collect(),
        "beams" => BEAM_KNOBS.iter().map(|knob| knob.name).collect(),
        "constraints" => CONSTRAINED_KNOBS.iter().map(|knob| knob.name).collect(),
        "latency" => LATENCY_KNOBS.iter().map(|knob| knob.name).collect(),
        "drafts" => DRAFTS_KNOBS.iter().map(|knob| knob.name).collect(),
        "exactness" => COMPARE_KNOBS.iter().map(|knob| knob.name).collect(),
        _ => return Vec::new(),
    };
    // A search draws nothing, so it has no seed.
    let is_there = |name: &str| lab != "beams" || name != "seed";
    let common = COMMON.into_iter().filter(|name| !knobs.contains(name) && is_there(name));
    let mut all: Vec<&'static str> = common.chain(knobs.iter().copied()).collect();
    all.sort_by_key(|name| COMMON.iter().position(|common| common == name).map_or(1, |idx| idx * 2));
    all.push("target");
    if !WITHOUT_DRAFT.contains(&lab) {
        all.push("draft");
    }
    all
}

/// What an address says of an embedded lab.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Embed {
    /// Names of [`PARTS`] and of settings; empty shows all.
    pub show: Vec<String>,
    /// Names of settings.
    pub lock: Vec<String>,
}

impl Embed {
    /// Reads a query, with or without its `?`. Also says what could not be used.
    pub fn parse(query: &str, lab: &str) -> (Self, Vec<String>) {
        let query = query.strip_prefix('?').unwrap_or(query);
        let settings = settings_of(lab);
        let is_setting = |name: &str| settings.contains(&name);
        let is_part = |name: &str| PARTS.iter().any(|(part, _)| *part == name);
        let mut notices = Vec::new();
        let mut read = |name: &str, is_known: &dyn Fn(&str) -> bool| {
            let mut known: Vec<String> = Vec::new();
            let value = value_of(query, name).unwrap_or_default();
            for given in value.split(',').map(str::trim).filter(|given| !given.is_empty()) {
                if !is_known(given) || known.len() == MAX_NAMES {
                    notices.push(t_args("embed-unknown-name", &[("list", name.into()), ("name", shorten(given).into())]));
                } else if !known.iter().any(|known| known == given) {
                    known.push(given.to_owned());
                }
            }
            known
        };
        let show = read("show", &|name| is_setting(name) || is_part(name));
        let lock = read("lock", &is_setting);
        notices.truncate(4);
        (Self { show, lock }, notices)
    }

    /// What an address says, without `embed=1`; empty where nothing needs saying.
    pub fn to_query(&self) -> String {
        let lists = [("show", &self.show), ("lock", &self.lock)];
        let parts = lists.iter().filter(|(_, names)| !names.is_empty()).map(|(name, names)| format!("{name}={}", names.join(",")));
        parts.collect::<Vec<_>>().join("&")
    }

    /// Whether a part is shown. A list that names settings alone shows the stage and playback with them.
    pub fn shows_part(&self, part: &str) -> bool {
        let names_parts = self.show.iter().any(|name| PARTS.iter().any(|(part, _)| part == name));
        if self.show.is_empty() {
            true
        } else if names_parts {
            self.show.iter().any(|name| name == part)
        } else {
            ["stage", "playback"].contains(&part)
        }
    }

    /// Whether a setting is shown: on its own, or with all of them.
    pub fn shows_setting(&self, name: &str) -> bool {
        self.shows_part("settings") || self.show.iter().any(|shown| shown == name)
    }

    /// Whether some settings are shown on their own, and the others are not.
    pub fn shows_some_settings(&self) -> bool {
        !self.shows_part("settings") && self.show.iter().any(|name| !PARTS.iter().any(|(part, _)| part == name))
    }

    /// Whether a setting cannot be changed.
    pub fn locks(&self, name: &str) -> bool {
        self.lock.iter().any(|locked| locked == name)
    }

    /// The names for the page's root, by which style/embed.css shows parts.
    pub fn shown_names(&self) -> String {
        let parts = PARTS.iter().map(|(part, _)| *part).filter(|part| self.shows_part(part));
        let some = self.shows_some_settings().then_some("some-settings");
        let locked = (!self.lock.is_empty()).then_some("locked");
        parts.chain(some).chain(locked).collect::<Vec<_>>().join(" ")
    }
}

/// The colours that an address asks for: `light` or `dark`, or none of its own. Also says what could not be used.
///
/// scripts/start.js has set them by then, before anything was drawn.
pub fn theme_of_query(query: &str) -> (Option<&'static str>, Option<String>) {
    let given = value_of(query.strip_prefix('?').unwrap_or(query), "theme");
    match given.as_deref() {
        None | Some("auto") => (None, None),
        Some("light") => (Some("light"), None),
        Some("dark") => (Some("dark"), None),
        Some(other) => (None, Some(t_args("embed-unknown-theme", &[("name", shorten(other).into())]))),
    }
}

/// What an author has chosen in the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Parts, settings and locks.
    pub embed: Embed,
    /// The frame's height, in CSS pixels.
    pub height: u32,
    /// `auto`, `light` or `dark`.
    pub theme: String,
    /// A language's code; empty is the reader's own.
    pub lang: String,
}

/// Frames are at least and at most this high, in CSS pixels.
pub const HEIGHTS: (u32, u32) = (240, 4000);

impl Choice {
    /// The query of the frame: the page's own, without what the choice says, and the choice.
    pub fn query(&self, of_page: &str) -> String {
        let mut parts = vec!["embed=1".to_owned()];
        let own = without(of_page, &["embed", "show", "lock", "theme", "lang", "present"]);
        parts.extend([own, self.embed.to_query()].into_iter().filter(|part| !part.is_empty()));
        if self.theme != "auto" {
            parts.push(format!("theme={}", self.theme));
        }
        if !self.lang.is_empty() {
            parts.push(format!("lang={}", self.lang));
        }
        parts.join("&")
    }

    /// The `<iframe>` to copy. No inline style: those are blocked in pages with a strict policy.
    pub fn iframe_line(&self, site: &str, of_page: &str, title: &str) -> String {
        format!(
            "<iframe src=\"{}?{}\" title=\"{}\" width=\"100%\" height=\"{}\" frameborder=\"0\" loading=\"lazy\" allow=\"clipboard-write\"></iframe>",
            attribute(site),
            attribute(&self.query(of_page)),
            attribute(title),
            self.height
        )
    }

    /// The two lines with the custom element, which is as tall as what is in it.
    pub fn element_lines(&self, site: &str, of_page: &str, title: &str) -> String {
        let address = format!("{site}?{}", self.query(of_page));
        let whole = format!("{site}?{}", without(of_page, &["embed", "show", "lock"]));
        format!(
            "<script src=\"{}embed.js\" async></script>\n<decoding-lab src=\"{}\" title=\"{}\" height=\"{}\"><a href=\"{}\">{}</a></decoding-lab>",
            attribute(site),
            attribute(&address),
            attribute(title),
            self.height,
            attribute(whole.trim_end_matches('?')),
            attribute(title)
        )
    }
}

/// A query without some of its names.
pub fn without(query: &str, names: &[&str]) -> String {
    let query = query.strip_prefix('?').unwrap_or(query);
    let is_kept = |part: &&str| !part.is_empty() && !names.contains(&part.split('=').next().unwrap_or_default());
    query.split('&').filter(is_kept).collect::<Vec<_>>().join("&")
}

/// A text as it stands in an attribute.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(query: &str) -> Embed {
        let (embed, notices) = Embed::parse(query, "speculative");
        assert_eq!(notices, Vec::<String>::new(), "{query}");
        embed
    }

    #[test]
    fn without_a_list_everything_is_shown_and_nothing_locked() {
        let embed = parsed("?embed=1");
        assert!(PARTS.iter().all(|(part, _)| embed.shows_part(part)));
        assert!(embed.shows_setting("gamma") && !embed.shows_some_settings() && !embed.locks("gamma"));
        assert_eq!(embed.to_query(), "");
    }

    #[test]
    fn a_list_shows_what_it_names_and_survives_the_address() {
        let embed = parsed("embed=1&show=stage,results,temperature&lock=temperature,seed");
        assert!(embed.shows_part("stage") && embed.shows_part("results") && !embed.shows_part("playback"));
        assert!(embed.shows_setting("temperature") && !embed.shows_setting("gamma") && embed.shows_some_settings());
        assert!(embed.locks("seed") && embed.locks("temperature") && !embed.locks("gamma"));
        assert_eq!(embed.shown_names(), "stage results some-settings locked");
        assert_eq!(embed.to_query(), "show=stage,results,temperature&lock=temperature,seed");
        assert_eq!(parsed(&embed.to_query()), embed);
    }

    #[test]
    fn settings_alone_come_with_the_stage_and_playback() {
        let embed = parsed("show=gamma");
        assert_eq!(embed.shown_names(), "stage playback some-settings");
        assert_eq!(parsed("show=settings,gamma").shown_names(), "settings", "all settings have that one among them");
    }

    #[test]
    fn names_that_do_not_exist_are_left_out_with_a_notice() {
        let (embed, notices) = Embed::parse("show=stage,nonsense,stage&lock=stage,gamma", "speculative");
        assert_eq!((embed.show, embed.lock), (vec!["stage".to_owned()], vec!["gamma".to_owned()]));
        assert_eq!(notices.len(), 2);
        assert_eq!(notices[0], "show = nonsense: this page has nothing of that name; it was left out.");
        let many = vec!["x".repeat(1000); 1000].join(",");
        let (embed, notices) = Embed::parse(&format!("show={many}"), "speculative");
        assert_eq!((embed, notices.len()), (Embed::default(), 4));
        assert!(notices.iter().all(|notice| notice.len() < 100));
    }

    #[test]
    fn colours_are_light_dark_or_the_devices_own() {
        assert_eq!(theme_of_query("?theme=dark"), (Some("dark"), None));
        assert_eq!(theme_of_query("theme=light&x=1"), (Some("light"), None));
        assert_eq!([theme_of_query(""), theme_of_query("theme=auto")], [(None, None), (None, None)]);
        let (theme, notice) = theme_of_query("theme=puce");
        assert!(theme.is_none() && notice.is_some_and(|notice| notice.starts_with("theme = puce is not known")));
    }

    #[test]
    fn every_lab_has_settings_and_each_only_once() {
        for lab in crate::ui::LABS {
            let settings = settings_of(lab.id);
            assert!(settings.len() >= 4, "{}: {settings:?}", lab.id);
            assert!(settings.contains(&"target"), "{}", lab.id);
            assert_eq!(settings.contains(&"draft"), !["logits", "beams"].contains(&lab.id), "{}", lab.id);
            assert!(settings.iter().all(|name| settings.iter().filter(|other| *other == name).count() == 1), "{}: {settings:?}", lab.id);
            assert!(settings.iter().all(|name| !PARTS.iter().any(|(part, _)| part == name)), "a setting has the name of a part");
        }
    }

    #[test]
    fn the_lines_to_copy_hold_the_place_and_the_choice_and_no_inline_style() {
        let embed = Embed { show: vec!["stage".to_owned()], lock: vec!["gamma".to_owned()] };
        let choice = Choice { embed, height: 700, theme: "dark".to_owned(), lang: "de".to_owned() };
        let site = "https://example.org/lab/";
        let line = choice.iframe_line(site, "?gamma=2&theme=light&at=1.4", "Speculative \"cycles\"");
        let src = "https://example.org/lab/?embed=1&amp;gamma=2&amp;at=1.4&amp;show=stage&amp;lock=gamma&amp;theme=dark&amp;lang=de";
        assert!(line.contains(&format!("src=\"{src}\"")) && line.contains("height=\"700\""), "{line}");
        assert!(line.contains("title=\"Speculative &quot;cycles&quot;\"") && !line.contains("style="), "{line}");
        let lines = choice.element_lines(site, "gamma=2&at=1.4", "A lab");
        assert!(lines.starts_with("<script src=\"https://example.org/lab/embed.js\" async></script>\n<decoding-lab src="), "{lines}");
        assert!(
            lines.contains(&format!("src=\"{src}\""))
                && lines.ends_with("<a href=\"https://example.org/lab/?gamma=2&amp;at=1.4\">A lab</a></decoding-lab>")
        );
        let plain = Choice { embed: Embed::default(), theme: "auto".to_owned(), lang: String::new(), ..choice };
        assert_eq!(plain.query(""), "embed=1");
    }

    #[test]
    fn embed_js_has_at_most_two_kilobytes() {
        let script = include_str!("../../public/embed.js");
        assert!(script.len() <= 2048, "{} bytes", script.len());
    }
}
