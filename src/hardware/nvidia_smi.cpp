#include "hardware/nvidia_smi.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

#include "hardware/process.h"

namespace grpolint::hardware {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::optional<double> mebibytes(std::string_view text) {
  if (text.ends_with("MiB")) text = trimmed(text.substr(0, text.size() - 3));
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || value <= 0) {
    return std::nullopt;
  }
  return static_cast<double>(value);
}

}  // namespace

std::vector<ReportedGpu> parse_nvidia_smi(std::string_view output) {
  std::vector<ReportedGpu> reported;
  while (!output.empty()) {
    const std::size_t newline = output.find('\n');
    const std::string_view line = output.substr(0, newline);
    output = newline == std::string_view::npos ? std::string_view{} : output.substr(newline + 1);
    const std::size_t comma = line.rfind(',');
    if (comma == std::string_view::npos) continue;
    const std::string_view name = trimmed(line.substr(0, comma));
    const std::string_view total = trimmed(line.substr(comma + 1));
    const std::optional<double> size = mebibytes(total);
    if (name.empty() || (!size && !total.starts_with('['))) continue;
    reported.push_back({std::string(name), size});
  }
  return reported;
}

Result<Selection> select_reported(const std::vector<ReportedGpu>& reported) {
  // nvidia-smi counts 448 to 870 MiB more than a process sees; other sizes of the same name differ
  // by a third at least.
  constexpr double kTolerance = 0.1;
  if (reported.empty()) return Error{"nvidia-smi reports no GPU; name one with --gpu"};
  for (const ReportedGpu& other : reported) {
    if (other.name != reported.front().name || other.total_mib != reported.front().total_mib) {
      return Error{fmt::format("this machine has different GPUs ({} and {}); name one with --gpu",
                               reported.front().name, other.name)};
    }
  }
  auto selection = select(reported.front().name);
  if (!selection) return selection;
  const Gpu& gpu = *selection->gpu;
  if (const auto mib = reported.front().total_mib;
      mib && std::abs(*mib * kMiB / gpu.total_bytes - 1) > kTolerance) {
    return Error{
        fmt::format("{} reports {:.0f} MiB, which is not the {} of the catalogue; name the "
                    "GPU with --gpu",
                    reported.front().name, *mib, gpu.name)};
  }
  selection->count = static_cast<int>(reported.size());
  selection->count_stated = true;
  return selection;
}

Result<Selection> detect() {
  constexpr std::chrono::seconds kPatience{10};
  const std::array<std::string, 3> command = {"nvidia-smi", "--query-gpu=name,memory.total",
                                              "--format=csv,noheader,nounits"};
  const auto output = run_program(command, kPatience);
  if (!output) {
    return Error{
        fmt::format("cannot detect the GPU: {}; name it with --gpu", output.error().message)};
  }
  return select_reported(parse_nvidia_smi(*output));
}

}  // namespace grpolint::hardware
