#!/usr/bin/env python3
"""The exported JSON Schema of every release, read by a validator that is not ours.

    json_schema_test.py GRPOLINT

Each schema must be one by its own meta-schema, say of every key what it is, and take its own
defaults. Documents that a release takes must pass, and those with a value that no release takes must
not. Needs jsonschema (Debian: python3-jsonschema); exit code 77 says that it is missing.
"""

import json
import pathlib
import subprocess
import sys
import unittest

try:
    import jsonschema
    from jsonschema import validators
except ImportError:
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv[1]).resolve()

MINIMAL = {"model_name_or_path": "a/b", "dataset_name": "c/d", "reward_funcs": ["accuracy_reward"],
           "num_generations": 8, "per_device_train_batch_size": 8, "learning_rate": 1e-6}
# What every release takes, of TRL from 0.18 on.
TAKEN = [
    {},
    {"beta": 0, "max_steps": -1, "report_to": ["wandb"], "reward_weights": [1.0, 0.5]},
    {"deepspeed": "zero3.json"},
    {"deepspeed": {"zero_optimization": {"stage": 3}}},
    {"gradient_checkpointing_kwargs": {"use_reentrant": False}},
    {"optim": "adamw_torch", "lr_scheduler_type": "cosine", "save_strategy": "no"},
    {"generation_batch_size": None, "a_key_of_the_script": [1, {"a": 2}]},
    {"env": {"WANDB_PROJECT": "grpo"}},
]
# What none of them takes, or none can use.
REFUSED = [
    {"num_generations": "eight"},
    {"num_generations": 8.5},
    {"learning_rate": [1e-6]},
    {"use_vllm": "on"},
    {"reward_weights": "1.0"},
    {"reward_weights": ["high"]},
    {"optim": "adamw_toch"},
    {"save_strategy": False},
    {"training": {"num_generations": "eight"}},
    {"env": ["A=1"]},
]
# Keys by the releases of TRL (first, last) that take the value.
BY_RELEASE = [
    ({"optim": "adamw_apex_fused"}, "0.18.0", "1.3.0"),
    ({"fsdp": ["full_shard", "auto_wrap"]}, "0.18.0", "1.5.1"),
    ({"loss_type": "vespo"}, "1.0.0", None),
    ({"loss_type": "dapo"}, "0.22.0", None),
    ({"vllm_mode": "colocate"}, "0.18.0", None),
    ({"scale_rewards": "batch"}, "0.22.0", None),
    ({"datasets": [{"path": "a/b", "fraction": 0.5}]}, "1.8.0", None),
]
# Arguments that are gone, by the last release of TRL that has them: an editor no longer offers them.
REMOVED = [("use_liger_loss", "0.27.2"), ("max_prompt_length", "0.27.2"), ("torch_dtype", "0.26.2")]


def releases(library):
    facts = json.loads((ROOT / "rules" / "schema" / f"{library}.json").read_text(encoding="utf-8"))
    return list(facts["releases"])


def parts(version):
    return [int(part) for part in version.split(".")]


def exported(dialect, version):
    done = subprocess.run([PROGRAM, "schema", "--dialect", dialect, "--version", version],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def validator(schema):
    return validators.validator_for(schema, default=None)(schema)


def labelled(*dialects):
    """(label, schema) of every release, the label for subTest()."""
    for dialect in dialects:
        for version in releases(dialect):
            yield {"dialect": dialect, "version": version}, exported(dialect, version)


def later_trl():
    """(version, schema) of the releases of TRL that count batches as today's do."""
    for label, schema in labelled("trl"):
        if parts(label["version"]) >= [0, 18]:
            yield label["version"], schema


class EveryRelease(unittest.TestCase):
    def test_is_sound(self):
        for label, schema in labelled("trl", "unsloth"):
            with self.subTest(**label):
                kind = validators.validator_for(schema, default=None)
                self.assertIsNotNone(kind, "the $schema is of no known draft")
                kind.check_schema(schema)
                for key, keywords in schema["properties"].items():
                    self.says_what_it_is(key, keywords)
                    self.takes_its_default(schema, key, keywords)

    def says_what_it_is(self, key, keywords):
        self.assertTrue(keywords.get("description"), key)
        if keywords.get("deprecated"):
            self.assertTrue(keywords.get("deprecationMessage"), key)

    def takes_its_default(self, schema, key, keywords):
        if "default" not in keywords:
            return
        rest = {name: value for name, value in schema.items() if name != "properties"}
        alone = validator({**rest, "properties": {key: keywords}})
        errors = list(alone.iter_errors({key: keywords["default"]}))
        self.assertEqual([error.message for error in errors], [], key)


class Documents(unittest.TestCase):
    def check(self, schema, document):
        return [error.message for error in validator(schema).iter_errors({**MINIMAL, **document})]

    def takes_and_refuses(self, label, schema, refused):
        for document in TAKEN:
            with self.subTest(**label, document=document):
                self.assertEqual(self.check(schema, document), [])
        for document in refused:
            with self.subTest(**label, document=document):
                self.assertNotEqual(self.check(schema, document), [])

    def test_takes_and_refuses(self):
        for version, schema in later_trl():
            self.takes_and_refuses({"dialect": "trl", "version": version}, schema, REFUSED)

    def test_takes_and_refuses_under_unsloth(self):
        versions = releases("unsloth")
        # Unsloth declares an optim of its own, with no list of names.
        refused = [document for document in REFUSED if "optim" not in document]
        for version in [*versions[::10], versions[-1]]:
            label = {"dialect": "unsloth", "version": version}
            self.takes_and_refuses(label, exported("unsloth", version), refused)

    def test_follows_the_releases(self):
        for version, schema in later_trl():
            for document, since, until in BY_RELEASE:
                # A key that is not known yet is nobody's business: a script may have it.
                if not set(document) <= set(schema["properties"]):
                    continue
                last = parts(until) if until else parts(version)
                taken = parts(since) <= parts(version) <= last
                with self.subTest(version=version, document=document):
                    self.assertEqual(self.check(schema, document) == [], taken)

    def test_no_longer_offers_what_is_gone(self):
        for version, schema in later_trl():
            for key, last in REMOVED:
                with self.subTest(version=version, key=key):
                    keywords = schema["properties"][key]
                    gone = parts(version) > parts(last)
                    self.assertEqual(keywords.get("doNotSuggest", False), gone)
                    self.assertEqual(last in keywords.get("deprecationMessage", ""), gone)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
