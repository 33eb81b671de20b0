#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dialect/target.h"
#include "document/document.h"
#include "grpolint/finding.h"

namespace grpolint::lint {

/// One entry of the list in `ignore[...]`.
struct SuppressedRule {
  std::string selector;  ///< a code, the first characters of codes ("MEM"), or a name
  Span span;
};

/// `# grpolint: ignore[CODE, name] -- reason`, or with file-ignore or disable in place of ignore.
/// In JSON the value of a key "//".
struct Suppression {
  std::vector<SuppressedRule> rules;
  std::string reason;
  Span comment;
  bool own_line = false;
  /// Findings whose primary span begins in here are meant: the line of a trailing comment, the
  /// next key or list item (its whole value) below a comment on a line of its own, the object that
  /// holds a "//", the lines from disable[...] to the enable[...] with the same list or to the end
  /// of the file, or the file.
  Span scope;
  std::vector<SuppressedRule> closing_rules;  ///< the list of that enable[...]
  /// Bytes to delete so that it goes, the line of a comment that has one of its own included.
  std::vector<Span> removal;
};

/// A comment that addresses grpolint but cannot be understood.
struct MalformedDirective {
  Span span;
  std::string problem;  ///< a sentence for the user
  std::optional<Fix> fix;
};

/// Everything a file says to grpolint in its comments and, in JSON, under keys "//".
struct Directives {
  std::vector<Suppression> suppressions;
  std::vector<MalformedDirective> malformed;
  Target target;  ///< `# grpolint: gpu=4090 trl=0.24.0`
};

/// Only a comment of the form `grpolint: verb[` or `grpolint: key=` is an instruction; any other
/// text after "grpolint:" is prose.
Directives read_directives(const Source& source, const Document& document);

}  // namespace grpolint::lint
