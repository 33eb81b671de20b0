#include <cstddef>
#include <cstdint>

#include "check_document.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  grpolint::check_document({reinterpret_cast<const char*>(data), size}, grpolint::Format::Yaml);
  return 0;
}
