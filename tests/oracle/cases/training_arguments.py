"""What TrainingArguments checks, as far as it can meet a GRPO config."""

from .case import on_routes

CHECKS = [
    ("eval-no-bare", "eval_strategy", "eval_strategy: no\n"),
    ("eval-no-quoted", "eval_strategy", 'eval_strategy: "no"\n'),
    ("eval-misspelt", "eval_strategy", "eval_strategy: step\n"),
    ("eval-upper", "eval_strategy", "eval_strategy: STEPS\n"),
    ("eval-null", "eval_strategy", "eval_strategy: null\n"),
    ("eval-true", "eval_strategy", "eval_strategy: true\n"),
    ("eval-old-name", "evaluation_strategy", "evaluation_strategy: steps\n"),
    ("save-no-bare", "save_strategy", "save_strategy: no\n"),
    ("save-best", "save_strategy", "save_strategy: best\n"),
    ("save-never", "save_strategy", "save_strategy: never\n"),
    ("logging-off-bare", "logging_strategy", "logging_strategy: off\n"),
    ("logging-epoch", "logging_strategy", "logging_strategy: epoch\n"),
    ("hub-misspelt", "hub_strategy", "hub_strategy: always\n"),
    ("hub-end", "hub_strategy", "hub_strategy: end\n"),
    ("scheduler-cosine", "lr_scheduler_type", "lr_scheduler_type: cosine\n"),
    ("scheduler-min-lr", "lr_scheduler_type",
     "lr_scheduler_type: cosine_with_min_lr\nlr_scheduler_kwargs:\n  min_lr_rate: 0.1\n"),
    ("scheduler-misspelt", "lr_scheduler_type", "lr_scheduler_type: cosin\n"),
    ("scheduler-plateau", "lr_scheduler_type", "lr_scheduler_type: reduce_lr_on_plateau\n"),
    ("scheduler-plateau-eval", "lr_scheduler_type",
     "lr_scheduler_type: reduce_lr_on_plateau\neval_strategy: steps\n"),
    ("scheduler-greedy", "lr_scheduler_type", "lr_scheduler_type: greedy\n"),
    ("scheduler-wsd", "lr_scheduler_type", "lr_scheduler_type: warmup_stable_decay\n"),
    ("optim-8bit", "optim", "optim: adamw_8bit\n"),
    ("optim-paged", "optim", "optim: paged_adamw_8bit\n"),
    ("optim-hf", "optim", "optim: adamw_hf\n"),
    ("optim-muon", "optim", "optim: muon\n"),
    ("optim-misspelt", "optim", "optim: adamw8bit\n"),
    ("optim-adamw", "optim", "optim: adamw\n"),
    ("optim-null", "optim", "optim: null\n"),
    ("eval-steps-from-logging", "eval_steps", "eval_strategy: steps\nlogging_steps: 5\n"),
    ("eval-steps-none-left", "eval_steps", "eval_strategy: steps\nlogging_strategy: epoch\nlogging_steps: 0\n"),
    ("eval-steps-zero", "eval_steps", "eval_strategy: steps\neval_steps: 0\n"),
    ("eval-steps-fraction", "eval_steps", "eval_strategy: steps\neval_steps: 0.1\n"),
    ("eval-steps-not-whole", "eval_steps", "eval_strategy: steps\neval_steps: 1.5\n"),
    ("eval-steps-not-whole-off", "eval_steps", 'eval_strategy: "no"\neval_steps: 1.5\n'),
    ("eval-steps-whole-float", "eval_steps", "eval_strategy: steps\neval_steps: 5.0\n"),
    ("logging-steps-zero", "logging_steps", "logging_steps: 0\n"),
    ("logging-steps-zero-epoch", "logging_steps", "logging_strategy: epoch\nlogging_steps: 0\n"),
    ("logging-steps-not-whole", "logging_steps", "logging_steps: 2.5\n"),
    ("logging-steps-fraction", "logging_steps", "logging_steps: 0.25\n"),
    ("logging-steps-negative", "logging_steps", "logging_steps: -1\n"),
    ("logging-steps-null", "logging_steps", "logging_steps: null\n"),
    ("save-steps-not-whole", "save_steps", "save_steps: 100.5\n"),
    ("save-steps-zero", "save_steps", "save_steps: 0\n"),
    ("save-steps-epoch-not-whole", "save_steps", "save_strategy: epoch\nsave_steps: 100.5\n"),
    ("best-without-eval", "load_best_model_at_end", "load_best_model_at_end: true\n"),
    ("best-epochs", "load_best_model_at_end",
     "load_best_model_at_end: true\neval_strategy: epoch\nsave_strategy: epoch\n"),
    ("best-mixed", "load_best_model_at_end",
     "load_best_model_at_end: true\neval_strategy: steps\nsave_strategy: epoch\n"),
    ("best-save-best", "load_best_model_at_end",
     "load_best_model_at_end: true\neval_strategy: epoch\nsave_strategy: best\n"),
    ("best-multiple", "load_best_model_at_end",
     "load_best_model_at_end: true\neval_strategy: steps\neval_steps: 50\nsave_steps: 100\n"),
    ("best-not-multiple", "load_best_model_at_end",
     "load_best_model_at_end: true\neval_strategy: steps\neval_steps: 50\nsave_steps: 120\n"),
    ("best-ratio-and-steps", "load_best_model_at_end",
     "load_best_model_at_end: true\neval_strategy: steps\neval_steps: 0.3\nsave_steps: 100\n"),
    ("best-ratios", "load_best_model_at_end",
     "load_best_model_at_end: true\neval_strategy: steps\neval_steps: 0.1\nsave_steps: 0.2\n"),
    ("best-ratios-not-multiple", "load_best_model_at_end",
     "load_best_model_at_end: true\neval_strategy: steps\neval_steps: 0.2\nsave_steps: 0.3\n"),
    ("best-from-logging", "load_best_model_at_end",
     "load_best_model_at_end: true\neval_strategy: steps\nlogging_steps: 30\nsave_steps: 100\n"),
    ("best-defaults", "load_best_model_at_end", "load_best_model_at_end: true\neval_strategy: steps\n"),
    ("both-halves", "fp16", "fp16: true\nbf16: true\n"),
    ("fp16-alone", "fp16", "fp16: true\n"),
    ("fp16-without-bf16", "fp16", "fp16: true\nbf16: false\n"),
    ("bf16-off", "bf16", "bf16: false\n"),
    ("both-halves-eval", "fp16_full_eval", "fp16_full_eval: true\nbf16_full_eval: true\n"),
    ("tf32", "tf32", "tf32: true\n"),
    ("empty-cache", "torch_empty_cache_steps", "torch_empty_cache_steps: 10\n"),
    ("empty-cache-zero", "torch_empty_cache_steps", "torch_empty_cache_steps: 0\n"),
    ("empty-cache-float", "torch_empty_cache_steps", "torch_empty_cache_steps: 10.0\n"),
    ("empty-cache-negative", "torch_empty_cache_steps", "torch_empty_cache_steps: -1\n"),
    ("prefetch", "dataloader_prefetch_factor", "dataloader_prefetch_factor: 2\n"),
    ("prefetch-workers", "dataloader_prefetch_factor",
     "dataloader_prefetch_factor: 2\ndataloader_num_workers: 2\n"),
    ("warmup-negative", "warmup_steps", "warmup_steps: -1\n"),
    ("warmup-float", "warmup_steps", "warmup_steps: 10.0\n"),
    ("warmup-fraction", "warmup_steps", "warmup_steps: 0.1\n"),
    ("warmup-ratio", "warmup_ratio", "warmup_ratio: 0.1\n"),
    ("warmup-ratio-large", "warmup_ratio", "warmup_ratio: 1.5\n"),
    ("warmup-ratio-negative", "warmup_ratio", "warmup_ratio: -0.1\n"),
    ("warmup-ratio-word", "warmup_ratio", 'warmup_ratio: "0.1"\n'),
    ("warmup-both", "warmup_ratio", "warmup_ratio: 0.1\nwarmup_steps: 10\n"),
    ("report-null", "report_to", "report_to: null\n"),
    ("report-none", "report_to", "report_to: none\n"),
    ("report-list", "report_to", "report_to: [wandb, tensorboard]\n"),
    ("debug-word", "debug", "debug: overflow\n"),
    ("debug-full", "debug", "debug: underflow_overflow\n"),
    ("fsdp-shard", "fsdp", "fsdp: full_shard\n"),
    ("fsdp-list", "fsdp", "fsdp: [full_shard, auto_wrap]\n"),
    ("fsdp-offload", "fsdp", "fsdp: offload\n"),
    ("fsdp-both-shards", "fsdp", 'fsdp: "full_shard shard_grad_op"\n'),
    ("fsdp-misspelt", "fsdp", "fsdp: fullshard\n"),
    ("fsdp-config-mapping", "fsdp_config", "fsdp: full_shard\nfsdp_config:\n  activation_checkpointing: true\n"),
    ("accelerator-mapping", "accelerator_config", "accelerator_config:\n  split_batches: true\n"),
    ("accelerator-unknown", "accelerator_config", "accelerator_config:\n  split_batch: true\n"),
    ("accelerator-json", "accelerator_config", "accelerator_config: '{\"split_batches\": true}'\n"),
    ("accelerator-file", "accelerator_config", "accelerator_config: absent.json\n"),
    ("output-null", "output_dir", "output_dir: null\n"),
    ("seed-negative", "seed", "seed: -1\n"),
    ("neftune", "neftune_noise_alpha", "neftune_noise_alpha: 5\n"),
    ("checkpointing-kwargs", "gradient_checkpointing_kwargs",
     "gradient_checkpointing: true\ngradient_checkpointing_kwargs:\n  use_reentrant: false\n"),
    ("checkpointing-new-name", "activation_checkpointing", "activation_checkpointing: true\n"),
    ("checkpointing-both", "activation_checkpointing",
     "activation_checkpointing: false\ngradient_checkpointing: true\n"),
    ("jit", "torch_compile", "torch_compile: true\n"),
    ("compile-mode", "torch_compile_mode", "torch_compile_mode: max-autotune\n"),
    ("cpu", "use_cpu", "use_cpu: true\n"),
    ("no-cuda", "no_cuda", "no_cuda: true\n"),
    ("greater-is-better", "greater_is_better", "metric_for_best_model: reward\ngreater_is_better: true\n"),
    ("metric-number", "metric_for_best_model", "metric_for_best_model: 3\n"),
    ("log-level", "log_level", "log_level: info\n"),
    ("log-level-misspelt", "log_level", "log_level: verbose\n"),
    ("log-level-number", "log_level", "log_level: 10\n"),
]

# Every value that some release of the transformers enums has.
OPTIMIZERS = (
    "adamw_torch adamw_torch_fused adamw_torch_xla adamw_torch_npu_fused adamw_apex_fused adafactor "
    "adamw_anyprecision adamw_torch_4bit adamw_torch_8bit ademamix sgd adagrad adamw_bnb_8bit ademamix_8bit "
    "lion_8bit lion_32bit paged_adamw_32bit paged_ademamix_32bit paged_ademamix_8bit paged_lion_32bit "
    "paged_lion_8bit rmsprop rmsprop_bnb rmsprop_bnb_8bit rmsprop_bnb_32bit galore_adamw galore_adamw_8bit "
    "galore_adafactor galore_adamw_layerwise galore_adamw_8bit_layerwise galore_adafactor_layerwise lomo adalomo "
    "grokadamw schedule_free_radam schedule_free_adamw schedule_free_sgd apollo_adamw apollo_adamw_layerwise "
    "stable_adamw")
SCHEDULERS = (
    "linear cosine_with_restarts polynomial constant constant_with_warmup inverse_sqrt cosine_with_min_lr "
    "cosine_warmup_with_min_lr")
ENUM_VALUES = [(f"optim-{name}", "optim", f"optim: {name}\n") for name in OPTIMIZERS.split()]
ENUM_VALUES += [
    (f"scheduler-{name}", "lr_scheduler_type", f"lr_scheduler_type: {name}\n") for name in SCHEDULERS.split()
]


def cases(random):
    for slug, setting, lines in CHECKS + ENUM_VALUES:
        yield from on_routes(f"arguments-{slug}", (setting,), lines)
    for slug, setting, lines in CHECKS[1::4]:
        if setting != "output_dir":
            yield from on_routes(f"arguments-{slug}", (setting,), lines, routes=("python",))
