#include "text/shorten.h"

#include "text/utf8.h"

namespace grpolint {

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size(); ++count) {
    if (count == most) return std::string(text.substr(0, end)) + "...";
    end += decode_utf8(text, end).length;
  }
  return std::string(text);
}

}  // namespace grpolint
