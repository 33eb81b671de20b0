"""What Unsloth's loader, LoRA helper and rewritten GRPOConfig take, read from its sources."""

import ast

from .dataclass_fields import Field, Module

FILES = (
    "unsloth/models/loader.py",
    "unsloth/models/llama.py",
    "unsloth/models/vision.py",
    "unsloth/models/rl.py",
)
LOADER = "FastLanguageModel.from_pretrained"
PEFT = "FastLanguageModel.get_peft_model"
# The loader of vision, audio and other models: listed for what the one of language models lacks.
WIDER_LOADER = "FastModel.from_pretrained"
WIDER_PEFT = "FastModel.get_peft_model"
CONFIG = "UnslothGRPOConfig"
CHANGED = "as in TRL"  # the type of a field whose default alone is changed

# Constants that the sources import: from loader_utils.py, and PEFT's enumeration of tasks.
_CONSTANTS = """
DEFAULT_DEVICE_MAP = 'sequential'
OFFLOAD_EMBEDDING_AUTO = 'auto'
class TaskType(str, enum.Enum):
    CAUSAL_LM = 'CAUSAL_LM'
"""
# A default of None that the generated class replaces, when TRL is 0.22 or newer and the other
# arguments are left alone (rl.py, "resolved below").
_RESOLVED = {"loss_type": "dapo", "beta": 0.0, "mask_truncated_completions": False}
# Placeholders that the trainer replaces by the model's own data type.
_FROM_THE_MODEL = {"bf16", "fp16"}
# What a default cannot tell about the values an argument takes.
_TYPES = {
    "dtype": "str | None",
    "init_lora_weights": "bool | str",
    "layers_pattern": "str | None",
    "layers_to_transform": "list[int] | int | None",
    "load_in_fp8": "bool | str",
    "max_seq_length": "int | None",
    "modules_to_save": "list[str] | None",
    "offload_embedding": "bool | str",
    "qat_scheme": "str | None",
    "revision": "str | None",
    "target_modules": "list[str] | str | None",
    "target_parameters": "list[str] | None",
    "token": "str | None",
    "use_gradient_checkpointing": "bool | str",
}


def read(wheel):
    """{owner: {name: Field}} of one Unsloth wheel; what the release does not have is left out."""
    loader, llama, vision, rl = (wheel.text(member) for member in FILES)
    owners = {
        LOADER: {
            **_parameters(loader, ("FastLanguageModel",), "from_pretrained"),
            **_handed_on(_parameters(llama, ("FastLlamaModel",), "from_pretrained")),
        },
        PEFT: _parameters(llama, ("FastLlamaModel",), "get_peft_model"),
        CONFIG: _config(rl),
    }
    owners[WIDER_LOADER] = _added(
        _parameters(loader, ("FastModel", "FastVisionModel"), "from_pretrained"), owners
    )
    owners[WIDER_PEFT] = _added(
        _parameters(vision, ("FastBaseModel", "FastBaseVisionModel"), "get_peft_model"), owners
    )
    return {owner: fields for owner, fields in owners.items() if fields}


def _handed_on(inner):
    """Arguments of the inner loader that people state and the outer one hands on unread."""
    return {name: field for name, field in inner.items() if name == "unsloth_vllm_standby"}


def _added(fields, owners):
    """Those that no owner has yet: a name has one default and one meaning in a config file."""
    known = {name for others in owners.values() for name in others}
    return {name: field for name, field in fields.items() if name not in known}


def _type(name, value):
    if name in _TYPES:
        return _TYPES[name]
    if value is None:
        return "Any | None"
    return type(value).__name__


def _parameters(source, class_names, method):
    """Of the first of the classes that the release has: later releases renamed some."""
    module = Module()
    module.add(_CONSTANTS)
    module.add(source)
    class_name = next(name for name in class_names if name in module.classes)
    for node in module.classes[class_name].body:
        if isinstance(node, ast.FunctionDef) and node.name == method:
            break
    else:
        return {}
    fields = {}
    arguments = node.args
    pairs = list(zip(arguments.args[-len(arguments.defaults) :], arguments.defaults))
    pairs += [pair for pair in zip(arguments.kwonlyargs, arguments.kw_defaults) if pair[1]]
    for argument, default in pairs:
        value = module.evaluate(default, module.constants)
        fields[argument.arg] = Field(argument.arg, _type(argument.arg, value), value)
    return fields


def _config(source):
    """The fields the class template adds and the defaults the rewriting changes."""
    if source is None:
        return {}
    tree = ast.parse(source)
    fields = {
        name: Field(name, CHANGED, value)
        for name, value in _changed_defaults(tree).items()
        if name not in _FROM_THE_MODEL
    }
    return {**fields, **_added_fields(tree)}


def _added_fields(tree):
    """Annotated fields of the class text that rl.py fills in (RLTrainer_replacement)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            head, marker, _ = node.value.partition("def __init__({RLConfig_arguments}")
            if not marker:
                continue
            body = head[head.rindex("class Unsloth") :].partition("):\n")[2]
            lines = [line for line in body.splitlines() if not line.strip().startswith("{")]
            template = "class Added:\n" + "\n".join(lines)
            module = Module()
            module.add(template)
            return module.fields("Added")
    return {}


def _changed_defaults(tree):
    """The `replacements` dictionaries that apply to GRPO, later ones over earlier ones."""
    changed = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        for statement in _statements(node.body):
            if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
                continue
            target = statement.targets[0]
            if isinstance(target, ast.Name) and target.id == "replacements":
                if isinstance(statement.value, ast.Dict):
                    changed.update(ast.literal_eval(statement.value))
            elif isinstance(target, ast.Subscript) and ast.unparse(target.value) == "replacements":
                changed[ast.literal_eval(target.slice)] = ast.literal_eval(statement.value)
    for name, value in _RESOLVED.items():
        if name in changed and changed[name] is None:
            changed[name] = value
    return changed


def _statements(body):
    """In source order, the branches of other trainers left out."""
    for statement in body:
        if isinstance(statement, ast.If):
            test = ast.unparse(statement.test)
            if "trainer_file ==" not in test or "grpo_trainer" in test:
                yield from _statements(statement.body)
            yield from _statements(statement.orelse)
        else:
            yield statement
