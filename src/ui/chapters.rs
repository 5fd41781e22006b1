//! The two chapters: text beside live figures that it drives.
//!
//! The text stands in plain Markdown files in `chapters/`. A button in a sentence turns a figure's dials and is
//! ticked when the reader has done what it says, by the button or by hand. Figures are the labs' own parts and core
//! functions, on tables and recordings; none of them loads a model.

mod cycle_figure;
mod dials;
mod figures;
mod lab_figures;
mod markup;
mod math;
mod place;

pub(crate) use self::dials::ChaptersState;

use self::dials::Dials;
use self::markup::{Block, Inline};
use crate::decode::{Exercise, ExerciseId};
use crate::ui::app::address_in;
use crate::ui::components::{EmbedDesk, Framed};
use crate::ui::exercises::{ExercisesState, exercise_body, exercise_link};
use crate::ui::i18n::{key, t, t_args};
use crate::ui::route::{Frame, Page};
use leptos::context::Provider;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};

/// A chapter: its name in addresses, and its source.
struct Chapter {
    id: &'static str,
    source: &'static str,
}

const CHAPTERS: [Chapter; 2] = [
    Chapter { id: "decoding", source: include_str!("chapters/decoding.md") },
    Chapter { id: "speculative-sampling", source: include_str!("chapters/speculative-sampling.md") },
];

/// The first chapter.
pub const DECODING: Page = Page {
    key: "chapter",
    value: Some("decoding"),
    title: key("chapter-decoding"),
    link: Some(key("chapter-decoding-link")),
    view: || chapter_view(0),
    query: || ChaptersState::use_context().query(0),
};

/// The second chapter.
pub const SPECULATIVE_SAMPLING: Page = Page {
    key: "chapter",
    value: Some("speculative-sampling"),
    title: key("chapter-speculative"),
    link: Some(key("chapter-speculative-link")),
    view: || chapter_view(1),
    query: || ChaptersState::use_context().query(1),
};

/// A section on its way to the page.
#[derive(Default)]
struct Section {
    title: String,
    id: String,
    blocks: Vec<Block>,
}

/// The title, what stands before the first section, and the sections.
fn divided(blocks: Vec<Block>) -> (String, Vec<Block>, Vec<Section>) {
    let (mut chapter, mut lead, mut sections) = (String::new(), Vec::new(), Vec::<Section>::new());
    for block in blocks {
        match block {
            Block::Title(title) => chapter = title,
            Block::Section { title, id } => sections.push(Section { title, id, blocks: Vec::new() }),
            block => match sections.last_mut() {
                Some(section) => section.blocks.push(block),
                None => lead.push(block),
            },
        }
    }
    (chapter, lead, sections)
}

/// The figures of a chapter, in order: their names, captions, and what their dials are at first.
fn figures_of(chapter: usize) -> impl Iterator<Item = (String, String, Vec<(String, f64)>)> {
    markup::parse(CHAPTERS[chapter].source).into_iter().filter_map(|block| match block {
        Block::Figure { name, caption, settings } => Some((name, caption, settings)),
        _ => None,
    })
}

fn chapter_view(idx: usize) -> AnyView {
    let chapter = &CHAPTERS[idx];
    let state = ChaptersState::use_context();
    let dials = state.dials;
    provide_context(figures::Recordings::default());
    if let Some((name, caption, settings)) = state.alone(idx).and_then(|alone| figures_of(idx).find(|(name, ..)| *name == alone)) {
        settings.iter().for_each(|(dial, value)| dials.begin(dial, *value));
        return view! { <article class="chapter figure-alone" data-testid="figure-alone">{figure_view(idx, &name, &caption, dials)}</article> }
            .into_any();
    }
    let (title, lead, sections) = divided(markup::parse(chapter.source));
    let contents: Vec<AnyView> = sections.iter().enumerate().map(|(number, section)| contents_item(number, section)).collect();
    let (words, other_title, other) = if idx == 0 {
        (key("chapter-next"), key("chapter-speculative"), &CHAPTERS[1])
    } else {
        (key("chapter-before"), key("chapter-decoding"), &CHAPTERS[0])
    };
    let other_words = t_args(words, &[("title", t(other_title).into())]);
    let lead: Vec<AnyView> = lead.iter().map(|block| text_block(block, dials)).collect();
    let wanted = state.take_wanted(idx).map(|name| figure_id(&name));
    place::keep(chapter.id, sections.iter().map(|section| section.id.clone()).collect(), wanted);
    let sections: Vec<AnyView> = sections.into_iter().map(|section| section_view(idx, section, dials)).collect();
    let other_href = address_in(&format!("chapter={}", other.id), Frame::default());
    view! {
        <article class="chapter" data-testid="chapter">
            <header class="chapter-head">
                <p class="crumbs">{t_args("chapter-number", &[("n", (idx + 1).into())])}</p>
                <h1 lang="en">{title}</h1>
                <div class="chapter-lead" lang="en">{lead}</div>
                <nav class="contents card" lang="en" aria-label=t("chapter-contents")><ol>{contents}</ol></nav>
            </header>
            {sections}
            <p class="chapter-next"><a href=other_href>{other_words}</a></p>
        </article>
    }
    .into_any()
}

/// A line of the contents. It scrolls within the page, so that no figure is lost, and leaves its anchor in the address.
fn contents_item(number: usize, section: &Section) -> AnyView {
    let (id, href) = (section.id.clone(), format!("#{}", section.id));
    let go = move |event: ev::MouseEvent| {
        event.prevent_default();
        if let Some(element) = document().get_element_by_id(&id) {
            element.scroll_into_view();
            if let Some(heading) = element.first_element_child().and_then(|heading| heading.dyn_into::<web_sys::HtmlElement>().ok()) {
                // A heading that cannot take the focus is read from where it is.
                let _ = heading.focus();
            }
        }
        if let Ok(history) = window().history() {
            let search = window().location().search().unwrap_or_default();
            // Where the browser refuses, the address only lacks the anchor.
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("{search}#{id}")));
        }
    };
    view! { <li><a href=href on:click=go><span class="soft">{number + 1}</span>" "{section.title.clone()}</a></li> }.into_any()
}

/// A section: figures with the text that talks about them, and exercises across.
fn section_view(chapter: usize, section: Section, dials: Dials) -> AnyView {
    let mut parts: Vec<AnyView> = Vec::new();
    let mut figure: Option<AnyView> = None;
    let mut text: Vec<AnyView> = Vec::new();
    let finish = |parts: &mut Vec<AnyView>, figure: &mut Option<AnyView>, text: &mut Vec<AnyView>| {
        let text = std::mem::take(text);
        match figure.take() {
            Some(figure) => parts.push(
                view! { <div class="spread"><div class="spread-figure">{figure}</div><div class="spread-text" lang="en">{text}</div></div> }
                    .into_any(),
            ),
            None if !text.is_empty() => parts.push(view! { <div class="spread-text alone" lang="en">{text}</div> }.into_any()),
            None => {}
        }
    };
    for block in &section.blocks {
        match block {
            Block::Figure { name, caption, settings } => {
                finish(&mut parts, &mut figure, &mut text);
                settings.iter().for_each(|(dial, value)| dials.begin(dial, *value));
                figure = Some(figure_view(chapter, name, caption, dials));
            }
            Block::Exercise(id) => {
                finish(&mut parts, &mut figure, &mut text);
                parts.push(exercise_view(*id));
            }
            block => text.push(text_block(block, dials)),
        }
    }
    finish(&mut parts, &mut figure, &mut text);
    let (heading_id, labelled) = (format!("{}-title", section.id), format!("{}-title", section.id));
    view! {
        <section class="chapter-section" id=section.id aria-labelledby=labelled>
            <h2 id=heading_id tabindex="-1" lang="en">{section.title}</h2>
            {parts}
        </section>
    }
    .into_any()
}

/// The anchor of a figure.
fn figure_id(name: &str) -> String {
    format!("figure-{name}")
}

fn figure_view(chapter: usize, name: &str, caption: &str, dials: Dials) -> AnyView {
    let owned = name.to_owned();
    let foot = (!Framed::current().is_there()).then(|| embed_button(chapter, name, caption));
    // What a figure puts into the context is its own: two of a kind have two states.
    view! {
        <figure class="live-figure card" id=figure_id(name) data-testid=figure_id(name)>
            <figcaption lang="en">{caption.to_owned()}</figcaption>
            <Provider value=OfFigure>{drawn_figure(&owned, dials)}</Provider>
            {foot}
        </figure>
    }
    .into_any()
}

/// What gives authors the lines for a figure of its own, as it is now.
fn embed_button(chapter: usize, name: &str, caption: &str) -> AnyView {
    let (state, desk) = (ChaptersState::use_context(), EmbedDesk::use_context());
    let (name, caption) = (name.to_owned(), caption.to_owned());
    let open = move |_| desk.open(untrack(|| state.figure_query(chapter, &name)), caption.clone(), "");
    view! { <p class="figure-foot"><button type="button" class="link" aria-haspopup="dialog" on:click=open>{t("embed-figure")}</button></p> }
        .into_any()
}

/// Marks where a figure's own context begins.
#[derive(Clone, Copy)]
struct OfFigure;

fn drawn_figure(name: &str, dials: Dials) -> AnyView {
    match name.split('-').next().unwrap_or_default() {
        "sampler" => figures::sampler(name, dials),
        "order" => figures::order(name, dials),
        "mask" => figures::mask(name, dials),
        "chain" => figures::chain(name, dials),
        "speedup" => figures::speedup(name, dials),
        "lookup" => figures::lookup(name, dials),
        "beams" => lab_figures::beams(name, dials),
        "proof" => lab_figures::proof(name, dials),
        _ => cycle_figure::cycle(name, dials),
    }
}

/// An exercise at the end of a section, opened where it stands.
fn exercise_view(id: ExerciseId) -> AnyView {
    let state = ExercisesState::use_context();
    let is_open = RwSignal::new(false);
    let summary = Memo::new(move |_| state.progress.with(|progress| progress.summary(id)));
    let sign = move || match summary.get().best {
        None => t("chapter-exercise"),
        Some(_) if summary.get().n_solved > 0 => t("exercise-solved"),
        Some(_) => t("chapter-exercise-begun"),
    };
    let on_toggle = move |event: ev::Event| {
        let details = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        is_open.set(details.is_some_and(|details| details.has_attribute("open")));
    };
    view! {
        <details class="chapter-exercise card" data-testid=format!("exercise-{}", id.name()) on:toggle=on_toggle>
            <summary><span class="sign">{sign}</span>" "{id.title()}</summary>
            <Show when=move || is_open.get()>
                {move || exercise_body(Exercise::new(id, 0), false)}
                <p class="soft">{exercise_link(id, 1, "", t("chapter-other-numbers").into_any())}</p>
            </Show>
        </details>
    }
    .into_any()
}

fn text_block(block: &Block, dials: Dials) -> AnyView {
    let line = |line: &[Inline]| inline_views(line, dials);
    match block {
        Block::Paragraph(words) => view! { <p>{line(words)}</p> }.into_any(),
        Block::Items(items) => {
            let items: Vec<AnyView> = items.iter().map(|item| view! { <li>{line(item)}</li> }.into_any()).collect();
            view! { <ul class="references">{items}</ul> }.into_any()
        }
        Block::Table(rows) => table_view(rows, dials),
        Block::Equation { tex, words } => math::equation(tex, words),
        // Divided off before.
        Block::Title(_) | Block::Section { .. } | Block::Figure { .. } | Block::Exercise(_) => ().into_any(),
    }
}

fn table_view(rows: &[Vec<Vec<Inline>>], dials: Dials) -> AnyView {
    let (head, body) = rows.split_first().map_or((&[][..], &[][..]), |(head, body)| (&head[..], body));
    let head: Vec<AnyView> = head.iter().map(|cell| view! { <th scope="col">{inline_views(cell, dials)}</th> }.into_any()).collect();
    let body: Vec<AnyView> = body
        .iter()
        .map(|row| {
            let cells: Vec<AnyView> = row
                .iter()
                .enumerate()
                .map(|(idx, cell)| {
                    let words = inline_views(cell, dials);
                    if idx == 0 { view! { <th scope="row">{words}</th> }.into_any() } else { view! { <td>{words}</td> }.into_any() }
                })
                .collect();
            view! { <tr>{cells}</tr> }.into_any()
        })
        .collect();
    view! {
        <div class="given-scroll" tabindex="0" role="group" aria-label=t("chapter-table")>
            <table class="text-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>
        </div>
    }
    .into_any()
}

fn inline_views(pieces: &[Inline], dials: Dials) -> Vec<AnyView> {
    pieces.iter().map(|piece| inline_view(piece, dials)).collect()
}

fn inline_view(piece: &Inline, dials: Dials) -> AnyView {
    match piece {
        Inline::Text(words) => words.clone().into_any(),
        Inline::Strong(words) => {
            let class = match words.as_str() {
                "draft" => "draft-word",
                "target" => "target-word",
                _ => "",
            };
            view! { <b class=class>{words.clone()}</b> }.into_any()
        }
        Inline::Emphasis(words) => view! { <em>{words.clone()}</em> }.into_any(),
        Inline::Code(words) => view! { <code class="token">{words.clone()}</code> }.into_any(),
        Inline::Math(tex) => math::inline_math(tex),
        Inline::Link { words, href } if href.starts_with("./") => view! { <a href=href.clone()>{words.clone()}</a> }.into_any(),
        Inline::Link { words, href } => view! { <a href=href.clone() rel="noopener">{words.clone()}</a> }.into_any(),
        Inline::Do { words, settings } => do_button(words, settings, dials),
    }
}

/// A button in a sentence: it turns dials, and has a tick once they have been turned so, by it or by hand.
fn do_button(words: &str, settings: &[(String, f64)], dials: Dials) -> AnyView {
    let settings = StoredValue::new(settings.to_vec());
    let is_so = Memo::new(move |_| settings.with_value(|settings| dials.are(settings)));
    let done = RwSignal::new(false);
    Effect::new(move |before: Option<bool>| {
        let is_so = is_so.get();
        // What a figure begins with has not been done by anyone.
        if is_so && before == Some(false) {
            done.set(true);
        }
        is_so
    });
    let act = move |_| {
        settings.with_value(|settings| settings.iter().for_each(|(dial, value)| dials.set(dial, *value)));
        done.set(true);
    };
    view! {
        <button type="button" class="do" class:done=move || done.get() aria-pressed=move || is_so.get().to_string() on:click=act>
            {words.to_owned()}
            <span class="tick" aria-hidden="true">{move || if done.get() { "✓" } else { "▸" }}</span>
            <span class="sr-only">{move || if done.get() { format!(" {}", t("chapter-done")) } else { String::new() }}</span>
        </button>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(chapter: &Chapter) -> Vec<Block> {
        markup::parse(chapter.source)
    }

    fn inlines(block: &Block) -> Vec<Inline> {
        match block {
            Block::Paragraph(words) => words.clone(),
            Block::Items(items) => items.concat(),
            Block::Table(rows) => rows.concat().concat(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn every_section_has_an_anchor_and_every_formula_its_words() {
        for chapter in &CHAPTERS {
            let (title, lead, sections) = divided(blocks(chapter));
            assert!(!title.is_empty() && !lead.is_empty() && sections.len() >= 6, "{}", chapter.id);
            let mut ids: Vec<&str> = sections.iter().map(|section| section.id.as_str()).collect();
            assert!(ids.iter().all(|id| !id.is_empty()));
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), sections.len());
            for block in blocks(chapter) {
                if let Block::Equation { tex, words } = block {
                    assert!(words.len() > 10 && !words.contains('$'), "{tex}: {words}");
                }
            }
        }
    }

    #[test]
    fn every_exercise_stands_in_a_chapter_once() {
        let placed: Vec<ExerciseId> =
            CHAPTERS.iter().flat_map(blocks).filter_map(|block| if let Block::Exercise(id) = block { Some(id) } else { None }).collect();
        assert_eq!(placed.len(), ExerciseId::ALL.len());
        assert!(ExerciseId::ALL.iter().all(|(id, ..)| placed.contains(id)));
    }

    #[test]
    fn every_button_turns_a_dial_of_a_figure_of_its_section() {
        for chapter in &CHAPTERS {
            let (_, _, sections) = divided(blocks(chapter));
            let mut n_buttons = 0;
            for section in sections {
                let mut dials: Vec<String> = Vec::new();
                for block in &section.blocks {
                    if let Block::Figure { settings, .. } = block {
                        assert!(!settings.is_empty());
                        dials.extend(settings.iter().map(|(dial, _)| dial.clone()));
                    }
                    for piece in inlines(block) {
                        if let Inline::Do { settings, words } = piece {
                            n_buttons += 1;
                            assert!(!settings.is_empty() && settings.iter().all(|(dial, _)| dials.contains(dial)), "{words}: {settings:?}");
                        }
                        // A mark that is left over is a slip of the pen.
                        if let Inline::Text(words) = inlines(block).first().cloned().unwrap_or(Inline::Text(String::new())) {
                            assert!(!words.contains("](") && !words.contains('$') && !words.contains("**"), "{words}");
                        }
                    }
                }
            }
            assert!(n_buttons >= 9, "{}: {n_buttons}", chapter.id);
        }
    }

    #[test]
    fn references_are_linked() {
        for (chapter, wanted) in [(&CHAPTERS[0], 7), (&CHAPTERS[1], 8)] {
            let (_, _, sections) = divided(blocks(chapter));
            let last = sections.last().expect("a chapter has sections");
            let links = last.blocks.iter().flat_map(inlines).filter(|piece| matches!(piece, Inline::Link { .. })).count();
            assert_eq!((last.title.as_str(), links), ("References", wanted));
        }
        for paper in ["2211.17192", "2302.01318", "2401.10774", "2404.19737"] {
            assert!(CHAPTERS[1].source.contains(&format!("https://arxiv.org/abs/{paper}")));
        }
    }
}
