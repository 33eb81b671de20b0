#include "hardware/name_key.h"

#include <array>

namespace grpolint::hardware {

std::string name_key(std::string_view name) {
  constexpr std::array<std::string_view, 8> kLeftOut = {"nvidia",   "geforce", "tesla", "amd",
                                                        "instinct", "radeon",  "rtx",   "rx"};
  std::string key;
  for (const char c : name) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) key += c;
    if (c >= 'A' && c <= 'Z') key += static_cast<char>(c - 'A' + 'a');
  }
  std::string_view rest = key;
  for (bool stripped = true; stripped;) {
    stripped = false;
    for (const std::string_view word : kLeftOut) {
      if (rest.starts_with(word) && rest.size() > word.size()) {
        rest.remove_prefix(word.size());
        stripped = true;
      }
    }
  }
  return std::string(rest);
}

}  // namespace grpolint::hardware
