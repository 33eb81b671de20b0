#include "lint/fix/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace grpolint::lint {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kContext = 3;
/// Beyond this many changed lines the search for the shortest difference costs more than it is
/// worth; the whole middle is then shown as replaced.
constexpr std::ptrdiff_t kMostChanges = 500;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

/// One line of the difference: ' ' kept, '-' of the old text, '+' of the new one.
struct Step {
  char sign;
  std::string_view line;
};

/// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986), 251-266:
/// the furthest reaching paths for 0, 1, 2, ... changes, then the way back along them.
class ShortestScript {
 public:
  ShortestScript(const Lines& before, const Lines& after) : before_(before), after_(after) {}

  std::vector<Step> steps() {
    const auto n = static_cast<std::ptrdiff_t>(before_.size());
    const auto m = static_cast<std::ptrdiff_t>(after_.size());
    const std::ptrdiff_t most = std::min(n + m, kMostChanges);
    std::vector<std::ptrdiff_t> reach(static_cast<std::size_t>(2 * most + 3), 0);
    const auto at = [&](std::ptrdiff_t k) -> std::ptrdiff_t& {
      return reach[static_cast<std::size_t>(k + most + 1)];
    };
    for (std::ptrdiff_t changes = 0; changes <= most; ++changes) {
      history_.push_back(reach);
      for (std::ptrdiff_t k = -changes; k <= changes; k += 2) {
        const bool down = k == -changes || (k != changes && at(k - 1) < at(k + 1));
        std::ptrdiff_t x = down ? at(k + 1) : at(k - 1) + 1;
        while (x < n && x - k < m && line(before_, x) == line(after_, x - k)) ++x;
        at(k) = x;
        if (x >= n && x - k >= m) return way_back(changes, most);
      }
    }
    return all_replaced();
  }

 private:
  static std::string_view line(const Lines& lines, std::ptrdiff_t index) {
    return lines[static_cast<std::size_t>(index)];
  }

  std::vector<Step> way_back(std::ptrdiff_t changes, std::ptrdiff_t most) const {
    std::vector<Step> steps;
    auto x = static_cast<std::ptrdiff_t>(before_.size());
    auto y = static_cast<std::ptrdiff_t>(after_.size());
    for (; changes > 0; --changes) {
      const auto& reach = history_[static_cast<std::size_t>(changes)];
      const auto at = [&](std::ptrdiff_t k) {
        return reach[static_cast<std::size_t>(k + most + 1)];
      };
      const std::ptrdiff_t k = x - y;
      const bool down = k == -changes || (k != changes && at(k - 1) < at(k + 1));
      const std::ptrdiff_t from_x = at(down ? k + 1 : k - 1);
      const std::ptrdiff_t after_change = down ? from_x : from_x + 1;
      while (x > after_change) {
        steps.push_back({' ', line(before_, --x)});
        --y;
      }
      if (down) {
        steps.push_back({'+', line(after_, --y)});
      } else {
        steps.push_back({'-', line(before_, --x)});
      }
    }
    while (x > 0) steps.push_back({' ', line(before_, --x)});
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  std::vector<Step> all_replaced() const {
    std::vector<Step> steps;
    for (const std::string_view old : before_) steps.push_back({'-', old});
    for (const std::string_view now : after_) steps.push_back({'+', now});
    return steps;
  }

  const Lines& before_;
  const Lines& after_;
  std::vector<std::vector<std::ptrdiff_t>> history_;
};

/// The steps of two whole texts; what they begin and end with alike needs no search.
std::vector<Step> steps_between(const Lines& before, const Lines& after) {
  std::size_t head = 0;
  while (head < before.size() && head < after.size() && before[head] == after[head]) ++head;
  std::size_t tail = 0;
  while (tail < before.size() - head && tail < after.size() - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  const auto middle = [&](const Lines& lines) {
    return Lines(lines.begin() + static_cast<std::ptrdiff_t>(head),
                 lines.end() - static_cast<std::ptrdiff_t>(tail));
  };
  std::vector<Step> steps;
  for (std::size_t i = 0; i < head; ++i) steps.push_back({' ', before[i]});
  const Lines old_middle = middle(before);
  const Lines new_middle = middle(after);
  const std::vector<Step> between = ShortestScript(old_middle, new_middle).steps();
  steps.insert(steps.end(), between.begin(), between.end());
  for (std::size_t i = before.size() - tail; i < before.size(); ++i) {
    steps.push_back({' ', before[i]});
  }
  return steps;
}

/// "12,7"; a lone line goes without its count, and no line at all counts from the one before.
std::string range(std::size_t lines_before, std::size_t count) {
  if (count == 1) return fmt::format("{}", lines_before + 1);
  return fmt::format("{},{}", count == 0 ? lines_before : lines_before + 1, count);
}

std::string hunk(const std::vector<Step>& steps, std::size_t begin, std::size_t end) {
  std::size_t old_before = 0;
  std::size_t new_before = 0;
  for (std::size_t i = 0; i < begin; ++i) {
    old_before += steps[i].sign != '+' ? 1 : 0;
    new_before += steps[i].sign != '-' ? 1 : 0;
  }
  std::size_t old_count = 0;
  std::size_t new_count = 0;
  std::string body;
  for (std::size_t i = begin; i < end; ++i) {
    old_count += steps[i].sign != '+' ? 1 : 0;
    new_count += steps[i].sign != '-' ? 1 : 0;
    body += steps[i].sign;
    body += steps[i].line;
    if (!steps[i].line.ends_with('\n')) body += "\n\\ No newline at end of file\n";
  }
  return fmt::format("@@ -{} +{} @@\n{}", range(old_before, old_count),
                     range(new_before, new_count), body);
}

/// The name as git writes it (quote.c, core.quotePath as by default): in quotes with the escapes of
/// C when a byte of it could be taken for something else, so that a name cannot forge a header. A
/// blank in a name without quotes is parted from what might follow by a tab.
std::string header_name(std::string_view name) {
  constexpr std::string_view kLetters = "abtnvfr";  // from 0x07 on
  std::string text;
  bool quoted = false;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
    quoted = quoted || !plain;
    if (plain) {
      text += c;
    } else if (byte >= 0x07 && byte < 0x07 + kLetters.size()) {
      text += fmt::format("\\{}", kLetters[byte - 0x07U]);
    } else if (c == '"' || c == '\\') {
      text += fmt::format("\\{}", c);
    } else {
      text += fmt::format("\\{:03o}", byte);
    }
  }
  if (quoted) return fmt::format("\"{}\"", text);
  return name.find(' ') == std::string_view::npos ? text : text + '\t';
}

}  // namespace

std::string unified_diff(std::string_view name, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const std::vector<Step> steps = steps_between(lines_of(before), lines_of(after));
  std::string text = fmt::format("--- {0}\n+++ {0}\n", header_name(name));
  const auto changed = [](const Step& step) { return step.sign != ' '; };
  auto next = std::find_if(steps.begin(), steps.end(), changed);
  while (next != steps.end()) {
    const auto first = static_cast<std::size_t>(next - steps.begin());
    std::size_t last = first;
    // Changes whose contexts would meet stand in one hunk.
    for (std::size_t i = first; i < steps.size() && i <= last + 2 * kContext + 1; ++i) {
      if (changed(steps[i])) last = i;
    }
    const std::size_t begin = first > kContext ? first - kContext : 0;
    const std::size_t end = std::min(last + 1 + kContext, steps.size());
    text += hunk(steps, begin, end);
    next =
        std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(last) + 1, steps.end(), changed);
  }
  return text;
}

}  // namespace grpolint::lint
