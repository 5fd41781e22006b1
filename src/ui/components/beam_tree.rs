//! The tree of a beam search, to walk through: dragged, zoomed, folded, followed. Only what is in
//! view is in the page, so that a search of 64 levels moves as easily as one of three.

use crate::decode::{BeamEvent, NodeId};
use crate::ui::beam_layout::{BOX, COLUMN, Drawn, KNOB, Picture, SlotKind, Window, node_words};
use crate::ui::beams_state::{BeamsState, Way};
use crate::ui::i18n::t;
use leptos::ev;
use leptos::html::Div;
use leptos::prelude::*;
use leptos::svg::G;
use std::collections::{BTreeMap, BTreeSet};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::Element;

/// Where the picture stands in its frame, and how large it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Camera {
    x: f64,
    y: f64,
    scale: f64,
}

/// The scales that zooming stays within.
const SCALES: (f64, f64) = (0.12, 2.0);
/// Below this, words are too small to read and are left out.
const LEAST_FOR_WORDS: f64 = 0.42;
/// What a key or a button zooms by.
const ZOOM: f64 = 1.25;
/// What an arrow key moves by, in pixels.
const PAN: f64 = 64.0;
/// A pointer that moves less than this between down and up has clicked.
const CLICK: f64 = 4.0;
/// The window's edges are rounded to this, so that a small move draws nothing anew.
const GRID: f64 = COLUMN as f64;
/// The scale that following chooses: as large as the highest column allows, within these.
const FOLLOWED: (f64, f64) = (0.72, 1.0);
/// Following moves up or down only for what lies this near to the upper or lower edge, as a share of
/// the height.
const CALM: f64 = 0.15;
/// Kept free around the picture.
const MARGIN: f64 = 12.0;

impl Camera {
    /// Zooms so that a point of the frame stays where it is.
    fn zoomed(self, factor: f64, (x, y): (f64, f64)) -> Self {
        let scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        let factor = scale / self.scale;
        Self { x: x - (x - self.x) * factor, y: y - (y - self.y) * factor, scale }
    }

    fn moved(self, x: f64, y: f64) -> Self {
        Self { x: self.x + x, y: self.y + y, ..self }
    }

    /// What a frame of this size shows.
    fn window(self, (width, height): (f64, f64)) -> Window {
        let low = |edge: f64| ((edge / GRID).floor() * GRID) as i32;
        let high = |edge: f64| ((edge / GRID).ceil() * GRID) as i32;
        Window {
            left: low(-self.x / self.scale),
            right: high((width - self.x) / self.scale),
            top: low(-self.y / self.scale),
            bottom: high((height - self.y) / self.scale),
        }
    }

    /// With the newest column in view, and in it this height of the picture.
    fn following(self, (width, height): (f64, f64), depth: usize, y: i32, half_height: i32) -> Self {
        let Self { scale, .. } = self;
        let right = (depth as f64 * f64::from(COLUMN) + f64::from(BOX.0)) * scale;
        let half = f64::from(half_height) * scale;
        let y = if 2.0 * half + 2.0 * MARGIN <= height {
            height / 2.0
        } else {
            // What is well in view stays where it is. Otherwise it comes to the middle, but no further than
            // to where the picture ends.
            let at = self.y + f64::from(y) * scale;
            let next = if at > CALM * height && at < (1.0 - CALM) * height { self.y } else { self.y + height / 2.0 - at };
            next.clamp(height - MARGIN - half, MARGIN + half)
        };
        // As long as there is room to the right, the prompt stays at the left.
        Self { x: (width - 2.5 * MARGIN - right).min(20.0), y, scale }
    }

    /// The whole of a picture of so many columns and this half height.
    fn fitting((width, height): (f64, f64), n_columns: usize, half_height: i32) -> Self {
        let picture = f64::from(COLUMN) * n_columns.saturating_sub(1) as f64 + f64::from(BOX.0);
        let scale = ((width - 32.0) / picture).min((height - 24.0) / (2.0 * f64::from(half_height))).clamp(SCALES.0, 1.25);
        Self { x: (width - picture * scale) / 2.0, y: height / 2.0, scale }
    }
}

/// A pointer that is down.
#[derive(Clone, Copy, Debug)]
struct Finger {
    id: i32,
    at: (f64, f64),
    began: (f64, f64),
    on: Option<Hit>,
}

/// What a pointer is on.
#[derive(Clone, Copy, Debug)]
enum Hit {
    Node(usize),
    Fold(usize),
}

fn hit_of(event: &ev::PointerEvent) -> Option<Hit> {
    let element: Element = event.target()?.dyn_into().ok()?;
    let number = |selector: &str, name: &str| element.closest(selector).ok().flatten()?.get_attribute(name)?.parse().ok();
    number("[data-fold]", "data-fold").map(Hit::Fold).or_else(|| number("[data-node]", "data-node").map(Hit::Node))
}

/// The tree in its frame, with what moves it.
#[component]
pub fn BeamTreePanel(
    /// Whether the whole tree stays in view, where the place is small and so is the tree.
    #[prop(optional)]
    fits: bool,
) -> impl IntoView {
    let state = BeamsState::use_context();
    let frame = NodeRef::<Div>::new();
    let world = NodeRef::<G>::new();
    let camera = RwSignal::new(Camera { x: 24.0, y: 240.0, scale: 1.0 });
    let size = RwSignal::new((800.0, 480.0));
    let follow = RwSignal::new(!fits);
    // Whether the scale is the reader's; until then it is chosen.
    let is_zoomed = StoredValue::new(false);
    let fingers = StoredValue::new(Vec::<Finger>::new());

    let measure = move || {
        if let Some(element) = frame.get_untracked() {
            let bounds = element.get_bounding_client_rect();
            let now = (bounds.width(), bounds.height());
            if now.0 > 0.0 && size.get_untracked() != now {
                size.set(now);
            }
        }
    };
    Effect::new(move |_| {
        frame.track();
        request_animation_frame(measure);
    });
    let listener = window_event_listener(ev::resize, move |_| measure());
    on_cleanup(move || listener.remove());

    let window = Memo::new(move |_| camera.get().window(size.get()));
    let scale = Memo::new(move |_| camera.with(|camera| camera.scale));
    // The tree's width, and half its height.
    let extent = Memo::new(move |_| state.layout.with(|layout| (layout.width(), f64::from(layout.half_height(usize::MAX)))));
    let is_brief = Memo::new(move |_| camera.get().scale < LEAST_FOR_WORDS);
    let chosen = Memo::new(move |_| state.chosen_or_best());
    // Greedy's text changes only when facts arrive, and the picture is asked for at every step.
    let greedy = Memo::new(move |_| state.shown.with(|shown| shown.as_ref().map(|shown| shown.greedy_path()).unwrap_or_default()));
    let drawn = Memo::new(move |_| {
        state.shown.with(|shown| {
            state.view.with(|view| {
                let (Some(shown), Some(view)) = (shown, view) else { return Vec::new() };
                state.layout.with(|layout| {
                    state.folding.with(|folding| {
                        greedy.with(|greedy| {
                            let picture = Picture {
                                run: &shown.pair.beams,
                                greedy,
                                view,
                                layout,
                                folding,
                                chosen: chosen.get(),
                                vocabulary: &shown.vocabulary,
                                is_brief: is_brief.get(),
                            };
                            picture.drawn(window.get())
                        })
                    })
                })
            })
        })
    });

    let places = StoredValue::new_local(Places::new());
    Effect::new(move |_| {
        let Some(world) = world.get() else { return };
        drawn.with(|drawn| {
            // A browser that cannot make an element has lost the page anyway; the table says the same.
            let _ = places.try_update_value(|places| places.show(world.unchecked_ref(), drawn));
        });
    });

    // Follows the story: the newest column stays in view, and in it what happens.
    Effect::new(move |_| {
        if !follow.get() {
            return;
        }
        let (width, height) = size.get();
        let at = state.view.with(|view| {
            let view = view.as_ref()?;
            state.layout.with(|layout| {
                let children = match (view.event, view.step_idx) {
                    (Some(BeamEvent::Expand(row_idx)), Some(step_idx)) => layout.middle_of_children(step_idx, row_idx),
                    _ => None,
                };
                let y = children.or_else(|| view.best.and_then(|best| layout.slot_of(best)).map(|slot| slot.y)).unwrap_or(0);
                Some((view.depth, y, layout.half_height(usize::MAX)))
            })
        });
        let Some((depth, y, half_height)) = at else { return };
        let mut next = camera.get_untracked();
        if !is_zoomed.get_value() {
            next.scale = ((height - 2.0 * MARGIN) / (2.0 * f64::from(half_height))).clamp(FOLLOWED.0, FOLLOWED.1);
        }
        let next = next.following((width, height), depth, y, half_height);
        if next != camera.get_untracked() {
            camera.set(next);
        }
    });

    let walk = move |change: &dyn Fn(Camera) -> Camera| {
        follow.set(false);
        camera.update(|camera| *camera = change(*camera));
    };
    let middle = move || {
        let (width, height) = size.get_untracked();
        (width / 2.0, height / 2.0)
    };
    // Zooming keeps following: only the scale is the reader's.
    let zoom = move |factor: f64, at: (f64, f64)| {
        is_zoomed.set_value(true);
        camera.update(|camera| *camera = camera.zoomed(factor, at));
    };
    let toggle_follow = move || {
        is_zoomed.set_value(false);
        follow.update(|follow| *follow = !*follow);
    };
    let fit = move || {
        measure();
        let n_columns = state.view.with_untracked(|view| view.as_ref().map_or(1, |view| view.depth + 1));
        let half_height = state.layout.with_untracked(|layout| layout.half_height(n_columns));
        follow.set(false);
        is_zoomed.set_value(true);
        camera.set(Camera::fitting(size.get_untracked(), n_columns, half_height));
    };
    if fits {
        Effect::new(move |_| {
            size.track();
            state.view.track();
            fit();
        });
    }
    let fold_chosen = move || {
        if let Some(node) = chosen.get_untracked() {
            // The best text has nothing after it: what is folded then is what it grew from.
            let has_children = state.neighbour(node, Way::Child).is_some();
            let is_folded = state.folding.with_untracked(|folding| folding.folded.contains(&node.0));
            let target = if has_children || is_folded { Some(node) } else { state.neighbour(node, Way::Parent) };
            if let Some(target) = target {
                state.chosen.set(Some(target));
                state.toggle_fold(target);
            }
        }
    };
    let choose = move |way: Way| {
        if let Some(next) = chosen.get_untracked().and_then(|from| state.neighbour(from, way)) {
            state.chosen.set(Some(next));
            follow.set(false);
            let slot = state.layout.with_untracked(|layout| layout.slot_of(next).copied());
            let (width, height) = size.get_untracked();
            if let Some(slot) = slot {
                camera.update(|camera| {
                    // Only as far as it takes to have the box in view.
                    let (left, top) = (camera.x + f64::from(slot.x) * camera.scale, camera.y + f64::from(slot.y) * camera.scale);
                    let right = left + f64::from(BOX.0) * camera.scale;
                    camera.x += (12.0 - left).max(0.0) - (right + 12.0 - width).max(0.0);
                    camera.y += (32.0 - top).max(0.0) - (top + 32.0 - height).max(0.0);
                });
            }
        }
    };

    let on_key = move |event: ev::KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        match (event.key().as_str(), event.shift_key()) {
            ("ArrowLeft", false) => walk(&|camera| camera.moved(PAN, 0.0)),
            ("ArrowRight", false) => walk(&|camera| camera.moved(-PAN, 0.0)),
            ("ArrowUp", false) => walk(&|camera| camera.moved(0.0, PAN)),
            ("ArrowDown", false) => walk(&|camera| camera.moved(0.0, -PAN)),
            ("ArrowLeft", true) => choose(Way::Parent),
            ("ArrowRight", true) => choose(Way::Child),
            ("ArrowUp", true) => choose(Way::Up),
            ("ArrowDown", true) => choose(Way::Down),
            ("+" | "=", _) => zoom(ZOOM, middle()),
            ("-" | "_", _) => zoom(1.0 / ZOOM, middle()),
            ("0", _) => fit(),
            ("f" | "F", _) => toggle_follow(),
            ("Enter", _) => fold_chosen(),
            _ => return,
        }
        event.prevent_default();
    };

    let place = move |event: &ev::PointerEvent| {
        let bounds = frame.get_untracked().map(|element| element.get_bounding_client_rect());
        bounds.map_or((0.0, 0.0), |bounds| (f64::from(event.client_x()) - bounds.left(), f64::from(event.client_y()) - bounds.top()))
    };
    let on_down = move |event: ev::PointerEvent| {
        if event.button() != 0 {
            return;
        }
        measure();
        let at = place(&event);
        let finger = Finger { id: event.pointer_id(), at, began: at, on: hit_of(&event) };
        fingers.update_value(|fingers| fingers.push(finger));
        if let Some(element) = frame.get_untracked() {
            // A pointer that is already gone cannot be held.
            let _ = element.set_pointer_capture(event.pointer_id());
        }
    };
    let on_move = move |event: ev::PointerEvent| {
        let before = fingers.get_value();
        let Some(idx) = before.iter().position(|finger| finger.id == event.pointer_id()) else { return };
        let (from, to) = (before[idx].at, place(&event));
        fingers.update_value(|fingers| fingers[idx].at = to);
        if let [first, second] = before[..] {
            let other = if idx == 0 { second.at } else { first.at };
            let apart = |a: (f64, f64)| (a.0 - other.0).hypot(a.1 - other.1).max(1.0);
            let between = ((to.0 + other.0) / 2.0, (to.1 + other.1) / 2.0);
            walk(&|camera| camera.zoomed(apart(to) / apart(from), between).moved((to.0 - from.0) / 2.0, (to.1 - from.1) / 2.0));
        } else if (to.0 - before[idx].began.0).hypot(to.1 - before[idx].began.1) > CLICK || !follow.get_untracked() {
            walk(&|camera| camera.moved(to.0 - from.0, to.1 - from.1));
        }
    };
    let on_up = move |event: ev::PointerEvent| {
        let mut lifted = None;
        fingers.update_value(|fingers| {
            lifted = fingers.iter().position(|finger| finger.id == event.pointer_id()).map(|idx| fingers.remove(idx));
        });
        let Some(finger) = lifted else { return };
        let has_clicked = (finger.at.0 - finger.began.0).hypot(finger.at.1 - finger.began.1) <= CLICK;
        match finger.on.filter(|_| has_clicked && event.type_() == "pointerup") {
            Some(Hit::Fold(idx)) => state.toggle_fold(NodeId(idx)),
            Some(Hit::Node(idx)) => state.chosen.set(Some(NodeId(idx))),
            None => {}
        }
    };
    let on_wheel = move |event: ev::WheelEvent| {
        if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            let at = place(event.unchecked_ref());
            zoom(libm::exp(-event.delta_y() / 400.0), at);
        } else if event.delta_x().abs() > event.delta_y().abs() {
            event.prevent_default();
            walk(&|camera| camera.moved(-event.delta_x(), 0.0));
        }
        // Otherwise the wheel scrolls the page, as everywhere.
    };

    let chosen_words = move || {
        let node = chosen.get()?;
        state.shown.with(|shown| {
            state.view.with(|view| {
                let (shown, view) = (shown.as_ref()?, view.as_ref()?);
                state.layout.with(|layout| node_words(&shown.pair.beams, view, layout, node, &shown.vocabulary))
            })
        })
    };
    let is_folded = move || chosen.get().is_some_and(|node| state.folding.with(|folding| folding.folded.contains(&node.0)));
    let any_folded = move || state.folding.with(|folding| !folding.folded.is_empty());
    view! {
        <div class="row tree-tools" role="group" aria-label=t("tree-tools")>
            <button type="button" aria-label=t("tree-zoom-out") title=t("tree-zoom-out") on:click=move |_| zoom(1.0 / ZOOM, middle())>"−"</button>
            <button type="button" aria-label=t("tree-zoom-in") title=t("tree-zoom-in") on:click=move |_| zoom(ZOOM, middle())>"+"</button>
            <button type="button" on:click=move |_| fit()>{t("tree-fit")}</button>
            <button type="button" data-testid="follow" aria-pressed=move || follow.get().to_string() on:click=move |_| toggle_follow()>
                {t("tree-follow")}
            </button>
            <button
                type="button"
                aria-pressed=move || state.folding.with(|folding| folding.kept_only).to_string()
                on:click=move |_| state.folding.update(|folding| folding.kept_only = !folding.kept_only)
            >
                {t("tree-hide-pruned")}
            </button>
            <button type="button" data-testid="fold" on:click=move |_| fold_chosen()>{move || t(if is_folded() { "tree-unfold" } else { "tree-fold" })}</button>
            <button type="button" prop:disabled=move || !any_folded() on:click=move |_| state.folding.update(|folding| folding.folded.clear())>{t("tree-unfold-all")}</button>
        </div>
        <div
            node_ref=frame
            class="beam-tree"
            data-testid="tree"
            tabindex="0"
            role="group"
            aria-label=t("tree-of-texts")
            aria-describedby="tree-keys"
            on:keydown=on_key
            on:pointerdown=on_down
            on:pointermove=on_move
            on:pointerup=on_up
            on:pointercancel=on_up
            on:wheel=on_wheel
        >
            // Moving changes one property and lays nothing out; only zooming does.
            <div class="tree-world" style=("transform", move || camera.with(|camera| format!("translate({:.1}px, {:.1}px)", camera.x, camera.y)))>
                // As large as the whole tree: a browser paints nothing of a picture whose own box is out of view.
                <svg
                    aria-hidden="true"
                    style=("width", move || format!("{:.0}px", extent.get().0 * scale.get()))
                    style=("height", move || format!("{:.0}px", 2.0 * extent.get().1 * scale.get()))
                    style=("top", move || format!("{:.1}px", -extent.get().1 * scale.get()))
                >
                    <g node_ref=world transform=move || format!("translate(0 {:.1}) scale({:.4})", extent.get().1 * scale.get(), scale.get())></g>
                </svg>
            </div>
        </div>
        <p class="chosen-line" data-testid="chosen" aria-live="polite">{move || chosen_words().unwrap_or_else(|| "\u{a0}".to_owned())}</p>
        <p class="soft tree-legend" id="tree-keys">
            <span class="legend-kept">{t("tree-kept")}</span> " " <span>{t("tree-legend-finished")}</span> " " <span>{t("tree-legend-pruned")}</span> " "
            <span>{t("tree-legend-left")}</span> " " <span class="legend-greedy">{t("tree-legend-greedy")}</span>
            <span class="on-wide">{t("tree-legend-keys")}</span>
        </p>
    }
}

/// The places that are in the page, each as an element of its own. They are made from patterns: an
/// element of many parts is copied in one call, and only what differs is written into it.
struct Places {
    drawn: BTreeMap<SlotKind, (Drawn, Element)>,
    patterns: Option<Patterns>,
}

struct Patterns {
    rest: Element,
    full: Element,
    brief: Element,
}

const SVG: &str = "http://www.w3.org/2000/svg";

/// An element of a picture, inside of another.
fn part(parent: &Element, tag: &str, attributes: &[(&str, &str)]) -> Result<Element, JsValue> {
    let element = document().create_element_ns(Some(SVG), tag)?;
    for (name, value) in attributes {
        element.set_attribute(name, value)?;
    }
    parent.append_child(&element)?;
    Ok(element)
}

impl Patterns {
    /// Patterns of a place whose left edge's middle is the origin.
    fn new() -> Result<Self, JsValue> {
        let group = || document().create_element_ns(Some(SVG), "g");
        let [left, right, top] = [8, BOX.0 - 8, -BOX.1 / 2].map(|number| number.to_string());
        let [width, height, middle] = [BOX.0, BOX.1, BOX.0 / 2].map(|number| number.to_string());
        let rest = group()?;
        part(&rest, "path", &[("class", "edge")])?;
        part(&rest, "text", &[("x", &left), ("y", "4")])?;
        let brief = group()?;
        part(&brief, "path", &[("class", "edge")])?;
        part(&brief, "rect", &[("y", &top), ("width", &width), ("height", &height), ("rx", "5")])?;
        let full: Element = brief.clone_node_with_deep(true)?.unchecked_into();
        // One text of four pieces is laid out at once.
        let text = part(&full, "text", &[])?;
        part(&text, "tspan", &[("class", "label"), ("x", &left), ("y", "-4")])?;
        part(&text, "tspan", &[("class", "end"), ("x", &right), ("y", "-4")])?;
        part(&text, "tspan", &[("class", "score"), ("x", &left), ("y", "12")])?;
        part(&text, "tspan", &[("class", "end mark"), ("x", &right), ("y", "12")])?;
        let badge = part(&full, "text", &[("class", "badge"), ("x", &middle), ("y", "-14")])?;
        badge.set_text_content(Some("G"));
        Ok(Self { rest, full, brief })
    }

    fn draw(&self, place: &Drawn) -> Result<Element, JsValue> {
        let pattern = match place.state {
            "rest" => &self.rest,
            _ if place.label.is_empty() => &self.brief,
            _ => &self.full,
        };
        let group: Element = pattern.clone_node_with_deep(true)?.unchecked_into();
        let mut class = format!("beam-place {}", place.state);
        for (holds, name) in
            [(place.is_best, " best"), (place.is_greedy, " greedy"), (place.is_active, " active"), (place.is_chosen, " chosen")]
        {
            if holds {
                class.push_str(name);
            }
        }
        group.set_attribute("class", &class)?;
        group.set_attribute("transform", &format!("translate({} {})", place.x, place.y))?;
        if let SlotKind::Node(idx) = place.kind {
            group.set_attribute("data-node", &idx.to_string())?;
        }
        let child = |idx: u32| group.children().item(idx);
        match (child(0), place.line((place.x, place.y))) {
            (Some(edge), Some(line)) => edge.set_attribute("d", &line)?,
            (Some(edge), None) => edge.remove(),
            (None, _) => {}
        }
        if place.state == "rest" {
            if let Some(text) = group.last_element_child() {
                text.set_text_content(Some(&place.label));
            }
            return Ok(group);
        }
        if let Some(text) = group.get_elements_by_tag_name("text").item(0) {
            let pieces = text.children();
            for (idx, words) in [&place.label, &place.log_prob, &place.score, &place.mark].into_iter().enumerate() {
                if let Some(piece) = pieces.item(idx as u32) {
                    piece.set_text_content(Some(words));
                }
            }
            let is_alone = place.state == "greedy";
            if let Some(badge) = group.last_element_child()
                && (!place.is_greedy || is_alone)
            {
                badge.remove();
            }
        }
        if let (Some(is_folded), SlotKind::Node(idx), false) = (place.folded, place.kind, place.label.is_empty()) {
            let knob = part(&group, "g", &[("class", "fold"), ("data-fold", &idx.to_string())])?;
            let at = (BOX.0 + KNOB / 2).to_string();
            part(&knob, "circle", &[("cx", &at), ("r", "9")])?;
            part(&knob, "text", &[("x", &at), ("y", "4")])?.set_text_content(Some(if is_folded { "+" } else { "−" }));
        }
        Ok(group)
    }
}

impl Places {
    fn new() -> Self {
        Self { drawn: BTreeMap::new(), patterns: Patterns::new().ok() }
    }

    /// Brings what is in the page to what is to be seen: what is the same stays untouched.
    fn show(&mut self, world: &Element, wanted: &[Drawn]) -> Result<(), JsValue> {
        let Some(patterns) = &self.patterns else { return Ok(()) };
        let kinds: BTreeSet<SlotKind> = wanted.iter().map(|place| place.kind).collect();
        self.drawn.retain(|kind, (_, element)| {
            let stays = kinds.contains(kind);
            if !stays {
                element.remove();
            }
            stays
        });
        for place in wanted {
            if let Some((drawn, element)) = self.drawn.get(&place.kind) {
                if drawn == place {
                    continue;
                }
                element.remove();
            }
            let element = patterns.draw(place)?;
            world.append_child(&element)?;
            self.drawn.insert(place.kind, (place.clone(), element));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_the_point_under_the_pointer_and_stays_within_its_limits() {
        let camera = Camera { x: 10.0, y: -20.0, scale: 0.8 };
        let under = |camera: Camera| ((300.0 - camera.x) / camera.scale, (200.0 - camera.y) / camera.scale);
        for factor in [0.5, 1.0, 1.9, 1e9, 1e-9] {
            let zoomed = camera.zoomed(factor, (300.0, 200.0));
            let (before, after) = (under(camera), under(zoomed));
            assert!((before.0 - after.0).abs() < 1e-6 && (before.1 - after.1).abs() < 1e-6, "{zoomed:?}");
            assert!((SCALES.0..=SCALES.1).contains(&zoomed.scale));
        }
    }

    #[test]
    fn a_fitting_camera_shows_the_whole_tree_where_that_is_possible() {
        for (n_columns, half_height) in [(1, 20), (4, 150), (13, 300), (65, 700)] {
            let camera = Camera::fitting((900.0, 500.0), n_columns, half_height);
            let window = camera.window((900.0, 500.0));
            assert!(window.left <= 0 && window.top <= -half_height && window.bottom >= half_height || camera.scale == SCALES.0);
            let right = (n_columns as i32 - 1) * COLUMN + BOX.0;
            assert!(window.right >= right || camera.scale == SCALES.0, "{camera:?} {window:?}");
        }
    }

    #[test]
    fn following_shows_the_newest_column_and_no_emptiness_beyond_the_tree() {
        let size = (800.0, 500.0);
        for (depth, y, half_height) in [(0, 0, 21), (2, -100, 200), (12, -600, 640), (64, 500, 640)] {
            let camera = Camera { x: 0.0, y: 0.0, scale: 0.8 }.following(size, depth, y, half_height);
            let right = camera.x + (depth as f64 * f64::from(COLUMN) + f64::from(BOX.0)) * camera.scale;
            assert!(right <= size.0 && right > 0.0);
            let (top, bottom) = (camera.y - f64::from(half_height) * 0.8, camera.y + f64::from(half_height) * 0.8);
            assert!(top <= MARGIN + 1e-9 && bottom >= size.1 - MARGIN - 1e-9 || (top >= 0.0 && bottom <= size.1), "{camera:?}");
        }
    }

    #[test]
    fn a_small_move_shows_the_same_window() {
        let camera = Camera { x: -1000.0, y: 30.0, scale: 1.0 };
        let at = |x: f64| camera.moved(x, 0.0).window((800.0, 500.0));
        assert_eq!(at(-41.0), at(-59.0));
        assert_ne!(at(0.0), at(-500.0));
    }
}
