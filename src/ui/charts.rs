//! The plots: acceptance rates, tokens per cycle, how many drafts a cycle keeps, and where it
//! fails. Drawn by plotters as SVG; colours are the page's own variables, so that a plot follows
//! the theme.

mod latency;

pub use latency::*;

use crate::decode::{CycleSummary, Draws, GreedyComparison, SpeculationStats, expected_tokens_per_cycle};
use crate::ui::i18n::{decimal, key, t, t_args};
use crate::ui::words;
use plotters::prelude::*;

/// A colour: what plotters is told, and the page's variable that takes its place in the SVG.
#[derive(Clone, Copy)]
struct Paint {
    rgb: RGBColor,
    variable: &'static str,
}

const INK: Paint = Paint { rgb: RGBColor(1, 0, 0), variable: "var(--ink)" };
const SOFT: Paint = Paint { rgb: RGBColor(2, 0, 0), variable: "var(--ink-soft)" };
const LINE: Paint = Paint { rgb: RGBColor(3, 0, 0), variable: "var(--line)" };
const TARGET: Paint = Paint { rgb: RGBColor(4, 0, 0), variable: "var(--target)" };
const DRAFT: Paint = Paint { rgb: RGBColor(5, 0, 0), variable: "var(--draft)" };
const ACCEPTED: Paint = Paint { rgb: RGBColor(6, 0, 0), variable: "var(--accepted)" };
const SURFACE: Paint = Paint { rgb: RGBColor(7, 0, 0), variable: "var(--surface)" };
const PAINTS: [Paint; 7] = [INK, SOFT, LINE, TARGET, DRAFT, ACCEPTED, SURFACE];

/// A plot's size in its own units.
pub const WIDTH: u32 = 320;
/// The height that goes with [`WIDTH`].
pub const HEIGHT: u32 = 160;

/// Something to read off a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Where it stands, from 0 at the plot's left edge to 1 at its right.
    pub x: f64,
    /// What is there, in words.
    pub words: String,
}

/// A drawn plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The picture, for use inside a page.
    pub svg: String,
    /// What hovering over it reads, from left to right.
    pub readings: Vec<Reading>,
    /// The picture in a sentence.
    pub summary: String,
    /// Whether there is nothing to see yet.
    pub blank: bool,
}

type DrawError = Box<dyn std::error::Error>;

/// One line of a plot with the words that stand at its end.
struct Curve {
    values: Vec<Option<f64>>,
    paint: Paint,
    /// Lengths of dash and gap; `None` draws a solid line.
    dash: Option<(u32, u32)>,
    label: String,
}

/// Running acceptance rates, all three kinds, over the cycles, with each cycle's own share as a dot.
pub fn acceptance(gamma: usize, summaries: &[CycleSummary]) -> Plot {
    let stats = running_stats(gamma, summaries);
    let per_cycle: Vec<Option<f64>> = summaries
        .iter()
        .map(|cycle| (cycle.complete && cycle.n_drafted > 0).then(|| cycle.n_accepted as f64 / cycle.n_drafted as f64))
        .collect();
    let of = |read: fn(&SpeculationStats) -> Option<f64>| stats.iter().map(read).collect::<Vec<_>>();
    let curves = [
        Curve { values: of(|stats| stats.accepted_per_drafted().rate()), paint: INK, dash: None, label: t("chart-of-drafted") },
        Curve { values: of(|stats| stats.accepted_per_tested().rate()), paint: ACCEPTED, dash: Some((6, 3)), label: t("chart-of-tested") },
        Curve { values: of(SpeculationStats::mean_overlap), paint: TARGET, dash: Some((2, 3)), label: t("chart-overlap") },
    ];
    let words = |idx: usize| {
        let stats: &SpeculationStats = &stats[idx];
        let values = [
            ("cycle", (idx + 1).into()),
            ("here", words::rate(per_cycle[idx]).into()),
            ("drafted", words::rate(stats.accepted_per_drafted().rate()).into()),
            ("tested", words::rate(stats.accepted_per_tested().rate()).into()),
            ("overlap", words::rate(stats.mean_overlap()).into()),
        ];
        t_args("chart-acceptance-reading", &values)
    };
    over_cycles((0.0, 1.0), &per_cycle, &curves, words, &t("chart-acceptance"))
}

/// Running tokens per cycle, against the closed form at the measured acceptance rate.
pub fn tokens_per_cycle(gamma: usize, summaries: &[CycleSummary]) -> Plot {
    let stats = running_stats(gamma, summaries);
    let per_cycle: Vec<Option<f64>> = summaries.iter().map(|cycle| cycle.complete.then_some(cycle.n_accepted as f64 + 1.0)).collect();
    let predicted = |stats: &SpeculationStats| stats.accepted_per_tested().rate().map(|alpha| expected_tokens_per_cycle(alpha, gamma));
    let curves = [
        Curve {
            values: stats.iter().map(SpeculationStats::tokens_per_cycle).collect(),
            paint: INK,
            dash: None,
            label: t("chart-measured"),
        },
        Curve { values: stats.iter().map(predicted).collect(), paint: TARGET, dash: Some((6, 3)), label: t("chart-formula") },
    ];
    let words = |idx: usize| {
        let here = per_cycle[idx].map_or_else(|| t("chart-cut-short"), |n| t_args("count-tokens", &[("n", (n as usize).into())]));
        let values = [
            ("cycle", (idx + 1).into()),
            ("here", here.into()),
            ("measured", words::rate(stats[idx].tokens_per_cycle()).into()),
            ("predicted", words::rate(predicted(&stats[idx])).into()),
        ];
        t_args("chart-tokens-reading", &values)
    };
    over_cycles((1.0, gamma as f64 + 1.0), &per_cycle, &curves, words, &t("chart-tokens"))
}

/// How many cycles kept how many drafted tokens.
pub fn accepted_histogram(stats: &SpeculationStats) -> Plot {
    let counts: Vec<f64> = stats.accepted_histogram.iter().map(|count| *count as f64).collect();
    let top = counts.iter().copied().fold(1.0, f64::max);
    let labels: Vec<String> =
        (0..counts.len()).map(|kept| if kept + 1 == counts.len() { format!("{kept} ★") } else { kept.to_string() }).collect();
    let words = |idx: usize| t_args("chart-histogram-reading", &[("n", (counts[idx] as usize).into()), ("kept", idx.into())]);
    let bars: Vec<BarOf> = counts.iter().map(|count| BarOf { height: *count, value: format!("{count:.0}"), interval: None }).collect();
    let plot = bars_plot(&bars, top, &labels, words, &t("chart-histogram"));
    Plot { blank: stats.n_complete == 0, ..plot }
}

/// How often the draft is kept through each position, with 95% Wilson intervals.
pub fn per_position(stats: &SpeculationStats) -> Plot {
    let bars: Vec<BarOf> = stats
        .per_position
        .iter()
        .map(|proportion| BarOf {
            height: proportion.rate().unwrap_or(0.0),
            value: words::rate(proportion.rate()),
            interval: proportion.wilson_interval(),
        })
        .collect();
    let labels: Vec<String> = (1..=bars.len()).map(|position| position.to_string()).collect();
    let words = |idx: usize| {
        let proportion = stats.per_position[idx];
        let interval = proportion.wilson_interval().map_or_else(String::new, |(low, high)| {
            t_args("chart-interval", &[("low", decimal(low, 2).into()), ("high", decimal(high, 2).into())])
        });
        let values = [("position", idx + 1), ("kept", proportion.successes), ("n", proportion.trials)].map(|(name, n)| (name, n.into()));
        t_args("chart-position-reading", &values) + &interval
    };
    let plot = bars_plot(&bars, 1.0, &labels, words, &t("chart-positions"));
    Plot { blank: stats.n_complete == 0, ..plot }
}

/// How far the counts of many draws are from the distribution, as the draws go on. Both axes are
/// logarithmic: chance alone gives a straight line that falls by half a decade a decade.
pub fn draw_distances(draws: &Draws) -> Plot {
    let points: Vec<(f64, f64)> =
        draws.distances.iter().map(|(n, distance)| (libm::log10(*n as f64), libm::log10(distance.max(1e-4)))).collect();
    let last = points.last().map_or(1.0, |(x, _)| x.max(1.0));
    let low = points.iter().map(|(_, y)| *y).fold(-1.0, f64::min) - 0.1;
    let draw = |svg: &mut String| -> Result<(), DrawError> {
        let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin_top(TOP)
            .margin_right(16)
            .x_label_area_size(BOTTOM)
            .y_label_area_size(LEFT + 8)
            .build_cartesian_2d(-0.1..last + 0.1, low..0.1)?;
        let power = |x: &f64| if x.fract() == 0.0 { words::plain(libm::pow(10.0, *x)) } else { String::new() };
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(LINE.rgb)
            .label_style(("sans-serif", TEXT, &SOFT.rgb))
            .x_labels(last as usize + 2)
            .y_labels(4)
            .x_label_formatter(&power)
            .y_label_formatter(&power)
            .draw()?;
        chart.draw_series(LineSeries::new(points.iter().copied(), TARGET.rgb.stroke_width(2)))?;
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, TARGET.rgb.filled())))?;
        root.present()?;
        Ok(())
    };
    let span = f64::from(WIDTH - LEFT - 8 - 16);
    let x = |log: f64| (f64::from(LEFT + 8) + span * (log + 0.1) / (last + 0.2)) / f64::from(WIDTH);
    let readings = draws
        .distances
        .iter()
        .zip(&points)
        .map(|((n, distance), (log, _))| Reading {
            x: x(*log),
            words: t_args("chart-draws-reading", &[("n", (*n).into()), ("distance", decimal(*distance, 3).into())]),
        })
        .collect();
    finish(draw, readings, &t("chart-draws"))
}

/// How far the best beam leads greedy, token by token; below 0 it is behind.
pub fn lead_over_greedy(comparison: &GreedyComparison) -> Plot {
    // Both begin at the prompt, where neither leads.
    let leads: Vec<f64> = std::iter::once(0.0).chain(comparison.prefixes.iter().map(|pair| pair.lead)).collect();
    let n = comparison.prefixes.len();
    let low = leads.iter().copied().fold(-0.5, f64::min);
    let high = leads.iter().copied().fold(0.5, f64::max);
    let pad = (high - low) * 0.08;
    let span = n.max(1) as f64;
    let left = LEFT + 10;
    let draw = |svg: &mut String| -> Result<(), DrawError> {
        let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin_top(TOP)
            .margin_right(16)
            .x_label_area_size(BOTTOM)
            .y_label_area_size(left)
            .build_cartesian_2d(0.0..span, low - pad..high + pad)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(LINE.rgb)
            .label_style(("sans-serif", TEXT, &SOFT.rgb))
            .x_labels(6)
            .y_labels(4)
            .x_label_formatter(&|x| if x.fract() == 0.0 { format!("{x:.0}") } else { String::new() })
            .y_label_formatter(&|y| words::lead(*y))
            .draw()?;
        chart.draw_series(DashedLineSeries::new([(0.0, 0.0), (span, 0.0)], 4, 3, SOFT.rgb.stroke_width(1)))?;
        let points: Vec<(f64, f64)> = leads.iter().enumerate().map(|(idx, lead)| (idx as f64, *lead)).collect();
        chart.draw_series(LineSeries::new(points.iter().copied(), TARGET.rgb.stroke_width(2)))?;
        let radius = if n > 24 { 2 } else { 3 };
        chart.draw_series(points.iter().map(|point| Circle::new(*point, radius, TARGET.rgb.filled())))?;
        root.present()?;
        Ok(())
    };
    let x = |len: usize| (f64::from(left) + f64::from(WIDTH - left - 16) * len as f64 / span) / f64::from(WIDTH);
    let readings = comparison
        .prefixes
        .iter()
        .map(|pair| {
            let who = if pair.lead < 0.0 { key("chart-lead-greedy") } else { key("chart-lead-beam") };
            Reading { x: x(pair.len), words: t_args(who, &[("n", pair.len.into()), ("lead", decimal(pair.lead.abs(), 2).into())]) }
        })
        .collect();
    finish(draw, readings, &t("chart-lead"))
}

fn running_stats(gamma: usize, summaries: &[CycleSummary]) -> Vec<SpeculationStats> {
    (1..=summaries.len()).map(|n| SpeculationStats::from_summaries(gamma, &summaries[..n])).collect()
}

/// The size of text: plotters draws it at 1/1.24 of what it is asked for, so this is 12 units.
const TEXT: f64 = 15.0;

/// Room for axis numbers on the left and line labels on the right.
const LEFT: u32 = 30;
const RIGHT: u32 = 72;
const TOP: u32 = 8;
const BOTTOM: u32 = 22;

fn over_cycles(range: (f64, f64), dots: &[Option<f64>], curves: &[Curve], words: impl Fn(usize) -> String, summary: &str) -> Plot {
    let n = dots.len();
    let draw = |svg: &mut String| -> Result<(), DrawError> {
        let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
        let pad = (range.1 - range.0) * 0.04;
        let mut chart = ChartBuilder::on(&root)
            .margin_top(TOP)
            .margin_right(RIGHT)
            .x_label_area_size(BOTTOM)
            .y_label_area_size(LEFT)
            .build_cartesian_2d(0.5..n.max(1) as f64 + 0.5, range.0 - pad..range.1 + pad)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(LINE.rgb)
            .label_style(("sans-serif", TEXT, &SOFT.rgb))
            .x_labels(6)
            .y_labels(if range.1 - range.0 <= 1.0 { 3 } else { (range.1 - range.0) as usize + 1 })
            .x_label_formatter(&|x| if x.fract() == 0.0 { format!("{x:.0}") } else { String::new() })
            .y_label_formatter(&|y| if range.1 - range.0 <= 1.0 { words::plain(*y) } else { format!("{y:.0}") })
            .draw()?;
        let points = |values: &[Option<f64>]| -> Vec<(f64, f64)> {
            values.iter().enumerate().filter_map(|(idx, value)| value.map(|value| (idx as f64 + 1.0, value))).collect()
        };
        let radius = if n > 40 { 2 } else { 3 };
        for point in points(dots) {
            chart.draw_series([Circle::new(point, radius, SURFACE.rgb.filled())])?;
            chart.draw_series([Circle::new(point, radius, DRAFT.rgb.stroke_width(1))])?;
        }
        for curve in curves {
            let points = points(&curve.values);
            let style = curve.paint.rgb.stroke_width(2);
            match curve.dash {
                None => drop(chart.draw_series(LineSeries::new(points, style))?),
                Some((dash, gap)) => drop(chart.draw_series(DashedLineSeries::new(points, dash, gap, style))?),
            }
        }
        // Labels stand where the lines end, pushed apart where they would collide.
        let last = |curve: &Curve| curve.values.iter().rev().flatten().next().copied();
        let ends: Vec<(f64, &Curve)> = curves.iter().filter_map(|curve| last(curve).map(|value| (value, curve))).collect();
        let pixels: Vec<f64> = ends.iter().map(|(value, _)| f64::from(chart.backend_coord(&(n as f64, *value)).1)).collect();
        for (pixel, (_, curve)) in spread(&pixels, 14.0, f64::from(TOP) + 4.0, f64::from(HEIGHT - BOTTOM)).into_iter().zip(&ends) {
            let at = ((WIDTH - RIGHT) as i32 + 4, pixel as i32 - 6);
            let style = TextStyle::from(("sans-serif", TEXT).into_font()).color(&curve.paint.rgb);
            root.draw(&Text::new(curve.label.clone(), at, style))?;
        }
        root.present()?;
        Ok(())
    };
    let span = f64::from(WIDTH - LEFT - RIGHT);
    let x = |idx: usize| (f64::from(LEFT) + span * (idx as f64 + 0.5) / n as f64) / f64::from(WIDTH);
    let readings: Vec<Reading> = (0..n).map(|idx| Reading { x: x(idx), words: words(idx) }).collect();
    finish(draw, readings, summary)
}

struct BarOf {
    height: f64,
    value: String,
    interval: Option<(f64, f64)>,
}

fn bars_plot(bars: &[BarOf], top: f64, labels: &[String], words: impl Fn(usize) -> String, summary: &str) -> Plot {
    let n = bars.len().max(1);
    let draw = |svg: &mut String| -> Result<(), DrawError> {
        let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin_top(TOP)
            .margin_left(8)
            .margin_right(8)
            .x_label_area_size(BOTTOM)
            .build_cartesian_2d(0.0..n as f64, 0.0..top * 1.18)?;
        let base = [(0.0, 0.0), (n as f64, 0.0)];
        chart.draw_series(LineSeries::new(base, LINE.rgb.stroke_width(1)))?;
        for (idx, bar) in bars.iter().enumerate() {
            let (left, right) = (idx as f64 + 0.18, idx as f64 + 0.82);
            chart.draw_series([Rectangle::new([(left, 0.0), (right, bar.height)], ACCEPTED.rgb.filled())])?;
            if let Some((low, high)) = bar.interval {
                let middle = idx as f64 + 0.5;
                chart.draw_series(LineSeries::new([(middle, low), (middle, high)], INK.rgb.stroke_width(1)))?;
                for end in [low, high] {
                    chart.draw_series(LineSeries::new([(middle - 0.08, end), (middle + 0.08, end)], INK.rgb.stroke_width(1)))?;
                }
            }
            let top_of_bar = bar.interval.map_or(bar.height, |(_, high)| high.max(bar.height));
            let (x, y) = chart.backend_coord(&(idx as f64 + 0.5, top_of_bar));
            let centred = |paint: &'static Paint| {
                TextStyle::from(("sans-serif", TEXT).into_font()).color(&paint.rgb).pos(plotters::style::text_anchor::Pos::new(
                    plotters::style::text_anchor::HPos::Center,
                    plotters::style::text_anchor::VPos::Bottom,
                ))
            };
            root.draw(&Text::new(bar.value.clone(), (x, y - 2), centred(&INK)))?;
            root.draw(&Text::new(labels[idx].clone(), (x, HEIGHT as i32 - 4), centred(&SOFT)))?;
        }
        root.present()?;
        Ok(())
    };
    let span = f64::from(WIDTH - 16);
    let readings = (0..bars.len())
        .map(|idx| Reading { x: (8.0 + span * (idx as f64 + 0.5) / n as f64) / f64::from(WIDTH), words: words(idx) })
        .collect();
    finish(draw, readings, summary)
}

/// Draws, and puts the page's variables where the stand-in colours are.
fn finish(draw: impl FnOnce(&mut String) -> Result<(), DrawError>, readings: Vec<Reading>, summary: &str) -> Plot {
    let mut svg = String::new();
    let blank = readings.is_empty();
    let last = readings.last().map_or_else(|| t("chart-nothing-yet"), |reading| reading.words.clone());
    let mut summary = t_args("chart-summary", &[("what", summary.into()), ("last", last.into())]);
    if let Err(error) = draw(&mut svg) {
        summary = t_args("chart-failed", &[("why", error.to_string().into())]);
        svg.clear();
    }
    for paint in PAINTS {
        let RGBColor(red, green, blue) = paint.rgb;
        svg = svg.replace(&format!("#{red:02X}{green:02X}{blue:02X}"), paint.variable);
    }
    Plot { svg, readings, summary, blank }
}

/// Moves positions apart until neighbours are at least `gap` from each other, inside `low..high`,
/// keeping their order.
fn spread(positions: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by(|a, b| positions[*a].total_cmp(&positions[*b]).then(a.cmp(b)));
    let mut spread = positions.to_vec();
    let mut floor = low;
    for idx in &order {
        spread[*idx] = spread[*idx].max(floor);
        floor = spread[*idx] + gap;
    }
    let mut ceiling = high;
    for idx in order.iter().rev() {
        spread[*idx] = spread[*idx].min(ceiling);
        ceiling = spread[*idx] - gap;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summaries(n: usize) -> Vec<CycleSummary> {
        (0..n)
            .map(|idx| {
                let n_accepted = idx % 5;
                CycleSummary {
                    n_drafted: 4,
                    n_tested: (n_accepted + 1).min(4),
                    n_accepted,
                    n_emitted: n_accepted + 1,
                    complete: true,
                    bonus: n_accepted == 4,
                    n_dropped_after_rejection: 3usize.saturating_sub(n_accepted),
                    n_dropped_past_end: 0,
                    overlaps: vec![0.5; (n_accepted + 1).min(4)],
                }
            })
            .collect()
    }

    fn plots(n: usize) -> [Plot; 4] {
        let summaries = summaries(n);
        let stats = SpeculationStats::from_summaries(4, &summaries);
        [acceptance(4, &summaries), tokens_per_cycle(4, &summaries), accepted_histogram(&stats), per_position(&stats)]
    }

    #[test]
    fn every_plot_draws_with_nothing_with_one_and_with_many_cycles() {
        for n in [0, 1, 2, 10, 240] {
            for plot in plots(n) {
                assert!(plot.svg.starts_with("<svg"), "{n}: {}", plot.summary);
                assert!(!plot.svg.contains("NaN") && !plot.svg.contains("inf"), "{n}: {}", plot.svg);
                assert!(plot.readings.iter().all(|reading| (0.0..=1.0).contains(&reading.x)));
            }
        }
    }

    // A fixed colour vanished in the other theme.
    #[test]
    fn every_colour_of_a_plot_is_a_variable_of_the_page() {
        for plot in plots(10) {
            let colours = plot.svg.split(['"', ';', ' ']).filter(|part| part.starts_with('#'));
            assert_eq!(colours.collect::<Vec<_>>(), Vec::<&str>::new());
        }
    }

    #[test]
    fn readings_say_what_is_drawn() {
        let [acceptance, tokens, histogram, positions] = plots(10);
        assert_eq!(acceptance.readings[9].words, "cycle 10: 1.00 here; so far 0.50 of drafted, 0.71 of tested, overlap 0.50");
        assert!(
            tokens.readings[9].words.starts_with("cycle 10: 5 tokens here; so far 3.00 measured, 2.85"),
            "{}",
            tokens.readings[9].words
        );
        assert_eq!(histogram.readings[4].words, "2 cycles kept 4 of the drafted tokens");
        assert!(positions.readings[0].words.starts_with("position 1: kept in 8 of 10 cycles, 95% interval 0.49 to 0.94"));
    }

    #[test]
    fn the_distance_of_draws_is_drawn_and_read_for_few_and_for_many() {
        let probs = crate::decode::Probs::from_weights(vec![1.0, 2.0, 3.0]).expect("a distribution");
        for n in [1, 100, 10_000] {
            let plot = draw_distances(&crate::decode::draw_many(&probs, crate::decode::Coins::new(1), n));
            assert!(plot.svg.starts_with("<svg") && !plot.svg.contains("NaN") && !plot.svg.contains('#'), "{}", plot.svg);
            assert!(plot.readings.iter().all(|reading| (0.0..=1.0).contains(&reading.x)));
        }
    }

    #[test]
    fn the_lead_over_greedy_is_drawn_from_nothing_to_a_whole_comparison() {
        let lesson = crate::decode::BeamLesson::width();
        let settings = crate::decode::BeamSettings { num_beams: 3, ..Default::default() };
        let pair = crate::decode::BeamPair::of_lesson(&lesson, settings).expect("it fits together");
        let whole = GreedyComparison::of_runs(&pair.greedy, &pair.beams).expect("both have a text");
        let plot = lead_over_greedy(&whole);
        assert!(plot.readings[0].words.contains("greedy leads by 0.81") && plot.readings[2].words.contains("the beam leads by 0.92"));
        assert!(plot.svg.contains(TARGET.variable) && !plot.blank);
        assert!(plot.readings.iter().all(|reading| (0.0..=1.0).contains(&reading.x)));
        assert!(lead_over_greedy(&GreedyComparison::new(&[], &[])).blank);
    }

    #[test]
    fn labels_that_would_collide_are_pushed_apart_in_order() {
        assert_eq!(spread(&[50.0, 52.0, 51.0], 10.0, 0.0, 100.0), [50.0, 70.0, 60.0]);
        assert_eq!(spread(&[99.0, 100.0], 10.0, 0.0, 100.0), [90.0, 100.0]);
    }
}
