// How the build joins the page's style sheets.

import assert from "node:assert/strict";
import test from "node:test";
import { joinStyles } from "../../scripts/styles.mjs";

const SHEETS = { "./a.css": "/* What a is. */\na { b: c; }\n", "./b.css": "d { e: f; } /* and\nmore */\n", "./p.css": "g { h: i; }\n" };
const read = (href) => SHEETS[href];
const page = (...links) => `<head><link rel="icon" href="./i.svg">${links.join("\n")}</head><body class="stylesheet"></body>`;

test("sheets are joined in their order, each under its media, without comments, and one link is left", () => {
  const html = page('<link rel="stylesheet" href="./b.css"/>', "<link rel=stylesheet href=./a.css>", '<link media="print and (color)" rel="stylesheet" href="./p.css">');
  const joined = joinStyles(html, read, (style) => `s-${style.length}.css`);
  assert.equal(joined.style, "d { e: f; }\na { b: c; }\n@media print and (color) {\ng { h: i; }\n}\n");
  assert.equal(joined.name, `s-${joined.style.length}.css`);
  assert.equal(joined.page.replaceAll("\n", ""), page(`<link rel="stylesheet" href="./${joined.name}">`));
  assert.deepEqual(joined.hrefs, ["./b.css", "./a.css", "./p.css"]);
});

test("a page without sheets, and a rule that must open its file, fail the build", () => {
  assert.throws(() => joinStyles(page(), read, () => "x"), /links no style sheet/);
  const imports = () => '@import "other.css";';
  assert.throws(() => joinStyles(page('<link rel="stylesheet" href="./a.css">'), imports, () => "x"), /a\.css has @import/);
});
