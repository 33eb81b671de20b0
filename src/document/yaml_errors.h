#pragma once

#include "document/document.h"
#include "document/yaml_events.h"

namespace grpolint {

/// Turns libyaml's complaint into a Problem in words that name the usual causes and the way out.
Problem explain_yaml_error(const Source& source, const YamlError& error);

}  // namespace grpolint
