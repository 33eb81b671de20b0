#include "hardware/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "hardware/name_key.h"

namespace grpolint::hardware {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;
constexpr double kGiB = 1024.0 * kMiB;
constexpr double kGigabyte = 1e9;
constexpr double kTera = 1e12;

// What nvidia-smi counts and a process does not see: 448 to 870 MiB on the eight parts for which
// both figures are known.
constexpr double kDriverReserve = 600 * kMiB;

/// A number that must lie in [least, most]; 0 when absent.
double plausible(DataTable& table, std::string_view key, double least, double most) {
  const double value = table.optional_number(key).value_or(0);
  const bool lies_within = value >= least && value <= most;  // not-a-number does not
  if (value != 0 && !lies_within) {
    table.error(table.span_of(key), fmt::format("{} = {} is not plausible: expected {} to {}", key,
                                                value, least, most));
  }
  return value;
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
}

/// A text that is printed: something is there, and nothing that moves a terminal's cursor.
std::string printed(DataTable& table, std::string_view key) {
  std::string text = table.string(key);
  if (has_control(text)) {
    table.error(table.span_of(key), fmt::format("{} must not hold control characters", key));
  }
  return text;
}

/// A text that --gpu can name: more than blanks and punctuation.
void check_names(DataTable& table, std::string_view key, std::string_view text) {
  if (has_control(text)) {
    table.error(table.span_of(key), fmt::format("{} must not hold control characters", key));
  } else if (name_key(text).empty()) {
    table.error(table.span_of(key), fmt::format("{} needs letters or digits", key));
  }
}

void read_memory(DataTable& table, Gpu& gpu) {
  const double stated = plausible(table, "capacity_gib", 1, 2048) * kGiB;
  const double by_tool = plausible(table, "nvidia_smi_mib", 2048, 2048 * 1024) * kMiB;
  gpu.unified_memory = table.optional_boolean("unified_memory").value_or(false);
  gpu.total_bytes = stated > 0 ? stated : by_tool - kDriverReserve;
  if (stated == 0 && by_tool == 0) {
    table.error(table.span(), "capacity_gib or nvidia_smi_mib is needed");
    gpu.total_bytes = 0;
  }
  const double reserve = plausible(table, "os_reserve_gib", 0.5, 64) * kGiB;
  if (reserve > 0 && !gpu.unified_memory) {
    table.error(table.span_of("os_reserve_gib"), "only unified memory has a reserve for the OS");
  }
  gpu.capacity_bytes = gpu.total_bytes - reserve;
}

void read_bandwidth(DataTable& table, Gpu& gpu) {
  gpu.bandwidth = plausible(table, "bandwidth_gb_s", 10, 50'000) * kGigabyte;
  auto planning = table.table("bandwidth_planning");
  if (!planning) return;
  gpu.bandwidth_planning_low = planning->number("low") * kGigabyte;
  gpu.bandwidth_planning_likely = planning->number("likely") * kGigabyte;
  gpu.bandwidth_planning_high = planning->number("high") * kGigabyte;
  gpu.bandwidth_printed_low = planning->number("printed_low") * kGigabyte;
  gpu.bandwidth_printed_high = planning->number("printed_high") * kGigabyte;
  const std::array rising = {gpu.bandwidth_planning_low,    gpu.bandwidth_printed_low,
                             gpu.bandwidth_planning_likely, gpu.bandwidth_printed_high,
                             gpu.bandwidth_planning_high,   gpu.bandwidth};
  for (std::size_t i = 1; i < rising.size(); ++i) {
    const bool rises = rising[i] >= rising[i - 1];  // not-a-number does not
    if (!rises) {
      planning->error(planning->span(),
                      "expected low <= printed_low <= likely <= printed_high <= high <= headline");
      break;
    }
  }
  planning->finish();
}

bool is_iso_date(std::string_view text) {
  if (text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? text[i] != '-' : (text[i] < '0' || text[i] > '9')) return false;
  }
  return true;
}

}  // namespace

Record read_record(DataTable& table) {
  Record record;
  record.span = table.span();
  record.id = table.string("id");
  record.name = table.string("name");
  record.aliases = table.strings("aliases");
  check_names(table, "id", record.id);
  check_names(table, "name", record.name);
  for (const std::string& alias : record.aliases) check_names(table, "aliases", alias);
  record.vendor = printed(table, "vendor");
  record.architecture = printed(table, "architecture");
  record.family = printed(table, "family");
  Gpu& gpu = record.figures;
  gpu.compute_capability = plausible(table, "compute_capability", 5, 30);
  read_memory(table, gpu);
  read_bandwidth(table, gpu);
  gpu.bf16_dense_flops = plausible(table, "bf16_dense_tflops", 1, 20'000) * kTera;
  gpu.fp16_dense_flops = plausible(table, "fp16_dense_tflops", 1, 20'000) * kTera;
  gpu.matmul_measured_flops = plausible(table, "matmul_measured_tflops", 1, 20'000) * kTera;
  gpu.supports_bf16 = table.optional_boolean("supports_bf16").value_or(false);
  gpu.supports_fp8 = table.optional_boolean("supports_fp8").value_or(false);
  gpu.nvlink = table.optional_boolean("nvlink").value_or(false);
  record.source = table.string("source");
  record.verified = table.string("verified");
  record.provenance = printed(table, "provenance");
  if (!record.source.starts_with("https://")) {
    table.error(table.span_of("source"), "the source must be an https URL");
  }
  if (!is_iso_date(record.verified)) {
    table.error(table.span_of("verified"), "the date of verification must be YYYY-MM-DD");
  }
  table.finish();
  return record;
}

std::vector<Record> read_catalogue(const Document& document, std::vector<DataError>& errors) {
  std::vector<Record> records;
  const Node* root = document.root();
  if (root == nullptr || root->kind != NodeKind::Mapping) return records;
  DataTable table(document, *document.root_id, errors);
  for (DataTable& gpu : table.tables("gpu")) records.push_back(read_record(gpu));
  table.finish();
  return records;
}

std::optional<DataError> name_collision(const std::vector<Record>& records) {
  std::map<std::string, const Record*> owners;
  for (const Record& record : records) {
    std::vector<std::string> names = record.aliases;
    names.push_back(record.id);
    names.push_back(record.name);
    for (const std::string& name : names) {
      const auto [owner, added] = owners.emplace(name_key(name), &record);
      if (!added && owner->second != &record) {
        return DataError{record.span, fmt::format("\"{}\" of {} also names {}", name, record.id,
                                                  owner->second->id)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace grpolint::hardware
