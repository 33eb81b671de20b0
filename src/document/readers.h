#pragma once

#include "document/document.h"

namespace grpolint {

// One reader per format, behind read_document(), which has checked the size of the file.
// Each fills a whole Document and reports everything wrong in it as Problems.

/// YAML 1.1 with the types and merge rules of PyYAML's SafeLoader; libyaml finds the tokens.
Document read_yaml(const Source& source, const ReadLimits& limits);

/// TOML 1.0.
Document read_toml(const Source& source, const ReadLimits& limits);

/// RFC 8259 JSON, nothing more.
Document read_json(const Source& source, const ReadLimits& limits);

}  // namespace grpolint
