#include "report/json_parts.h"

#include "lint/tool_version.h"

namespace grpolint::report {
namespace {

Json json_position(const Source& source, std::uint32_t offset) {
  const Position at = source.position(offset);
  return {{"line", at.line}, {"column", at.column}, {"offset", offset}};
}

}  // namespace

Json json_range(const Source& source, Span span) {
  return {{"start", json_position(source, span.begin)}, {"end", json_position(source, span.end)}};
}

Json json_tool() { return {{"name", "grpolint"}, {"version", lint::tool_version()}}; }

std::string json_line(const Json& value) {
  return value.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

std::string json_text(const Json& value) {
  return value.dump(2, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace grpolint::report
