// What the page of the race can do: load an engine, let it write, and ask the reference how far two tokens were apart.
// Every engine has the same three parts: `load` reads its files, `read` takes a prompt, and `write` gives as many
// tokens as wanted with the milliseconds of each chunk. A chunk is so many steps of "choose the most probable token,
// and read it", whatever the engine.

const bytesOf = async (url) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

/** Our engine, or candle's forward pass in the same module. `build` is "simd" or "relaxed". */
function ours(build, kernels) {
  let racer, buildMillis;
  return {
    async load(model) {
      const { default: start, Racer } = await import(`./ours/racer_${build}.js`);
      await start();
      const files = [await bytesOf(`${model}/source/config.json`), await bytesOf(`${model}/source/model.safetensors`)];
      const begun = performance.now();
      racer = new Racer(...files, kernels);
      buildMillis = performance.now() - begun;
      if (racer.kernels() !== kernels) throw new Error(`this build has no kernels of the kind "${kernels}"`);
    },
    /** From the arrival of the weights until the first token is known. Of the first text only: a build happens once. */
    firstTokenMillis(prompt) {
      const begun = performance.now();
      racer.read(Uint32Array.from(prompt));
      return buildMillis + performance.now() - begun;
    },
    async read(prompt) { racer.read(Uint32Array.from(prompt)); },
    async write(nTokens, chunk) {
      const tokens = [];
      const millis = [];
      while (tokens.length < nTokens) {
        const begun = performance.now();
        tokens.push(...racer.write(Math.min(chunk, nTokens - tokens.length)));
        millis.push(performance.now() - begun);
      }
      return { tokens, millis };
    },
    logitsAfter(tokens) {
      racer.read(Uint32Array.from(tokens));
      return racer.logits();
    },
    close() { racer.free(); },
  };
}

/** onnxruntime-web on its wasm backend. Its interface hands the cache out and in again at every step: that is part of its time. */
function onnx() {
  let ort, session, config, state;
  const step = async (tokens) => {
    const length = state.length + tokens.length;
    const feeds = {
      tokens: new ort.Tensor("int64", BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      seqlens_k: new ort.Tensor("int32", Int32Array.of(length - 1), [1]),
      total_length: new ort.Tensor("int32", Int32Array.of(length), []),
      ...state.cache,
    };
    const results = await session.run(feeds);
    const cache = {};
    for (const name of state.names) cache[name] = results[name.replace("past", "present")];
    state = { ...state, length, cache, next: Number(results.next.data.at(-1)) };
  };
  return {
    async load(model) {
      ort = await import("./onnxruntime-web/ort.wasm.min.mjs");
      ort.env.wasm.wasmPaths = new URL("./onnxruntime-web/", location.href).href;
      ort.env.wasm.numThreads = 1;
      config = await (await fetch(`${model}/source/config.json`)).json();
      const options = { executionProviders: ["wasm"], graphOptimizationLevel: "all", intraOpNumThreads: 1 };
      session = await ort.InferenceSession.create(await bytesOf(`${model}/model.onnx`), options);
    },
    async read(prompt) {
      const heads = config.num_key_value_heads ?? config.num_attention_heads;
      const empty = () => new ort.Tensor("float32", new Float32Array(0), [1, heads, 0, config.hidden_size / config.num_attention_heads]);
      const names = session.inputNames.filter((name) => name.startsWith("past_"));
      state = { length: 0, names, cache: Object.fromEntries(names.map((name) => [name, empty()])) };
      await step(prompt);
    },
    async write(nTokens, chunk) {
      const tokens = [];
      const millis = [];
      while (tokens.length < nTokens) {
        const begun = performance.now();
        for (const end = Math.min(nTokens, tokens.length + chunk); tokens.length < end;) {
          tokens.push(state.next);
          await step([state.next]);
        }
        millis.push(performance.now() - begun);
      }
      return { tokens, millis };
    },
    close() { return session.release(); },
  };
}

/** wllama, which is llama.cpp in a worker. Token i is the character U+20000 + i (see make_gguf.py). */
function wllama(kind) {
  const first = 0x20000;
  let engine, prompt;
  return {
    async load(model) {
      const { Wllama } = await import("./wllama/index.js");
      const silent = { debug() {}, log() {}, warn() {}, error() {} };
      engine = new Wllama({ default: new URL("./wllama/wasm/wllama.wasm", location.href).href }, { logger: silent, suppressNativeLog: true });
      const config = await (await fetch(`${model}/source/config.json`)).json();
      const options = { n_gpu_layers: 0, n_threads: 1, n_parallel: 1, n_ctx: config.max_position_embeddings };
      await engine.loadModel([new Blob([await bytesOf(`${model}/${kind}.gguf`)])], options);
    },
    async read(tokens) { prompt = String.fromCodePoint(...tokens.map((token) => first + token)); },
    async write(nTokens, chunk) {
      // The first token comes with the prompt; after it each one is a step. So one more is asked for, and a chunk is
      // the time between two tokens.
      const tokens = [];
      const millis = [];
      let begun, own;
      const options = { prompt, max_tokens: nTokens + 1, samplers: ["top_k"], top_k: 1, cache_prompt: false, stream: true };
      for await (const { choices, timings } of await engine.createCompletion(options)) {
        own = timings ?? own;
        for (const char of choices[0]?.text ?? "") {
          if (tokens.length % chunk === 0 || tokens.length === nTokens) {
            const now = performance.now();
            if (begun !== undefined) millis.push(now - begun);
            begun = now;
          }
          tokens.push(char.codePointAt(0) - first);
        }
      }
      const [perStep, nPrompt] = [own?.predicted_ms / (own?.predicted_n - 1), own?.prompt_n];
      return { tokens: tokens.slice(0, nTokens), millis, ownMillisPerToken: perStep, nPrompt };
    },
    close() { return engine.exit(); },
  };
}

const MAKERS = {
  "scalar": () => ours("simd", "scalar"),
  "simd": () => ours("simd", "simd"),
  "relaxed": () => ours("relaxed", "relaxed"),
  "int8": () => ours("simd", "int8"),
  "int8-relaxed": () => ours("relaxed", "int8"),
  "candle": () => ours("simd", "reference"),
  "onnx": onnx,
  "wllama-f32": () => wllama("f32"),
  "wllama-q8_0": () => wllama("q8_0"),
};

const engines = new Map();

window.race = {
  async load(name, model) {
    const engine = MAKERS[name]();
    await engine.load(model);
    engines.set(name, engine);
  },
  firstTokenMillis: (name, prompt) => engines.get(name).firstTokenMillis?.(prompt),
  async run(name, prompt, nTokens, chunk) {
    await engines.get(name).read(prompt);
    return engines.get(name).write(nTokens, chunk);
  },
  /** By how much the reference preferred its own token to another one, after these. */
  gap(tokens, own, other) {
    const logits = engines.get("candle").logitsAfter(tokens);
    return logits[own] - logits[other];
  },
  async close() {
    for (const engine of engines.values()) await engine.close();
    engines.clear();
  },
};
