"""Keys: unknown, misspelt, renamed, removed, of other releases, and those meant for the launcher."""

from .case import on_routes

UNKNOWN = ["use_lora", "num_generation", "max_new_tokens", "batch_size", "lr", "kl_coef", "use-vllm", "system_prompt",
           "no_gradient_checkpointing", "config", "gpu_memory_utilization", "max_seq_length", "learning_rates",
           "fast_inference", "num_gpus", "epochs", "group_size", "reward_functions", "wandb_project", "Beta",
           # Known to other subcommands of the same command line tool.
           "max_length", "packing", "loss_weights", "label_pad_token_id"]

# Keys that some release had or has.
OF_SOME_RELEASES = [
    ("use_liger_loss", "false"), ("max_prompt_length", "256"), ("torch_dtype", "auto"), ("dtype", "auto"),
    ("warmup_ratio", "0.05"), ("evaluation_strategy", "steps"), ("per_gpu_train_batch_size", "8"),
    ("loss_type", "dapo"), ("importance_sampling_level", "sequence"), ("steps_per_generation", "1"),
    ("generation_batch_size", "8"), ("num_generations_eval", "8"), ("vllm_mode", "colocate"),
    ("vllm_enable_sleep_mode", "true"), ("mask_truncated_completions", "true"), ("top_entropy_quantile", "0.2"),
    ("multi_objective_aggregation", "sum_then_normalize"), ("off_policy_mask_threshold", "0.5"),
    ("use_adaptive_entropy", "true"), ("entropy_coef", "0.01"), ("cast_lm_head_to_fp32", "true"),
    ("sapo_temperature_pos", "1.0"), ("vllm_importance_sampling_correction", "true"),
    ("vllm_model_impl", "vllm"), ("chat_template_kwargs", "{enable_thinking: false}"),
    ("use_transformers_continuous_batching", "false"), ("gradient_checkpointing", "true"), ("save_safetensors", "true"),
    ("overwrite_output_dir", "true"), ("logging_dir", "logs"), ("group_by_length", "true"), ("half_precision_backend", "auto"),
    ("fp16_backend", "auto"), ("jit_mode_eval", "false"), ("use_mps_device", "false"), ("tpu_num_cores", "8"),
    ("push_to_hub_token", "x"), ("include_inputs_for_metrics", "false"), ("use_vllm", "true"),
    ("vllm_server_base_url", "http://localhost:8000"), ("log_completions", "true"), ("num_completions_to_print", "4"),
    ("model_revision", "main"), ("trust_remote_code", "true"), ("use_dora", "true"), ("lora_target_parameters", "[a]"),
    ("dataset_streaming", "true"), ("ignore_bias_buffers", "true"), ("gradient_checkpointing_use_reentrant", "false"),
    ("reward_model_name_or_path", "r"), ("max_tool_calling_iterations", "3"), ("fsdp_transformer_layer_cls_to_wrap", "X"),
    ("fsdp_min_num_params", "0"), ("ray_scope", "last"), ("past_index", "-1"), ("torchdynamo", "inductor"),
]

# `accelerate launch` options given in the config, and a word that is none.
LAUNCHER = [("num_processes", "4"), ("num_machines", "1"), ("mixed_precision", "bf16"), ("mixed_precision", "bf8"),
            ("main_process_port", "29501"), ("use_deepspeed", "true"), ("multi_gpu", "true"), ("gpu_ids", "all"),
            ("accelerate_config", "zero3"), ("accelerate_config", "single_gpu"), ("accelerate_config", "zero9"),
            ("num_process", "4"), ("deepspeed_config_file", "ds.json"), ("num_processes", "four"), ("dynamo_mode", "default"),
            ("config_file", "accelerate.yaml"), ("zero_stage", "3")]


def slug(key, value=None):
    return key.replace("_", "-") + ("" if value is None else "-" + value.replace(".", "-"))


def cases(random):
    for key in UNKNOWN:
        yield from on_routes(f"key-unknown-{slug(key)}", (key,), f"{key}: 8\n")
    for key in UNKNOWN[::4]:
        yield from on_routes(f"key-unknown-{slug(key)}", (key,), f"{key}: 8\n", routes=("python",))
    for key, value in OF_SOME_RELEASES:
        yield from on_routes(f"key-release-{slug(key)}", (key,), f"{key}: {value}\n")
    for key, value in OF_SOME_RELEASES[::4]:
        yield from on_routes(f"key-release-{slug(key)}", (key,), f"{key}: {value}\n", routes=("python",))
    for key, value in LAUNCHER:
        yield from on_routes(f"key-launcher-{slug(key, value)}", (key,), f"{key}: {value}\n")
    yield from on_routes("key-two-unknown", ("use_lora", "batch_size"), "use_lora: true\nbatch_size: 8\n")
    yield from on_routes("key-section", ("training",), "training:\n  learning_rate: 1.0e-6\n")
    yield from on_routes("key-null-value", ("use_lora",), "use_lora: null\n")
