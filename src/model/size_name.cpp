#include <re2/re2.h>

#include <array>
#include <charconv>
#include <optional>

#include "model/model.h"

namespace grpolint::model {
namespace {

constexpr std::size_t kLongestName = 512;
constexpr double kBillion = 1e9;
constexpr double kMillion = 1e6;

// A size stands alone between separators, so that "4bit", "128k", "r16", "v0.1" and dates are none.
// "1_5b" and "0_6b" are sizes written without a dot; "3_1_8b" is Llama 3.1 with 8B.
const RE2& experts_pattern() {
  static const RE2 kPattern(
      R"((?i)(?:^|[^0-9a-z.])(\d{1,4}(?:\.\d{1,3})?)b[-_]a(\d{1,4}(?:\.\d{1,3})?)b(?:[^0-9a-z]|$))",
      RE2::Quiet);
  return kPattern;
}
const RE2& times_pattern() {
  static const RE2 kPattern(
      R"((?i)(?:^|[^0-9a-z.])(\d{1,3})x(\d{1,3}(?:\.\d{1,3})?)b(?:[^0-9a-z]|$))", RE2::Quiet);
  return kPattern;
}
const RE2& billions_pattern() {
  static const RE2 kPattern(
      R"((?i)(?:^|[^0-9a-z.])(0_\d{1,2}|1_[57]|\d{1,4}(?:\.\d{1,3})?)b(?:[^0-9a-z]|$))",
      RE2::Quiet);
  return kPattern;
}
const RE2& millions_pattern() {
  static const RE2 kPattern(R"((?i)(?:^|[^0-9a-z.])(\d{2,3}(?:\.\d)?)m(?:[^0-9a-z]|$))",
                            RE2::Quiet);
  return kPattern;
}

double number(std::string text) {
  if (const auto underscore = text.find('_'); underscore != std::string::npos) {
    text[underscore] = '.';
  }
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::optional<StatedSize> size_in(std::string_view part) {
  std::string first;
  std::string second;
  StatedSize size;
  if (RE2::PartialMatch(part, experts_pattern(), &first, &second)) {
    size = {number(first) * kBillion, number(second) * kBillion};
  } else if (RE2::PartialMatch(part, times_pattern(), &first, &second)) {
    // The experts share attention and embeddings, and two of them work at a time: Mixtral 8x7B has
    // 46.7B parameters of which 12.9B are active, 8x22B has 141B and 39B.
    constexpr double kDistinct = 0.82;
    constexpr double kActive = 1.8;
    const double one = number(second) * kBillion;
    size = {number(first) * one * kDistinct, one * kActive};
  } else if (RE2::PartialMatch(part, billions_pattern(), &first)) {
    size = {number(first) * kBillion, number(first) * kBillion};
  } else if (RE2::PartialMatch(part, millions_pattern(), &first)) {
    size = {number(first) * kMillion, number(first) * kMillion};
  }
  if (size.total <= 0 || size.active <= 0 || size.active > size.total) return std::nullopt;
  return size;
}

}  // namespace

std::optional<StatedSize> size_from_name(std::string_view name) {
  if (name.size() > kLongestName) return std::nullopt;
  // The last part of a path that states a size: "out/Qwen2.5-7B-GRPO/checkpoint-500".
  while (!name.empty()) {
    const std::size_t slash = name.find_last_of("/\\");
    const std::string_view part = slash == std::string_view::npos ? name : name.substr(slash + 1);
    if (const auto size = size_in(part)) return size;
    name = slash == std::string_view::npos ? std::string_view{} : name.substr(0, slash);
  }
  return std::nullopt;
}

}  // namespace grpolint::model
