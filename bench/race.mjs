// Holds the race: every engine writes the same greedy text from the same weights, in turn, round after round. See docs/race.md.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { serveSite } from "../scripts/static-server.mjs";
import { NPM, modelFiles, packages, plainC, python, reasonOf } from "./peers.mjs";
import { markdown, parting, picture, ratios, shares, summary } from "./table.mjs";

const number = (value) => ({ type: "string", default: String(value) });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: number(9), tokens: number(200), chunk: number(20), prompt: { type: "string", default: "Once upon a time" }, out: { type: "string", default: "test-artifacts/race" } },
});
const [nRounds, nTokens, chunk] = [values.rounds, values.tokens, values.chunk].map(Number);
if (![nRounds, nTokens, chunk].every((value) => Number.isInteger(value) && value > 0)) throw new Error("--rounds, --tokens and --chunk are whole numbers above 0");
const models = positionals.length ? positionals : ["public/models/target-1.8m"];
const cache = process.env.BENCH;
const program = (name) => join(cache, "ours", name);

/** Who runs: where, and the file of theirs that may be missing. The first is what the others are held against. */
const RACERS = [
  { name: "candle", title: "candle llama2_c (column-major), wasm" },
  { name: "scalar", title: "f32 scalar, wasm", isOurs: true },
  { name: "simd", title: "f32 SIMD, wasm", isOurs: true },
  { name: "relaxed", title: "f32 relaxed SIMD, wasm", isOurs: true },
  { name: "int8", title: "int8 SIMD, wasm", isOurs: true },
  { name: "int8-relaxed", title: "int8 relaxed SIMD, wasm", isOurs: true },
  { name: "onnx", title: `onnxruntime-web ${NPM["onnxruntime-web"]} f32`, file: "model.onnx", npm: true },
  { name: "wllama-f32", title: `wllama ${NPM["@wllama/wllama"]} f32`, file: "f32.gguf", npm: true },
  { name: "wllama-q8_0", title: `wllama ${NPM["@wllama/wllama"]} q8_0`, file: "q8_0.gguf", npm: true },
  { name: "native-simd", title: "f32, native", isOurs: true, native: "simd" },
  { name: "native-int8", title: "int8, native", isOurs: true, native: "int8" },
  { name: "plain-c", title: "plain C -Ofast, native", file: "flat.bin", native: "c" },
];

/** What `work` gives, or the reason why it gives nothing. */
const attempt = (work) => {
  try {
    return { value: work() };
  } catch (error) {
    return { missing: reasonOf(error) };
  }
};
let pythonFound;
const findPython = () => {
  pythonFound ??= attempt(() => python(cache));
  if (pythonFound.missing) throw new Error(pythonFound.missing);
  return pythonFound.value;
};

console.log("getting the other engines ready (fetched the first time)");
const npm = attempt(() => packages(cache));
const plain = attempt(() => plainC(cache, "bench/plain.c"));

// The page's folder: our files, our modules, the other engines, and a link to each model.
const site = join(cache, "site");
rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
for (const file of ["race.html", "page.mjs"]) copyFileSync(join("bench", file), join(site, file));
symlinkSync(join(cache, "ours"), join(site, "ours"));
if (npm.value) {
  symlinkSync(join(npm.value, "@wllama/wllama/esm"), join(site, "wllama"));
  symlinkSync(join(npm.value, "onnxruntime-web/dist"), join(site, "onnxruntime-web"));
}

/** Trained numbers, where a tied embedding counts once, and those that every token is multiplied with. */
const count = (config) => {
  const { hidden_size: hidden, intermediate_size: ffn, num_hidden_layers: layers, num_attention_heads: heads, vocab_size: vocab } = config;
  const kv = ((config.num_key_value_heads ?? heads) * hidden) / heads;
  const nWeights = layers * (2 * hidden * (hidden + kv) + 3 * hidden * ffn) + vocab * hidden;
  return { nWeights, nParameters: nWeights + (2 * layers + 1) * hidden + (config.tie_word_embeddings ? 0 : vocab * hidden) };
};

const headers = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp", "cross-origin-resource-policy": "same-origin" };
const server = await serveSite(site, { headers });
const args = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
if (process.getuid?.() === 0) args.push("--no-sandbox");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args });

async function race(model, idx) {
  const config = JSON.parse(readFileSync(join(model, "config.json"), "utf8"));
  const link = `model-${idx}`;
  const { folder, missing } = modelFiles(cache, "bench", model, findPython);
  mkdirSync(join(site, link));
  symlinkSync(model, join(site, link, "source"));
  for (const file of ["f32.gguf", "q8_0.gguf", "model.onnx"]) if (!missing[file]) symlinkSync(join(folder, file), join(site, link, file));

  const prompt = existsSync(join(model, "tokenizer.json"))
    ? JSON.parse(execFileSync(program("racer"), ["encode", model, values.prompt], { encoding: "utf8" }))
    : [config.bos_token_id ?? 0];
  if (prompt.length + nTokens + 1 > config.max_position_embeddings) throw new Error(`${nTokens} tokens do not fit the context of ${model}`);

  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(`page: ${error.message}`));
  await page.goto(`${server.address}race.html`);
  if (!(await page.evaluate(() => crossOriginIsolated))) throw new Error("the page is not isolated, and its clock too coarse");
  const native = (kind) => {
    const [file, ...options] = kind === "c"
      ? [plain.value.program, join(folder, "flat.bin")]
      : [program("racer"), "run", model, kind];
    return JSON.parse(execFileSync(file, [...options, nTokens, chunk, ...prompt].map(String), { encoding: "utf8" }));
  };
  const once = ({ name, native: kind }) => (kind ? native(kind) : page.evaluate(([name, ...more]) => window.race.run(name, ...more), [name, prompt, nTokens, chunk]));

  const results = [];
  let expected;
  for (const racer of RACERS) {
    const result = { ...racer, rounds: [], ownMillisPerToken: [] };
    results.push(result);
    result.missing = (racer.npm && npm.missing) || (racer.name === "plain-c" && plain.missing) || missing[racer.file];
    if (result.missing) continue;
    try {
      if (!racer.native) await page.evaluate(([name, link]) => window.race.load(name, link), [racer.name, link]);
      if (!racer.native) result.firstTokenMillis = await page.evaluate(([name, prompt]) => window.race.firstTokenMillis(name, prompt), [racer.name, prompt]);
      // The first text warms up, and says what this engine writes.
      const { tokens, nPrompt } = await once(racer);
      if (nPrompt !== undefined && nPrompt !== prompt.length) throw new Error(`it read a prompt of ${nPrompt} tokens, not of ${prompt.length}`);
      expected ??= tokens;
      Object.assign(result, { tokens, partsAt: parting(expected, tokens) });
      const at = result.partsAt;
      if (at >= 0 && at < tokens.length) {
        result.gap = await page.evaluate(([before, own, other]) => window.race.gap(before, own, other), [[...prompt, ...expected.slice(0, at)], expected[at], tokens[at]]);
      }
    } catch (error) {
      result.missing = reasonOf(error);
    }
  }
  const running = results.filter((result) => !result.missing);
  for (let round = 0; round < nRounds; round += 1) {
    // Each round begins with another one, so that nobody always follows the same neighbour.
    for (let turn = 0; turn < running.length; turn += 1) {
      const result = running[(turn + round * 5) % running.length];
      const { tokens, millis, ownMillisPerToken } = await once(result);
      if (parting(tokens, result.tokens) >= 0) throw new Error(`${result.title} wrote another text than before`);
      result.rounds.push(millis);
      if (ownMillisPerToken) result.ownMillisPerToken.push(ownMillisPerToken);
    }
    process.stdout.write(`\r${basename(model)}: round ${round + 1} of ${nRounds} `);
  }
  process.stdout.write("\n");
  for (const result of running) result.summary = summary(result.rounds, chunk, nTokens);
  const profiles = [];
  for (const { name, title } of running.filter(({ isOurs, native }) => isOurs && !native)) profiles.push({ name, title, shares: await profile(page, () => once({ name })) });
  await page.evaluate(() => window.race.close());
  await page.close();
  const { nParameters, nWeights } = count(config);
  return { model: basename(model), nParameters, nWeights, prompt, nTokens, chunk, nRounds, results, ratios: ratios(results, nParameters), profiles };
}

/** The functions in which the browser's profiler found the page, with their shares of the samples. */
async function profile(page, once) {
  const session = await page.context().newCDPSession(page);
  await session.send("Profiler.enable");
  await session.send("Profiler.setSamplingInterval", { interval: 100 });
  await session.send("Profiler.start");
  for (let text = 0; text < 10; text += 1) await once();
  const { profile } = await session.send("Profiler.stop");
  await session.detach();
  return shares(profile);
}

const begun = performance.now();
const races = [];
for (const [idx, model] of models.entries()) races.push(await race(resolve(model), idx));
const chromiumVersion = browser.version();
await browser.close();
await server.close();

mkdirSync(values.out, { recursive: true });
const machine = `${cpus().length} x ${cpus()[0]?.model.trim() ?? "unknown processor"}, load ${loadavg()[0].toFixed(1)}; Chromium ${chromiumVersion}; ${plain.value?.compiler ?? "no C compiler"}`;
const tables = `${machine}\n\n${races.map(markdown).join("\n")}`;
writeFileSync(join(values.out, "race.json"), `${JSON.stringify({ machine, races }, null, 1)}\n`);
writeFileSync(join(values.out, "race.svg"), picture(races));
writeFileSync(join(values.out, "race.md"), tables);
console.log(`\n${tables}\n${((performance.now() - begun) / 1000).toFixed(0)} s; race.md, race.json and race.svg are in ${values.out}`);
