// How much of a WebAssembly program is whose: bytes of code by function, summed up. The functions' names must still be
// in the file, as the compiler leaves them and the site does not.
//   node scripts/wasm-size.mjs FILE   prints the largest crates, and the engine's part of it

import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

/** Reads the parts of a file one after the other. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** A whole number in LEB128. */
  number() {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.byte();
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  }

  text() {
    const length = this.number();
    return new TextDecoder().decode(this.bytes.subarray(this.at, (this.at += length)));
  }

  limits() {
    const flags = this.byte();
    this.number();
    if (flags & 1) this.number();
  }
}

const [CUSTOM, IMPORTS, CODE] = [0, 2, 10];
const FUNCTION_NAMES = 1;

/** Every function of a program with its name and its bytes of code. */
export function functionsOf(bytes) {
  const reader = new Reader(bytes, 8);
  const names = new Map();
  const sizes = [];
  let nImported = 0;
  while (reader.at < bytes.length) {
    const kind = reader.byte();
    const length = reader.number();
    const end = reader.at + length;
    if (kind === IMPORTS) {
      for (let left = reader.number(); left > 0; left -= 1) {
        reader.text();
        reader.text();
        const [imported, table, memory, global] = [0, 1, 2, 3];
        const what = reader.byte();
        if (what === imported) nImported += 1;
        if (what === imported || what === global) reader.number();
        if (what === table) reader.byte();
        if (what === table || what === memory) reader.limits();
        if (what === global) reader.byte();
      }
    } else if (kind === CODE) {
      for (let left = reader.number(); left > 0; left -= 1) {
        const size = reader.number();
        sizes.push(size);
        reader.at += size;
      }
    } else if (kind === CUSTOM && reader.text() === "name") {
      while (reader.at < end) {
        const part = reader.byte();
        const partLength = reader.number();
        const partEnd = reader.at + partLength;
        if (part === FUNCTION_NAMES) for (let left = reader.number(); left > 0; left -= 1) names.set(reader.number(), reader.text());
        reader.at = partEnd;
      }
    }
    reader.at = end;
  }
  return sizes.map((size, idx) => ({ name: names.get(nImported + idx), size }));
}

/** Names as the compiler mangles them hold the path of what they name, each part after its length. What guesses ahead is no part of them, nor are trees of guesses. */
const ENGINE = /6engine4fast(?!5heads)|engine\.\.fast\.\.(?!heads)/;

const GUESSING = /extend_tree|keep_branch|look_ahead/;

/** Bytes of code: of the kernels and the forward pass, and in all. */
export function codeSizes(bytes) {
  const functions = functionsOf(bytes);
  const sum = (some) => some.reduce((total, { size }) => total + size, 0);
  const engine = functions.filter(({ name }) => ENGINE.test(name ?? "") && !GUESSING.test(name));
  if (engine.length === 0) throw new Error("no function of the engine has a name: are there names in this file?");
  return { engine: sum(engine), code: sum(functions) };
}

/** The crate that a mangled name begins with: the first part of a path that is followed by more of it. */
const crateOf = (name = "") => {
  const [, length] = name.match(/(?:^_ZN|C[a-zA-Z0-9]*_)(\d+)/) ?? [];
  if (!length) return "(others)";
  const start = name.indexOf(length, name.search(/_ZN|C[a-zA-Z0-9]*_\d/)) + length.length;
  const crate = name.slice(start, start + Number(length));
  return crate.replace(/^_?\$LT\$/, "<").split("..")[0].replace(/^<(\$[A-Z]+\$)*/, "");
};

if (argv[1] === fileURLToPath(import.meta.url)) {
  const bytes = readFileSync(argv[2]);
  const crates = new Map();
  for (const { name, size } of functionsOf(bytes)) crates.set(crateOf(name), (crates.get(crateOf(name)) ?? 0) + size);
  for (const [crate, size] of [...crates].sort((a, b) => b[1] - a[1]).slice(0, 20)) console.log(`${String(size).padStart(9)}  ${crate}`);
  const { engine, code } = codeSizes(bytes);
  console.log(`${String(engine).padStart(9)}  kernels and forward pass, of ${code} bytes of code`);
}
