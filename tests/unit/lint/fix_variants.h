#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialect/target.h"
#include "document/document.h"

/// One text in one of the ways that people write it.
struct Variant {
  std::string name;
  std::string text;
  grpolint::Format format = grpolint::Format::Yaml;
};

/// The text itself, other indentations, CRLF, a byte order mark, comments everywhere, and the same
/// data written anew as YAML flow, JSON (compact, blanks, tabs) and TOML where these can say it.
std::vector<Variant> variants_of(const std::string& text, grpolint::Format format);

/// Every scalar of the document by its path, "grpo.beta" -> "0.1 float"; aliases and merges
/// followed.
std::vector<std::pair<std::string, std::string>> flat_data(const grpolint::Document& document);

/// "--gpu 4090 --trl-version 0.24", as examples state it, as a target.
grpolint::Target target_of(std::string_view options);
