// Checks the GPU catalogue and turns it into a constexpr table.

#include <fmt/format.h>

#include <fstream>
#include <iostream>

#include "document/data_file.h"
#include "embed/cpp_writer.h"
#include "hardware/record.h"

namespace {

using grpolint::embed::literal;
using grpolint::hardware::Record;

bool read_into(const char* path, std::vector<Record>& records) {
  auto file = grpolint::read_data_file(path, grpolint::Format::Toml);
  if (!file) {
    std::cerr << file.error().message << '\n';
    return false;
  }
  for (Record& record : grpolint::hardware::read_catalogue(file->document, file->errors)) {
    records.push_back(std::move(record));
  }
  for (const std::string& mistake : file->mistakes()) std::cerr << mistake << '\n';
  return file->errors.empty();
}

std::string aliases_of(const Record& record, std::size_t index) {
  std::string out = fmt::format("constexpr std::array<std::string_view, {}> kAliases{} = {{{{",
                                record.aliases.size(), index);
  for (const std::string& alias : record.aliases) out += literal(alias) + ", ";
  return out + "}};\n";
}

std::string gpu_of(const Record& record, std::size_t index) {
  const auto& gpu = record.figures;
  std::string out = "    Gpu{";
  const auto text = [&](const char* field, const std::string& value) {
    out += fmt::format(".{} = {}, ", field, literal(value));
  };
  const auto number = [&](const char* field, double value) {
    if (value != 0) out += fmt::format(".{} = {}, ", field, literal(value));
  };
  const auto flag = [&](const char* field, bool value) {
    if (value) out += fmt::format(".{} = true, ", field);
  };
  text("id", record.id);
  text("name", record.name);
  out += fmt::format(".aliases = kAliases{}, ", index);
  text("vendor", record.vendor);
  text("architecture", record.architecture);
  text("family", record.family);
  number("compute_capability", gpu.compute_capability);
  number("total_bytes", gpu.total_bytes);
  number("capacity_bytes", gpu.capacity_bytes);
  number("bandwidth", gpu.bandwidth);
  number("bandwidth_planning_low", gpu.bandwidth_planning_low);
  number("bandwidth_planning_likely", gpu.bandwidth_planning_likely);
  number("bandwidth_planning_high", gpu.bandwidth_planning_high);
  number("bandwidth_printed_low", gpu.bandwidth_printed_low);
  number("bandwidth_printed_high", gpu.bandwidth_printed_high);
  number("bf16_dense_flops", gpu.bf16_dense_flops);
  number("fp16_dense_flops", gpu.fp16_dense_flops);
  number("matmul_measured_flops", gpu.matmul_measured_flops);
  flag("supports_bf16", gpu.supports_bf16);
  flag("supports_fp8", gpu.supports_fp8);
  flag("nvlink", gpu.nvlink);
  flag("unified_memory", gpu.unified_memory);
  text("source", record.source);
  text("verified", record.verified);
  text("provenance", record.provenance);
  return out + "},\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: grpolint_embed_hardware OUTPUT.cpp CATALOGUE.toml...\n";
    return 2;
  }
  std::vector<Record> records;
  bool good = true;
  for (int i = 2; i < argc; ++i) good = read_into(argv[i], records) && good;
  if (const auto collision = grpolint::hardware::name_collision(records)) {
    std::cerr << "hardware catalogue: " << collision->message << '\n';
    good = false;
  }
  if (!good) return 1;

  std::ofstream out(argv[1]);
  out << "// Generated from rules/hardware; do not edit.\n"
         "#include <array>\n\n"
         "#include \"hardware/user_catalogue.h\"\n\n"
         "namespace grpolint::hardware {\nnamespace {\n\n";
  for (std::size_t i = 0; i < records.size(); ++i) out << aliases_of(records[i], i);
  out << "\nconstexpr std::array kGpus = {\n";
  for (std::size_t i = 0; i < records.size(); ++i) out << gpu_of(records[i], i);
  out << "};\n\n}  // namespace\n\n"
         "std::span<const Gpu> embedded_catalogue() { return kGpus; }\n\n"
         "}  // namespace grpolint::hardware\n";
  out.close();
  return out ? 0 : 1;
}
