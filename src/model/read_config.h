#pragma once

#include "document/document.h"
#include "grpolint/result.h"
#include "model/geometry.h"

namespace grpolint::model {

/// The geometry that the keys of a config.json state, counted. `mapping` may be the root of a
/// config.json or the same keys in any other document (the catalogue writes them in TOML).
/// Precondition: `mapping` is a Mapping node.
Result<Geometry> read_config(const Document& document, NodeId mapping);

}  // namespace grpolint::model
