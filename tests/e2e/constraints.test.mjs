// The lab "Constrained decoding", in the page: masks, automata, stacks, dead ends, and what runs beside.

import assert from "node:assert/strict";
import { afterRun, button, eventually, leaveControls, press, recordedOnly, squeeze, tableRows, textOf, transcript, waitForSource } from "./actions.mjs";
import { labTest, PHONE } from "./lab.mjs";

const NARROW = { width: 390, height: 844 };

const open = async (lab, query = "", options = {}) => {
  const page = await lab.openLab(`lab=constraints${query && `&${query}`}`, options);
  await page.getByTestId("stage").waitFor();
  return page;
};

/** Waits until the text is written, and all that runs beside it is done. */
async function waitForText(page) {
  await waitForSource(page, "live");
  await page.locator("[data-testid=stop]:disabled").waitFor({ state: "attached" });
}

/** Shows the whole text and returns it, without the prompt and the cursor. */
async function whole(page) {
  await button(page, "Run to end").click();
  await eventually(() => textOf(page, "place"), /^token (\d+) of \1 · step (\d+) of \2$/);
  const pieces = page.locator('[data-testid="text"] .legal, [data-testid="text"] .forced');
  return (await pieces.allInnerTexts()).filter((text) => text !== "⟨end⟩").join("");
}

const rows = (page) => tableRows(page.locator('[data-testid="stage"] table'));
const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

labTest("the lab opens on a recorded text before the models are there, and each step says what it does", async (lab) => {
  const page = await open(lab, "", recordedOnly);
  await waitForSource(page, "recorded");
  await eventually(() => textOf(page, "stage-title"), "Before the first token");
  const titles = [];
  for (let step = 0; step < 5; step += 1) {
    await press(page, "ArrowRight");
    titles.push(await textOf(page, "stage-title"));
    assert.ok((await textOf(page, "caption")).length > 40);
  }
  assert.deepEqual(titles, [
    "The model’s own distribution",
    "The mask",
    "What is left, divided by its mass",
    "The draw",
    "The automaton moves",
  ]);
  assert.equal(await page.getByTestId("caption").getAttribute("aria-live"), "polite");
  await press(page, "ArrowLeft", 3);
  await eventually(() => textOf(page, "stage-title"), "The mask");
  assert.match(await textOf(page, "caption"), /The grammar wants “\[”\. Of 4,?096 tokens \d+ (is|are) legal/);
  // Illegal tokens stay in view, struck through, hatched and named.
  const illegal = page.locator(".mask-rows tr.illegal").first();
  assert.match(squeeze(await illegal.innerText()), /✕ illegal/);
  assert.equal(await illegal.locator(".token").evaluate((cell) => getComputedStyle(cell).textDecorationLine), "line-through");
  assert.match(await illegal.locator(".seg").evaluate((bar) => getComputedStyle(bar).backgroundImage), /repeating-linear-gradient/);
  // The grammar fights the model: in words, with the threshold.
  assert.match(await textOf(page, "feasible"), /⚠ .* below 5%: the grammar fights the model/);
  await lab.screenshot(page, "constraints-mask");
});

labTest("masked softmax equals the model’s distribution on condition of the allowed set, in numbers", async (lab) => {
  const page = await open(lab, "at=2.3");
  await waitForText(page);
  await eventually(() => textOf(page, "stage-title"), "What is left, divided by its mass");
  const options = await page.getByLabel("Token", { exact: true }).locator("option").count();
  assert.ok(options > 3, `${options} tokens to choose from`);
  for (const idx of [0, options - 1]) {
    await page.getByLabel("Token", { exact: true }).selectOption({ index: idx });
    assert.equal(await textOf(page, "quotient"), await textOf(page, "softmax"));
    assert.match(await textOf(page, "difference"), /^(0|\d\.\d{3} · 10⁻(¹[⁵⁶⁷⁸⁹]|².))$/);
  }
  assert.match(await textOf(page, "conditioning"), /Over all 4,?096 tokens the largest difference is .* rounding, no more/);
  // Both columns add up to 1.
  const cells = (await rows(page)).slice(1);
  for (const column of [2, 4]) {
    const sum = cells.reduce((total, row) => total + (Number(row[column].replace("<", "")) || 0), 0);
    assert.ok(Math.abs(sum - 1) < 0.03, `column ${column}: ${sum}`);
  }
  await lab.screenshot(page, "constraints-conditioning", { fullPage: true });
});

labTest("the list grammar says what may come next after [], [3 and [3,", async (lab) => {
  const page = await open(lab);
  await waitForText(page);
  const said = async () => (await page.getByTestId("beginning").allInnerTexts()).map(squeeze);
  const [empty, digit, comma] = await said();
  assert.match(empty, /^\[\] ✓ complete the end of the text 1 token: ⟨end⟩$/);
  assert.match(digit, /^\[3 ✓ legal so far “,” or “\]” \d+ tokens: /);
  assert.match(comma, /^\[3, ✓ legal so far a digit \d+ tokens: /);
  await page.getByLabel("Try the beginning of a text").fill("[12");
  await eventually(() => textOf(page, "tried"), "[12 ✕ illegal after 2 bytes it should have been “,” or “]” no token");
  assert.match(await whole(page), /^\[(\d(,\d)*)?\]$/);
  assert.match(await textOf(page, "end"), /✓ complete/);
});

labTest("each kind of constraint is chosen by hand, runs on the target, and its text is legal", async (lab) => {
  const page = await open(lab);
  await waitForText(page);
  const begin = async (name) => {
    await afterRun(page, () => page.getByLabel("Begin with").selectOption({ label: name }));
  };
  const times = [];
  const time = async () => {
    const [, mean, most] = /took ([\d.]+) ms on average and ([\d.]+) ms at most/.exec(await textOf(page, "mask-times"));
    times.push([Number(mean), Number(most)]);
  };
  await begin("Digits only");
  await eventually(() => whole(page), /^\d{1,8}$/);
  await time();
  await begin("A date");
  await eventually(() => whole(page), /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
  await time();
  await begin("One sentence");
  await eventually(() => whole(page), /^[A-Z][a-z]*( [a-z]+){2,11}[.!?]$/);
  assert.match(await page.getByTestId("automaton").innerText(), /states not drawn: this is the neighbourhood/);
  await time();
  await lab.screenshot(page, "constraints-sentence", { fullPage: true });
  await begin("A cat in JSON");
  await eventually(() => whole(page), /^\{.*\}$/);
  const cat = JSON.parse(await whole(page));
  assert.deepEqual(Object.keys(cat), ["name", "lives", "coat", "asleep", "friends"]);
  assert.ok(cat.lives >= 1 && cat.lives <= 9 && ["black", "white", "striped"].includes(cat.coat) && typeof cat.asleep === "boolean");
  await time();
  // The stack of nested values, and the choices that bound them.
  // The list of friends is the last property: a few tokens before the end.
  const inFriends = /the text an object · property “friends”/;
  for (let n = 0; n < 20 && !inFriends.test(await textOf(page, "stack")); n += 1) {
    const place = await textOf(page, "place");
    await press(page, "PageUp", 1);
    await eventually(() => textOf(page, "place"), (words) => words !== place);
  }
  assert.match(await textOf(page, "stack"), inFriends);
  assert.match(await textOf(page, "bounds"), /strings to 40 characters and lists to 8 items unless .* numbers to 9 digits before the point and 6 after it, 15 levels/);
  await lab.screenshot(page, "constraints-json", { fullPage: true });
  console.log(`masks in the browser, mean and most in ms: ${times.map((pair) => pair.join(" / ")).join(", ")}`);
  // The target is under 1 ms at V = 4096; a busy machine gets a margin on the slowest single one.
  for (const [mean, most] of times) assert.ok(mean < 1 && most < 5, `${mean} ${most}`);
});

labTest("a token that spans several symbols is several moves, in the drawing and in words", async (lab) => {
  const page = await open(lab, "prompt=Once+upon+a+time+there+was+a+cat.+&constraint=regex%3A%5BA-Z%5D%5Ba-z%5D*%28+%5Ba-z%5D%2B%29%7B2%2C11%7D%5B.!%3F%5D&seed=1&at=1.5");
  await waitForText(page);
  await eventually(() => textOf(page, "caption"), /spans \d+ bytes, so the automaton makes \d+ moves/);
  const n = Number(/spans (\d+) bytes/.exec(await textOf(page, "caption"))[1]);
  assert.equal(await page.getByTestId("moves").locator("li").count(), n);
  assert.match(await page.locator(".automaton-svg").innerHTML(), /◀ now/);
  const figure = page.getByRole("img", { name: /^Automaton with \d+ states/ });
  assert.equal(await figure.count(), 1);
  await page.getByTestId("automaton").getByText("Show as a table").click();
  const edges = await tableRows(page.getByTestId("automaton").getByRole("table"));
  assert.ok(edges.slice(1).some((row) => row[3] !== ""), "the moves are in the table, too");
});

// Typing a pattern passes through many that cannot be read.
labTest("a pattern that cannot be read says what and where next to the field, and nothing is lost", async (lab) => {
  const page = await open(lab, "constraint=regex%3A%5Ba-z%5D%2B");
  await waitForText(page);
  const before = await transcript(page);
  const pattern = page.getByLabel("Pattern", { exact: true });
  await pattern.fill("[a-z]+(cat");
  await eventually(() => textOf(page, "constraint-problem"), /cannot be read at character 7: unclosed group/);
  assert.equal(await pattern.getAttribute("aria-invalid"), "true");
  assert.equal(await pattern.inputValue(), "[a-z]+(cat");
  assert.equal(await transcript(page), before);
  assert.match(await page.getByTestId("constraint-problem").locator("pre").innerText(), /^\[a-z\]\+\(cat\n {6}\^$/);
  assert.equal(await page.getByTestId("run-trouble").count(), 0);
  await lab.screenshot(page, "constraints-bad-pattern");
  await pattern.fill("[a-z]+ cat");
  await eventually(() => page.getByTestId("constraint-problem").innerText(), "");
  await eventually(() => whole(page), /^[a-z]+ cat$|^[a-z]+/);

  await page.getByLabel("a JSON schema").check();
  const schema = page.getByLabel("Schema", { exact: true });
  await schema.fill('{"type": "object",\n "properties": {"a": {"type": "string", "pattern": "b+"}}}');
  await eventually(() => textOf(page, "constraint-problem"), /keyword “pattern” at #\/properties\/a is not supported/);
  await schema.fill('{"type": "object",\n "oops"}');
  await eventually(() => textOf(page, "constraint-problem"), /This schema is not JSON: .* line 2/);
  // Each kind keeps what was typed for it.
  await page.getByLabel("a regular expression").check();
  assert.equal(await page.getByLabel("Pattern", { exact: true }).inputValue(), "[a-z]+ cat");
  await page.getByLabel("a JSON schema").check();
  assert.match(await page.getByLabel("Schema", { exact: true }).inputValue(), /oops/);
});

// Case 18: an empty mask emitted garbage.
labTest("a dead end of the real target: backtrack, repair and reject, and nothing illegal in the text", async (lab) => {
  const page = await open(lab);
  await waitForText(page);
  await page.getByLabel("Begin with").selectOption({ label: "A dead end: top-k before the mask" });
  const legalStart = /^( couch( and( purred)?)?| floor( [a-z]+)*)?$/;
  const expected = {
    backtrack: [/^ floor( [a-z]+){2,9}$/, /✓ complete.*taken back: ␣and ␣couch/],
    repair: [/^ couch and purred$/, /✓ complete, by force/],
    reject: [/^ couch and$/, /✕ incomplete: no token was left/],
  };
  for (const [way, [text, end]] of Object.entries(expected)) {
    await page.getByLabel(way, { exact: true }).check();
    await page.waitForURL((url) => way === "backtrack" || url.search.includes(`way_out=${way}`));
    await eventually(() => whole(page), text);
    assert.match(await textOf(page, "end"), end);
    // Along the story, what stands in the text is always the beginning of something legal.
    await press(page, "Home");
    const titles = new Set();
    for (;;) {
      await press(page, "ArrowRight");
      titles.add(await textOf(page, "stage-title"));
      const pieces = await page.locator('[data-testid="text"] .legal, [data-testid="text"] .forced').allInnerTexts();
      assert.match(pieces.filter((piece) => piece !== "⟨end⟩").join(""), legalStart);
      if (/^token (\d+) of \1 · step (\d+) of \2$/.test(await textOf(page, "place"))) break;
    }
    assert.ok(titles.has("A dead end") && titles.has("The way out"), [...titles].join());
    if (way === "reject") {
      await press(page, "ArrowLeft");
      assert.match(await textOf(page, "caption"), /The filters came first and kept only tokens that the grammar forbids/);
      await lab.screenshot(page, "constraints-dead-end", { fullPage: true });
    }
  }
  // The right order has no dead end.
  await page.getByLabel(/^before the filters/).check();
  await page.waitForURL((url) => !url.search.includes("mask=last"));
  await eventually(async () => { await whole(page); return textOf(page, "end"); }, /^✓ complete$/);
});

// Case 19: JSON that was cut passed for complete.
labTest("a text that reaches the cap says that it is incomplete", async (lab) => {
  const page = await open(lab, "constraint=json%3A%7B%22type%22%3A%22array%22%2C%22minItems%22%3A8%2C%22items%22%3A%7B%22type%22%3A%22string%22%7D%7D&max_new_tokens=12");
  await waitForText(page);
  const text = await whole(page);
  assert.throws(() => JSON.parse(text));
  assert.match(await textOf(page, "end"), /✕ incomplete: the text reached its longest allowed length/);
  assert.doesNotMatch(await transcript(page), /⟨end⟩/);
});

// Case 10: a tool that constrained the target alone let the draft's letters through.
labTest("with the draft, only legal tokens are emitted, and the rates stand beside the free ones", async (lab) => {
  const page = await open(lab, "constraint=digits%3A1-&prompt=Her+number+is+&max_new_tokens=24&temperature=1&with_draft=on");
  await waitForText(page);
  await eventually(() => textOf(page, "draft-verdict"), /^All \d+ emitted tokens are legal, and the text is (complete|incomplete)/);
  const emitted = await page.locator('[data-testid="draft-cycles"] span:is(.accepted, .correction, .bonus)').allInnerTexts();
  assert.ok(emitted.length > 0);
  for (const piece of emitted) assert.match(squeeze(piece), /^(✓|↻|★)? ?(accepted from the draft|correction|bonus)? ?([0-9]+|⟨end⟩)$/);
  const [head, ...rates] = await tableRows(page.getByTestId("draft-rates"));
  assert.deepEqual(head, ["rate", "under the mask", "free"]);
  assert.equal(rates.length, 4);
  for (const [name, constrained, free] of rates) assert.ok(Number(constrained) >= 0 && Number(free) >= 0, `${name}: ${constrained} ${free}`);
  await lab.screenshot(page, "constraints-draft", { fullPage: true });

  const greedy = await open(lab, "constraint=regex%3A%5BA-Z%5D%5Ba-z+%5D%2B%5C.&prompt=The+cat+sat.+&max_new_tokens=20&temperature=0&with_draft=on");
  await waitForText(greedy);
  await eventually(() => textOf(greedy, "draft-verdict"), /It is the very text above\.$/);
  // The same run, step by step, in the lab of speculation.
  await greedy.getByRole("link", { name: /^Step through these cycles/ }).click();
  await waitForSource(greedy, "live");
  await greedy.getByTestId("under-constraint").waitFor();
  await greedy.getByRole("button", { name: "Let the text be free" }).click();
  await greedy.waitForURL((url) => !url.search.includes("constraint="));
});

labTest("with beams, the best texts under the mask are legal, and the free ones stand beside them", async (lab) => {
  const page = await open(lab, "max_new_tokens=10&beams=on");
  await waitForText(page);
  const card = page.getByTestId("beams-card");
  const [constrained, free] = await Promise.all([0, 1].map((idx) => tableRows(card.getByRole("table").nth(idx))));
  assert.equal(constrained.length, 4);
  assert.equal(free.length, 4);
  for (const [text, score] of constrained.slice(1)) {
    assert.match(text, /^\[(\d(,\d)*,?)?\]?(⟨end⟩)?$/);
    assert.ok(Number(score.replace("−", "-")) <= 0);
  }
  assert.equal(new Set(constrained.map(([text]) => text)).size, 4, "no text twice");
});

labTest("an address restores the experiment and the place, and what is wrong with one is said", async (lab) => {
  const page = await open(lab, "constraint=list%3A3&seed=5&temperature=1.2&way_out=repair&mask=last&with_draft=on&gamma=2&at=2.3");
  await waitForText(page);
  await eventually(() => textOf(page, "place"), /^token 2 of \d+ · step 3 of 5$/);
  const caption = await textOf(page, "caption");
  await press(page, "ArrowRight");
  await page.waitForURL(/at=2\.4/);
  const again = await lab.openLab(new URL(page.url()).search.slice(1).replace("at=2.4", "at=2.3"));
  await waitForText(again);
  await eventually(() => textOf(again, "caption"), caption);
  assert.equal(await again.getByLabel("At most this many items").inputValue(), "3");
  assert.ok(await again.getByLabel("repair", { exact: true }).isChecked());

  const long = `regex%3A${"a".repeat(4100)}`;
  const bad = await open(lab, `temperature=NaN&top_k=1e9&way_out=run&constraint=${long}`);
  await waitForText(bad);
  const notices = (await bad.getByTestId("notice").allInnerTexts()).map(squeeze).join("\n");
  assert.match(notices, /temperature = NaN is not a number/);
  assert.match(notices, /top_k = 1e9 is out of range; 100 is used/);
  assert.match(notices, /way_out = run is no choice; backtrack is used/);
  assert.match(notices, /the constraint has 4106 bytes, and 4000 is the most; it was left out/);
  const unreadable = await open(lab, "constraint=regex%3Aa(b", recordedOnly);
  await eventually(() => textOf(unreadable, "constraint-problem"), /cannot be read at character 2/);
  assert.equal(await unreadable.getByLabel("Pattern", { exact: true }).inputValue(), "a(b");
});

labTest("everything works by the keyboard alone, and everything has a name", async (lab) => {
  const page = await open(lab);
  await waitForText(page);
  const tabTo = async (id) => {
    for (let n = 0; n < 80; n += 1) {
      await press(page, "Tab");
      if (await page.evaluate((id) => document.activeElement?.id === id, id)) return;
    }
    assert.fail(`the keyboard does not come to #${id}`);
  };
  await tabTo("most-items");
  await page.keyboard.type("2");
  await press(page, "Tab");
  await page.waitForURL(/constraint=list%3A2/);
  await tabTo("with-beams");
  await press(page, "Space");
  await page.waitForURL(/beams=on/);
  await waitForText(page);
  await leaveControls(page);
  await press(page, "Home");
  await press(page, "PageDown");
  await eventually(() => textOf(page, "place"), /^token 1 of \d+ · step 5 of 5$/);
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const roles = ["button", "link", "slider", "textbox", "combobox", "radio", "checkbox", "DisclosureTriangle", "image", "progressbar"];
  const nameless = nodes.filter((node) => !node.ignored && roles.includes(node.role?.value) && !node.name?.value?.trim());
  assert.deepEqual(nameless.map((node) => node.role.value), []);
});

labTest("a text that is saved opens again as the same one, and a file that contradicts itself is refused", async (lab) => {
  const page = await open(lab, "seed=3");
  await waitForText(page);
  const text = await whole(page);
  const save = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() };
  };
  const json = await save("Save text (JSON)");
  const csv = await save("Save table (CSV)");
  const recording = JSON.parse(json.text);
  const [head, ...lines] = csv.text.trim().split("\n");
  assert.match(head, /^step,event,token_id,token,legal_tokens,feasible_mass/);
  assert.equal(lines.length, recording.trace.steps.length);
  for (const [name, file] of [["Save the automaton as SVG", "automaton.svg"], ["Save the automaton as PNG", "automaton.png"]]) {
    assert.equal((await save(name)).name, file);
  }
  const openFile = (page, text) => page.locator("#trace-file").setInputFiles({ name: "text.json", mimeType: "application/json", buffer: Buffer.from(text) });
  const other = await open(lab);
  await waitForText(other);
  await openFile(other, json.text);
  await waitForSource(other, "file");
  assert.equal(await whole(other), text);
  const before = await transcript(other);
  recording.trace.spec.seed += 1;
  for (const [broken, words] of [[JSON.stringify(recording), /its facts contradict each other/], ["{}", /could not be opened/]]) {
    await openFile(other, broken);
    await other.getByTestId("notice").filter({ hasText: words }).waitFor();
    assert.equal(await transcript(other), before);
  }
});

for (const [name, viewport] of Object.entries({ "360 px": PHONE, "390 px": NARROW })) {
  labTest(`on a phone ${name} wide nothing is cut off and the page does not scroll sideways`, async (lab) => {
    for (const query of ["at=2.5", "prompt=Tom+is+a+cat.+&constraint=json%3A%7B%22type%22%3A%22array%22%2C%22items%22%3A%7B%22type%22%3A%22string%22%7D%7D&max_new_tokens=20&with_draft=on&beams=on&at=4.5"]) {
      const page = await open(lab, query, { viewport });
      await waitForText(page);
      assert.ok((await overhang(page)) <= 0, `${query}: ${await overhang(page)} px`);
      await lab.screenshot(page, `constraints-phone-${viewport.width}${query.includes("json") ? "-json" : ""}`, { fullPage: true });
    }
  });
}

labTest("light and dark, and reduced motion", async (lab) => {
  for (const colorScheme of ["light", "dark"]) {
    for (const [name, viewport] of [["1280", { width: 1280, height: 900 }], ["390", NARROW]]) {
      const page = await open(lab, "at=3.5", { ...recordedOnly, viewport, colorScheme, reducedMotion: "reduce" });
      await waitForSource(page, "recorded");
      await eventually(() => textOf(page, "place"), /^token 3 of/);
      const moving = await page.evaluate(() => [...document.querySelectorAll("*")].filter((element) => getComputedStyle(element).animationName !== "none").length);
      assert.equal(moving, 0);
      await lab.screenshot(page, `constraints-${name}-${colorScheme}`);
    }
  }
});
