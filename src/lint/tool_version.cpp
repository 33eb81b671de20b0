#include "lint/tool_version.h"

namespace grpolint::lint {

std::string_view tool_version() { return GRPOLINT_VERSION; }

}  // namespace grpolint::lint
