#include "lint/suppression/loose_forms.h"

#include <fmt/format.h>

#include <algorithm>

#include "lint/suppression/words.h"

namespace grpolint::lint {
namespace {

/// Three capital letters, then digits.
bool is_code(std::string_view word) {
  constexpr std::size_t kLetters = 3;
  const auto letter = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return word.size() > kLetters && std::all_of(word.begin(), word.begin() + kLetters, letter) &&
         std::all_of(word.begin() + kLetters, word.end(), digit);
}

/// The words with which a text begins, with the commas between them.
std::string_view list_at(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t at = 0;;) {
    const std::size_t length = word_length(text.substr(at));
    if (length == 0) break;
    end = at + length;
    at = text.find_first_not_of(" \t", end);
    if (at == std::string_view::npos || text[at] != ',') break;
    at = std::min(text.find_first_not_of(" \t", at + 1), text.size());
  }
  return text.substr(0, end);
}

/// From the end of `before` to the end of `last`, both parts of one text.
std::string_view up_to(std::string_view before, const char* last) {
  const char* begin = before.data() + before.size();
  return {begin, static_cast<std::size_t>(last - begin)};
}

}  // namespace

std::optional<LooseForm> loose_statement(std::string_view key, std::string_view rest) {
  const std::string_view signed_value = trim(rest);
  if (signed_value.empty() || (signed_value[0] != ':' && signed_value[0] != '=')) {
    return std::nullopt;
  }
  const std::string_view value = trim(signed_value.substr(1));
  const bool quoted = value.starts_with('"') || value.starts_with('\'');
  const std::string_view first = quoted ? value : value.substr(0, value.find_first_of(" \t"));
  if (first.empty()) return LooseForm{fmt::format("{} needs a value: {}=VALUE", key, key), {}, {}};
  const std::string_view sign = up_to(key, value.data());
  if (sign == "=") return std::nullopt;
  return LooseForm{fmt::format("a statement is written with = and no blanks: {}={}", key, first),
                   sign, "="};
}

std::optional<LooseForm> loose_suppression(std::string_view verb, std::string_view rest) {
  std::string_view list = trim(rest);
  if (list.empty() || list.starts_with("--")) {
    return LooseForm{fmt::format("name the rules: {}[CODE] -- reason", verb), {}, {}};
  }
  const bool sign = list[0] == ':' || list[0] == '=';
  if (sign) list = trim(list.substr(1));
  const bool bracket = list.starts_with('[');
  if (bracket) list.remove_prefix(1);
  const std::string_view rules = list_at(list);
  if (!sign && !bracket && !is_code(rules.substr(0, word_length(rules)))) return std::nullopt;
  LooseForm form{fmt::format("the rules stand in brackets right behind {}: {}[{}]", verb, verb,
                             rules.empty() ? "CODE" : rules),
                 {},
                 {}};
  const bool closed = list.substr(rules.size()).starts_with(']');
  if (!rules.empty() && closed == bracket) {
    form.written = up_to(verb, rules.data() + rules.size() + (closed ? 1 : 0));
    form.replacement = fmt::format("[{}]", rules);
  }
  return form;
}

}  // namespace grpolint::lint
