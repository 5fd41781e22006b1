// The race's arithmetic: medians, chunks, where texts part, what is reached, and what the picture shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown, median, parting, picture, ratios, shares, summary } from "./table.mjs";

const racer = (name, speeds, more = {}) => ({ name, title: name, isOurs: false, partsAt: -1, summary: summary(speeds.map((speed) => [20_000 / speed, 20_000 / speed]), 20, 40), ...more });

test("a median is the middle, or the mean of the two in the middle", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
});

test("a summary is of whole chunks: their median, the best, and each round's own median", () => {
  // 70 tokens in chunks of 20, 20, 20 and 10; the short ones took the least time.
  const { median, undisturbed, bestChunk, slowest, fastest } = summary([[10, 20, 30, 5], [40, 50, 1000, 20], [20, 20, 20, 4]], 20, 70);
  assert.equal(bestChunk, 2000);
  assert.equal(undisturbed, 60_000 / (10 + 20 + 20));
  assert.deepEqual([slowest, median, fastest], [400, 1000, 1000]);
});

test("texts part at the first difference, and where one of them ends", () => {
  assert.equal(parting([1, 2, 3], [1, 2, 3]), -1);
  assert.equal(parting([1, 2, 3], [1, 5, 3]), 1);
  assert.equal(parting([1, 2], [1, 2, 3]), 2);
});

test("ratios are of medians, paired by round for their range, and chosen by the model's size", () => {
  const results = [racer("relaxed", [300, 400, 500]), racer("candle", [100, 100, 200])];
  const [candle, onnx] = ratios(results, 1.8e6);
  assert.equal(candle.theirs, "candle");
  assert.equal(candle.aim, 2.3);
  assert.equal(candle.ratio, 4);
  assert.deepEqual(candle.range, [2.5, 4]);
  assert.equal(onnx.ratio, null);
  assert.equal(ratios(results, 0.26e6)[0].aim, 6);
  assert.deepEqual([...new Set(ratios(results, 15e6).map(({ ours }) => ours))], ["relaxed", "int8-relaxed"]);
});

test("the table says what is reached, what falls short, what is missing and where tokens part", () => {
  const results = [
    racer("relaxed", [200]),
    racer("candle", [100], { partsAt: 6, gap: 0.0123 }),
    racer("plain-c", [300]),
    { name: "onnx", title: "onnx", missing: "it could not be installed" },
  ];
  const table = markdown({ model: "m", nParameters: 1.8e6, nTokens: 40, nRounds: 1, results });
  assert.match(table, /\| candle \| 100 \| 100 to 100 \| 100 \| 100 \| part at token 7, gap 0\.012 \|/);
  assert.match(table, /\| relaxed \| 200 .* all 40 the same \|/);
  assert.match(table, /\| onnx \| missing: it could not be installed \|/);
  assert.match(table, /\| relaxed \/ candle \| 2\.3 \| 2\.00 \| 2\.00 to 2\.00 \| 2\.00 \| 2\.00 \| \*\*short\*\* \|/);
  assert.match(table, /\| relaxed \/ plain-c \| 0\.6 \| 0\.67 .* \| reached \|/);
  assert.match(table, /\| relaxed \/ onnx \| 3 \| missing \|/);
});

test("a profile is summed by function, and waiting does not count", () => {
  const node = (functionName, hitCount) => ({ callFrame: { functionName }, hitCount });
  const nodes = [node("(root)", 0), node("(idle)", 500), node("decoding_lab::engine::fast::multiply::h09474152b9fbd98a", 60), node("attend", 39), node("decoding_lab::engine::fast::multiply", 100), node("", 1)];
  assert.deepEqual(shares({ nodes }), [{ name: "fast::multiply", share: 0.8 }, { name: "attend", share: 0.195 }]);
});

test("the picture has a bar as long as its median, and escapes what it writes", () => {
  const results = [racer("a <b>", [100, 100]), racer("c", [50, 50], { isOurs: true }), { name: "d", title: "d", missing: "no \"d\"" }];
  const svg = picture([{ model: "m & n", nParameters: 1e6, results }]);
  const widths = [...svg.matchAll(/<rect x="300" [^>]* width="([\d.]+)"/g)].map((match) => Number(match[1]));
  assert.deepEqual(widths, [500, 250]);
  assert.match(svg, /a &lt;b&gt;/);
  assert.match(svg, /m &amp; n/);
  assert.match(svg, /missing: no &quot;d&quot;/);
  assert.equal(svg.match(/<text/g).length, svg.match(/<\/text>/g).length);
});
