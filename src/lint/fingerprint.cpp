#include "lint/fingerprint.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace grpolint::lint {
namespace {

/// FNV-1a, 64 bit (http://www.isthe.com/chongo/tech/comp/fnv/): short, and the same everywhere.
std::uint64_t hash(std::string_view bytes) {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char c : bytes) {
    value ^= static_cast<unsigned char>(c);
    value *= 0x100000001b3U;
  }
  return value;
}

}  // namespace

void set_fingerprints(std::vector<Finding>& findings) {
  std::map<std::string, int> seen;
  for (Finding& finding : findings) {
    const std::string identity = finding.code + '\n' + finding.key_path;
    const int ordinal = seen[identity]++;
    finding.fingerprint = fmt::format("{:016x}", hash(fmt::format("{}\n{}", identity, ordinal)));
  }
}

std::string project_fingerprint(std::string_view path, const Finding& finding) {
  return fmt::format("{:016x}", hash(fmt::format("{}\n{}", path, finding.fingerprint)));
}

}  // namespace grpolint::lint
