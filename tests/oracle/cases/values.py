"""How a value is read: every kind of field against every way of writing a scalar."""

from .case import on_routes

# Kind of field -> representatives: (key, what has to stand beside it).
FIELDS = {
    "int": [("max_completion_length", ""), ("max_steps", "")],
    "int-batch": [("num_generations", ""), ("per_device_train_batch_size", "")],
    "float": [("learning_rate", ""), ("beta", "")],
    "bool": [("use_vllm", ""), ("log_completions", "")],
    "optional-bool": [("bf16", ""), ("tf32", "")],
    "optional-int": [("top_k", ""), ("save_total_limit", "")],
    "optional-float": [("epsilon_high", ""), ("min_p", "")],
    "str": [("run_name", ""), ("loss_type", "")],
    "list-of-str": [("lora_target_modules", ""), ("reward_funcs", "")],
    "list-of-float": [("reward_weights", "")],
    "dict": [("generation_kwargs", "")],
    "dict-or-str": [("model_init_kwargs", ""), ("lr_scheduler_kwargs", "")],
    "enum": [("optim", ""), ("lr_scheduler_type", "")],
}

# Slug -> the scalar as it stands in the file.
SPELLINGS = {
    "quoted-8": '"8"',
    "quoted-8.0": '"8.0"',
    "quoted-spaces": '" 8 "',
    "quoted-underscore": '"1_000"',
    "float-8.0": "8.0",
    "float-8.5": "8.5",
    "e-notation": "1e-6",
    "e-notation-dotted": "1.0e-6",
    "e-positive": "1e3",
    "percent": "30%",
    "octal": "010",
    "hex": "0x10",
    "sexagesimal": "1:20",
    "date": "2026-01-01",
    "null": "null",
    "tilde": "~",
    "empty": "",
    "none-word": "none",
    "None-word": "None",
    "null-quoted": '"null"',
    "yes": "yes",
    "true-quoted": '"true"',
    "false-quoted": '"false"',
    "on-quoted": '"on"',
    "y-word": "y",
    "t-word": "t",
    "one": "1",
    "word": "eight",
    "empty-string": '""',
    "list": "[8]",
    "list-of-words": "[a, b]",
    "json-object": "'{\"a\": 1}'",
    "json-broken": "'{\"a\": 1'",
    "mapping": "{a: 1}",
    "infinity": ".inf",
    "nan-word": "nan",
}

# Which spellings say something about a kind of field; the rest would only repeat it.
TELLING = {
    "int": "quoted-8 quoted-8.0 quoted-spaces quoted-underscore float-8.0 float-8.5 e-notation e-positive percent "
           "octal hex sexagesimal date null empty none-word null-quoted yes true-quoted word empty-string list "
           "mapping infinity",
    "int-batch": "quoted-8 quoted-8.0 float-8.0 e-positive octal hex null tilde yes word list mapping empty-string",
    "float": "quoted-8 e-notation e-notation-dotted e-positive percent null none-word yes true-quoted word "
             "empty-string list mapping infinity nan-word date sexagesimal",
    "bool": "yes true-quoted false-quoted on-quoted y-word t-word one quoted-8 null none-word None-word word "
            "empty-string float-8.0 list",
    "optional-bool": "yes true-quoted false-quoted on-quoted y-word one null none-word None-word null-quoted word list",
    "optional-int": "quoted-8 float-8.5 e-positive null tilde none-word None-word null-quoted word empty-string",
    "optional-float": "e-notation quoted-8 percent null none-word None-word null-quoted word",
    "str": "one date null none-word yes list mapping empty-string e-notation",
    "list-of-str": "word list-of-words null none-word one yes mapping empty-string list",
    "list-of-float": "one quoted-8 e-notation list list-of-words null none-word word json-object",
    "dict": "mapping json-object json-broken null none-word word list one empty-string",
    "dict-or-str": "mapping json-object json-broken null none-word word list one empty-string",
    "enum": "one yes null none-word word list empty-string",
}

PYTHON_KINDS = ("int", "int-batch", "float", "bool", "dict-or-str", "enum", "optional-int")
NOT_IN_GRPO_CONFIG = {"lora_target_modules", "reward_funcs"}


def line(key, spelling):
    return f"{key}: {SPELLINGS[spelling]}".rstrip() + "\n"


def cases(random):
    for kind, fields in FIELDS.items():
        for number, spelling in enumerate(TELLING[kind].split()):
            key, beside = fields[number % len(fields)]
            yield from on_routes(f"value-{kind}-{spelling}", (key,), beside + line(key, spelling))
    for kind in PYTHON_KINDS:
        key, beside = FIELDS[kind][0]
        for spelling in TELLING[kind].split()[::2]:
            yield from on_routes(
                f"value-{kind}-{spelling}", (key,), beside + line(key, spelling), routes=("python",)
            )
    # Fields compared or divided while the config is built, so that a string cannot stay unseen.
    for key in ("logging_steps", "warmup_steps", "gradient_accumulation_steps", "dataloader_num_workers",
                "eval_steps", "save_steps", "steps_per_generation", "vllm_importance_sampling_clip_min"):
        beside = "eval_strategy: steps\n" if key == "eval_steps" else ""
        yield from on_routes(
            f"value-compared-{key.replace('_', '-')}", (key,), f'{beside}{key}: "2"\n', routes=("trl", "python")
        )
    # The switches TRL itself types as int or float but users write as words.
    for key, text in (("num_iterations", '"2"'), ("max_grad_norm", '"1e-1"'), ("num_train_epochs", '"3"'),
                      ("temperature", "1e0"), ("lora_alpha", '"32"'), ("lora_r", "1e1"), ("lora_dropout", '"0.05"'),
                      ("use_peft", '"yes"'), ("use_peft", '"maybe"'), ("gradient_checkpointing", '"true"'),
                      ("gradient_checkpointing", '"enabled"'), ("vllm_tensor_parallel_size", '"2"'),
                      ("vllm_server_port", "8000"), ("vllm_server_timeout", "240"), ("ddp_timeout", '"1800"'),
                      ("dataset_streaming", '"false"'), ("dataset_train_split", "train"), ("dataset_config", "123"),
                      ("model_name_or_path", "8"), ("trust_remote_code", '"true"'), ("use_bnb_nested_quant", "yes"),
                      ("bnb_4bit_quant_type", "fp8"), ("attn_implementation", "flash"), ("push_to_hub", '"no"'),
                      ("disable_tqdm", "false"), ("include_for_metrics", "inputs"), ("label_names", "[a, b]")):
        slug = f"value-field-{key.replace('_', '-')}-{text.strip(chr(34)).replace('[', '').replace(']', '').replace(', ', '-')}"
        yield from on_routes(slug, (key,), f"{key}: {text}\n")
