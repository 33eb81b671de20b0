#include "document/yaml_events.h"

#include <algorithm>
#include <cassert>
#include <new>

namespace grpolint {
namespace {

std::string to_string(const yaml_char_t* text) {
  return text != nullptr ? reinterpret_cast<const char*>(text) : std::string();
}

void fill_scalar(const yaml_event_t& from, YamlEvent& event) {
  const auto& scalar = from.data.scalar;
  event.anchor = to_string(scalar.anchor);
  event.tag = to_string(scalar.tag);
  event.value.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
  event.style = scalar.style;
  event.resolve = scalar.plain_implicit != 0;
}

void fill(const yaml_event_t& from, YamlEvent& event) {
  switch (from.type) {
    case YAML_SCALAR_EVENT:
      fill_scalar(from, event);
      break;
    case YAML_ALIAS_EVENT:
      event.anchor = to_string(from.data.alias.anchor);
      break;
    case YAML_SEQUENCE_START_EVENT:
      event.anchor = to_string(from.data.sequence_start.anchor);
      event.tag = to_string(from.data.sequence_start.tag);
      event.flow = from.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
      break;
    case YAML_MAPPING_START_EVENT:
      event.anchor = to_string(from.data.mapping_start.anchor);
      event.tag = to_string(from.data.mapping_start.tag);
      event.flow = from.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
      break;
    case YAML_DOCUMENT_START_EVENT:
      event.explicit_document = from.data.document_start.implicit == 0;
      break;
    default:
      break;
  }
  // "!" alone asks for no particular type.
  if (event.tag == "!") event.tag.clear();
}

}  // namespace

YamlEvents::YamlEvents(const Source& source)
    : text_begin_(source.has_byte_order_mark() ? kUtf8ByteOrderMark.size() : 0),
      text_size_(source.bytes().size()),
      code_points_(source.bytes(), text_begin_) {
  if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
  yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  const std::string_view text = source.bytes().substr(text_begin_);
  yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                               text.size());
}

YamlEvents::~YamlEvents() { yaml_parser_delete(&parser_); }

std::uint32_t YamlEvents::offset(const yaml_mark_t& mark) const {
  return code_points_.byte_offset(mark.index);
}

std::optional<YamlEvent> YamlEvents::next() {
  yaml_event_t raw;
  if (yaml_parser_parse(&parser_, &raw) == 0) {
    note_error();
    return std::nullopt;
  }
  YamlEvent event;
  event.type = raw.type;
  event.span.begin = offset(raw.start_mark);
  event.span.end = std::max(event.span.begin, offset(raw.end_mark));
  fill(raw, event);
  yaml_event_delete(&raw);
  return event;
}

void YamlEvents::note_error() {
  if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
  error_.problem = parser_.problem != nullptr ? parser_.problem : "unknown problem";
  error_.context = parser_.context != nullptr ? parser_.context : "";
  // The part that reads characters has no marks, only the offset of the byte.
  error_.at =
      parser_.error == YAML_READER_ERROR
          ? static_cast<std::uint32_t>(std::min(text_begin_ + parser_.problem_offset, text_size_))
          : offset(parser_.problem_mark);
  if (!error_.context.empty() && parser_.error != YAML_READER_ERROR) {
    error_.context_at = offset(parser_.context_mark);
  }
}

}  // namespace grpolint
