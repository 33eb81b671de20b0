#pragma once

#include <cctype>
#include <cstddef>
#include <string_view>

namespace grpolint::lint {

inline bool blank(char c) { return c == ' ' || c == '\t'; }

/// Without blanks at both ends.
inline std::string_view trim(std::string_view text) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Length of the word with which a text begins: a verb, a key, a code or a name of a rule.
inline std::size_t word_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && (std::isalnum(static_cast<unsigned char>(text[length])) != 0 ||
                                  text[length] == '-' || text[length] == '_')) {
    ++length;
  }
  return length;
}

}  // namespace grpolint::lint
