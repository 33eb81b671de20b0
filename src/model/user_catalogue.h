#pragma once

#include <span>
#include <vector>

#include "model/catalogue.h"

namespace grpolint::model {

/// The models of rules/models. catalogue() is these and the user's.
std::span<const CatalogueModel> embedded_catalogue();

/// Adds models of the user's own for the rest of the process. One with the name of a known model
/// takes its place, and a published name that both list means the user's. Settings are read before
/// work is shared out: not for use while another thread looks at the catalogue.
void extend_catalogue(std::vector<CatalogueModel> models);

}  // namespace grpolint::model
