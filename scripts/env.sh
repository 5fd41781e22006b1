# Sourced by every script here: where the tools live and how they are called. It changes nothing.
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/decoding-lab"
TOOLS="$CACHE/tools"
TRAINER="$CACHE/trainer"
BOOK="$CACHE/book"
WASM_TARGET=wasm32-unknown-unknown
export PATH="$ROOT/node_modules/.bin:$TOOLS/bin:${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

say() { printf '\033[1m%s\033[0m\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

# The version that Cargo.lock holds for a crate: the one place that says which one we use.
locked_version() {
  awk -v name="$1" '$1 == "name" && $3 == "\"" name "\"" { getline; gsub(/"/, "", $3); print $3; exit }' "$ROOT/Cargo.lock"
}

# Trunk.toml names the trunk that we build with.
trunk_version() { sed -n 's/^trunk-version *= *"=\{0,1\}\([^"]*\)"/\1/p' "$ROOT/Trunk.toml"; }

# Does this toolchain compile and link for wasm? An installed target of another rustc fails here, too,
# and so does a standard library that is not all there.
toolchain_builds_wasm() {
  local out
  out="$(mktemp -d)" || return 1
  echo '#[unsafe(no_mangle)] pub extern "C" fn probe(n: usize) -> usize { std::collections::BTreeMap::from([(n, n)]).len() }' |
    rustup run "$1" rustc --edition 2024 --target "$WASM_TARGET" --crate-type cdylib --out-dir "$out" --crate-name probe - >/dev/null 2>&1
  local ok=$?
  rm -rf "$out"
  return $ok
}

# The toolchain for wasm builds: the active one when it can, else the one that setup linked as `web`
# (DECODING_LAB_WASM=debian asks for that one at once).
wasm_toolchain() {
  local active=
  if [ "${DECODING_LAB_WASM:-}" != debian ]; then
    active="$(cd "$ROOT" && rustup show active-toolchain 2>/dev/null | awk '{print $1}')"
  fi
  for candidate in "$active" web; do
    if [ -n "$candidate" ] && toolchain_builds_wasm "$candidate"; then
      echo "$candidate"
      return 0
    fi
  done
  return 1
}

chromium_path() { command -v chromium || command -v chromium-browser || command -v google-chrome || true; }

# A Python that is new enough for the trainer and can make environments.
python_path() {
  for candidate in python3 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
  done
}

# The release site, into dist/.
build_site() {
  say "building the site (some minutes the first time)"
  RUSTUP_TOOLCHAIN="$(wasm_toolchain)" trunk build --release --offline
}
