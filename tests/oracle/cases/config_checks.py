"""What GRPOConfig and ModelConfig check beyond batches."""

from .case import on_routes

# slug, settings it is about, lines
CHECKS = [
    ("completions-repo", "log_completions_hub_repo", "log_completions_hub_repo: me/completions\n"),
    ("completions-repo-off", "log_completions_hub_repo",
     "log_completions: false\nlog_completions_hub_repo: me/completions\n"),
    ("completions-repo-on", "log_completions_hub_repo",
     "log_completions: true\nlog_completions_hub_repo: me/completions\n"),
    ("completions-repo-empty", "log_completions_hub_repo", 'log_completions_hub_repo: ""\n'),
    ("paged", "use_transformers_paged", "use_transformers_paged: true\n"),
    ("continuous-batching", "use_transformers_continuous_batching", "use_transformers_continuous_batching: true\n"),
    ("cap", "vllm_importance_sampling_cap", "vllm_importance_sampling_cap: 2.0\n"),
    ("clip-equal", "vllm_importance_sampling_clip_min",
     "vllm_importance_sampling_clip_min: 2.0\nvllm_importance_sampling_clip_max: 2.0\n"),
    ("clip-above", "vllm_importance_sampling_clip_min",
     "vllm_importance_sampling_clip_min: 2.5\nvllm_importance_sampling_clip_max: 2.0\n"),
    ("clip-below", "vllm_importance_sampling_clip_min",
     "vllm_importance_sampling_clip_min: 0.5\nvllm_importance_sampling_clip_max: 2.0\n"),
    ("clip-min-at-default", "vllm_importance_sampling_clip_min", "vllm_importance_sampling_clip_min: 3.0\n"),
    ("clip-min-zero", "vllm_importance_sampling_clip_min", "vllm_importance_sampling_clip_min: 0\n"),
    ("clip-max-null", "vllm_importance_sampling_clip_max", "vllm_importance_sampling_clip_max: null\n"),
    ("cap-under-min", "vllm_importance_sampling_cap",
     "vllm_importance_sampling_clip_min: 2.0\nvllm_importance_sampling_cap: 1.5\n"),
    ("truncate-unbounded", "vllm_importance_sampling_mode",
     "vllm_importance_sampling_mode: token_truncate\nvllm_importance_sampling_clip_max: null\n"),
    ("truncate-unbounded-sequence", "vllm_importance_sampling_mode",
     "vllm_importance_sampling_mode: sequence_truncate\nvllm_importance_sampling_clip_max: null\n"),
    ("truncate-unbounded-off", "vllm_importance_sampling_mode",
     "vllm_importance_sampling_correction: false\nvllm_importance_sampling_mode: token_truncate\n"
     "vllm_importance_sampling_clip_max: null\n"),
    ("truncate-with-min", "vllm_importance_sampling_mode",
     "vllm_importance_sampling_mode: token_truncate\nvllm_importance_sampling_clip_min: 0.5\n"
     "vllm_importance_sampling_clip_max: null\n"),
    ("mask-unbounded", "vllm_importance_sampling_mode",
     "vllm_importance_sampling_mode: token_mask\nvllm_importance_sampling_clip_max: null\n"),
    ("mode-misspelt", "vllm_importance_sampling_mode", "vllm_importance_sampling_mode: truncate\n"),
    ("delta-liger-loss", "delta", "delta: 4.0\nuse_liger_loss: true\n"),
    ("delta-liger-kernel", "delta", "delta: 4.0\nuse_liger_kernel: true\n"),
    ("delta-alone", "delta", "delta: 4.0\n"),
    ("liger-loss", "use_liger_loss", "use_liger_loss: true\n"),
    ("prompt-length", "max_prompt_length", "max_prompt_length: 512\n"),
    ("prompt-length-null", "max_prompt_length", "max_prompt_length: null\n"),
    ("wandb-unique", "wandb_log_unique_prompts", "wandb_log_unique_prompts: true\n"),
    ("log-unique", "log_unique_prompts", "log_unique_prompts: true\n"),
    ("guided-regex", "vllm_guided_decoding_regex", 'vllm_guided_decoding_regex: "a+"\n'),
    ("structured-regex", "vllm_structured_outputs_regex", 'vllm_structured_outputs_regex: "a+"\n'),
    ("top-k-null", "top_k", "top_k: null\n"),
    ("top-k-zero", "top_k", "top_k: 0\n"),
    ("vllm-device", "vllm_device", "vllm_device: cuda:1\n"),
    ("vllm-dtype", "vllm_dtype", "vllm_dtype: auto\n"),
    ("vllm-max-model-len", "vllm_max_model_len", "vllm_max_model_len: 4096\n"),
    ("vllm-max-model-length", "vllm_max_model_length", "vllm_max_model_length: 4096\n"),
    ("vllm-prefix-caching", "vllm_enable_prefix_caching", "vllm_enable_prefix_caching: true\n"),
    ("vllm-memory", "vllm_gpu_memory_utilization", "vllm_gpu_memory_utilization: 0.3\n"),
    ("both-bits", "load_in_4bit", "load_in_4bit: true\nload_in_8bit: true\n"),
    ("four-bits", "load_in_4bit", "load_in_4bit: true\nload_in_8bit: false\n"),
    ("torch-dtype", "torch_dtype", "torch_dtype: bfloat16\n"),
    ("dtype", "dtype", "dtype: bfloat16\n"),
    ("dtype-unchecked", "dtype", "dtype: bf16\n"),
    ("scale-false", "scale_rewards", "scale_rewards: false\n"),
    ("scale-true", "scale_rewards", "scale_rewards: true\n"),
    ("scale-batch", "scale_rewards", "scale_rewards: batch\n"),
    ("scale-misspelt", "scale_rewards", "scale_rewards: groups\n"),
    ("scale-null", "scale_rewards", "scale_rewards: null\n"),
    ("scale-number", "scale_rewards", "scale_rewards: 2\n"),
    ("scale-list", "scale_rewards", "scale_rewards: [group]\n"),
    ("auto-find-batch", "auto_find_batch_size", "auto_find_batch_size: true\n"),
    ("auto-find-batch-off", "auto_find_batch_size", "auto_find_batch_size: false\n"),
    ("parallelism", "parallelism_config", "parallelism_config:\n  cp_size: 2\n"),
    ("parallelism-null", "parallelism_config", "parallelism_config: null\n"),
    # Nonsense that the config takes; it fails late or never.
    ("beta-negative", "beta", "beta: -1.0\n"),
    ("epsilon-negative", "epsilon", "epsilon: -0.2\n"),
    ("top-p-large", "top_p", "top_p: 1.5\n"),
    ("temperature-zero", "temperature", "temperature: 0.0\n"),
    ("memory-large", "vllm_gpu_memory_utilization", "vllm_gpu_memory_utilization: 1.5\n"),
    ("completion-zero", "max_completion_length", "max_completion_length: 0\n"),
    ("loss-misspelt", "loss_type", "loss_type: grop\n"),
    ("vllm-mode-misspelt", "vllm_mode", "vllm_mode: colocated\n"),
    ("level-misspelt", "importance_sampling_level", "importance_sampling_level: sentence\n"),
    ("sync-without-beta", "sync_ref_model", "sync_ref_model: true\nbeta: 0.0\n"),
    ("quantile", "top_entropy_quantile", "top_entropy_quantile: 2.0\n"),
    ("sleep", "vllm_enable_sleep_mode", "vllm_enable_sleep_mode: true\n"),
    ("lora-targets-list", "lora_target_modules", "lora_target_modules: [q_proj, v_proj]\n"),
    ("lora-targets-one", "lora_target_modules", "lora_target_modules: [all-linear]\n"),
    ("lora-targets-word", "lora_target_modules", "lora_target_modules: all-linear\n"),
    ("lora-targets-empty", "lora_target_modules", "lora_target_modules: []\n"),
    ("pad-multiple", "pad_to_multiple_of", "pad_to_multiple_of: 8\n"),
    ("pad-multiple-word", "pad_to_multiple_of", "pad_to_multiple_of: eight\n"),
    ("pad-multiple-auto", "pad_to_multiple_of", "pad_to_multiple_of: auto\n"),
    ("pad-multiple-none", "pad_to_multiple_of", "pad_to_multiple_of: none\n"),
]

GRPO_ONLY = {"load_in_4bit", "torch_dtype", "dtype", "lora_target_modules"}


def cases(random):
    for slug, setting, lines in CHECKS:
        yield from on_routes(f"config-{slug}", (setting,), lines)
    # The constructor checks the same, whoever calls it.
    for slug, setting, lines in CHECKS[::3]:
        if setting not in GRPO_ONLY:
            yield from on_routes(f"config-{slug}", (setting,), lines, routes=("python",))
