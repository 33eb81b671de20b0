#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <string>

#include "document/document.h"
#include "support.h"
#include "text/file.h"

namespace grpolint::dialect {
namespace {

namespace fs = std::filesystem;

/// What the index calls a file, and what recognition calls it.
const std::map<std::string, std::string> kDialectOfLabel = {
    {"trl", "trl"},
    {"trl-nested", "trl"},
    {"verl-fragment", "verl"},
    {"skypilot-embedded", "skypilot"},
};

struct Difference {
  std::string dialect;
  std::string reason;
};

/// Files whose label in the index says more, or less, than their own keys do.
const std::map<std::string, Difference> kDifferences = {
    {"huggingface__open-r1/recipes/OlympicCoder-32B/sft/config_v00.00.yaml",
     {"trl-sft", "supervised fine-tuning: no GRPO key in it"}},
    {"huggingface__open-r1/recipes/OlympicCoder-7B/sft/config_v00.00.yaml",
     {"trl-sft", "supervised fine-tuning: no GRPO key in it"}},
    {"huggingface__open-r1/recipes/DeepSeek-R1-Distill-Qwen-1.5B/grpo/config_v00.20.yaml",
     {"none", "does not parse: a stray number before the first key"}},
    {"NVIDIA__dgx-spark-playbooks/nvidia/pytorch-fine-tune/assets/configs/config_fsdp_lora.yaml",
     {"none", "does not parse: an unfilled placeholder with a colon"}},
    {"modelscope__ms-swift/examples/train/multi-gpu/fsdp2_lora/fsdp2.json",
     {"accelerate", "an accelerate config in JSON, distributed_type and all"}},
    {"volcengine__verl/verl/trainer/config/npu_profile/npu_profile.yaml",
     {"none", "one mapping of profiler options; nothing in it names a framework"}},
};

std::string member_text(const Document& document, NodeId item, std::string_view key) {
  const Member* member = document.find(item, key);
  return member == nullptr ? std::string() : document.node(member->value.node).text;
}

}  // namespace

TEST_CASE("real configs are recognised as what they are") {
  const fs::path folder = fs::path(GRPOLINT_SHARED) / "corpus" / "realworld";
  const Result<std::string> index_bytes = read_file(folder / "index.json");
  if (!index_bytes) {
    WARN("no corpus beside the checkout");
    return;
  }
  const Source index_source("index.json", *index_bytes);
  const Document index = read_document(index_source, Format::Json);
  REQUIRE(index.root() != nullptr);

  std::size_t compared = 0;
  for (const Use& item : index.root()->items) {
    const std::string file = member_text(index, item.node, "file");
    const std::string label = member_text(index, item.node, "framework");
    const std::optional<Format> format = format_of(file);
    const Result<std::string> bytes = read_file(folder / file);
    if (!bytes || !format) continue;
    const Recognition found = recognise_text(*bytes, *format);
    INFO(file << " is labelled " << label << "; " << found.why);
    const auto difference = kDifferences.find(file);
    const auto renamed = kDialectOfLabel.find(label);
    const std::string wanted = difference != kDifferences.end()   ? difference->second.dialect
                               : renamed != kDialectOfLabel.end() ? renamed->second
                                                                  : label;
    CHECK(found.dialect == wanted);
    CHECK(found.linted == (wanted == "trl" || is_companion(wanted)));
    if (label == "trl-nested") CHECK(found.layout == Layout::Sectioned);
    if (label == "trl") CHECK(found.layout == Layout::Flat);
    ++compared;
  }
  CHECK(compared > 300);
}

}  // namespace grpolint::dialect
