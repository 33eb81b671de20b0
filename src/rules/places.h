#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fact/fact.h"
#include "rules/native.h"

namespace grpolint::rules {

/// Where a finding points.
struct Place {
  Span span;
  std::string key_path;
  const Site* site = nullptr;  ///< the written key behind it; null for the start of an empty file
};

/// The key and its value when they stand on one line, else the key alone.
Span span_of(const Site& site, const Source& source);

/// The first of `facts` that was written, directly or through what it was derived from. When none
/// was, the nearest key that is there: for an argument the switch of its group ("use_vllm" for the
/// vLLM options), else the first key of the section that holds the group, else of the file.
/// Precondition: context.run.
Place primary_place(const RuleContext& context, std::span<const std::string_view> facts);

}  // namespace grpolint::rules
