#include <fmt/format.h>

#include <algorithm>

#include "document/problem_text.h"
#include "document/readers.h"
#include "document/yaml_composer.h"
#include "document/yaml_errors.h"
#include "document/yaml_events.h"
#include "document/yaml_trivia.h"

namespace grpolint {
namespace {

// libyaml compares every new %TAG with all before it.
constexpr std::uint32_t kMaxTagDirectives = 64;

class YamlReader {
 public:
  YamlReader(const Source& source, const ReadLimits& limits)
      : source_(source), limits_(limits), events_(source), composer_(source, limits, document_) {
    document_.format = Format::Yaml;
  }

  Document read() {
    if (tag_directives_within_limit()) read_events();
    if (!first_complete_) {
      document_.nodes.clear();
      document_.root_id.reset();
    }
    YamlTrivia trivia = find_yaml_trivia(source_.bytes(), scalars_);
    document_.comments = std::move(trivia.comments);
    if (trivia.first_tab && !document_.has_syntax_error()) {
      add_problem(document_, Problem::Kind::Syntax, {*trivia.first_tab, *trivia.first_tab + 1},
                  "a tab outside of quotes; PyYAML refuses the file, use spaces instead");
    }
    return std::move(document_);
  }

 private:
  bool tag_directives_within_limit() {
    const std::string_view bytes = source_.bytes();
    std::uint32_t count = 0;
    for (std::size_t at = bytes.find("%TAG"); at != std::string_view::npos;
         at = bytes.find("%TAG", at + 1)) {
      if (at > 0 && bytes[at - 1] != '\n' && bytes[at - 1] != '\r') continue;
      const auto begin = static_cast<std::uint32_t>(at);
      if (++count > kMaxTagDirectives) {
        return limit({begin, begin + 4},
                     fmt::format("more than {} %TAG directives; the file was not checked",
                                 kMaxTagDirectives));
      }
    }
    return true;
  }

  void read_events() {
    while (const std::optional<YamlEvent> event = events_.next()) {
      if (event->type == YAML_STREAM_END_EVENT) {
        if (documents_ == 0) empty_file();
        return;
      }
      if (!take(*event)) return;
    }
    Problem problem = explain_yaml_error(source_, events_.error());
    if (!explained(problem)) document_.problems.push_back(std::move(problem));
  }

  /// A placeholder `{{ x }}` has been reported when libyaml stumbles over what follows it.
  bool explained(const Problem& problem) const {
    const Span line = line_around(source_.bytes(), problem.span.begin);
    return std::any_of(document_.problems.begin(), document_.problems.end(),
                       [line](const Problem& earlier) {
                         return earlier.kind == Problem::Kind::Syntax &&
                                earlier.span.begin >= line.begin && earlier.span.begin < line.end;
                       });
  }

  /// False when a limit is exceeded.
  bool take(const YamlEvent& event) {
    switch (event.type) {
      case YAML_STREAM_START_EVENT:
        return true;
      case YAML_DOCUMENT_START_EVENT:
        if (++documents_ > 1) document_.further_documents.push_back(event.span);
        return true;
      case YAML_DOCUMENT_END_EVENT:
        if (documents_ == 1) first_complete_ = true;
        return true;
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        --depth_;
        break;
      case YAML_SEQUENCE_START_EVENT:
      case YAML_MAPPING_START_EVENT:
        if (++depth_ > limits_.depth) {
          return limit(event.span, fmt::format("lists and mappings are nested more than {} deep; "
                                               "the file was not checked further",
                                               limits_.depth));
        }
        [[fallthrough]];
      default:
        if (++nodes_ > limits_.nodes) {
          return limit(
              event.span,
              fmt::format("more than {} values; the file was not checked further", limits_.nodes));
        }
    }
    if (event.type == YAML_SCALAR_EVENT) {
      scalars_.push_back({event.span, event.style == YAML_PLAIN_SCALAR_STYLE});
    }
    if (documents_ == 1) {
      composer_.add(event);
    } else if (!event.span.empty()) {  // the end of a block lies at the next token
      Span& whole = document_.further_documents.back();
      whole.end = std::max(whole.end, event.span.end);
    }
    return true;
  }

  /// PyYAML gives None for a file without any document.
  void empty_file() {
    document_.nodes.emplace_back();
    document_.root_id = 0;
    first_complete_ = true;
  }

  bool limit(Span span, std::string message) {
    add_problem(document_, Problem::Kind::Limit, span, std::move(message));
    return false;
  }

  const Source& source_;
  const ReadLimits& limits_;
  Document document_;
  YamlEvents events_;
  YamlComposer composer_;
  std::vector<YamlScalarSpan> scalars_;
  std::uint32_t documents_ = 0;
  std::uint32_t depth_ = 0;
  std::uint32_t nodes_ = 0;
  bool first_complete_ = false;
};

}  // namespace

Document read_yaml(const Source& source, const ReadLimits& limits) {
  return YamlReader(source, limits).read();
}

}  // namespace grpolint
