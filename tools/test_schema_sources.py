#!/usr/bin/env python3
"""Tests of the readers behind update_schema.py; they need no network.

    python3 tools/test_schema_sources.py
"""

import ast
import json
import unittest

from schema_sources import history, launch_options, unsloth
from schema_sources.dataclass_fields import Field, Module, alternatives, annotation
from schema_sources.package_index import satisfies, version_key
from update_schema import add_annotated_choices


def spelled(text):
    return annotation(ast.parse(text, mode="eval").body)


def fields_of(source, name):
    module = Module()
    module.add(source)
    return module.fields(name)


class Annotations(unittest.TestCase):
    def test_old_and_new_spellings_are_the_same(self):
        self.assertEqual(spelled("Optional[List[int]]"), "list[int] | None")
        self.assertEqual(spelled("Union[None, str, List[str]]"), "str | list[str] | None")
        self.assertEqual(spelled("None | str | list[str]"), "str | list[str] | None")
        self.assertEqual(spelled("'Optional[Dict[str, Any]]'"), "dict[str, Any] | None")
        self.assertEqual(spelled("Optional[Literal['a', 'b']]"), "Literal['a', 'b'] | None")

    def test_alternatives_are_split_outside_brackets(self):
        self.assertEqual(alternatives("dict[str, int | None] | str | None"),
                         ["dict[str, int | None]", "str"])


class Dataclasses(unittest.TestCase):
    def test_a_subclass_overrides_the_default_of_its_base(self):
        fields = fields_of(
            "class Base:\n"
            "    steps: float = field(default=500)\n"
            "    rate: float = 5e-5\n"
            "class Config(Base, Elsewhere):\n"
            "    steps: float = field(default=10, metadata={'help': 'x'})\n",
            "Config",
        )
        self.assertEqual({n: f.default for n, f in fields.items()}, {"steps": 10, "rate": 5e-5})

    def test_required_generated_and_uninitialised_fields(self):
        fields = fields_of(
            "class Config:\n"
            "    path: str\n"
            "    names: list[str] = field(default_factory=list)\n"
            "    funcs: list[str] = field(default_factory=lambda: ['a'])\n"
            "    _hidden: int = field(init=False, default=0)\n"
            "    kind: ClassVar[int] = 3\n"
            "    dtype: Optional[str] = field(\n"
            "        default=None, metadata={'choices': ['auto', 'bf16']})\n",
            "Config",
        )
        self.assertTrue(fields["path"].required)
        self.assertEqual(fields["names"].default, [])
        self.assertEqual(fields["funcs"].default, ["a"])
        self.assertEqual(fields["dtype"].choices, ["auto", "bf16"])
        self.assertNotIn("_hidden", fields)
        self.assertNotIn("kind", fields)

    def test_enumerations_give_defaults_and_choices(self):
        module = Module()
        module.add(
            "class Strategy(ExplicitEnum):\n"
            "    NO = 'no'\n"
            "    STEPS = 'steps'\n"
            "class Config:\n"
            "    strategy: Union[Strategy, str] = field(default=Strategy.STEPS)\n"
        )
        fields = module.fields("Config")
        add_annotated_choices(module, fields)
        self.assertEqual(fields["strategy"].default, "steps")
        self.assertEqual(fields["strategy"].choices, ["no", "steps"])

    def test_the_newest_library_decides_a_conditional_default(self):
        fields = fields_of(
            "class Config:\n"
            "    chosen = 'old'\n"
            "    if available():\n"
            "        chosen = 'new'\n"
            "    optim: str = field(default=chosen)\n"
            "    factor: int = None if torch_is_new else 2\n",
            "Config",
        )
        self.assertEqual(fields["optim"].default, "new")
        self.assertIsNone(fields["factor"].default)

    def test_a_default_that_cannot_be_read_is_an_error(self):
        with self.assertRaises(ValueError):
            fields_of("class Config:\n    folder: str = make_folder()\n", "Config")


class Histories(unittest.TestCase):
    def fold(self, snapshots):
        return history.fold([(v, "C", f) for v, f in snapshots], lambda owner, name: "grpo")

    def test_equal_neighbours_become_one_period(self):
        folded, versions = self.fold(
            [
                ("0.18.0", {"beta": Field("beta", "float", 0.04)}),
                ("0.18.1", {"beta": Field("beta", "float", 0.04)}),
                ("0.19.0", {"beta": Field("beta", "float", 0.0)}),
            ]
        )
        self.assertEqual(folded[0].periods, [["0.18.0", "0.18.1", "float", "0.04"],
                                             ["0.19.0", "0.19.0", "float", "0.0"]])
        written = json.loads(history.document({"library": "x", "releases": {}}, folded, versions))
        self.assertEqual(written["arguments"][0]["periods"][0]["until"], "0.18.1")
        self.assertNotIn("until", written["arguments"][0]["periods"][1])

    def test_a_gap_is_an_error(self):
        beta = {"beta": Field("beta", "float", 0.04)}
        with self.assertRaises(ValueError):
            self.fold([("1", beta), ("2", {}), ("3", beta)])

    def test_only_choices_that_came_or_went_get_a_period(self):
        snapshots = [
            ("1.0.0", {"optim": Field("optim", "str", "a", ["a", "b"])}),
            ("1.1.0", {"optim": Field("optim", "str", "a", ["a", "c"])}),
        ]
        folded, versions = self.fold(snapshots)
        (written,) = json.loads(history.document({"releases": {}}, folded, versions))["arguments"]
        self.assertEqual(written["choices"], ["a", "b", "c"])
        self.assertEqual(
            written["choice_periods"],
            [{"value": "b", "since": "1.0.0", "until": "1.0.0"}, {"value": "c", "since": "1.1.0"}],
        )


class Versions(unittest.TestCase):
    def test_specifiers(self):
        self.assertTrue(satisfies("4.57.1", ">=4.56.1,!=4.57.0"))
        self.assertFalse(satisfies("4.57.0", ">=4.56.1,!=4.57.0"))
        self.assertFalse(satisfies("5.0.0", "~=4.57"))
        self.assertLess(version_key("0.9.0"), version_key("0.10.0"))


class Launch(unittest.TestCase):
    def test_options_flags_and_choices(self):
        options = launch_options.read(
            "parser.add_argument('-h', '--help', action='help')\n"
            "parser.add_argument('--num_processes', type=int)\n"
            "parser.add_argument('--env', action='append')\n"
            "group.add_argument('-m', '--module', action='store_true')\n"
            "group.add_argument('--mixed-precision', choices=['no', 'bf16'])\n"
        )
        self.assertEqual(set(options), {"num_processes", "env", "module", "mixed_precision"})
        self.assertTrue(options["env"]["takes_value"])
        self.assertFalse(options["module"]["takes_value"])
        self.assertEqual(options["mixed_precision"]["choices"], ["no", "bf16"])


class Unsloth(unittest.TestCase):
    class Wheel:
        def text(self, member):
            return {
                "loader": "class FastLanguageModel(FastLlamaModel):\n"
                "    def from_pretrained(model_name = 'm', load_in_4bit = True, *args,\n"
                "                        late = None): pass\n"
                "class FastVisionModel(FastBaseVisionModel):\n"
                "    def from_pretrained(model_name = 'v', fullgraph = True): pass\n",
                "llama": "class FastLlamaModel:\n"
                "    def from_pretrained(model_name = 'm', unsloth_vllm_standby = False,\n"
                "                        inner = 1): pass\n"
                "    def get_peft_model(model, r = 16): pass\n",
                "vision": "class FastBaseVisionModel:\n"
                "    def get_peft_model(model, r = 8, finetune_vision_layers = True,\n"
                "                       task_type = TaskType.CAUSAL_LM): pass\n",
                "rl": "TEMPLATE = '''\n"
                "class Unsloth{RLConfig_name}({RLConfig_name}):\n"
                "    added : Optional[int] = field(default = -1)\n"
                "    {pre}\n"
                "    def __init__({RLConfig_arguments}, added = -1): pass\n'''\n"
                "def patch(trainer_file):\n"
                "    replacements = {'optim': 'adamw_8bit', 'bf16': False, 'beta': 1.0}\n"
                "    replacements['warmup_steps'] = 0.1\n"
                "    if trainer_file == 'grpo_trainer':\n"
                "        replacements = {'beta': None}\n"
                "    if trainer_file == 'sft_trainer':\n"
                "        replacements = {'optim': 'sgd'}\n",
            }[member.rpartition("/")[2].removesuffix(".py")]

    def test_parameters_and_rewritten_defaults(self):
        owners = unsloth.read(self.Wheel())
        self.assertEqual(
            set(owners[unsloth.LOADER]),
            {"model_name", "load_in_4bit", "late", "unsloth_vllm_standby"},
        )
        self.assertEqual(owners[unsloth.PEFT]["r"].default, 16)
        wider = {name: read.default for name, read in owners[unsloth.WIDER_PEFT].items()}
        self.assertEqual(wider, {"finetune_vision_layers": True, "task_type": "CAUSAL_LM"})
        self.assertEqual(set(owners[unsloth.WIDER_LOADER]), {"fullgraph"})
        config = {name: read.default for name, read in owners[unsloth.CONFIG].items()}
        self.assertEqual(
            config, {"optim": "adamw_8bit", "beta": 0.0, "warmup_steps": 0.1, "added": -1}
        )


if __name__ == "__main__":
    unittest.main()
