#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/data_table.h"
#include "hardware/gpu.h"

namespace grpolint::hardware {

/// One GPU as read from a catalogue file; owns the text that a Gpu only views.
struct Record {
  std::vector<std::string> aliases;
  std::string id, name, vendor, architecture, family, source, verified, provenance;
  Gpu figures;  ///< its views are empty; see view()
  Span span;    ///< of its table in the catalogue file
};

/// Reads one [[gpu]] table. Mistakes, missing fields and implausible figures are left in the
/// table's errors.
Record read_record(DataTable& table);

/// Reads every [[gpu]] of a catalogue file.
std::vector<Record> read_catalogue(const Document& document, std::vector<DataError>& errors);

/// A name that two GPUs claim, as select() would compare them, at the later one; nothing when there
/// is none.
std::optional<DataError> name_collision(const std::vector<Record>& records);

}  // namespace grpolint::hardware
