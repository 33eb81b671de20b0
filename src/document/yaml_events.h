#pragma once

#include <yaml.h>

#include <optional>
#include <string>

#include "document/document.h"
#include "text/utf8.h"

namespace grpolint {

/// One event of libyaml with byte spans in place of its marks.
struct YamlEvent {
  yaml_event_type_t type = YAML_NO_EVENT;
  Span span;
  std::string anchor;  ///< of a node, or the name an alias refers to
  std::string tag;     ///< resolved: "tag:yaml.org,2002:int", "!include"; empty without one
  std::string value;   ///< scalar
  yaml_scalar_style_t style = YAML_ANY_SCALAR_STYLE;
  bool resolve = false;            ///< scalar: its type follows from its text
  bool flow = false;               ///< collection in brackets
  bool explicit_document = false;  ///< document start written as `---`
};

/// Why libyaml gave up.
struct YamlError {
  std::string problem;  ///< libyaml's own words
  std::string context;  ///< what it was doing; may be empty
  std::uint32_t at = 0;
  std::optional<std::uint32_t> context_at;
};

/// Pulls events from libyaml one by one, so that a reader can stop at a limit before libyaml has
/// seen the rest.
class YamlEvents {
 public:
  /// `source` must outlive this object. Precondition: its bytes are well-formed UTF-8.
  explicit YamlEvents(const Source& source);
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;
  ~YamlEvents();

  /// Empty on an error; error() then says which. Not to be called after that or after
  /// YAML_STREAM_END_EVENT.
  std::optional<YamlEvent> next();
  const YamlError& error() const { return error_; }

 private:
  std::uint32_t offset(const yaml_mark_t& mark) const;
  void note_error();

  std::size_t text_begin_;
  std::size_t text_size_;
  CodePointMap code_points_;
  yaml_parser_t parser_;
  YamlError error_;
};

}  // namespace grpolint
