//! The dials of the chapters' figures: how far each turns, what text, sliders and addresses turn it to, and the figure
//! that an address names.
//!
//! `?chapter=decoding&figure=beams&width=3` opens the chapter at a figure, with its dials as the address says; with
//! `embed=1` the figure stands alone.

use super::{CHAPTERS, figures};
use crate::decode::{MAX_GAMMA, Mistake, ProofPreset};
use crate::ui::i18n::{key, t_args};
use crate::ui::url::value_of;
use crate::ui::words::in_quotes;
use leptos::prelude::*;
use std::collections::BTreeMap;

/// Every figure's dials: what text and sliders set, and figures show. Copies share the same signals.
#[derive(Clone, Copy)]
pub(crate) struct Dials(RwSignal<BTreeMap<String, f64>>);

impl Dials {
    /// What a dial is set to; 0 if it never was.
    pub(super) fn get(self, dial: &str) -> f64 {
        self.0.with(|dials| dials.get(dial).copied().unwrap_or(0.0))
    }

    pub(super) fn set(self, dial: &str, value: f64) {
        if self.0.with_untracked(|dials| dials.get(dial) != Some(&value)) {
            self.0.update(|dials| {
                dials.insert(dial.to_owned(), value);
            });
        }
    }

    /// Sets a dial that nothing has set before.
    pub(super) fn begin(self, dial: &str, value: f64) {
        if !self.0.with_untracked(|dials| dials.contains_key(dial)) {
            self.set(dial, value);
        }
    }

    /// A dial that changes only when its own value does.
    pub(super) fn memo(self, dial: String) -> Memo<f64> {
        Memo::new(move |_| self.get(&dial))
    }

    pub(super) fn are(self, settings: &[(String, f64)]) -> bool {
        settings.iter().all(|(dial, value)| (self.get(dial) - value).abs() < 1e-9)
    }
}

/// How far a dial of a figure turns: from, to, and by which steps. `None` if the figure has no such dial.
pub(super) fn range(figure: &str, dial: &str) -> Option<[f64; 3]> {
    let kind = figure.split('-').next().unwrap_or_default();
    Some(match (kind, dial) {
        ("sampler", "temperature") => [0.0, 3.0, 0.05],
        ("sampler", "top_k") => [0.0, 40.0, 1.0],
        ("sampler", "top_p" | "min_p") => [0.0, 1.0, 0.01],
        ("order", "temperature") => [0.05, 4.0, 0.05],
        ("order", "top_p") => [0.05, 1.0, 0.05],
        ("beams", "width") => [1.0, 4.0, 1.0],
        // The figure knows how long its text is, and stops at the last token.
        ("mask", "step") => [0.0, 999.0, 1.0],
        ("cycle", "case") => [0.0, 2.0, 1.0],
        ("proof", "preset") => [0.0, (ProofPreset::ALL.len() - 1) as f64, 1.0],
        ("proof", "mistake") => [0.0, (Mistake::ALL.len() - 1) as f64, 1.0],
        ("chain", "a" | "b" | "c") => [0.0, 1.0, 0.05],
        ("speedup", "alpha" | "slope") => [0.0, 1.0, 0.05],
        ("speedup", "gamma") => [1.0, MAX_GAMMA as f64, 1.0],
        ("speedup", "c") => [0.0, 1.5, 0.05],
        ("lookup", "n") => [1.0, 4.0, 1.0],
        ("lookup", "gamma") => [1.0, 8.0, 1.0],
        ("lookup", "at") => [5.0, (figures::n_story_words() - 1) as f64, 1.0],
        _ => return None,
    })
}

/// The place of a dial next to a number. Sliders count in binary fractions; 0.05 must stay 0.05.
pub(super) fn snapped([min, max, step]: [f64; 3], value: f64) -> f64 {
    let steps = (1.0 / step).round().max(1.0);
    ((value * steps).round() / steps).clamp(min, max)
}

/// A figure: its chapter's place among [`CHAPTERS`], and its name there.
type Named = (usize, String);

/// What addresses and figures have to do with each other. Copies share the same signals.
#[derive(Clone, Copy)]
pub(crate) struct ChaptersState {
    /// The dials of all figures.
    pub(super) dials: Dials,
    /// The figure that the address named.
    named: StoredValue<Option<Named>>,
    /// Whether it stands alone, inside another page.
    is_framed: bool,
}

impl ChaptersState {
    /// The state of a page opened at this query, and what the query had wrong.
    pub(crate) fn new(query: &str, is_embedded: bool) -> (Self, Vec<String>) {
        let Read { named, settings, notices } = read(query);
        let dials = Dials(RwSignal::new(settings.into_iter().collect()));
        (Self { dials, named: StoredValue::new(named), is_framed: is_embedded }, notices)
    }

    /// The state that components share.
    pub(crate) fn use_context() -> Self {
        expect_context()
    }

    /// The figure of a chapter that stands alone, if one does.
    pub(super) fn alone(self, chapter: usize) -> Option<String> {
        self.named.get_value().filter(|(of, _)| self.is_framed && *of == chapter).map(|(_, name)| name)
    }

    /// Whether a figure stands alone.
    pub(crate) fn is_alone(self) -> bool {
        self.is_framed && self.named.with_value(Option::is_some)
    }

    /// The figure that a chapter opens at. It does so once.
    pub(super) fn take_wanted(self, chapter: usize) -> Option<String> {
        let wanted = self.named.get_value().filter(|(of, _)| !self.is_framed && *of == chapter)?;
        self.named.set_value(None);
        Some(wanted.1)
    }

    /// What the address says while a chapter is on screen.
    pub(super) fn query(self, chapter: usize) -> String {
        match self.alone(chapter) {
            Some(name) => self.figure_query(chapter, &name),
            None => format!("chapter={}", CHAPTERS[chapter].id),
        }
    }

    /// The query that opens a figure with its dials as they are.
    pub(super) fn figure_query(self, chapter: usize, name: &str) -> String {
        let mut query = format!("chapter={}&figure={name}", CHAPTERS[chapter].id);
        for (dial, usual) in usual_dials(chapter, name).unwrap_or_default() {
            let now = self.dials.0.with(|dials| dials.get(&dial).copied()).unwrap_or(usual);
            let dial = dial.rsplit('.').next().unwrap_or_default();
            // What was drawn by hand is no place of a dial.
            if now != usual && range(name, dial).is_some_and(|range| snapped(range, now) == now) {
                query.push_str(&format!("&{dial}={now}"));
            }
        }
        query
    }
}

/// The dials of a figure and what they are at first; `None` if the chapter has no such figure.
fn usual_dials(chapter: usize, name: &str) -> Option<Vec<(String, f64)>> {
    super::figures_of(chapter).find(|(known, ..)| known == name).map(|(_, _, settings)| settings)
}

/// What a query says of a figure.
#[derive(Debug, Default, PartialEq)]
struct Read {
    named: Option<Named>,
    settings: Vec<(String, f64)>,
    notices: Vec<String>,
}

fn read(query: &str) -> Read {
    let query = query.strip_prefix('?').unwrap_or(query);
    let (Some(chapter), Some(name)) = (value_of(query, "chapter"), value_of(query, "figure")) else { return Read::default() };
    // A chapter that does not exist is the first one, as everywhere.
    let chapter = CHAPTERS.iter().position(|known| known.id == chapter).unwrap_or(0);
    let Some(usual) = usual_dials(chapter, &name) else {
        let short: String = name.chars().take(24).collect();
        let notice = t_args("chapter-no-figure", &[("name", in_quotes(&short).into())]);
        return Read { notices: vec![notice], ..Read::default() };
    };
    let (mut settings, mut notices) = (Vec::new(), Vec::new());
    for (whole, usual) in usual {
        let dial = whole.rsplit('.').next().unwrap_or_default().to_owned();
        let (Some(given), Some(range)) = (value_of(query, &dial), range(&name, &dial)) else { continue };
        let number = given.trim().parse::<f64>().ok().filter(|number| !number.is_nan());
        let used = number.map_or(usual, |number| snapped(range, number));
        let notice = match number {
            None => Some(key("link-no-number")),
            Some(number) if !(range[0]..=range[1]).contains(&number) => Some(key("link-clamped")),
            Some(_) => None,
        };
        let short: String = given.chars().take(24).collect();
        let values = [("name", dial.into()), ("given", short.into()), ("used", used.to_string().into())];
        notices.extend(notice.map(|key| t_args(key, &values)));
        settings.push((whole, used));
    }
    Read { named: Some((chapter, name)), settings, notices }
}

#[cfg(test)]
mod tests {
    use super::super::figures_of;
    use super::*;

    #[test]
    fn every_dial_has_a_range_and_begins_within_it() {
        for chapter in 0..CHAPTERS.len() {
            for (name, _, settings) in figures_of(chapter) {
                for (key, usual) in settings {
                    let dial = key.rsplit('.').next().expect("a key has a dial");
                    let range = range(&name, dial).unwrap_or_else(|| panic!("{key} has no range"));
                    assert_eq!(snapped(range, usual), usual, "{key}");
                    assert_eq!([snapped(range, range[0]), snapped(range, range[1])], [range[0], range[1]], "{key}");
                    assert!(range[0] < range[1] && range[2] > 0.0);
                }
            }
        }
    }

    // Each figure, with each of its dials at both ends, comes back from its own address.
    #[test]
    fn every_figure_survives_its_address_with_its_dials() {
        let owner = Owner::new();
        owner.with(|| {
            for (chapter, known) in CHAPTERS.iter().enumerate() {
                let mut names = std::collections::BTreeSet::new();
                for (name, caption, settings) in figures_of(chapter) {
                    assert!(!caption.is_empty() && names.insert(name.clone()), "{name}: two figures of one name");
                    let (state, notices) = ChaptersState::new("chapter=decoding", true);
                    assert!(notices.is_empty() && !state.is_alone());
                    let plain = format!("chapter={}&figure={name}", known.id);
                    assert_eq!(state.figure_query(chapter, &name), plain);
                    for (key, _) in &settings {
                        let range = range(&name, key.rsplit('.').next().expect("a key has a dial")).expect("a range");
                        for value in [range[0], range[1]] {
                            state.dials.set(key, value);
                            let query = state.figure_query(chapter, &name);
                            let (again, notices) = ChaptersState::new(&format!("?{query}&embed=1"), true);
                            assert_eq!((again.alone(chapter), notices), (Some(name.clone()), vec![]), "{query}");
                            assert_eq!(again.query(chapter), query);
                            assert_eq!(again.alone(1 - chapter), None);
                        }
                    }
                }
                assert!(names.len() >= 5);
            }
        });
    }

    #[test]
    fn a_figure_outside_of_a_frame_opens_its_chapter_once_and_is_no_part_of_its_address() {
        let owner = Owner::new();
        owner.with(|| {
            let (state, _) = ChaptersState::new("chapter=decoding&figure=beams&width=3", false);
            assert_eq!((state.alone(0), state.query(0).as_str()), (None, "chapter=decoding"));
            assert_eq!(state.dials.get("beams.width"), 3.0);
            assert_eq!((state.take_wanted(1), state.take_wanted(0), state.take_wanted(0)), (None, Some("beams".to_owned()), None));
            state.dials.begin("beams.width", 1.0);
            assert_eq!(state.dials.get("beams.width"), 3.0, "the chapter's own beginning does not undo the address");
        });
    }

    #[test]
    fn what_an_address_has_wrong_of_a_figure_is_said() {
        let of = |query: &str| read(query);
        let unknown = of("chapter=decoding&figure=nonsense&embed=1");
        assert_eq!((unknown.named, unknown.notices.len()), (None, 1));
        assert!(unknown.notices[0].contains("“nonsense”"), "{:?}", unknown.notices);
        assert_eq!(of("chapter=speculative-sampling&figure=beams").named, None, "it stands in the other chapter");
        let odd = of("chapter=decoding&figure=beams&width=1e9");
        assert_eq!(
            (odd.settings, odd.notices),
            (vec![("beams.width".to_owned(), 4.0)], vec!["width = 1e9 is out of range; 4 is used".to_owned()])
        );
        let nan = of("chapter=decoding&figure=sampler-logits&temperature=NaN&top_k=x");
        assert_eq!(nan.notices, ["temperature = NaN is not a number; 1 is used", "top_k = x is not a number; 0 is used"]);
        let odd = of("chapter=decoding&figure=order&temperature=0.5000000001&top_p=inf");
        assert_eq!(odd.settings, [("order.temperature".to_owned(), 0.5), ("order.top_p".to_owned(), 1.0)]);
        assert_eq!(of("figure=beams"), Read::default());
    }
}
