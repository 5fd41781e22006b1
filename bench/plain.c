// The forward pass as plain loops, for a compiler to make of it what it can: the native yardstick of the race.
// No intrinsics, no threads, one token at a time. Compile with -Ofast -march=native.
//   plain WEIGHTS N CHUNK TOKEN...
// reads the tokens, writes N more greedily, and prints them and the milliseconds of each CHUNK as JSON.
// WEIGHTS is what bench/make_flat.py writes.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int hidden, ffn, n_layers, n_heads, n_kv_heads, vocab, context, head_dim, kv_size;
static float eps;
static const float *cosines, *sines, *embedding, *layers, *last_norm, *head;
static size_t layer_size;
static float *x, *normed, *q, *attended, *out, *gate, *up, *scores, *keys, *values, *logits;

static void times(float *restrict y, const float *restrict w, const float *restrict v, int n_rows, int n_columns) {
  for (int row = 0; row < n_rows; row++) {
    const float *restrict weights = w + (size_t)row * n_columns;
    float sum = 0;
    for (int column = 0; column < n_columns; column++) sum += weights[column] * v[column];
    y[row] = sum;
  }
}

static void rms_norm(float *restrict y, const float *restrict v, const float *restrict gain) {
  float squares = 0;
  for (int idx = 0; idx < hidden; idx++) squares += v[idx] * v[idx];
  float scale = 1 / sqrtf(squares / hidden + eps);
  for (int idx = 0; idx < hidden; idx++) y[idx] = v[idx] * scale * gain[idx];
}

// Turns the first half of each head against the second.
static void rotate(float *v, int heads, int position) {
  int half = head_dim / 2;
  const float *c = cosines + (size_t)position * half, *s = sines + (size_t)position * half;
  for (int h = 0; h < heads; h++) {
    float *restrict a = v + h * head_dim, *restrict b = a + half;
    for (int idx = 0; idx < half; idx++) {
      float re = a[idx], im = b[idx];
      a[idx] = re * c[idx] - im * s[idx];
      b[idx] = re * s[idx] + im * c[idx];
    }
  }
}

static void attend(const float *layer_keys, const float *layer_values, int position) {
  float scale = 1 / sqrtf(head_dim);
  for (int h = 0; h < n_heads; h++) {
    const float *query = q + h * head_dim;
    size_t start = (size_t)(h / (n_heads / n_kv_heads)) * head_dim;
    float most = -1e30f, total = 0;
    for (int at = 0; at <= position; at++) {
      const float *key = layer_keys + (size_t)at * kv_size + start;
      float score = 0;
      for (int idx = 0; idx < head_dim; idx++) score += query[idx] * key[idx];
      scores[at] = score * scale;
      if (scores[at] > most) most = scores[at];
    }
    for (int at = 0; at <= position; at++) total += scores[at] = expf(scores[at] - most);
    float *restrict y = attended + h * head_dim;
    memset(y, 0, head_dim * sizeof(float));
    for (int at = 0; at <= position; at++) {
      const float *restrict value = layer_values + (size_t)at * kv_size + start;
      float weight = scores[at] / total;
      for (int idx = 0; idx < head_dim; idx++) y[idx] += weight * value[idx];
    }
  }
}

static void forward(int token, int position) {
  memcpy(x, embedding + (size_t)token * hidden, hidden * sizeof(float));
  for (int layer = 0; layer < n_layers; layer++) {
    const float *w = layers + layer * layer_size;
    float *layer_keys = keys + (size_t)layer * context * kv_size, *layer_values = values + (size_t)layer * context * kv_size;
    float *key = layer_keys + (size_t)position * kv_size, *value = layer_values + (size_t)position * kv_size;
    rms_norm(normed, x, w), w += hidden;
    times(q, w, normed, hidden, hidden), w += (size_t)hidden * hidden;
    times(key, w, normed, kv_size, hidden), w += (size_t)kv_size * hidden;
    times(value, w, normed, kv_size, hidden), w += (size_t)kv_size * hidden;
    rotate(q, n_heads, position);
    rotate(key, n_kv_heads, position);
    attend(layer_keys, layer_values, position);
    times(out, w, attended, hidden, hidden), w += (size_t)hidden * hidden;
    for (int idx = 0; idx < hidden; idx++) x[idx] += out[idx];
    rms_norm(normed, x, w), w += hidden;
    times(gate, w, normed, ffn, hidden), w += (size_t)ffn * hidden;
    times(up, w, normed, ffn, hidden), w += (size_t)ffn * hidden;
    for (int idx = 0; idx < ffn; idx++) gate[idx] = gate[idx] / (1 + expf(-gate[idx])) * up[idx];
    times(out, w, gate, hidden, ffn);
    for (int idx = 0; idx < hidden; idx++) x[idx] += out[idx];
  }
  rms_norm(normed, x, last_norm);
  times(logits, head, normed, vocab, hidden);
}

static int most_probable(void) {
  int best = 0;
  for (int idx = 1; idx < vocab; idx++) if (logits[idx] > logits[best]) best = idx;
  return best;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static void *room(size_t n_bytes) {
  void *memory = NULL;
  if (posix_memalign(&memory, 64, n_bytes)) exit(1);
  return memory;
}

int main(int n_args, char **args) {
  FILE *file = n_args > 4 ? fopen(args[1], "rb") : NULL;
  if (!file) return fprintf(stderr, "usage: plain WEIGHTS N CHUNK TOKEN...\n"), 1;
  fseek(file, 0, SEEK_END);
  size_t n_bytes = ftell(file);
  rewind(file);
  char *data = room(n_bytes);
  if (fread(data, 1, n_bytes, file) != n_bytes) return fprintf(stderr, "%s cannot be read\n", args[1]), 1;
  fclose(file);
  const int *sizes = (const int *)data;
  hidden = sizes[0], ffn = sizes[1], n_layers = sizes[2], n_heads = sizes[3], n_kv_heads = sizes[4], vocab = sizes[5], context = sizes[6];
  head_dim = hidden / n_heads, kv_size = n_kv_heads * head_dim;
  eps = *(const float *)(data + 8 * sizeof(int));
  const float *numbers = (const float *)(data + 8 * sizeof(int)) + 1;
  cosines = numbers, numbers += (size_t)context * head_dim / 2;
  sines = numbers, numbers += (size_t)context * head_dim / 2;
  embedding = numbers, numbers += (size_t)vocab * hidden;
  layers = numbers;
  layer_size = 2 * (size_t)hidden + 2 * (size_t)hidden * hidden + 2 * (size_t)kv_size * hidden + 3 * (size_t)ffn * hidden;
  last_norm = layers + n_layers * layer_size;
  head = last_norm + hidden;
  if ((const char *)(head + (size_t)vocab * hidden) != data + n_bytes) return fprintf(stderr, "%s has another size than its shape\n", args[1]), 1;

  float **buffers[] = {&x, &normed, &q, &attended, &out};
  for (int idx = 0; idx < 5; idx++) *buffers[idx] = room(hidden * sizeof(float));
  gate = room(ffn * sizeof(float)), up = room(ffn * sizeof(float));
  scores = room(context * sizeof(float)), logits = room(vocab * sizeof(float));
  keys = room(sizeof(float) * n_layers * context * kv_size), values = room(sizeof(float) * n_layers * context * kv_size);

  int n_tokens = atoi(args[2]), chunk = atoi(args[3]), n_prompt = n_args - 4;
  if (n_tokens < 1 || chunk < 1 || n_prompt + n_tokens > context) return fprintf(stderr, "%d tokens do not fit the context of %d\n", n_prompt + n_tokens, context), 1;
  int *written = room(n_tokens * sizeof(int));
  double *millis = room(n_tokens * sizeof(double));
  int n_chunks = 0;
  // The first text warms the caches; the second one counts.
  for (int text = 0; text < 2; text++) {
    n_chunks = 0;
    for (int idx = 0; idx < n_prompt; idx++) forward(atoi(args[4 + idx]), idx);
    for (int done = 0; done < n_tokens;) {
      double begun = now();
      for (int end = done + chunk < n_tokens ? done + chunk : n_tokens; done < end; done++) {
        written[done] = most_probable();
        forward(written[done], n_prompt + done);
      }
      millis[n_chunks++] = now() - begun;
    }
  }
  printf("{\"tokens\":[");
  for (int idx = 0; idx < n_tokens; idx++) printf("%s%d", idx ? "," : "", written[idx]);
  printf("],\"millis\":[");
  for (int idx = 0; idx < n_chunks; idx++) printf("%s%.6f", idx ? "," : "", millis[idx]);
  printf("]}\n");
  return 0;
}
