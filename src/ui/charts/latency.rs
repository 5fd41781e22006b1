//! The plots of the latency lab: speed-up over draft length and over alpha, passes over several positions, and the
//! roofline.

use super::LINE;
use super::{BOTTOM, DRAFT, DrawError, HEIGHT, INK, LEFT, Paint, Plot, Reading, SOFT, TARGET, TEXT, TOP, WIDTH, finish, spread};
use crate::decode::{Calibration, CostModel, MAX_GAMMA, MAX_POSITIONS, Machine, Spread, expected_tokens_per_cycle};
use crate::ui::fluent::Value;
use crate::ui::i18n::{decimal, percent, t, t_args};
use crate::ui::latency_captions::{Doing, millis, per_second, times};
use plotters::prelude::*;
use std::ops::Range;

/// Room for line labels on the right.
const RIGHT: u32 = 72;

/// A line of points with the words that stand at its end.
struct Line {
    points: Vec<(f64, f64)>,
    paint: Paint,
    dash: Option<(u32, u32)>,
    label: String,
}

/// Both axes: what they span, and how their numbers are written.
struct Axes<'a> {
    x: Range<f64>,
    y: Range<f64>,
    n_labels: (usize, usize),
    x_text: &'a dyn Fn(&f64) -> String,
    y_text: &'a dyn Fn(&f64) -> String,
    left: u32,
}

/// A dot, filled or hollow, with its spread if it has one.
struct Dot {
    at: (f64, f64),
    paint: Paint,
    is_filled: bool,
    spread: Option<(f64, f64)>,
}

fn lines_plot(axes: &Axes, lines: &[Line], dots: &[Dot], readings: Vec<(f64, String)>, summary: &str) -> Plot {
    let draw = |svg: &mut String| -> Result<(), DrawError> {
        let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin_top(TOP)
            .margin_right(RIGHT)
            .x_label_area_size(BOTTOM)
            .y_label_area_size(axes.left)
            .build_cartesian_2d(axes.x.clone(), axes.y.clone())?;
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(LINE.rgb)
            .label_style(("sans-serif", TEXT, &SOFT.rgb))
            .x_labels(axes.n_labels.0)
            .y_labels(axes.n_labels.1)
            .x_label_formatter(axes.x_text)
            .y_label_formatter(axes.y_text)
            .draw()?;
        for line in lines {
            let style = line.paint.rgb.stroke_width(2);
            match line.dash {
                None => drop(chart.draw_series(LineSeries::new(line.points.iter().copied(), style))?),
                Some((dash, gap)) => drop(chart.draw_series(DashedLineSeries::new(line.points.iter().copied(), dash, gap, style))?),
            }
        }
        for dot in dots {
            if let Some((low, high)) = dot.spread {
                chart.draw_series(LineSeries::new([(dot.at.0, low), (dot.at.0, high)], INK.rgb.stroke_width(1)))?;
            }
            let style = if dot.is_filled { dot.paint.rgb.filled() } else { dot.paint.rgb.stroke_width(2) };
            chart.draw_series([Circle::new(dot.at, if dot.is_filled { 3 } else { 5 }, style)])?;
        }
        let ends: Vec<(i32, &Line)> = lines
            .iter()
            .filter(|line| !line.label.is_empty())
            .filter_map(|line| line.points.last().map(|end| (chart.backend_coord(end).1, line)))
            .collect();
        let pixels: Vec<f64> = ends.iter().map(|(pixel, _)| f64::from(*pixel)).collect();
        for (pixel, (_, line)) in spread(&pixels, 14.0, f64::from(TOP) + 4.0, f64::from(HEIGHT - BOTTOM)).into_iter().zip(&ends) {
            let at = ((WIDTH - RIGHT) as i32 + 4, pixel as i32 - 6);
            root.draw(&Text::new(line.label.clone(), at, TextStyle::from(("sans-serif", TEXT).into_font()).color(&line.paint.rgb)))?;
        }
        root.present()?;
        Ok(())
    };
    let span = f64::from(WIDTH - axes.left - RIGHT);
    let place = |x: f64| (f64::from(axes.left) + span * (x - axes.x.start) / (axes.x.end - axes.x.start)) / f64::from(WIDTH);
    let readings = readings.into_iter().map(|(x, words)| Reading { x: place(x).clamp(0.0, 1.0), words }).collect();
    finish(draw, readings, summary)
}

/// Whole numbers, and nothing between them.
fn whole(x: &f64) -> String {
    if x.fract() == 0.0 { decimal(*x, 0) } else { String::new() }
}

/// Numbers with one digit after the point.
fn tenths(x: &f64) -> String {
    decimal(*x, 1)
}

/// How many positions, as the beginning of a reading.
fn positions(n: usize) -> (&'static str, Value) {
    ("positions", t_args("count-positions", &[("n", n.into())]).into())
}

fn break_even(from: f64, to: f64) -> Line {
    Line { points: vec![(from, 1.0), (to, 1.0)], paint: SOFT, dash: Some((4, 3)), label: t("latency-chart-as-fast") }
}

/// The speed-up over the draft length, at this alpha and beside it.
pub fn speed_up_over_gamma(costs: &CostModel, alpha: f64, gamma: usize) -> Plot {
    let line = |alpha: f64, paint, dash| Line {
        points: (1..=MAX_GAMMA).map(|gamma| (gamma as f64, costs.speed_up(alpha, gamma))).collect(),
        paint,
        dash,
        label: format!("α {}", decimal(alpha, 2)),
    };
    let mut lines = vec![break_even(1.0, MAX_GAMMA as f64)];
    for beside in [alpha - 0.2, alpha + 0.1] {
        if (0.0..=1.0).contains(&beside) {
            lines.push(line(beside, SOFT, Some((2, 3))));
        }
    }
    lines.push(line(alpha, TARGET, None));
    let top = lines.iter().flat_map(|line| &line.points).map(|(_, y)| *y).fold(1.2, f64::max);
    let dots: Vec<Dot> = (1..=MAX_GAMMA)
        .map(|each| Dot { at: (each as f64, costs.speed_up(alpha, each)), paint: TARGET, is_filled: each != gamma, spread: None })
        .collect();
    let readings = (1..=MAX_GAMMA)
        .map(|each| {
            let values = [
                ("gamma", each.into()),
                ("ratio", times(costs.speed_up(alpha, each)).into()),
                ("alpha", decimal(alpha, 2).into()),
                ("tau", decimal(expected_tokens_per_cycle(alpha, each), 2).into()),
            ];
            (each as f64, t_args("latency-chart-gamma-reading", &values))
        })
        .collect();
    let axes = Axes { x: 0.8..MAX_GAMMA as f64 + 0.2, y: 0.0..top * 1.08, n_labels: (8, 4), x_text: &whole, y_text: &tenths, left: LEFT };
    lines_plot(&axes, &lines, &dots, readings, &t("latency-chart-gamma"))
}

/// The speed-up over alpha, at this draft length.
pub fn speed_up_over_alpha(costs: &CostModel, alpha: f64, gamma: usize) -> Plot {
    let points: Vec<(f64, f64)> = (0..=50).map(|step| f64::from(step) / 50.0).map(|alpha| (alpha, costs.speed_up(alpha, gamma))).collect();
    let top = points.iter().map(|(_, y)| *y).fold(1.2, f64::max);
    let readings = (0..=20)
        .map(|step| f64::from(step) / 20.0)
        .map(|at| {
            let values = [("alpha", decimal(at, 2).into()), ("ratio", times(costs.speed_up(at, gamma)).into()), ("gamma", gamma.into())];
            (at, t_args("latency-chart-alpha-reading", &values))
        })
        .collect();
    let mut dots = vec![Dot { at: (alpha, costs.speed_up(alpha, gamma)), paint: TARGET, is_filled: false, spread: None }];
    if let Some(even) = costs.break_even_alpha(gamma) {
        dots.push(Dot { at: (even, 1.0), paint: INK, is_filled: true, spread: None });
    }
    let lines = [break_even(0.0, 1.0), Line { points, paint: TARGET, dash: None, label: format!("γ = {gamma}") }];
    let axes = Axes { x: -0.02..1.02, y: 0.0..top * 1.08, n_labels: (5, 4), x_text: &tenths, y_text: &tenths, left: LEFT };
    lines_plot(&axes, &lines, &dots, readings, &t("latency-chart-alpha"))
}

/// Passes over several positions: what was measured, what is supposed, and the two ends of what can be.
pub fn verify_costs(supposed: &CostModel, measured: Option<&Calibration>) -> Plot {
    let costs = measured.and_then(Calibration::costs);
    let unit = measured.and_then(|calibration| calibration.target_millis(1));
    let all = |of: &dyn Fn(usize) -> f64| (1..=MAX_POSITIONS).map(|m| (m as f64, of(m))).collect::<Vec<_>>();
    let mut lines = vec![
        Line { points: all(&|_| 1.0), paint: SOFT, dash: Some((4, 3)), label: t("latency-chart-free") },
        Line { points: all(&|m| m as f64), paint: SOFT, dash: Some((2, 3)), label: t("latency-chart-one-by-one") },
        Line { points: all(&|m| supposed.verify[m - 1]), paint: DRAFT, dash: Some((6, 3)), label: t("latency-chart-as-set") },
    ];
    let mut dots = Vec::new();
    if let (Some(costs), Some(calibration), Some(unit)) = (&costs, measured, unit) {
        lines.push(Line { points: all(&|m| costs.verify[m - 1]), paint: TARGET, dash: None, label: t("latency-chart-here") });
        dots.extend((1..=MAX_POSITIONS).map(|m| Dot {
            at: (m as f64, costs.verify[m - 1]),
            paint: TARGET,
            is_filled: true,
            spread: Spread::of(calibration.target_passes[m - 1].iter().copied()).map(|spread| (spread.low / unit, spread.high / unit)),
        }));
    }
    let top = lines.iter().flat_map(|line| &line.points).map(|(_, y)| *y).fold(2.0, f64::max);
    let readings = (1..=MAX_POSITIONS)
        .map(|m| {
            let as_set = ("set", decimal(supposed.verify[m - 1], 2).into());
            let words = match costs.as_ref().zip(unit) {
                Some((costs, unit)) => {
                    let cost = costs.verify[m - 1];
                    let here = [("share", decimal(cost, 2).into()), ("time", millis(cost * unit).into())];
                    t_args("latency-chart-verify-reading", &[[positions(m), as_set], here].concat())
                }
                None => t_args("latency-chart-verify-unmeasured", &[positions(m), as_set]),
            };
            (m as f64, words)
        })
        .collect();
    let axes = Axes {
        x: 0.8..MAX_POSITIONS as f64 + 0.2,
        y: 0.0..top * 1.05,
        n_labels: (9, 5),
        x_text: &whole,
        y_text: &|y| decimal(*y, 0),
        left: LEFT,
    };
    lines_plot(&axes, &lines, &dots, readings, &t("latency-chart-verify"))
}

/// The roofline of this device, and where passes over 1, 2, ... positions fall. Both axes are logarithmic.
pub fn roofline(machine: Option<Machine>, reached: &[(f64, f64)]) -> Plot {
    let Some(machine) = machine.filter(|_| !reached.is_empty()) else {
        return finish(|_| Ok(()), Vec::new(), &t("latency-chart-roofline"));
    };
    let log = |(x, y): (f64, f64)| (libm::log10(x), libm::log10(y));
    let ridge = machine.ridge();
    let left = reached.iter().map(|(x, _)| *x).fold(ridge, f64::min) / 2.0;
    let right = reached.iter().map(|(x, _)| *x).fold(ridge, f64::max) * 2.0;
    let bottom = reached.iter().map(|(_, y)| *y).fold(machine.roof(left), f64::min) / 1.5;
    let top = reached.iter().map(|(_, y)| *y).fold(machine.multiply_adds_per_second, f64::max) * 1.6;
    let slope = Line {
        points: vec![log((left, machine.roof(left))), log((ridge, machine.roof(ridge)))],
        paint: INK,
        dash: None,
        label: String::new(),
    };
    let flat = Line {
        points: vec![log((ridge, machine.roof(ridge))), log((right, machine.roof(right)))],
        paint: INK,
        dash: None,
        label: t("latency-chart-roof"),
    };
    let dots: Vec<Dot> = reached.iter().map(|point| Dot { at: log(*point), paint: TARGET, is_filled: true, spread: None }).collect();
    let readings = reached
        .iter()
        .enumerate()
        .map(|(idx, (intensity, rate))| {
            let values = [
                positions(idx + 1),
                ("intensity", decimal(*intensity, 2).into()),
                ("rate", per_second(*rate, Doing::Operations).into()),
                ("share", percent(rate / machine.roof(*intensity), 0).into()),
            ];
            (libm::log10(*intensity), t_args("latency-chart-roofline-reading", &values))
        })
        .collect();
    let intensity = |x: &f64| {
        let value = libm::pow(10.0, *x);
        decimal(value, if value < 1.0 { 1 } else { 0 })
    };
    let rate = |y: &f64| format!("{} G", decimal(libm::pow(10.0, *y) / 1e9, 1));
    let axes = Axes {
        x: libm::log10(left)..libm::log10(right),
        y: libm::log10(bottom)..libm::log10(top),
        n_labels: (5, 4),
        x_text: &intensity,
        y_text: &rate,
        left: LEFT + 14,
    };
    lines_plot(&axes, &[slope, flat], &dots, readings, &t("latency-chart-roofline"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::PassSize;

    fn check(plot: &Plot) {
        assert!(plot.svg.starts_with("<svg"), "{}", plot.summary);
        assert!(!plot.svg.contains("NaN") && !plot.svg.contains("inf"), "{}", plot.svg);
        assert!(!plot.svg.split(['"', ';', ' ']).any(|part| part.starts_with('#')), "a colour that is no variable");
        assert!(plot.readings.iter().all(|reading| (0.0..=1.0).contains(&reading.x)) && !plot.readings.is_empty());
    }

    #[test]
    fn every_plot_of_the_latency_lab_draws_at_the_ends_of_its_sliders() {
        for draft in [0.0, 0.1, 1.5] {
            for alpha in [0.0, 0.5, 1.0] {
                for gamma in [1, 4, MAX_GAMMA] {
                    let costs = CostModel::free_verify(draft);
                    check(&speed_up_over_gamma(&costs, alpha, gamma));
                    check(&speed_up_over_alpha(&costs, alpha, gamma));
                    check(&verify_costs(&costs, None));
                }
            }
        }
        let words = &speed_up_over_gamma(&CostModel::free_verify(0.1), 0.8, 4).readings[3].words;
        assert_eq!(words, "γ = 4: 2.40× at α = 0.80, 3.36 tokens a cycle");
    }

    #[test]
    fn what_was_measured_is_drawn_and_read() {
        let calibration = Calibration {
            target_passes: (1..=MAX_POSITIONS).map(|m| vec![m as f64, m as f64 + 0.5]).collect(),
            draft_passes: vec![0.1],
            rows: vec![0.01],
            target: PassSize { weight_bytes: 8_000_000, multiply_adds: 2_000_000 },
            ..Calibration::default()
        };
        let plot = verify_costs(&CostModel::free_verify(0.1), Some(&calibration));
        check(&plot);
        assert!(plot.readings[4].words.starts_with("5 positions: here "), "{}", plot.readings[4].words);
        let machine = Machine { bytes_per_second: 10e9, multiply_adds_per_second: 10e9 };
        let plot = roofline(Some(machine), &calibration.reached());
        check(&plot);
        assert!(plot.readings[0].words.starts_with("1 position: 0.25 per byte, "), "{}", plot.readings[0].words);
        assert!(roofline(None, &[]).blank && roofline(Some(machine), &[]).blank);
    }
}
