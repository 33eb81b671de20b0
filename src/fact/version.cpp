#include "fact/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace grpolint {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_separator(char c) { return c == '.' || c == '-' || c == '_'; }

/// The part of `text` at its start whose characters all satisfy `accepts`, removed from `text`.
template <typename Predicate>
std::string_view take_while(std::string_view& text, Predicate accepts) {
  const auto end = std::find_if_not(text.begin(), text.end(), accepts);
  const auto taken = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(taken.size());
  return taken;
}

std::optional<int> number(std::string_view digits) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// One pre-, post- or development-release marker of PEP 440 ("rc1", ".dev0", "-post.2").
bool take_marker(std::string_view& text) {
  constexpr std::array<std::string_view, 11> kMarkers = {
      "a", "alpha", "b", "beta", "c", "rc", "pre", "preview", "post", "rev", "dev"};
  if (is_separator(text.front())) text.remove_prefix(1);
  const std::string_view word = take_while(text, is_letter);
  if (std::find(kMarkers.begin(), kMarkers.end(), word) == kMarkers.end()) return false;
  if (text.size() > 1 && is_separator(text[0]) && is_digit(text[1])) text.remove_prefix(1);
  take_while(text, is_digit);
  return true;
}

bool is_local_label(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_digit(c) || is_letter(c) || is_separator(c);
  });
}

}  // namespace

std::optional<Version> Version::parse(std::string_view text) {
  if (!text.empty() && (text.front() == 'v' || text.front() == 'V')) text.remove_prefix(1);
  std::array<int, 3> parts{};
  for (std::size_t index = 0;; ++index) {
    const std::optional<int> part = number(take_while(text, is_digit));
    if (!part) return std::nullopt;
    if (index < parts.size()) parts[index] = *part;
    if (text.size() < 2 || text[0] != '.' || !is_digit(text[1])) break;
    text.remove_prefix(1);
  }
  while (!text.empty() && text.front() != '+') {
    if (!take_marker(text)) return std::nullopt;
  }
  if (!text.empty() && !is_local_label(text.substr(1))) return std::nullopt;
  return Version{parts[0], parts[1], parts[2]};
}

std::string Version::to_string() const { return fmt::format("{}.{}.{}", major, minor, patch); }

}  // namespace grpolint
