// The budget of the site's size, which fails a build: that it can fail.

import assert from "node:assert/strict";
import test from "node:test";
import { overBudget } from "../../scripts/budget.mjs";
import { codeSizes, functionsOf } from "../../scripts/wasm-size.mjs";

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

/** A module with one imported function and two of its own, which have these names. */
const program = (first, second) => {
  const length = (n) => [128 | (n & 127), n >> 7]; // LEB128 in two bytes
  const text = (string) => [...length(string.length), ...Buffer.from(string)];
  const section = (kind, ...bytes) => [kind, ...length(bytes.length), ...bytes];
  const names = [2, 1, ...text(first), 2, ...text(second)];
  return Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, 1, 0x60, 0, 0), // one type: () -> ()
    ...section(2, 1, ...text("env"), ...text("f"), 0, 0),
    ...section(3, 2, 0, 0),
    ...section(10, 2, 2, 0, 0x0b, 4, 0, 1, 1, 0x0b), // nothing; two instructions that do nothing
    ...section(0, ...text("name"), 1, ...length(names.length), ...names),
  ]);
};

test("code is counted by function, and the engine's by its names", () => {
  const ours = "_ZN12decoding_lab6engine4fast6matrix6Matrix5times17h0E";
  const bytes = program("_ZN4core3fmt5write17h0E", ours);
  assert.ok(WebAssembly.validate(bytes));
  assert.deepEqual(functionsOf(bytes), [{ name: "_ZN4core3fmt5write17h0E", size: 2 }, { name: ours, size: 4 }]);
  assert.deepEqual(codeSizes(bytes), { engine: 4, code: 6 });
  const traits = "_ZN97_$LT$decoding_lab..engine..fast..relaxed..Fused$u20$as$u20$decoding_lab..engine..fast..kernels..Lanes$GT$4sums17h0E";
  assert.equal(codeSizes(program(traits, ours)).engine, 6);
  assert.throws(() => codeSizes(program("a", "b")), /no function of the engine has a name/);
});
