// What the tests of access share: axe over a page, and the labs by the names of their addresses.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Every lab, as addresses name it. */
export const LABS = ["speculative", "exactness", "latency", "drafts", "logits", "beams", "constraints"];

// Its source goes through the browser's debugger, which the page's policy does not concern: the policy stays as it is.
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of WCAG 2.2, levels A and AA. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe finds wrong with the page as it is now, a line for each thing. */
export async function violations(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  // What is still fading in has not got its contrast yet.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
  });
  const results = await page.evaluate((tags) => axe.run(document, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"], preload: false }), TAGS);
  assert.ok(results.passes.length > 10, `axe looked at ${results.passes.length} rules only`);
  const line = (rule, node) => `${rule.id}: ${node.target.join(" ")}: ${(node.failureSummary ?? "").split("\n").slice(1).join("; ").trim()}`;
  return results.violations.flatMap((rule) => rule.nodes.map((node) => line(rule, node)));
}

/** Fails where axe finds something. */
export async function assertAccessible(page, what) {
  const found = await violations(page);
  assert.deepEqual(found, [], `${what}: axe finds ${found.length} violations`);
}

/** Opens everything that is folded away. */
export async function unfold(page) {
  await page.evaluate(() => document.querySelectorAll("main details").forEach((details) => { details.open = true; }));
}
