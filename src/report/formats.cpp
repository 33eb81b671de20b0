#include "report/formats.h"

#include <array>
#include <cassert>

namespace grpolint::report {
namespace {

using Reports = std::span<const lint::FileReport>;

/// A new format is a file of its own and a line here.
struct Format {
  std::string_view name;
  std::string (*render)(Reports reports, const TextStyle& style);
};

constexpr std::array<Format, 3> kFormats = {{
    {"full", full},
    {"concise", [](Reports reports, const TextStyle&) { return concise(reports); }},
    {"json", [](Reports reports, const TextStyle&) { return json(reports); }},
}};

}  // namespace

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names = {"auto"};
  for (const Format& format : kFormats) names.push_back(format.name);
  return names;
}

std::string render(std::string_view format, Reports reports, const TextStyle& style) {
  for (const Format& candidate : kFormats) {
    if (candidate.name == format) return candidate.render(reports, style);
  }
  assert(false);
  return {};
}

}  // namespace grpolint::report
