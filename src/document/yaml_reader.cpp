#include "document/readers.h"
namespace grpolint {
Document read_yaml(const Source&, const ReadLimits&) { return {}; }
Document read_json(const Source&, const ReadLimits&) { return {}; }
}  // namespace grpolint
