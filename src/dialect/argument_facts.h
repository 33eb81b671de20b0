#pragma once

#include "dialect/run.h"

namespace grpolint::dialect {

/// Adds a fact for each argument the file sets, members of mappings included
/// ("run.model_init_kwargs.dtype"), and records the values that do not suit their arguments.
void add_written_facts(const Source& source, const Document& document, Run& run, FactTable& facts);

/// Adds a fact for each member of the mapping, at any depth: "<name>.zero_optimization.stage".
void add_member_facts(const Source& source, const Document& document, NodeId mapping,
                      const std::string& name, FactTable& facts);

/// The same for a mapping that stands in the text of a value, whose place is that of each member.
void add_text_facts(const Source& text, const Document& document, NodeId mapping,
                    const std::string& name, const Site& site, FactTable& facts);

/// Adds the default of every argument of the schema that has no fact yet. A default that changed
/// since TRL 0.20.0 names the release it depends on as its source.
void add_default_facts(const Run& run, FactTable& facts);

}  // namespace grpolint::dialect
