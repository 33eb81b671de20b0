#include "cli/argument_files.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "text/file.h"

namespace grpolint::cli {
namespace {

constexpr int kDeepest = 8;
constexpr std::size_t kLargestFile = 1U << 20;

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = line.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string> arguments_in(std::string_view text) {
  std::vector<std::string> arguments;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty() && line.front() != '#') arguments.emplace_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return arguments;
}

Result<std::vector<std::string>> expand(const std::vector<std::string>& arguments, int depth) {
  std::vector<std::string> expanded;
  bool paths_only = false;
  for (const std::string& argument : arguments) {
    paths_only = paths_only || argument == "--";
    if (paths_only || argument.size() < 2 || argument.front() != '@') {
      expanded.push_back(argument);
      continue;
    }
    if (depth == kDeepest) {
      return Error{
          fmt::format("{}: argument files name each other more than {} deep", argument, kDeepest)};
    }
    auto text = read_file(argument.substr(1), kLargestFile);
    if (!text) return Error{fmt::format("{}: {}", argument, text.error().message)};
    auto inner = expand(arguments_in(*text), depth + 1);
    if (!inner) return inner;
    expanded.insert(expanded.end(), inner->begin(), inner->end());
  }
  return expanded;
}

}  // namespace

Result<std::vector<std::string>> expand_argument_files(const std::vector<std::string>& arguments) {
  return expand(arguments, 0);
}

}  // namespace grpolint::cli
