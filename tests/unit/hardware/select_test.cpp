#include <catch2/catch.hpp>
#include <string>

#include "hardware/gpu.h"
#include "hardware/name_key.h"

namespace grpolint::hardware {
namespace {

TEST_CASE("GPUs are found by the names people write") {
  const auto [text, id, count] = GENERATE(table<const char*, const char*, int>({
      {"4090", "rtx4090", 1},
      {"RTX 4090", "rtx4090", 1},
      {"rtx-4090", "rtx4090", 1},
      {"rtx_4090", "rtx4090", 1},
      {"NVIDIA GeForce RTX 4090", "rtx4090", 1},
      {"  rtx4090  ", "rtx4090", 1},
      {"4090:2", "rtx4090", 2},
      {"RTX 3090", "rtx3090", 1},
      {"5090", "rtx5090", 1},
      {"4070 ti super", "rtx4070tisuper", 1},
      {"a100", "a100-80gb-sxm", 1},
      {"a100-80gb", "a100-80gb-sxm", 1},
      {"A100 80GB PCIe", "a100-80gb-pcie", 1},
      {"NVIDIA A100 80GB PCIe", "a100-80gb-pcie", 1},
      {"NVIDIA A100-SXM4-80GB", "a100-80gb-sxm", 1},
      {"a100-40gb", "a100-40gb-sxm", 1},
      {"NVIDIA A100-SXM4-40GB", "a100-40gb-sxm", 1},
      {"h100", "h100-80gb-sxm", 1},
      {"H100:8", "h100-80gb-sxm", 8},
      {"H100 SXM", "h100-80gb-sxm", 1},
      {"NVIDIA H100 80GB HBM3", "h100-80gb-sxm", 1},
      {"H100 PCIe", "h100-80gb-pcie", 1},
      {"h100-nvl", "h100-nvl", 1},
      {"h200", "h200-sxm", 1},
      {"b200:8", "b200", 8},
      {"dgx spark", "gb10", 1},
      {"DGX-Spark", "gb10", 1},
      {"spark", "gb10", 1},
      {"gb10:2", "gb10", 2},
      {"NVIDIA GB10", "gb10", 1},
      {"l4", "l4", 1},
      {"l40s", "l40s", 1},
      {"l40", "l40", 1},
      {"t4", "t4", 1},
      {"Tesla T4", "t4", 1},
      {"colab t4", "t4", 1},
      {"A10G", "a10g", 1},
      {"v100", "v100-16gb", 1},
      {"a6000", "rtxa6000", 1},
      {"rtx 6000 ada", "rtx6000ada", 1},
      {"NVIDIA RTX 6000 Ada Generation", "rtx6000ada", 1},
      {"rtx pro 6000", "rtxpro6000bw", 1},
      {"mi300x", "mi300x", 1},
      {"AMD Instinct MI300X", "mi300x", 1},
      {"7900 xtx", "rx7900xtx", 1},
      {"jetson orin", "orin-agx-64gb", 1},
      {"strix halo", "strix-halo", 1},
  }));
  INFO(text);
  const auto selection = select(text);
  INFO((selection.ok() ? "" : selection.error().message));
  REQUIRE(selection.ok());
  CHECK(selection->gpu->id == id);
  CHECK(selection->count == count);
}

std::string error_of(std::string_view text) {
  const auto selection = select(text);
  INFO(text);
  REQUIRE_FALSE(selection.ok());
  return selection.error().message;
}

TEST_CASE("an unknown name gets the nearest one") {
  CHECK(error_of("4091").find("unknown GPU \"4091\"") != std::string::npos);
  CHECK(error_of("mi300xx").find("did you mean \"MI300X\"?") != std::string::npos);
  CHECK(error_of("strix").find("did you mean \"Strix Halo") != std::string::npos);
  CHECK(error_of("toaster").find("did you mean") == std::string::npos);
  CHECK(error_of("toaster").find("grpolint hardware") != std::string::npos);
}

TEST_CASE("a name that several go on from lists them") {
  const std::string message = error_of("rtx pro");
  CHECK(message.find("could be any of") != std::string::npos);
  CHECK(message.find("RTX PRO 6000 Blackwell") != std::string::npos);
}

TEST_CASE("counts must be whole and positive") {
  for (const char* text : {"4090:0", "4090:-1", "4090:", "4090:two", "4090:1.5", "4090:99999",
                           "4090:99999999999999999999", "4090: 2"}) {
    CHECK(error_of(text).find("count") != std::string::npos);
  }
}

TEST_CASE("hostile names are refused quickly and shown safely") {
  CHECK(error_of("").find("unknown GPU") != std::string::npos);
  CHECK(error_of("nvidia").find("unknown GPU") != std::string::npos);
  CHECK(error_of(std::string(1'000'000, 'x')).size() < 300);
  CHECK(error_of("\x1b[31m4090!x").find('\x1b') == std::string::npos);
  CHECK(error_of(std::string("4090\0x", 6)).find('\0') == std::string::npos);
}

TEST_CASE("what is left of a name") {
  CHECK(name_key("NVIDIA GeForce RTX 4090") == "4090");
  CHECK(name_key("Tesla V100-SXM2-32GB") == "v100sxm232gb");
  CHECK(name_key("nvidia") == "nvidia");
  CHECK(name_key("---").empty());
}

}  // namespace
}  // namespace grpolint::hardware
