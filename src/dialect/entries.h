#pragma once

#include <vector>

#include "dialect/run.h"

namespace grpolint::dialect {

/// Every key of the file that is, or could be, an argument. In a flat file that is every top-level
/// key; in a sectioned one the keys of the sections that speak of the run (vocabulary.h), where
/// words and exact aliases count too. Duplicates and merges as the reference loader decides them.
std::vector<Entry> collect_entries(const Document& document, const Recognition& recognition,
                                   Route route, const schema::Releases& releases);

/// A flat file that also holds sections of arguments ("lora: {r: 16}"): no parser of the framework
/// reads that, so its route is unknown.
bool has_argument_sections(const Document& document, const std::string& dialect,
                           const schema::Releases& releases);

/// Whether the mapping has a key that only a GRPO config has.
bool has_telling_key(const Document& document, NodeId mapping);

/// The entry that decides each argument: one written by its own name before an alias, else the
/// first. Indices into `entries`, ascending.
std::vector<std::size_t> deciding_entries(const std::vector<Entry>& entries);

}  // namespace grpolint::dialect
