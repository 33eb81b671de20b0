#pragma once

#include "cli/inputs.h"
#include "cli/options.h"
#include "grpolint/result.h"
#include "report/size.h"

namespace grpolint::cli {

/// Sizes the config's settings for the representative of every size class on the GPUs of the
/// options or, without any, on one of every hardware class.
Result<report::SizeMatrix> size_matrix(const Input& input, const SizeOptions& options,
                                       const lint::Settings& settings);

}  // namespace grpolint::cli
