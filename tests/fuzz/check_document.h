#pragma once

#include <string_view>

#include "document/document.h"

namespace grpolint {

/// Reads `bytes` and aborts where the document breaks its contract: spans inside the file and
/// inside their parents' (TOML tables are spread over the file and only need the first), nodes
/// that only refer to existing ones and never to themselves, a problem wherever nothing was read.
void check_document(std::string_view bytes, Format format);

}  // namespace grpolint
