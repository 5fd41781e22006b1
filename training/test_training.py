"""What the training must keep: run with `python -m unittest -v test_training` in this folder."""

import gzip
import io
import itertools
import json
import tarfile
import tempfile
import time
import unittest
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest import mock

import jax
import ml_dtypes
import numpy as np
from safetensors.numpy import load_file

import check_heads
import data
import distill
import evaluate
import evaluate_heads
import grow
import half
import heads
import int8
import model
import records
import reference
import sample
import trainer
from products import EXACT, QUICK, is_possible, mean_cross_entropy

REPOSITORY = Path(__file__).resolve().parent.parent
SMALL = model.Config(vocab=300, hidden=32, layers=2, heads=2, head_dim=16, ffn=64, context=32)
SMALL_HEADS = heads.Config("target", 300, 32, 2, medusa=2, exit_layers=1, heads=2, head_dim=16, ffn=64, lenses=(1,))


def setUpModule():
    """What one test has compiled, the next one takes: most of the time goes into compiling."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    jax.config.update("jax_compilation_cache_dir", folder.name)
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.1)


def tiny_stories(n: int, seed: int) -> list[str]:
    """Made-up stories of a few sentence patterns: enough structure for a model to learn within a minute."""
    rng = np.random.default_rng(seed)
    names, things, places = ["Tom", "Lily", "Ben", "Mia"], ["ball", "hat", "cake", "box"], ["park", "house", "garden"]
    stories = []
    for _ in range(n):
        name, thing, place = rng.choice(names), rng.choice(things), rng.choice(places)
        stories.append(f"{name} went to the {place}. {name} saw a {thing}. \"I like the {thing}!\" said {name}.\nThen {name} went home.")
    return stories


class Folder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)


class Corpus(Folder):
    STORIES = ["One day, Tom ran.\nHe was happy.", "Lily said, \"No!\"", "The end."]

    def test_every_form_of_a_corpus_gives_the_same_stories(self):
        text = "\n<|endoftext|>\n".join(self.STORIES)
        items = json.dumps([{"story": story} for story in self.STORIES])
        lines = "\n".join(json.dumps({"story": story}) for story in self.STORIES)
        (self.folder / "a.txt").write_text(text)
        (self.folder / "b.txt.gz").write_bytes(gzip.compress(text.encode()))
        (self.folder / "c.json").write_text(items)
        (self.folder / "d.jsonl").write_text(lines)
        with tarfile.open(self.folder / "e.tar.gz", "w:gz") as archive:
            info = tarfile.TarInfo("data00.json")
            info.size = len(items.encode())
            archive.addfile(info, io.BytesIO(items.encode()))
        for file in sorted(self.folder.iterdir()):
            self.assertEqual(list(data.stories(file)), self.STORIES, file.name)
        self.assertEqual(list(data.stories(self.folder)), 5 * self.STORIES)

    def test_typography_is_made_plain_also_after_a_wrong_decoding(self):
        self.assertEqual(data.make_plain("\u201cHi,\u201d  said\u00a0Tom\u2019s mum \u2026 \r\n\n Bye. "), "\"Hi,\" said Tom's mum ...\nBye.")
        self.assertEqual(data.make_plain("\u00e2\u20ac\u0153Hi\u00e2\u20ac\u2122s\u00e2\u20ac\u009d"), "\"Hi's\"")

    def test_a_stream_gives_its_texts_back(self):
        tokenizer = data.train_tokenizer(tiny_stories(50, 1), 300)
        counts = data.write_stream(self.folder / "s.npy", iter(self.STORIES), tokenizer, batch=2)
        stream = data.load_stream(self.folder / "s.npy")
        self.assertEqual((counts["texts"], counts["tokens"]), (3, len(stream)))
        self.assertEqual((stream[0], stream[-1]), (model.END_OF_TEXT, model.END_OF_TEXT))
        texts = [tokenizer.decode(list(part)) for part in np.split(stream, np.flatnonzero(stream == model.END_OF_TEXT))]
        self.assertEqual([text for text in texts if text], self.STORIES)
        self.assertEqual(int(data.bytes_of_tokens(tokenizer)[stream].sum()), counts["bytes"])

    def test_a_new_tokenizer_has_the_conventions_of_the_shipped_one(self):
        shipped = json.loads((REPOSITORY / "public/models/target-1.8m/tokenizer.json").read_text())
        ours = json.loads(data.train_tokenizer(tiny_stories(50, 1), 300).to_str())
        for part in (shipped, ours):
            part["model"].pop("vocab"), part["model"].pop("merges")
        self.assertEqual(ours, shipped)

    def test_each_window_is_met_once_a_pass_and_batches_depend_on_the_step_alone(self):
        stream = np.arange(1, 1002, dtype=np.uint16)
        batches = [data.batch_at(stream, step, 3, 10, seed=5) for step in range(33)]
        first_tokens = np.concatenate([batch[:, 0] for batch in batches])[:98]
        self.assertEqual(len(set(first_tokens)), 98)
        self.assertTrue(all((np.diff(batch, axis=1) == 1).all() for batch in batches))
        np.testing.assert_array_equal(data.batch_at(stream, 7, 3, 10, seed=5), batches[7])
        self.assertFalse(np.array_equal(data.batch_at(stream, 7, 3, 10, seed=6), batches[7]))

    def test_records_follow_from_the_seed_and_open_with_a_marker(self):
        def some(seed):
            return list(itertools.islice(records.records(seed), 200))

        self.assertEqual(some(3), some(3))
        self.assertNotEqual(some(3), some(4))
        for record in some(3):
            marker, *lines = record.split("\n")
            self.assertIn(marker, records.MARKERS)
            self.assertTrue(records.has_record(record))
            for line in lines:
                if line.startswith("{"):
                    self.assertEqual(json.dumps(json.loads(line)), line)
                if marker == "# list":
                    self.assertIsInstance(json.loads(line[line.index("[") :]), list)
                if marker == "# sum":
                    left, right = line.split(". ")[-1].split(" = ")
                    a, operator, b = left.split(" ")
                    self.assertEqual(int(a) + int(b) * (1 if operator == "+" else -1), int(right))

    def test_records_take_their_share_of_the_bytes(self):
        texts = list(data.mixed(tiny_stories(3000, 1), 0.02, seed=1))
        n_record_bytes = sum(len(text.encode()) for text in texts if text.startswith("#"))
        self.assertAlmostEqual(n_record_bytes / sum(len(text.encode()) for text in texts), 0.02, delta=0.002)
        self.assertFalse(any(records.has_record(text) for text in texts if not text.startswith("#")))


class Model(Folder):
    def test_the_written_gradient_of_attention_is_the_derived_one(self):
        rng = np.random.default_rng(1)
        q, k, v, weight = (rng.standard_normal((3, 8, 4)).astype(np.float32) for _ in range(4))

        def plain(q, k_t, v):
            scores = q @ k_t + np.triu(np.full((8, 8), -1e9, np.float32), 1)
            return jax.nn.softmax(scores, axis=-1) @ v

        gradients = [
            jax.grad(lambda *qkv: (f(*qkv) * weight).sum(), argnums=(0, 1, 2))(q, k.transpose(0, 2, 1), v)
            for f in (partial(model._attend, products=EXACT), plain)
        ]
        for ours, derived in zip(*gradients):
            np.testing.assert_allclose(ours, derived, atol=2e-6)

    def test_quick_products_change_loss_and_gradient_by_no_more_than_bfloat16_rounds(self):
        if not is_possible(QUICK):
            self.skipTest("JAX has no products of bfloat16 here")
        params = model.init(SMALL, 1)
        tokens = np.random.default_rng(1).integers(0, SMALL.vocab, (4, SMALL.context + 1))
        (exact, wanted), (quick, got) = (
            jax.jit(jax.value_and_grad(partial(model.cross_entropy, batch=tokens, config=SMALL, products=products)))(params)
            for products in (EXACT, QUICK)
        )
        self.assertNotEqual(float(exact), float(quick))
        self.assertAlmostEqual(float(exact), float(quick), delta=2e-3)
        for name, gradient in wanted.items():
            size = float(np.linalg.norm(gradient))
            self.assertLess(float(np.linalg.norm(got[name] - gradient)), 0.02 * size, name)

    def test_the_walk_over_rows_of_logits_gives_the_loss_and_the_gradient_of_all_at_once(self):
        if not is_possible(QUICK):
            self.skipTest("JAX has no products of bfloat16 here")
        rng = np.random.default_rng(2)
        # Numbers that bfloat16 has, so that only sums and the rounded gradient of the logits differ. A prime number of rows, and several walks.
        for n_rows in (7, 1024):
            hidden, embed = (rng.integers(-4, 5, shape).astype(np.float32) / 4 for shape in ((n_rows, 16), (300, 16)))
            y = rng.integers(0, 300, n_rows)
            (exact, wanted), (quick, got) = (
                jax.value_and_grad(mean_cross_entropy, argnums=(0, 1))(hidden, embed, y, products) for products in (EXACT, QUICK)
            )
            self.assertAlmostEqual(float(exact), float(quick), delta=1e-5)
            for ours, theirs in zip(got, wanted):
                self.assertLess(np.linalg.norm(ours - theirs), 5e-3 * np.linalg.norm(theirs))

    def test_a_model_is_the_same_after_a_trip_through_the_layout_on_disk(self):
        params = model.init(SMALL, 1)
        (self.folder / "tokenizer.json").write_text("{}")
        model.save(self.folder / "m", params, SMALL, self.folder / "tokenizer.json")
        again, config = model.load(self.folder / "m")
        self.assertEqual(config, SMALL)
        self.assertEqual(sum(value.size for value in params.values()), SMALL.n_params())
        for name, value in params.items():
            np.testing.assert_array_equal(again[name], value)

    def test_the_shipped_models_give_the_logits_that_transformers_gives(self):
        kept = json.loads((REPOSITORY / "tests/data/transformers-logits.json").read_text())["models"]
        self.assertLessEqual({"target-1.8m", "target-5.9m", "draft-0.3m"}, set(kept))
        for name, known in kept.items():
            folder = REPOSITORY / "public/models" / name
            params, config = model.load(folder)
            self.assertEqual(config.n_params(), known["parameters"])
            for text in known["texts"]:
                ids = np.array(text["ids"])
                ours = np.asarray(model.logits(params, ids[None], config)[0])
                np.testing.assert_allclose(ours, reference.logits(folder, ids), atol=2e-4)
                for token, value in text["largest_of_last_row"]:
                    self.assertAlmostEqual(float(ours[-1, token]), value, delta=2e-4)

    def test_half_precision_halves_the_file_and_hardly_moves_the_logits(self):
        params = model.init(SMALL, 1)
        (self.folder / "tokenizer.json").write_text("{}")
        model.save(self.folder / "wide", params, SMALL, self.folder / "tokenizer.json")
        half.write(self.folder / "wide", self.folder / "half")
        sizes = [(self.folder / name / "model.safetensors").stat().st_size for name in ("wide", "half")]
        self.assertLess(sizes[1], 0.6 * sizes[0])
        again, config = model.load(self.folder / "half")
        self.assertEqual(config, SMALL)
        ids = np.random.default_rng(1).integers(0, SMALL.vocab, (1, 16))
        moved = np.abs(np.asarray(model.logits(again, ids, SMALL) - model.logits(params, ids, SMALL))).max()
        self.assertGreater(moved, 0)
        self.assertLess(moved, 0.05)

    def test_a_number_that_half_precision_cannot_hold_is_an_error(self):
        for number in (3.4e38, np.inf, np.nan):
            with self.assertRaisesRegex(ValueError, "embed"):
                half.halved({"embed": np.array([1.0, number], np.float32)})

    def test_eight_bits_quarter_the_matrices_and_hardly_move_the_logits(self):
        params = model.init(SMALL, 1)
        (self.folder / "tokenizer.json").write_text("{}")
        model.save(self.folder / "wide", params, SMALL, self.folder / "tokenizer.json")
        int8.write(self.folder / "wide", self.folder / "whole")
        matrices = {name: value for name, value in load_file(self.folder / "whole/model.safetensors").items() if value.dtype == np.int8}
        self.assertEqual(len(matrices), 7 * SMALL.layers)
        again, config = model.load(self.folder / "whole")
        self.assertEqual(config, SMALL)
        for name, value in again.items():
            # Whoever reads it as bfloat16 has the same numbers.
            np.testing.assert_array_equal(value.astype(ml_dtypes.bfloat16).astype(np.float32), value, err_msg=name)
        ids = np.random.default_rng(1).integers(0, SMALL.vocab, (1, 16))
        moved = np.abs(np.asarray(model.logits(again, ids, SMALL) - model.logits(params, ids, SMALL))).max()
        self.assertGreater(moved, 0)
        self.assertLess(moved, 0.05)
        np.testing.assert_allclose(model.logits(again, ids, SMALL)[0], reference.logits(self.folder / "whole", ids[0]), atol=1e-4)

    def test_rounding_to_eight_bits_takes_the_closest_of_both_scales(self):
        rng = np.random.default_rng(1)
        rows = rng.standard_normal((64, 200)).astype(np.float32) * np.exp2(rng.integers(-8, 8, (64, 1))).astype(np.float32)
        rows[0] = 0
        rows[1] = np.where(np.arange(200) == 7, 140.0, 0.7)  # All but one gain by half the scale, and that one loses more.
        rows[2] = np.where(np.arange(200) == 7, 130.0, 0.7)  # All but one gain by it, and that one loses less.
        numbers, scales = int8.rounded(rows)
        self.assertTrue((np.frexp(scales)[0] == 0.5).all(), "powers of two")
        self.assertEqual((scales[1, 0], scales[2, 0]), (2.0, 1.0))
        error = np.abs(numbers * scales - rows)
        is_cut = np.abs(numbers) == int8.LARGEST
        self.assertTrue((error <= scales / 2)[~is_cut].all())
        for scale in (scales / 2, scales * 2):
            other = np.clip(np.round(rows / scale), -int8.LARGEST, int8.LARGEST) * scale
            self.assertTrue(((error**2).sum(axis=1) <= ((other - rows) ** 2).sum(axis=1) + 1e-6).all())
        with self.assertRaisesRegex(ValueError, "q_proj"):
            int8.packed({"q_proj.weight": np.array([[1.0, np.nan]], np.float32)})

    def test_a_cache_changes_nothing(self):
        params = model.init(SMALL, 1)
        prompts = np.random.default_rng(1).integers(1, SMALL.vocab, (3, 5))
        greedy = sample.draw(params, SMALL, prompts, 20, 0.0, seed=1, go_on=True)
        likeliest = np.asarray(model.logits(params, greedy, SMALL)).argmax(axis=-1)
        np.testing.assert_array_equal(greedy[:, 5:], likeliest[:, 4:-1])
        np.testing.assert_array_equal(greedy[:, :5], prompts)

    def test_texts_are_drawn_from_softmax(self):
        params = model.init(SMALL, 1)
        # Far from uniform: the logits are made ten times as large.
        params["norm_final"] *= 10
        drawn = sample.draw(params, SMALL, np.full((4000, 1), 7), 2, 0.8, seed=1, go_on=True)[:, 1]
        wanted = np.asarray(jax.nn.softmax(model.logits(params, np.array([[7]]), SMALL)[0, 0] / 0.8))
        found = np.bincount(drawn, minlength=SMALL.vocab) / len(drawn)
        # The mean absolute difference of a multinomial's shares from its law is about sqrt(2 p / (pi n)) each.
        self.assertLess(np.abs(found - wanted).sum(), 1.5 * np.sqrt(2 * wanted / (np.pi * 4000)).sum())

    def test_growing_keeps_the_function(self):
        rng = np.random.default_rng(2)
        # Norms that differ from one, and a stream small enough for epsilon to count.
        params = {n: v + rng.normal(0, 0.02, v.shape).astype(np.float32) for n, v in model.init(SMALL, 1).items()}
        tokens = rng.integers(0, SMALL.vocab, (3, 32))
        before = model.logits(params, tokens, SMALL)
        for larger in (dict(hidden=48), dict(layers=5), dict(heads=3), dict(ffn=100), dict(hidden=80, layers=3, heads=5, ffn=96)):
            new = replace(SMALL, **larger)
            grown = grow.grow(params, SMALL, new, seed=1)
            self.assertEqual(sum(value.size for value in grown.values()), new.n_params())
            np.testing.assert_allclose(model.logits(grown, tokens, new), before, atol=1e-5, err_msg=str(larger))

    def test_everything_new_in_a_grown_model_learns(self):
        new = replace(SMALL, hidden=48, layers=3, heads=3, ffn=96)
        grown = grow.grow(model.init(SMALL, 1), SMALL, new, seed=1)
        batch = np.random.default_rng(1).integers(0, SMALL.vocab, (4, 33))
        gradients = jax.grad(model.cross_entropy)(grown, batch, new)
        # Writers start at zero and get a gradient at once; readers get theirs when the writers have moved.
        self.assertTrue((np.abs(gradients["attn_out"][:, -16:, :32]).max(axis=(1, 2)) > 0).all())
        self.assertTrue((np.abs(gradients["down"][:, -32:, :32]).max(axis=(1, 2)) > 0).all())
        self.assertTrue((np.abs(gradients["down"][:-1, :, 32:]).max(axis=(1, 2)) > 0).all())


def moved(params: dict, seed: int) -> dict:
    """Parameters all of which matter: norms that differ from one, matrices that differ from zero."""
    rng = np.random.default_rng(seed)
    return {name: value + rng.normal(0, 0.1, value.shape).astype(np.float32) for name, value in params.items()}


class Heads(Folder):
    def setUp(self):
        super().setUp()
        data.train_tokenizer(tiny_stories(50, 1), SMALL.vocab).save(str(self.folder / "tokenizer.json"))
        self.target = moved(model.init(SMALL, 1), 1)
        self.heads = moved(heads.init(SMALL_HEADS, self.target, 1), 2)
        model.save(self.folder / "target", self.target, SMALL, self.folder / "tokenizer.json")
        heads.save(self.folder / "heads", self.heads, SMALL_HEADS)

    def test_heads_are_the_same_after_a_trip_through_their_file(self):
        again, config = heads.load(self.folder / "heads", SMALL)
        self.assertEqual(config, SMALL_HEADS)
        self.assertEqual(sum(value.size for value in self.heads.values()), sum(SMALL_HEADS.n_params().values()))
        self.assertEqual(set(again), set(self.heads))
        for name, value in self.heads.items():
            np.testing.assert_array_equal(again[name], value)

    def test_heads_of_a_target_of_another_shape_are_refused(self):
        with self.assertRaisesRegex(ValueError, "another shape"):
            heads.load(self.folder / "heads", replace(SMALL, hidden=48))

    def test_chains_are_what_numpy_computes_guess_by_guess(self):
        folders = self.folder / "target", self.folder / "heads"
        tokens = np.random.default_rng(3).integers(1, SMALL.vocab, 12)
        n_shared = 8
        for kind, n_places in (("medusa", 2), ("exit", 4), ("mtp", 4)):
            logits = evaluate_heads.logits_of(self.heads, self.target, SMALL, SMALL_HEADS, kind, n_shared)
            for place in range(n_places):
                i = n_shared + place
                # Tokens from i on are not known yet, and must not count.
                found = logits(np.stack([tokens, np.where(np.arange(12) < i, tokens, 7)]), i)
                wanted = {
                    "medusa": lambda: reference.medusa_logits(*folders, tokens[: n_shared - 1])[place, -1],
                    "exit": lambda: reference.exit_logits(*folders, tokens[:i])[-1],
                    "mtp": lambda: reference.mtp_chain(*folders, tokens[:n_shared], tokens[n_shared:i])[-1],
                }[kind]()
                np.testing.assert_allclose(found[0], wanted, atol=2e-5, err_msg=f"{kind} {place}")
                np.testing.assert_array_equal(found[0], found[1])

    def test_the_loss_and_its_gradient_are_those_of_whole_tables(self):
        batch = np.random.default_rng(4).integers(0, SMALL.vocab, (3, 17))

        def plain(params):
            h, states = heads.read(params, self.target, batch, SMALL, SMALL_HEADS, 3)
            total = 0.0
            for (kind, which), state in states.items():
                first, ahead = heads.span_of(kind, which)
                tables = [x @ self.target["embed"].T for x in (h[:, first + ahead :], state[:, first : state.shape[1] - ahead])]
                kl, overlap = distill.divergences(*tables)
                total += (0.3 * kl + 0.7 * (1 - overlap)) / {"medusa": 2, "exit": 1, "raw": 1, "mtp": 3}[kind]
            return total

        def ours(params):
            h, states = heads.read(params, self.target, batch, SMALL, SMALL_HEADS, 3)
            return heads.loss_of(h, states, self.target["embed"], 0.3)

        (wanted, by_plain), (found, by_ours) = (jax.jit(jax.value_and_grad(f))(self.heads) for f in (plain, ours))
        self.assertAlmostEqual(float(found), float(wanted), delta=1e-5)
        for name, gradient in by_plain.items():
            np.testing.assert_allclose(by_ours[name], gradient, atol=1e-6, err_msg=name)
            self.assertGreater(np.abs(gradient).max(), 0, name)

    def test_an_exit_after_all_blocks_is_the_target(self):
        config = replace(SMALL_HEADS, exit_layers=2, lenses=(2,))
        params = heads.init(config, self.target, 1)
        windows = np.random.default_rng(5).integers(0, SMALL.vocab, (4, 33))
        for found in evaluate_heads.along_texts(params, self.target, SMALL, windows, config, 0.8)["exit", 2]:
            self.assertAlmostEqual(float(found), 1, delta=1e-5)
        with mock.patch("evaluate_heads.N_SHARED", 20):
            by_position = evaluate_heads.along_chains(params, self.target, SMALL, windows, config, "exit", 0.8, seed=1)
        np.testing.assert_allclose(by_position, 1.0, atol=1e-5)

    def test_the_shipped_heads_give_their_kept_values(self):
        all_kept = json.loads((REPOSITORY / "tests/data/heads.json").read_text())
        folders = sorted((REPOSITORY / "public/models").glob("heads-*"))
        self.assertEqual([folder.name for folder in folders], sorted(all_kept))
        for folder in folders:
            kept, found = all_kept[folder.name], check_heads.check(check_heads.target_of(folder), folder)
            self.assertEqual(found["sha256"], kept["sha256"])
            for kind in ("medusa", "exit", "mtp"):
                self.assertEqual(len(found[kind]), len(kept[kind]))
                for ours, theirs in zip(found[kind], kept[kind]):
                    self.assertEqual(ours["argmax"], theirs["argmax"])
                    np.testing.assert_allclose(ours["first"], theirs["first"], atol=2e-5)


class Training(Folder):
    OPTIONS = trainer.Options(steps=12, fall_steps=6, batch=4, context=32, warmup_steps=2, dropout=0.1, measure_every=4, save_every=5)

    def setUp(self):
        super().setUp()
        self.tokenizer = data.train_tokenizer(tiny_stories(200, 1), SMALL.vocab)
        self.tokenizer.save(str(self.folder / "tokenizer.json"))
        data.write_stream(self.folder / "train.npy", data.mixed(tiny_stories(400, 1), 0.02, 1), self.tokenizer)
        data.write_stream(self.folder / "heldout.npy", tiny_stories(40, 2), self.tokenizer)
        self.stream = data.load_stream(self.folder / "train.npy")
        self.windows = data.heldout_windows(data.load_stream(self.folder / "heldout.npy"), 32)

    def train(self, name, options, config=SMALL):
        def loss(params, batch, key):
            return model.cross_entropy(params, batch, config, options.dropout, key)

        def measure(params):
            return {"score": trainer.heldout_loss(params, config, self.windows)}

        first = model.init(config, options.seed)
        where, tokenizer = self.folder / name, self.folder / "tokenizer.json"
        return trainer.run(where, first, config, options, [self.stream], tokenizer, loss, measure, say=lambda _: None)

    def test_from_nothing_the_loss_falls_within_two_minutes(self):
        started = time.perf_counter()
        options = replace(self.OPTIONS, steps=150, fall_steps=50, batch=8, rate=5e-3, dropout=0.0, average=0.9, measure_every=50)
        params = self.train("run", options)
        seconds = time.perf_counter() - started
        measures = [json.loads(line)["score"] for line in (self.folder / "run/log.jsonl").read_text().splitlines()]
        self.assertAlmostEqual(measures[0], np.log(SMALL.vocab), delta=0.2)
        shares = np.bincount(self.stream) / len(self.stream)
        without_context = -sum(share * np.log(share) for share in shares if share)
        self.assertLess(measures[-1], 0.5 * without_context, "no better than twice as good as knowing how often tokens occur")
        self.assertLess(seconds, 120)
        best, config = model.load(self.folder / "run/best")
        self.assertAlmostEqual(trainer.heldout_loss(best, config, self.windows), min(measures), delta=1e-4)
        self.assertAlmostEqual(trainer.heldout_loss(params, config, self.windows), measures[-1], delta=1e-4)

    def test_a_resumed_run_ends_where_one_without_a_stop_ends(self):
        whole = self.train("whole", self.OPTIONS)
        # The first run is cut off at its last saved state, before the rate falls and in the middle of a pass.
        self.train("parts", replace(self.OPTIONS, steps=5, fall_steps=0))
        resumed = self.train("parts", self.OPTIONS)
        for name, value in whole.items():
            np.testing.assert_array_equal(resumed[name], value, err_msg=name)

    def test_a_distilled_draft_overlaps_more_and_a_card_says_so(self):
        self.train("target", replace(self.OPTIONS, steps=60, fall_steps=20, batch=8, rate=5e-3, dropout=0.0, average=0.9, measure_every=60))
        tiny = replace(SMALL, hidden=16, layers=1, heads=1, ffn=32)
        model.save(self.folder / "first", model.init(tiny, 1), tiny, self.folder / "tokenizer.json")
        arguments = {"data": self.folder, "target": self.folder / "target/best", "run": self.folder / "draft", "start": self.folder / "first"}
        arguments |= {"steps": 60, "fall-steps": 20, "batch": 8, "context": 32, "rate": 1e-2, "average": 0.9, "measure-every": 60}
        with mock.patch("sys.argv", ["distill.py"] + [f"--{name}={value}" for name, value in arguments.items()]):
            distill.main()
        measures = [json.loads(line) for line in (self.folder / "draft/log.jsonl").read_text().splitlines()]
        self.assertGreater(measures[-1]["overlap"], 2 * measures[0]["overlap"])
        best = [*model.load(self.folder / "target/best"), *model.load(self.folder / "draft/best")]
        kl, overlap, _ = evaluate.compare(*best, self.windows)
        self.assertAlmostEqual(float(overlap.mean()), measures[-1]["overlap"], delta=1e-4)
        # Pinsker: the total variation, one minus the overlap, is at most sqrt(KL / 2), at each position.
        self.assertTrue((1 - overlap <= np.sqrt(np.maximum(kl, 0) / 2) + 1e-3).all())

    def train_heads(self, run, steps, fall_steps, **options):
        arguments = {"data": self.folder, "target": self.folder / "target/best", "run": self.folder / run, "steps": steps}
        arguments |= {"fall-steps": fall_steps, "medusa": 2, "exit-layers": 1, "heads": 2, "ffn": 64, "context": 32, "warmup-steps": 2}
        arguments |= {"save-every": 5, "measure-every": 60} | options
        with mock.patch("sys.argv", ["heads.py"] + [f"--{name}={value}" for name, value in arguments.items()]):
            heads.main()
        return [json.loads(line) for line in (self.folder / run / "log.jsonl").read_text().splitlines()]

    def test_heads_learn_what_the_target_says_and_resume_to_the_last_bit(self):
        self.train("target", replace(self.OPTIONS, steps=60, fall_steps=20, batch=8, rate=5e-3, dropout=0.0, average=0.9, measure_every=60))
        options = {"batch": 8, "rate": 1e-2, "average": 0.9}
        first, *_, last = self.train_heads("heads", 60, 20, **options)
        for name, rise in {"medusa_0": 0.05, "medusa_1": 0.05, "mtp_0": 0.4, "mtp_1": 0.4, "mtp_2": 0.4}.items():
            self.assertGreater(last[name], first[name] + rise, name)
        self.assertGreater(last["exit_1"], first["exit_1"] + 0.1)
        # The module sees the token before the one that it guesses; a Medusa head does not.
        self.assertGreater(last["mtp_0"], last["medusa_0"])

        target, config = model.load(self.folder / "target/best")
        best, shape = heads.load(self.folder / "heads/best", config, self.folder / "heads/best/lenses.safetensors")
        found = evaluate_heads.along_texts(best, target, config, self.windows, shape, 1.0)
        self.assertAlmostEqual(float(found["mtp", 2][0]), last["mtp_2"], delta=1e-4)
        # A lens began as the stream read as it is.
        self.assertAlmostEqual(float(found["raw", 1][0]), first["exit_1"], delta=1e-4)

        self.train_heads("parts", 5, 0, **options)
        self.train_heads("parts", 60, 20, **options)
        whole, parts = (trainer.load_state(self.folder / name / "state.safetensors") for name in ("heads", "parts"))
        for ours, theirs in zip(whole[:3], parts[:3]):
            for name, value in ours.items():
                np.testing.assert_array_equal(theirs[name], value, err_msg=name)

    def test_a_model_overlaps_wholly_with_itself_at_every_position(self):
        params = model.init(SMALL, 1)
        with mock.patch("evaluate.N_SHARED", 20):
            by_position = evaluate.overlap_by_position(params, SMALL, params, SMALL, self.windows[:5], 0.8, seed=1)
        np.testing.assert_allclose(by_position, 1.0, atol=1e-6)

    def test_int8_weights_are_within_half_a_step_of_their_rows(self):
        params = model.init(SMALL, 1)
        small = evaluate.rounded_to_int8(params)
        for name, axis in {"embed": 1, "qkv": 1, "attn_out": 1, "gate_up": 1, "down": 1}.items():
            step = np.abs(params[name]).max(axis=axis, keepdims=True) / 127
            self.assertTrue((np.abs(small[name] - params[name]) <= step * 0.501).all(), name)
            whole = small[name] / np.where(step == 0, 1, step)
            np.testing.assert_allclose(whole, np.round(whole), atol=1e-4, err_msg=name)

    def test_a_prolonged_run_goes_on_from_before_the_fall(self):
        self.train("short", self.OPTIONS)
        trainer.before_the_fall(self.folder / "short")
        longer = replace(self.OPTIONS, steps=16)
        prolonged = self.train("short", longer)
        for name, value in self.train("long", longer).items():
            np.testing.assert_array_equal(prolonged[name], value, err_msg=name)

    def test_a_run_is_not_resumed_with_other_settings(self):
        self.train("run", replace(self.OPTIONS, steps=2))
        with self.assertRaisesRegex(ValueError, "rate"):
            self.train("run", replace(self.OPTIONS, rate=1e-2))
        with self.assertRaisesRegex(ValueError, "shape"):
            self.train("run", self.OPTIONS, replace(SMALL, ffn=80))


if __name__ == "__main__":
    unittest.main()
