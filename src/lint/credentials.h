#pragma once

#include <vector>

#include "document/document.h"

namespace grpolint::lint {

/// Bytes that are values of credential-like keys (hub_token, wandb_api_key), in rising order, none
/// overlapping: reports end up in logs, so what prints source text leaves them out. Comments, and
/// files that do not parse, are read line by line and hidden from the first such value in the line
/// to its end.
std::vector<Span> credential_spans(const Source& source, const Document& document);

/// Spans in any order as credential_spans() gives them.
std::vector<Span> without_overlaps(std::vector<Span> spans);

}  // namespace grpolint::lint
