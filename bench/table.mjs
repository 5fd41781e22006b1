// From the race's times to its table, its ratios and its picture: functions of their arguments.

export const median = (values) => {
  const order = [...values].sort((a, b) => a - b);
  const middle = order.length >> 1;
  return order.length % 2 ? order[middle] : (order[middle - 1] + order[middle]) / 2;
};

/**
 * Tokens a second of one racer. `rounds` holds each round's milliseconds per chunk, `chunk` is how many tokens a chunk
 * has. The median is that of all chunks, and a round's speed that of its chunks: on a machine with other work a whole text would
 * measure how often it was interrupted. A last chunk that is shorter than the others does not count.
 * `undisturbed` takes each chunk of the text from the round in which it was fastest: an estimate for a machine with nothing else to do.
 */
export function summary(rounds, chunk, nTokens) {
  const speed = (millis) => (chunk * 1000) / millis;
  const whole = rounds.map((millis) => millis.slice(0, Math.floor(nTokens / chunk)));
  const speeds = whole.map((millis) => speed(median(millis)));
  const fastest = whole[0].map((_, idx) => Math.min(...whole.map((millis) => millis[idx])));
  const undisturbed = speed(fastest.reduce((a, b) => a + b, 0) / fastest.length);
  return { median: speed(median(whole.flat())), undisturbed, slowest: Math.min(...speeds), fastest: Math.max(...speeds), bestChunk: speed(Math.min(...whole.flat())), speeds };
}

/** Where two texts part: the first index at which they differ, or -1. */
export const parting = (a, b) => {
  const end = Math.min(a.length, b.length);
  for (let idx = 0; idx < end; idx += 1) if (a[idx] !== b[idx]) return idx;
  return a.length === b.length ? -1 : end;
};

/** What is aimed at, by the model's size: each row is one of ours against one of theirs, at least so many times as fast. */
export const TARGETS = [
  { least: 5e6, most: Infinity, ours: "relaxed", against: { "candle": 2, "onnx": 1.3, "wllama-f32": 2.3, "plain-c": 0.95 } },
  { least: 5e6, most: Infinity, ours: "int8-relaxed", against: { "candle": 6, "onnx": 4, "wllama-q8_0": 8, "plain-c": 3 } },
  { least: 1e6, most: 5e6, ours: "relaxed", against: { "candle": 2.3, "onnx": 3, "wllama-f32": 4, "plain-c": 0.6 } },
  { least: 0, most: 1e6, ours: "relaxed", against: { "candle": 6, "onnx": 3, "wllama-f32": 4, "plain-c": 0.5 } },
];

/** The ratios of medians with what is aimed at, for a model of so many parameters; those that cannot be had are null. */
export function ratios(results, nParameters) {
  const speed = (name) => results.find((result) => result.name === name)?.summary ?? null;
  return TARGETS.filter(({ least, most }) => nParameters >= least && nParameters < most).flatMap(({ ours, against }) =>
    Object.entries(against).map(([theirs, aim]) => {
      const [a, b] = [speed(ours), speed(theirs)];
      if (!a || !b) return { ours, theirs, aim, ratio: null };
      const ofRounds = a.speeds.map((speed, round) => speed / b.speeds[round]);
      const range = [Math.min(...ofRounds), Math.max(...ofRounds)];
      return { ours, theirs, aim, ratio: a.median / b.median, undisturbed: a.undisturbed / b.undisturbed, best: a.bestChunk / b.bestChunk, range };
    }));
}

const significant = (value) => (value >= 1000 ? `${Number(value.toPrecision(3)).toLocaleString("en-US")}` : String(Number(value.toPrecision(3))));
const times = (value) => value.toFixed(value < 10 ? 2 : 1);

/** What a row of the table says of a racer's tokens. */
export function textNote(result, nTokens) {
  if (result.missing) return "";
  if (result.partsAt === undefined) return "";
  if (result.partsAt < 0) return `all ${nTokens} the same`;
  const gap = result.gap === undefined ? "" : `, gap ${result.gap.toPrecision(2)}`;
  return `part at token ${result.partsAt + 1}${gap}`;
}

/** The functions of a profile in Chromium's format that have at least a hundredth of the samples, the largest first. Waiting does not count. */
export function shares({ nodes }) {
  const hits = new Map();
  for (const { callFrame, hitCount } of nodes) {
    // Rust's names end in a hash, and begin with where they are.
    const name = (callFrame.functionName || "(anonymous)").replace(/::h[0-9a-f]{16}$/, "").replace(/^decoding_lab::engine::/, "");
    if (name !== "(idle)" && name !== "(program)" && name !== "(root)") hits.set(name, (hits.get(name) ?? 0) + (hitCount ?? 0));
  }
  const all = [...hits.values()].reduce((a, b) => a + b, 0);
  return [...hits].map(([name, n]) => ({ name, share: n / all })).filter(({ share }) => share >= 0.01).sort((a, b) => b.share - a.share);
}

/** One model's results as Markdown. */
export function markdown({ model, nParameters, nWeights, nTokens, nRounds, results, profiles = [] }) {
  const lines = [`### ${model}: ${(nParameters / 1e6).toPrecision(3)} million parameters`, ""];
  lines.push("| racer | median tokens/s | slowest to fastest round | undisturbed | best chunk | its tokens, against the reference's |", "|---|---|---|---|---|---|");
  for (const result of results) {
    const { summary } = result;
    if (!summary) lines.push(`| ${result.title} | missing: ${result.missing} | | | | |`);
    else lines.push(`| ${result.title} | ${significant(summary.median)} | ${significant(summary.slowest)} to ${significant(summary.fastest)} | ${significant(summary.undisturbed)} | ${significant(summary.bestChunk)} | ${textNote(result, nTokens)} |`);
  }
  const title = (name) => results.find((result) => result.name === name)?.title ?? name;
  lines.push("", `| ratio of medians, ${nRounds} rounds | aimed at | measured | range of rounds | undisturbed | of best chunks | |`, "|---|---|---|---|---|---|---|");
  for (const { ours, theirs, aim, ratio, undisturbed, best, range } of ratios(results, nParameters)) {
    const measured = ratio === null ? "missing | | | | |" : `${times(ratio)} | ${range.map(times).join(" to ")} | ${times(undisturbed)} | ${times(best)} | ${ratio >= aim ? "reached" : "**short**"} |`;
    lines.push(`| ${title(ours)} / ${title(theirs)} | ${aim} | ${measured}`);
  }
  if (nWeights) {
    const rates = results.filter(({ summary }) => summary).map(({ title, summary }) => `${title} ${significant((summary.bestChunk * nWeights) / 1e9)}`);
    lines.push("", `Products with weights in the best chunk, in thousand millions a second, all else included: ${rates.join("; ")}.`);
  }
  const first = results.filter(({ firstTokenMillis }) => firstTokenMillis);
  if (first.length) lines.push("", `First token after the weights have arrived, ms: ${first.map(({ title, firstTokenMillis }) => `${title} ${significant(firstTokenMillis)}`).join("; ")}.`);
  const own = results.filter(({ ownMillisPerToken }) => ownMillisPerToken?.length);
  if (own.length) lines.push("", `Tokens a second by an engine's own clock, without its messages: ${own.map(({ title, ownMillisPerToken }) => `${title} ${significant(1000 / median(ownMillisPerToken))}`).join("; ")}.`);
  for (const { title, shares } of profiles) lines.push("", `Where the time of ${title} goes: ${shares.map(({ name, share }) => `\`${name}\` ${(100 * share).toFixed(0)}%`).join(", ")}.`);
  return `${lines.join("\n")}\n`;
}

const escaped = (text) => String(text).replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char]);

/** The models' results as one SVG: a bar to each median, a line over its rounds, a stroke at its best chunk. */
export function picture(races) {
  const [left, right, row, width] = [300, 160, 26, 960];
  const parts = [];
  let y = 34;
  const text = (x, y, what, more = "") => parts.push(`<text x="${x}" y="${y}"${more}>${escaped(what)}</text>`);
  text(20, y, "Greedy tokens a second, one thread: longer is faster", ' font-size="18" font-weight="600"');
  y += 22;
  text(20, y, "Bar: median chunk of tokens. Thin line: slowest to fastest round. Stroke: best chunk. Solid bars are ours. Each model has its own scale.", ' fill="#555"');
  for (const { model, nParameters, results } of races) {
    const most = Math.max(...results.filter(({ summary }) => summary).map(({ summary }) => Math.max(summary.bestChunk, summary.fastest)), 1);
    const at = (speed) => left + ((width - left - right) * speed) / most;
    y += 40;
    text(20, y, `${model}, ${(nParameters / 1e6).toPrecision(3)} million parameters`, ' font-size="15" font-weight="600"');
    y += 10;
    for (const { title, isOurs, summary, missing } of results) {
      const middle = y + row / 2;
      text(left - 10, middle + 5, title, ' text-anchor="end"');
      if (summary) {
        const bar = isOurs ? 'fill="#2c5fa8"' : 'fill="#fff" stroke="#666"';
        parts.push(`<rect x="${left}" y="${y + 5}" width="${(at(summary.median) - left).toFixed(1)}" height="${row - 10}" ${bar}/>`);
        parts.push(`<path d="M${at(summary.slowest).toFixed(1)} ${middle}H${at(summary.fastest).toFixed(1)}" stroke="#111"/>`);
        parts.push(`<path d="M${at(summary.bestChunk).toFixed(1)} ${y + 4}v${row - 8}" stroke="#b3460b" stroke-width="3"/>`);
        const end = Math.max(at(summary.median), at(summary.bestChunk), at(summary.fastest));
        text((end + 8).toFixed(1), middle + 5, `${significant(summary.median)} (best ${significant(summary.bestChunk)})`);
      } else {
        text(left + 8, middle + 5, missing.length > 70 ? `missing: ${missing.slice(0, 69)}…` : `missing: ${missing}`, ' fill="#555"');
      }
      y += row;
    }
    parts.push(`<path d="M${left} ${y - results.length * row}V${y}" stroke="#111"/>`);
  }
  const height = y + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#111" role="img">`,
    "<title>Greedy tokens a second of each engine, by model</title>",
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}
