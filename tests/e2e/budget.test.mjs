// The budget of the site's size, which fails a build: that it can fail.

import assert from "node:assert/strict";
import test from "node:test";
import { overBudget } from "../../scripts/budget.mjs";

const BUDGET = { "app-[0-9a-f]+_bg\\.wasm": 10, ".*\\.css": 3 };

test("parts within their budget pass, however their names are hashed", () => {
  assert.deepEqual(overBudget({ "app-0a1b_bg.wasm": 10_000, "a.css": 1000, "b.css": 2000, "x.js": 99_999 }, BUDGET), []);
});

test("a part that has outgrown its budget is named with both numbers, and files of one kind are added up", () => {
  const faults = overBudget({ "app-0a1b_bg.wasm": 10_001, "a.css": 1600, "b.css": 1500 }, BUDGET);
  assert.equal(faults.length, 2);
  assert.match(faults[0], /has 10\.0 kB, and 10 kB is the most/);
  assert.match(faults[1], /has 3\.1 kB, and 3 kB is the most/);
});

test("a budget for a file that no longer exists is a fault", () => {
  assert.deepEqual(overBudget({ "a.css": 1 }, BUDGET), ["nothing is called app-[0-9a-f]+_bg\\.wasm"]);
});
