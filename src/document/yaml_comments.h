#pragma once

#include <vector>

#include "document/document.h"

namespace grpolint {

/// The comments of a YAML file. `scalars` are the spans of all scalars in source order, properties
/// included: a `#` inside one is content.
std::vector<Comment> find_yaml_comments(std::string_view bytes, const std::vector<Span>& scalars);

}  // namespace grpolint
