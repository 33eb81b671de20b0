#include "report/formats.h"

#include <array>
#include <cassert>
#include <type_traits>

namespace grpolint::report {
namespace {

using Reports = std::span<const lint::FileReport>;

/// A new format is a file of its own and a line here.
struct Format {
  std::string_view name;
  std::string (*render)(Reports reports, const TextStyle& style, const RunContext& context);
};

/// Formats differ in what they use of a run.
template <auto kRender>
std::string adapted(Reports reports, const TextStyle& style, const RunContext& context) {
  if constexpr (std::is_invocable_v<decltype(kRender), Reports, const TextStyle&>) {
    return kRender(reports, style);
  } else if constexpr (std::is_invocable_v<decltype(kRender), Reports, const RunContext&>) {
    return kRender(reports, context);
  } else {
    return kRender(reports);
  }
}

constexpr std::array<Format, 12> kFormats = {{
    {"full", adapted<full>},
    {"concise", adapted<concise>},
    {"gcc", adapted<gcc>},
    {"json", adapted<json>},
    {"json-v1", adapted<json>},  // "json" goes on to the next version, this does not
    {"jsonl", adapted<jsonl>},
    {"sarif", adapted<sarif>},
    {"github", adapted<github>},
    {"gitlab", adapted<gitlab>},
    {"rdjson", adapted<rdjson>},
    {"junit", adapted<junit>},
    {"checkstyle", adapted<checkstyle>},
}};

}  // namespace

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names = {"auto"};
  for (const Format& format : kFormats) names.push_back(format.name);
  return names;
}

std::string render(std::string_view format, Reports reports, const TextStyle& style,
                   const RunContext& context) {
  for (const Format& candidate : kFormats) {
    if (candidate.name == format) return candidate.render(reports, style, context);
  }
  assert(false);
  return {};
}

}  // namespace grpolint::report
