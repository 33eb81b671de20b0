#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "hardware/gpu.h"
#include "hardware/record.h"

namespace grpolint::hardware {
namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

const Gpu& gpu(std::string_view name) {
  const auto selection = select(name);
  INFO(name);
  REQUIRE(selection.ok());
  return *selection->gpu;
}

TEST_CASE("hardware classes") {
  const auto [name, expected] = GENERATE(table<const char*, const char*>({
      {"3070", "8GB"},        {"3060", "12GB"},       {"t4", "16GB"},
      {"4080", "16GB"},       {"4090", "24GB"},       {"3090", "24GB"},
      {"l4", "24GB"},         {"a10g", "24GB"},       {"7900 xtx", "24GB"},
      {"5090", "32GB"},       {"v100-32gb", "32GB"},  {"a100-40gb", "40GB"},
      {"a6000", "48GB"},      {"l40s", "48GB"},       {"a100-80gb", "80GB"},
      {"h100", "80GB"},       {"h100-nvl", "80GB"},   {"rtx pro 6000", "80GB"},
      {"h200", "H200-class"}, {"b200", "B200-class"}, {"mi300x", "B200-class"},
      {"dgx spark", "Spark"}, {"3080", "other"},      {"rtx 4000 ada", "other"},
  }));
  INFO(name);
  CHECK(hardware_class(gpu(name)) == expected);
}

TEST_CASE("every entry of the catalogue is whole and its text safe to print") {
  REQUIRE(catalogue().size() > 60);
  std::set<std::string_view> ids;
  for (const Gpu& entry : catalogue()) {
    INFO(entry.id);
    CHECK(ids.insert(entry.id).second);
    CHECK(entry.capacity_bytes >= 6 * kGiB);
    CHECK(entry.capacity_bytes <= entry.total_bytes);
    CHECK((entry.capacity_bytes < entry.total_bytes) <= entry.unified_memory);
    CHECK(entry.bandwidth > 0);
    CHECK(entry.source.starts_with("https://"));
    CHECK_FALSE(entry.provenance.empty());
    CHECK((entry.vendor == "nvidia") == (entry.compute_capability > 0));
    CHECK(select(entry.id)->gpu == &entry);
    CHECK(select(entry.name)->gpu == &entry);
    for (const std::string_view alias : entry.aliases) CHECK(select(alias)->gpu == &entry);
  }
}

TEST_CASE("DGX Spark plans with what decode sustains, on a pool shared with the system") {
  const Gpu& spark = gpu("dgx spark");
  CHECK(is_spark(spark));
  CHECK(spark.unified_memory);
  CHECK(spark.bandwidth == 273e9);
  CHECK(spark.bandwidth_planning_low == 150e9);
  CHECK(spark.bandwidth_planning_likely == 186e9);
  CHECK(spark.bandwidth_planning_high == 205e9);
  CHECK(spark.bandwidth_printed_low == 180e9);
  CHECK(spark.bandwidth_printed_high == 192e9);
  CHECK(spark.total_bytes / kGiB == Approx(121.69));
  CHECK(spark.capacity_bytes / kGiB == Approx(111.69));
}

TEST_CASE("capacity is what a process sees, never the nominal size") {
  CHECK(gpu("4090").capacity_bytes / kGiB == Approx(23.52));
  CHECK(gpu("h100").capacity_bytes / kGiB == Approx(79.11));
  // Known from nvidia-smi alone: 24564 MiB less 600 MiB.
  CHECK(gpu("a5000").capacity_bytes / kGiB == Approx((24'564.0 - 600) / 1024));
}

TEST_CASE("facts of the hardware") {
  FactTable facts;
  add_facts(*select("4090:2"), Origin::Stated, "--gpu", facts);
  CHECK(facts.value("hw.gpu").as_string() == "RTX 4090");
  CHECK(facts.value("hw.class").as_string() == "24GB");
  CHECK(facts.value("hw.count").as_number() == 2);
  CHECK(facts.value("hw.compute_capability").as_number() == 8.9);
  CHECK(facts.value("hw.supports_bf16").as_boolean());
  CHECK_FALSE(facts.value("hw.is_spark").as_boolean());
  CHECK(facts.value("hw.capacity").unit() == Unit::Bytes);
  CHECK(facts.find("hw.class")->because == "--gpu");
  for (const FactDeclaration& declaration : fact_declarations()) {
    INFO(declaration.name);
    CHECK(facts.find(declaration.name) != nullptr);
  }
  CHECK(facts.all().size() == fact_declarations().size());

  FactTable amd;
  add_facts(*select("mi300x"), Origin::Stated, "--gpu", amd);
  CHECK(amd.value("hw.compute_capability").is_absent());
}

std::vector<DataError> errors_in(std::string text) {
  const Source source("gpus.toml", std::move(text));
  std::vector<DataError> errors;
  read_catalogue(read_document(source, Format::Toml), errors);
  return errors;
}

constexpr const char* kGood = R"([[gpu]]
id = "x1"
name = "X1"
vendor = "acme"
architecture = "first"
family = "datacenter"
capacity_gib = 23.5
bandwidth_gb_s = 1000
source = "https://example.org/x1"
verified = "2026-11-30"
provenance = "measured"
)";

TEST_CASE("a catalogue file is checked") {
  CHECK(errors_in(kGood).empty());
  const auto [line, message] = GENERATE(table<const char*, const char*>({
      {"nonsense = 1", "nonsense"},
      {"compute_capability = 89", "not plausible"},
      {"bf16_dense_tflops = nan", "not plausible"},
      {"fp16_dense_tflops = inf", "not plausible"},
      {"os_reserve_gib = 8", "unified memory"},
      {"bandwidth_planning = { low = 3, likely = 2, high = 4, printed_low = 1, printed_high = 4 }",
       "expected low <="},
      {"bandwidth_planning = { low = nan, likely = 2, high = 4, printed_low = 1, printed_high = 4 "
       "}",
       "expected low <="},
      {"supports_bf16 = \"yes\"", ""},
  }));
  INFO(line);
  const auto errors = errors_in(std::string(kGood) + line + "\n");
  REQUIRE_FALSE(errors.empty());
  CHECK(errors.front().message.find(message) != std::string::npos);
}

TEST_CASE("names of GPUs can be written on a command line and printed") {
  const auto [from, to, message] = GENERATE(table<const char*, const char*, const char*>({
      {"\"x1\"", "\"\"", "id needs letters or digits"},
      {"\"X1\"", "\" - \"", "name needs letters or digits"},
      {"\"X1\"", "\"X1\\u001b[31m\"", "name must not hold control characters"},
      {"\"x1\"", "\"x1\\n\"", "id must not hold control characters"},
      {"\"acme\"", "\"a\\u0007\"", "vendor must not hold control characters"},
      {"\"measured\"", "\"\\u007f\"", "provenance must not hold control characters"},
      {"\"X1\"", "\"X1\"\naliases = [\"\\t\"]", "aliases must not hold control characters"},
  }));
  std::string text = kGood;
  text.replace(text.find(from), std::string_view(from).size(), to);
  INFO(text);
  const auto errors = errors_in(text);
  REQUIRE(errors.size() == 1);
  CHECK(errors.front().message == message);
  CHECK(errors.front().span.begin > 0);
}

TEST_CASE("a catalogue entry needs its source, date and capacity") {
  for (const char* needed : {"id", "name", "capacity_gib", "source", "verified", "provenance"}) {
    std::string text = kGood;
    const std::size_t begin = text.find(std::string(needed) + " =");
    REQUIRE(begin != std::string::npos);
    text.erase(begin, text.find('\n', begin) - begin + 1);
    INFO(needed);
    CHECK_FALSE(errors_in(text).empty());
  }
}

TEST_CASE("two GPUs cannot share a name") {
  Record first;
  first.id = "x1";
  first.name = "X 1";
  Record second;
  second.id = "y2";
  second.name = "Y 2";
  CHECK_FALSE(name_collision({first, second}));
  second.aliases = {"NVIDIA X-1"};
  CHECK(name_collision({first, second}));
}

}  // namespace
}  // namespace grpolint::hardware
