//! The drawing of a finite automaton: its states as circles, its edges as arrows, the present state
//! marked, and a token's bytes as numbered moves. Of a large automaton only the neighbourhood of the
//! present state is drawn.

use crate::decode::{AutomatonDiagram, ByteSet};
use crate::ui::constraint_words::{expected, state_name};
use crate::ui::i18n::{t, t_args};
use crate::ui::words;
use std::fmt::Write as _;

/// Automata of up to so many states are drawn whole.
const MAX_WHOLE: usize = 6;
/// States of a neighbourhood.
const MAX_SHOWN: usize = 7;

/// The distance from one level to the next, and between states of the same level.
const LEVEL: f64 = 84.0;
const BESIDE: f64 = 142.0;
const RADIUS: f64 = 20.0;
/// Room around the circles: for loops on the left, for names on the right, above and below.
const LEFT: f64 = 104.0;
const RIGHT: f64 = 136.0;
const ABOVE: f64 = 28.0;

/// A move along an edge: from a state to a state, by a byte.
pub type EdgeMove = (usize, usize, u8);

/// A drawn automaton.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The picture, for use inside a page.
    pub svg: String,
    /// Its size in its own units.
    pub size: (u32, u32),
    /// How far from the left the present state stands, in the same units.
    pub now_x: f64,
    /// The picture in a sentence.
    pub summary: String,
    /// The edges drawn, as a table has them: from, by which bytes, to, and whether it is taken now.
    pub edges: Vec<EdgeRow>,
    /// States that are not drawn.
    pub n_hidden: usize,
}

/// An edge in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeRow {
    /// The state it leaves.
    pub from: String,
    /// Its bytes in words.
    pub bytes: String,
    /// The state it enters.
    pub to: String,
    /// The numbers of the moves along it, such as `2–5`; empty for none.
    pub moves: String,
}

/// Draws an automaton that stands in a state, having made these moves to come there (or about to
/// stand still, without moves).
pub fn draw_automaton(diagram: &AutomatonDiagram, now: usize, moves: &[EdgeMove]) -> Drawing {
    let shown = neighbourhood(diagram, now, moves);
    let places = places(diagram, &shown);
    let at = |state: usize| places.iter().find(|(known, _)| *known == state).map(|(_, place)| *place);
    let n_levels = places.iter().map(|(_, (level, _))| level + 1).max().unwrap_or(1);
    let n_beside = places.iter().map(|(_, (_, beside))| beside + 1).max().unwrap_or(1);
    let size = (LEFT + RIGHT + BESIDE * (n_beside - 1) as f64, 2.0 * ABOVE + LEVEL * (n_levels - 1) as f64);
    let point = |(level, beside): (usize, usize)| (LEFT + BESIDE * beside as f64, ABOVE + LEVEL * level as f64);

    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = write!(svg, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {:.0} {:.0}" font-family="sans-serif">"#, size.0, size.1);
    let mut rows = Vec::new();
    let mut labels = String::new();
    for edge in &diagram.edges {
        let Some(from) = at(edge.from) else { continue };
        let Some(to) = at(edge.to) else {
            continue;
        };
        let taken = move_numbers(moves, edge.from, edge.to);
        let is_pair = edge.from != edge.to && diagram.edges.iter().any(|other| (other.from, other.to) == (edge.to, edge.from));
        let is_straight = from.0.abs_diff(to.0) == 1 && !is_pair;
        let bend = if is_straight {
            0.0
        } else if from.0.abs_diff(to.0) == 1 {
            26.0
        } else {
            44.0
        };
        let label = match &taken {
            Some((numbers, bytes)) => format!("{numbers}: {bytes}"),
            None => short_label(&edge.bytes),
        };
        draw_edge(&mut svg, &mut labels, point(from), point(to), bend, &label, taken.is_some());
        rows.push(EdgeRow {
            from: state_name(&diagram.states[edge.from].name),
            bytes: expected(&edge.label),
            to: state_name(&diagram.states[edge.to].name),
            moves: taken.map(|(numbers, _)| numbers).unwrap_or_default(),
        });
    }
    for (state, place) in &places {
        let (x, y) = point(*place);
        if diagram.edges.iter().any(|edge| edge.from == *state && at(edge.to).is_none()) {
            let _ = write!(
                svg,
                r#"<path d="M{x:.1} {:.1}v16" stroke="var(--edge)" stroke-dasharray="3 3" fill="none"/><text x="{x:.1}" y="{:.1}" text-anchor="middle" font-size="13" fill="var(--ink-soft)">…</text>"#,
                y + RADIUS,
                y + RADIUS + 26.0,
            );
        }
        draw_state(&mut svg, &mut labels, diagram, *state, (x, y), *state == now);
    }
    svg.push_str(&labels);
    svg.push_str("</svg>");

    let n_hidden = diagram.states.len() - places.len();
    let n_states = ("n", diagram.states.len().into());
    let states = if n_hidden > 0 {
        t_args("automaton-states-some", &[n_states, ("drawn", places.len().into())])
    } else {
        t_args("automaton-states", &[n_states])
    };
    let at_now = diagram.states.get(now);
    let values = [("state", now.into()), ("name", at_now.map(|state| state_name(&state.name)).unwrap_or_default().into())];
    let may_end = at_now.is_some_and(|state| state.accepting);
    let stands = t_args(if may_end { "automaton-now-end" } else { "automaton-now" }, &values);
    let summary = words::sentences([states, stands]);
    let now_x = at(now).map_or(0.0, |place| point(place).0);
    Drawing { svg, size: (size.0 as u32, size.1 as u32), now_x, summary, edges: rows, n_hidden }
}

/// The states to draw: all of a small automaton; of a large one those of the moves, the present one,
/// and those it leads to.
fn neighbourhood(diagram: &AutomatonDiagram, now: usize, moves: &[EdgeMove]) -> Vec<usize> {
    if diagram.states.len() <= MAX_WHOLE {
        return (0..diagram.states.len()).collect();
    }
    let before = diagram.edges.iter().filter(|edge| edge.to == now).map(|edge| edge.from);
    let after = diagram.edges.iter().filter(|edge| edge.from == now).map(|edge| edge.to);
    let further = after.clone().flat_map(|next| diagram.edges.iter().filter(move |edge| edge.from == next).map(|edge| edge.to));
    let on_path = moves.iter().rev().flat_map(|(from, to, _)| [*to, *from]);
    let mut shown = Vec::new();
    for state in [now].into_iter().chain(on_path).chain(after.clone()).chain(before).chain(further) {
        if !shown.contains(&state) && shown.len() < MAX_SHOWN {
            shown.push(state);
        }
    }
    shown.sort_unstable();
    shown
}

/// The level of each state and its place on it. States are numbered breadth first, so those before a
/// state have smaller numbers; it stands one level below the first of them.
fn places(diagram: &AutomatonDiagram, shown: &[usize]) -> Vec<(usize, (usize, usize))> {
    let mut places: Vec<(usize, (usize, usize))> = Vec::new();
    for &state in shown {
        let before = diagram.edges.iter().filter(|edge| edge.to == state && edge.from < state).map(|edge| edge.from);
        let level = before
            .filter_map(|from| places.iter().find(|(known, _)| *known == from).map(|(_, (level, _))| level + 1))
            .min()
            .unwrap_or_else(|| places.iter().map(|(_, (level, _))| level + 1).max().unwrap_or(0));
        let beside = places.iter().filter(|(_, (other, _))| *other == level).count();
        places.push((state, (level, beside)));
    }
    places
}

/// The numbers of the moves along an edge, such as `1` or `2–5`, and their bytes.
fn move_numbers(moves: &[EdgeMove], from: usize, to: usize) -> Option<(String, String)> {
    let taken: Vec<(usize, u8)> =
        moves.iter().enumerate().filter(|(_, (a, b, _))| (*a, *b) == (from, to)).map(|(idx, (_, _, byte))| (idx + 1, *byte)).collect();
    let mut numbers = String::new();
    let mut idx = 0;
    while idx < taken.len() {
        let end = (idx..taken.len()).take_while(|other| taken[*other].0 - taken[idx].0 == other - idx).last().unwrap_or(idx);
        let between = if idx == 0 { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = if end > idx {
            write!(numbers, "{between}{}–{}", taken[idx].0, taken[end].0)
        } else {
            write!(numbers, "{between}{}", taken[idx].0)
        };
        idx = end + 1;
    }
    let bytes: Vec<u8> = taken.iter().map(|(_, byte)| *byte).collect();
    (!taken.is_empty()).then(|| (numbers, visible(&String::from_utf8_lossy(&bytes))))
}

/// White space made visible, and what is no character a dot.
fn visible(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            ' ' => '␣',
            '\n' => '⏎',
            '\t' => '⇥',
            char::REPLACEMENT_CHARACTER => '·',
            c if c.is_control() => '·',
            c => c,
        })
        .collect()
}

/// A set of bytes in a few characters: `0–9`, `, ]`, `a–z …`.
fn short_label(bytes: &ByteSet) -> String {
    if (b' '..=b'~').filter(|byte| bytes.contains(*byte)).count() > 80 {
        return t("automaton-any");
    }
    let mut parts: Vec<String> = Vec::new();
    let mut byte = 0u8;
    while byte < 0x80 {
        if !bytes.contains(byte) {
            byte += 1;
            continue;
        }
        let end = (byte..0x80).take_while(|other| bytes.contains(*other) && other.is_ascii_alphanumeric()).last().unwrap_or(byte);
        let shown = |byte: u8| visible(&char::from(byte).to_string());
        if end - byte >= 2 {
            parts.push(format!("{}–{}", shown(byte), shown(end)));
        } else {
            parts.extend((byte..=end).map(shown));
        }
        byte = end + 1;
    }
    if bytes.iter().any(|byte| byte >= 0x80) {
        parts.push(t("automaton-beyond-ascii"));
    }
    if parts.len() > 3 {
        parts.truncate(3);
        parts.push("…".to_owned());
    }
    parts.join(" ")
}

fn draw_state(svg: &mut String, labels: &mut String, diagram: &AutomatonDiagram, state: usize, (x, y): (f64, f64), is_now: bool) {
    let Some(facts) = diagram.states.get(state) else { return };
    let (fill, stroke, width) = if is_now { ("var(--target-wash)", "var(--target)", 3.5) } else { ("var(--surface)", "var(--edge)", 1.5) };
    // Writing to a string cannot fail.
    let _ = write!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{RADIUS}" fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>"#);
    if facts.accepting {
        let inner = RADIUS - 5.0;
        let _ = write!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{inner}" fill="none" stroke="{stroke}" stroke-width="1.5"/>"#);
    }
    let weight = if is_now { "700" } else { "400" };
    let _ = write!(
        svg,
        r#"<text x="{x:.1}" y="{:.1}" text-anchor="middle" font-size="14" font-weight="{weight}" fill="var(--ink)">{state}</text>"#,
        y + 5.0
    );
    let name = shortened(&state_name(&facts.name), 15);
    let paint = if is_now { "var(--ink)" } else { "var(--ink-soft)" };
    let beside = x + RADIUS + 8.0;
    text(labels, (beside, y + if is_now { -1.0 } else { 4.0 }), "start", weight, paint, &name);
    if is_now {
        text(labels, (beside, y + 14.0), "start", "700", "var(--target)", &t("automaton-here"));
    }
}

/// Text with a rim of paper, so that a line behind it does not cross it.
fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, weight: &str, paint: &str, words: &str) {
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" font-size="12.5" font-weight="{weight}" fill="{paint}" stroke="var(--surface)" stroke-width="4" paint-order="stroke">{}</text>"#,
        escaped(words)
    );
}

fn draw_edge(svg: &mut String, labels: &mut String, from: (f64, f64), to: (f64, f64), bend: f64, label: &str, taken: bool) {
    let (stroke, width) = if taken { ("var(--target)", 3.0) } else { ("var(--edge)", 1.4) };
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let len = (dx * dx + dy * dy).sqrt();
    let (path, tip, towards, label_at, anchor) = if len < 1.0 {
        // A loop on the left of the state.
        let (x, y) = from;
        let path = format!(
            "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            x - 18.0,
            y - 9.0,
            x - 48.0,
            y - 24.0,
            x - 48.0,
            y + 24.0,
            x - 22.0,
            y + 10.0
        );
        (path, (x - 18.5, y + 9.0), (26.0, -10.0), (x - 44.0, y + 4.0), "end")
    } else {
        let (ux, uy) = (dx / len, dy / len);
        // On the way down the curve bends to the left, on the way up to the right: an edge and the one
        // back stay apart.
        let middle = ((from.0 + to.0) / 2.0 - uy * bend * 1.6, (from.1 + to.1) / 2.0 + ux * bend * 1.6);
        let leave = unit(from, middle);
        let arrive = unit(middle, to);
        let start = (from.0 + leave.0 * RADIUS, from.1 + leave.1 * RADIUS);
        let tip = (to.0 - arrive.0 * (RADIUS + 2.0), to.1 - arrive.1 * (RADIUS + 2.0));
        let end = (tip.0 - arrive.0 * 6.0, tip.1 - arrive.1 * 6.0);
        let path = format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", start.0, start.1, middle.0, middle.1, end.0, end.1);
        let halfway = (0.25 * start.0 + 0.5 * middle.0 + 0.25 * end.0, 0.25 * start.1 + 0.5 * middle.1 + 0.25 * end.1);
        // Beside a line that goes down or up, below one that goes across.
        match (ux.abs() > 0.9, uy > 0.0) {
            (true, _) => (path, tip, arrive, (halfway.0, halfway.1 + if ux > 0.0 { 14.0 } else { -6.0 }), "middle"),
            (false, true) if ux.abs() < 0.1 => (path, tip, arrive, (halfway.0 - 7.0, halfway.1 + 4.0), "end"),
            (false, false) if ux.abs() < 0.1 => (path, tip, arrive, (halfway.0 + 7.0, halfway.1 + 4.0), "start"),
            _ => (path, tip, arrive, (halfway.0 + 7.0, halfway.1 - 3.0), "start"),
        }
    };
    let (ux, uy) = unit((0.0, 0.0), towards);
    let wing = |side: f64| (tip.0 - ux * 9.0 - uy * 4.5 * side, tip.1 - uy * 9.0 + ux * 4.5 * side);
    let (left, right) = (wing(1.0), wing(-1.0));
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        r#"<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width}"/><path d="M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z" fill="{stroke}"/>"#,
        tip.0, tip.1, left.0, left.1, right.0, right.1
    );
    let (weight, paint) = if taken { ("700", "var(--target)") } else { ("400", "var(--ink)") };
    text(labels, label_at, anchor, weight, paint, &shortened(label, 12));
}

fn unit(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let len = (dx * dx + dy * dy).sqrt().max(1e-9);
    (dx / len, dy / len)
}

fn shortened(text: &str, n_chars: usize) -> String {
    if text.chars().count() <= n_chars {
        return text.to_owned();
    }
    // The end of a state's name tells it from its neighbours.
    let skip = text.chars().count() - (n_chars - 1);
    format!("…{}", text.chars().skip(skip).collect::<String>())
}

/// What a reader typed must not become markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Constraint, ConstraintSpec};

    fn diagram(text: &str) -> AutomatonDiagram {
        let constraint = ConstraintSpec::from_text(text).and_then(Constraint::compile).expect("a usable constraint");
        constraint.diagram().expect("it is finite")
    }

    #[test]
    fn a_small_automaton_is_drawn_whole_with_the_present_state_and_the_moves_marked() {
        let list = diagram("list");
        let drawing = draw_automaton(&list, 2, &[(0, 1, b'['), (1, 2, b'7')]);
        assert_eq!((drawing.n_hidden, drawing.edges.len()), (0, 6));
        assert!(drawing.summary.starts_with("Automaton with 5 states. Now in state 2, after a digit"), "{}", drawing.summary);
        assert_eq!(drawing.svg.matches("◀ now").count(), 1);
        assert!(drawing.svg.contains("1: [") && drawing.svg.contains("2: 7"), "{}", drawing.svg);
        let taken: Vec<&str> = drawing.edges.iter().map(|edge| edge.moves.as_str()).filter(|moves| !moves.is_empty()).collect();
        assert_eq!(taken, ["1", "2"]);
        // Two circles for the state in which the text may end, one for each other.
        assert_eq!(drawing.svg.matches("<circle").count(), 6);
        assert!(draw_automaton(&list, 3, &[]).summary.ends_with("the text may end here."));
    }

    #[test]
    fn of_a_large_automaton_the_neighbourhood_is_drawn_and_the_rest_is_counted() {
        let sentence = diagram(r"regex:[A-Z][a-z]*( [a-z]+){2,11}[.!?]");
        for now in 0..sentence.states.len() {
            let drawing = draw_automaton(&sentence, now, &[]);
            assert!(drawing.n_hidden + MAX_SHOWN >= sentence.states.len() && drawing.svg.contains("◀ now"));
            assert!(!drawing.svg.contains("NaN") && drawing.size.0 < 1200 && drawing.size.1 < 800, "{now}: {:?}", drawing.size);
        }
        let moves = [(0, 1, b'O'), (1, 1, b'n'), (1, 1, b'c'), (1, 1, b'e'), (1, 2, b' ')];
        let drawing = draw_automaton(&sentence, 2, &moves);
        assert!(drawing.svg.contains("2–4: nce") && drawing.svg.contains("5: ␣"), "{}", drawing.svg);
    }

    #[test]
    fn bytes_are_labelled_in_a_few_characters() {
        let label = |bytes: &[u8]| {
            let mut set = ByteSet::default();
            bytes.iter().for_each(|byte| set.insert(*byte));
            short_label(&set)
        };
        assert_eq!([label(b"0123456789"), label(b",]"), label(b" abc"), label(b"a,.;[")], ["0–9", ", ]", "␣ a–c", ", . ; …"]);
        let all: Vec<u8> = (b' '..=b'~').collect();
        assert_eq!(label(&all[1..]), "any but a few");
    }

    // A pattern is typed by a reader: it must not become markup, nor may a fixed colour hide in a theme.
    #[test]
    fn what_was_typed_is_escaped_and_every_colour_is_a_variable_of_the_page() {
        let drawing = draw_automaton(&diagram("regex:<script>&\"x"), 1, &[(0, 1, b'<')]);
        assert!(!drawing.svg.contains("<script") && drawing.svg.contains("&lt;"));
        let colours = drawing.svg.split("fill=\"").skip(1).chain(drawing.svg.split("stroke=\"").skip(1));
        for colour in colours.filter_map(|rest| rest.split('"').next()) {
            assert!(colour == "none" || colour.starts_with("var(--"), "{colour}");
        }
    }
}
