// The page in other languages: how one is chosen, what it changes, and what it must not.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assertAccessible, unfold } from "./access.mjs";
import { eventually, leaveControls, press, recordedOnly, textOf, waitForRecorded } from "./actions.mjs";
import { labTest, PHONE } from "./lab.mjs";

/** How each language says what the tests look for. */
const SPOKEN = {
  de: { name: "Deutsch", play: "Start", title: "Spekulative Zyklen", coin: /Die Münze des Residuums zieht „␣went“ für Position 3\./ },
  es: { name: "Español", play: "Iniciar", title: "Ciclos especulativos", coin: /La moneda del residuo extrae «␣went» para la posición 3\./ },
  fr: { name: "Français", play: "Lire", title: "Cycles spéculatifs", coin: /La pièce du résidu tire «\s␣went\s» pour la position 3\./ },
  zh: { name: "简体中文", play: "播放", title: "推测循环", coin: /残差的硬币为位置 3 抽出“␣went”。/ },
};
/** A link to the correction of the first cycle. */
const CORRECTION = "at=1.11";

const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const [code, spoken] of Object.entries(SPOKEN)) {
  labTest(`a link in ${code} opens the page in that language: buttons, captions and numbers, and the stories stay English`, async (lab) => {
    const page = await lab.openLab(`${CORRECTION}&lang=${code}`, recordedOnly);
    await page.getByRole("heading", { level: 1, name: spoken.title }).waitFor();
    await page.locator('[data-testid="source"][data-source="recorded"]').waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), code);
    assert.match(await page.getByTestId("play").innerText(), new RegExp(`^${spoken.play}`));
    await eventually(() => textOf(page, "caption"), spoken.coin);
    assert.equal(await page.getByTestId("text").getAttribute("lang"), "en");
    assert.match(await page.getByTestId("text").innerText(), /Once upon a time, a cat named Tom/);
    const comma = ["de", "es", "fr"].includes(code);
    assert.match(await page.getByTestId("knob-temperature").locator("output").innerText(), comma ? /^0,80$/ : /^0\.80$/);
    assert.ok((await overhang(page)) <= 0, "longer words make the page no wider");
    await page.waitForURL(new RegExp(`lang=${code}`));
    await assertAccessible(page, code);
    await lab.screenshot(page, `language-${code}`);
    const phone = await lab.openLab(`${CORRECTION}&lang=${code}`, { ...recordedOnly, viewport: PHONE });
    await phone.locator('[data-testid="source"][data-source="recorded"]').waitFor();
    await eventually(() => textOf(phone, "caption"), spoken.coin);
    assert.ok((await overhang(phone)) <= 0, `on a phone the page can be scrolled sideways by ${await overhang(phone)} px`);
    await lab.screenshot(phone, `language-${code}-phone`);
  });
}

// What the engine refuses was English in every language.
labTest("what the engine refuses is said in the reader's language", async (lab) => {
  const page = await lab.openLab("max_new_tokens=8&lang=de");
  await page.locator('[data-testid="source"][data-source="live"]').waitFor();
  await page.locator("textarea").first().fill("word ".repeat(3000));
  await eventually(() => textOf(page, "run-trouble"), /: der Anfang hat \d{3,4} Token, die Modelle sehen aber höchstens 256; kürzen Sie ihn\.$/);
  lab.expectProblem(/model\.safetensors|404/);
  const without = await lab.openLab("lab=speculative&lang=fr", {
    prepare: (page) => page.route("**/target-5.9m/model.safetensors", (route) => route.fulfill({ status: 404, body: "not found" })),
  });
  await eventually(() => textOf(without, "engine-trouble"), /model\.safetensors n’a pas pu être chargé : le serveur a répondu 404/);
});

/** The texts of a language that are the same wherever they are said: by key. */
function constants(code) {
  const file = readFileSync(new URL(`../../public/locales/${code}.ftl`, import.meta.url), "utf8");
  return new Map([...file.matchAll(/^([a-z][\w-]*) = ([^{<\n]+)$/gm)].map(([, key, text]) => [key, text.trim()]));
}

/** Words that no English sentence lacks for long, and that none of the other languages has. */
const ENGLISH_WORDS = /\b(the|of|and|which|with|from|are|is|it|each|every|than|that|they|there|have|been)\b/i;

/** What a reader sees or hears in English although the page speaks another language. Stories and tokens say themselves that they are English. */
async function leftInEnglish(page, code) {
  const english = constants("en");
  const theirs = constants(code);
  const said = new Set(theirs.values());
  const untranslated = new Set([...english.values()].filter((text) => !said.has(text)));
  const texts = await page.evaluate(() => {
    const found = [];
    const add = (element, text) => {
      if (text?.trim() && !element.closest("[lang=en], #language, .brand, noscript, script, style")) found.push(text.replaceAll(/\s+/g, " ").trim());
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) add(node.parentElement, node.data);
      else for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"]) add(node, node.getAttribute(name));
    }
    return found;
  });
  assert.ok(texts.length > 200, `only ${texts.length} texts were found`);
  // Names of files are names.
  return texts.filter((text) => untranslated.has(text) || ENGLISH_WORDS.test(text.replaceAll(/[a-z]+(-[a-z]+)+/g, "")));
}

/** The labs, each with a link that has it say much, what is wrong in the link included; and how to have it say more. */
const SPEAKING = {
  exactness: {
    query: "p=0.5_0.3_0.2&q=0.2_0.5_0.3&name=A&name=B&name=others&mistake=no-residual&trials=7&gamma=99&live_texts=5&rule=all&at=2",
    speak: async (page) => {
      await page.getByTestId("draw-500").click({ timeout: 60_000 });
      await page.getByTestId("power").filter({ hasText: "500" }).waitFor();
      await leaveControls(page);
      await press(page, "ArrowRight", 3);
    },
  },
  latency: {
    query: "alpha=9&draft_cost=NaN&v=1_2&alphas=x&machine=moon&max_new_tokens=16&at=1",
    speak: async (page) => {
      await page.locator('[data-testid=measured][data-done=true] [data-testid="verdict"]').waitFor();
      await leaveControls(page);
      await press(page, "ArrowRight", 2);
      const notices = await page.getByTestId("notice").count();
      await page.locator("#trace-file").setInputFiles({ name: "bad.json", mimeType: "application/json", buffer: Buffer.from("{}") });
      await eventually(() => page.getByTestId("notice").count(), notices + 1);
    },
  },
};

for (const code of Object.keys(SPOKEN)) {
  for (const [name, { query, speak }] of Object.entries(SPEAKING)) {
    labTest(`the lab ${name} says nothing in English to who reads ${code}, and is no wider than the screen`, async (lab) => {
      for (const viewport of [{ width: 1280, height: 900 }, { width: 390, height: 844 }]) {
        const page = await lab.openLab(`lab=${name}&${query}&lang=${code}`, { viewport, reducedMotion: "reduce" });
        await page.getByTestId("stage").waitFor();
        assert.ok((await page.getByTestId("notice").count()) >= 4, "the link has things wrong");
        assert.deepEqual(await leftInEnglish(page, code), [], "before the models are there");
        await speak(page);
        assert.deepEqual(await leftInEnglish(page, code), []);
        assert.ok((await overhang(page)) <= 0, `the page can be scrolled sideways by ${await overhang(page)} px`);
        await lab.screenshot(page, `language-${code}-${name}-${viewport.width}`, { fullPage: true });
      }
    });
  }
}

labTest("numbers are typed as the language writes them, and with a point as well", async (lab) => {
  const page = await lab.openLab("lab=exactness&trials=0&lang=de", recordedOnly);
  const field = page.getByLabel("p von A, als Zahl");
  await eventually(() => field.inputValue(), "0,5");
  await field.fill("0,62");
  await page.keyboard.press("Enter");
  await page.waitForURL(/p=0\.62_/);
  await field.fill("0.4");
  await page.keyboard.press("Enter");
  await page.waitForURL(/p=0\.4_/);
  await eventually(() => field.inputValue(), "0,4");
  assert.match(await textOf(page, "lines"), /min\(0,4; 0,2\) = 0,2/);
});

/** How each language titles the second step of a level, and of a token under a constraint. */
const STEPS = {
  de: { beams: "Ebene 1: reihen und abschneiden", constraints: "Die Maske", says: /^Die Grammatik verlangt: „\[“\. Von 4\.096 Token / },
  es: { beams: "Nivel 1: ordenar y podar", constraints: "La máscara", says: /^La gramática pide: «\[»\. De 4096 tokens / },
  fr: { beams: "Niveau 1 : classer et élaguer", constraints: "Le masque", says: /^La grammaire demande : «\s\[\s»\. Sur 4\s096 tokens / },
  zh: { beams: "第 1 层：排序与剪枝", constraints: "掩码", says: /^语法要求：“\[”。4,096 个 token 中有 / },
};

for (const [code, steps] of Object.entries(STEPS)) {
  labTest(`the labs of beams and of constraints speak ${code}, what a link has wrong included, and no word is too long for them`, async (lab) => {
    for (const viewport of [{ width: 1280, height: 900 }, { width: 390, height: 844 }, PHONE]) {
      for (const name of ["beams", "constraints"]) {
        const page = await lab.openLab(`lab=${name}&at=1.2&temperature=1e9&num_beams=1e9&lang=${code}`, { ...recordedOnly, viewport });
        await page.locator('[data-testid="source"][data-source="recorded"]').waitFor();
        await eventually(() => textOf(page, "stage-title"), steps[name]);
        if (name === "constraints") await eventually(() => textOf(page, "caption"), steps.says);
        assert.ok(!(await page.getByTestId("notice").first().innerText()).includes("is out of range"), "the notice is in English");
        await unfold(page);
        assert.ok((await overhang(page)) <= 0, `${name}, ${viewport.width} px: it can be scrolled sideways by ${await overhang(page)} px`);
        await lab.screenshot(page, `language-${code}-${name}-${viewport.width}`, { fullPage: true });
      }
    }
  });
}

labTest("the choice of a language keeps the place and the focus, and is kept over a reload; a browser's own language is taken at first", async (lab) => {
  const page = await lab.openLab(CORRECTION, recordedOnly);
  await waitForRecorded(page, 1, 11);
  const choice = page.getByRole("combobox", { name: "Language", exact: true });
  await choice.selectOption("de");
  await page.getByRole("heading", { level: 1, name: SPOKEN.de.title }).waitFor();
  await eventually(() => textOf(page, "caption"), SPOKEN.de.coin);
  await eventually(() => page.evaluate(() => document.activeElement.id), "language");
  await leaveControls(page);
  await press(page, "ArrowRight");
  await eventually(() => textOf(page, "place"), /^Zyklus 1 von \d+ · Schritt 12 von 12$/);
  await page.waitForURL(/at=1\.12/);
  assert.ok(!page.url().includes("lang="), "a reader's own language is not a link's");
  await page.reload();
  await page.getByRole("heading", { level: 1, name: SPOKEN.de.title }).waitFor();

  const french = await lab.openLab(CORRECTION, { ...recordedOnly, locale: "fr-CA" });
  await french.getByRole("heading", { level: 1, name: SPOKEN.fr.title }).waitFor();
  const other = await lab.openLab(CORRECTION, { ...recordedOnly, locale: "pt-BR" });
  await other.getByRole("heading", { level: 1, name: "Speculative cycles" }).waitFor();
});

labTest("a language whose file does not come leaves the page in English, and one that does not exist is named", async (lab) => {
  lab.expectProblem(/locales|404/);
  const page = await lab.openLab(`${CORRECTION}&lang=de`, { prepare: async (blank) => {
    await recordedOnly.prepare(blank);
    await blank.route("**/locales*/*", (route) => route.fulfill({ status: 404 }));
  } });
  await waitForRecorded(page, 1, 11);
  await page.getByRole("heading", { level: 1, name: "Speculative cycles" }).waitFor();
  const unknown = await lab.openLab(`${CORRECTION}&lang=tlh`, recordedOnly);
  await unknown.getByTestId("notice").filter({ hasText: "lang = tlh is no choice; en is used" }).waitFor();
});
