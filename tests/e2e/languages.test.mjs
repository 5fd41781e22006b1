// The page in other languages: how one is chosen, what it changes, and what it must not.

import assert from "node:assert/strict";
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
    assert.match(await page.getByTestId("text").innerText(), /Once upon a time, a cat named Sam/);
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
