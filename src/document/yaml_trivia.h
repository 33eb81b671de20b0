#pragma once

#include <optional>
#include <vector>

#include "document/document.h"

namespace grpolint {

/// Where a scalar is, its anchor and tag included.
struct YamlScalarSpan {
  Span span;
  bool plain = true;
};

/// What libyaml passes over in silence.
struct YamlTrivia {
  std::vector<Comment> comments;
  /// A tab outside of quotes, block scalars and comments: libyaml takes it for white space,
  /// PyYAML's own scanner, which yaml.safe_load uses, refuses the file.
  std::optional<std::uint32_t> first_tab;
};

/// `scalars` are all scalars of the file in source order: a `#` inside one is content.
YamlTrivia find_yaml_trivia(std::string_view bytes, const std::vector<YamlScalarSpan>& scalars);

}  // namespace grpolint
