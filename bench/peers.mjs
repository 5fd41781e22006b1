// Gets the other engines ready: fetched by version when a race is held, and kept in a cache outside the repository. What cannot be had
// does not end the race: it is missing there, with the reason.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const NPM = { "@wllama/wllama": "3.13.0", "onnxruntime-web": "1.30.0" };
export const PYPI = { onnx: "1.23.2", gguf: "0.19.0", numpy: "2.4.6" };

/** What a failed program said last, or the first line of another error. */
export const reasonOf = (error) =>
  (error.stderr ? String(error.stderr).trim().split("\n").slice(-2).join(" ") : String(error.message ?? error).split("\n")[0]).slice(0, 240);

const run = (program, options, cwd) => execFileSync(program, options, { cwd, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });

/** Does something once: a file with the versions says that it was done. */
function once(folder, versions, work) {
  const stamp = join(folder, "versions.json");
  const wanted = JSON.stringify(versions);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  work();
  writeFileSync(stamp, wanted);
}

/** The engines from npm; the folder that holds them. */
export function packages(cache) {
  const folder = join(cache, "npm");
  once(folder, NPM, () => {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: NPM }));
    run("npm", ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], folder);
  });
  return join(folder, "node_modules");
}

/** A Python that can write the engines' files. */
export function python(cache) {
  const folder = join(cache, "python");
  const program = join(folder, "bin", "python");
  once(folder, PYPI, () => {
    run("python3", ["-m", "venv", folder]);
    run(program, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...Object.entries(PYPI).map(([name, version]) => `${name}==${version}`)]);
  });
  return program;
}

/** The plain C program for this very processor. */
export function plainC(cache, source) {
  const compiler = process.env.CC ?? "cc";
  const program = join(cache, "plain");
  run(compiler, ["-Ofast", "-march=native", "-o", program, source, "-lm"]);
  return { program, compiler: run(compiler, ["--version"]).split("\n")[0] };
}

/** A model's files for the other engines, made once for each state of the model and the scripts: the folder and what could not be made. */
export function modelFiles(cache, scripts, model, findPython) {
  const hash = createHash("sha256");
  for (const file of ["config.json", "model.safetensors"]) hash.update(readFileSync(join(model, file)));
  for (const file of readdirSync(scripts).filter((name) => name.endsWith(".py")).sort()) hash.update(readFileSync(join(scripts, file)));
  const folder = join(cache, "models", hash.digest("hex").slice(0, 16));
  mkdirSync(folder, { recursive: true });
  const made = { "flat.bin": ["make_flat.py"], "f32.gguf": ["make_gguf.py", "f32"], "q8_0.gguf": ["make_gguf.py", "q8_0"], "model.onnx": ["make_onnx.py"] };
  const missing = {};
  for (const [file, [script, ...more]] of Object.entries(made)) {
    const path = join(folder, file);
    if (existsSync(path)) continue;
    try {
      run(findPython(), ["-B", join(scripts, script), model, path, ...more]);
    } catch (error) {
      rmSync(path, { force: true });
      missing[file] = `${script}: ${reasonOf(error)}`;
    }
  }
  return { folder, missing };
}
