#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fact/fact.h"
#include "grpolint/result.h"

namespace grpolint::hardware {

/// One accelerator of the catalogue (rules/hardware/*.toml). Zero or empty means not known.
struct Gpu {
  std::string_view id;    ///< "rtx4090"
  std::string_view name;  ///< "RTX 4090"
  std::span<const std::string_view> aliases;
  std::string_view vendor;        ///< "nvidia" | "amd" | "intel" | "apple" | ...
  std::string_view architecture;  ///< "ada", "hopper", "blackwell", ...
  std::string_view family;        ///< "datacenter" | "consumer" | "workstation" | "unified"
  double compute_capability = 0;  ///< 8.9
  double total_bytes = 0;         ///< as the driver reports it to a process: what a share of memory
                                  ///< such as gpu_memory_utilization is taken of
  double capacity_bytes = 0;      ///< usable: total_bytes, less the reserve for the OS when unified
  double bandwidth = 0;           ///< bytes/s, headline
  double bandwidth_planning_low = 0;  ///< bytes/s sustained in decode; 0: use the family's eta
  double bandwidth_planning_likely = 0;
  double bandwidth_planning_high = 0;
  double bandwidth_printed_low = 0;  ///< the narrower range shown as the plan; 0: low and high
  double bandwidth_printed_high = 0;
  double bf16_dense_flops = 0;  ///< FLOP/s
  double fp16_dense_flops = 0;
  double matmul_measured_flops = 0;
  bool supports_bf16 = false;
  bool supports_fp8 = false;
  bool nvlink = false;
  bool unified_memory = false;
  std::string_view source;      ///< URL
  std::string_view verified;    ///< ISO date
  std::string_view provenance;  ///< how each figure is known, in words
};

/// DGX Spark and its siblings (GB10).
bool is_spark(const Gpu& gpu);

/// Hardware class by capacity per GPU, as docs/definitions and rules write it:
/// "8GB" "12GB" "16GB" "24GB" "32GB" "40GB" "48GB" "80GB" "H200-class" "B200-class" "Spark";
/// "other" between the classes.
std::string_view hardware_class(const Gpu& gpu);

/// The embedded GPUs and those that the user's settings add (hardware/user_catalogue.h).
std::span<const Gpu> catalogue();

/// What --gpu, a pragma or [target] names: GPU and how many of them.
struct Selection {
  const Gpu* gpu = nullptr;
  int count = 1;
  bool count_stated = false;  ///< else one GPU stands for however many there are
};

/// Parses "NAME[:COUNT]" as people write it ("4090", "RTX 4090", "a100-80gb", "H100 SXM",
/// "dgx spark", "gb10:2"). The Error lists the nearest names. An ambiguous name ("a100") is
/// resolved to the entry that the catalogue marks as the usual one, else an Error lists the
/// choices.
Result<Selection> select(std::string_view text);

/// The GPUs of this machine by nvidia-smi; Error when there is none or they differ.
Result<Selection> detect();

/// States hw.* facts. `origin` and `because` say who named the hardware.
void add_facts(const Selection& selection, Origin origin, std::string because, FactTable& facts);
std::span<const FactDeclaration> fact_declarations();

}  // namespace grpolint::hardware
