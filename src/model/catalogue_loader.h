#pragma once

#include <vector>

#include "document/data_table.h"
#include "model/catalogue.h"

namespace grpolint::model {

/// Reads every [[model]] of a catalogue file and counts its parameters. Mistakes, and totals that
/// are not the published ones, are left in `errors`.
std::vector<CatalogueModel> read_catalogue(const Document& document,
                                           std::vector<DataError>& errors);

}  // namespace grpolint::model
