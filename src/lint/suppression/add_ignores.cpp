#include "lint/suppression/add_ignores.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "document/document.h"
#include "lint/fix/edited_text.h"
#include "lint/fix/same_data.h"
#include "lint/suppression/directives.h"

namespace grpolint::lint {
namespace {

using Codes = std::set<std::string>;

std::string comment_text(const Codes& codes, std::string_view reason) {
  return fmt::format("# grpolint: ignore[{}]{}{}", fmt::join(codes, ", "),
                     reason.empty() ? "" : " -- ", reason);
}

class IgnoreWriter {
 public:
  IgnoreWriter(const FileReport& report, Format format, std::string_view reason)
      : report_(report),
        format_(format),
        reason_(reason),
        document_(read_document(report.source, format)),
        directives_(read_directives(report.source, document_)) {}

  IgnoredFile write() {
    IgnoredFile result;
    std::map<std::uint32_t, Codes> by_line;
    std::map<std::uint32_t, std::size_t> findings_on;
    for (const Finding& finding : report_.findings) {
      if (finding.suppressed) continue;
      const std::uint32_t line = report_.source.position(finding.span.begin).line;
      if (finding.code.starts_with("SUP")) {
        result.left_over.push_back(left_over(finding, "it is about an ignore comment"));
        continue;
      }
      by_line[line].insert(finding.code);
      ++findings_on[line];
    }
    result.text = std::string(report_.source.bytes());
    std::vector<Edit> edits;
    for (const auto& [line, codes] : by_line) {
      const Edit edit = edit_for(line, codes);
      if (keeps_data({edit})) {
        edits.push_back(edit);
        result.ignored += findings_on[line];
        continue;
      }
      for (const Finding& finding : report_.findings) {
        const bool here = report_.source.position(finding.span.begin).line == line;
        if (here && !finding.suppressed && codes.contains(finding.code)) {
          result.left_over.push_back(left_over(finding, "no comment can stand on its line"));
        }
      }
    }
    result.text = EditedText(report_.source.bytes(), std::move(edits)).text();
    return result;
  }

 private:
  std::string left_over(const Finding& finding, std::string_view why) const {
    const Position at = report_.source.position(finding.span.begin);
    return fmt::format("{}:{}:{}: {} is not ignored: {}", report_.file, at.line, at.column,
                       finding.code, why);
  }

  Edit edit_for(std::uint32_t line, const Codes& codes) const {
    const Span span = report_.source.line_span(line);
    for (const Suppression& suppression : directives_.suppressions) {
      const bool here = span.contains(suppression.comment.begin) && !suppression.own_line &&
                        suppression.scope.end <= span.end + 1;
      if (!here) continue;
      const std::uint32_t at = suppression.rules.back().span.end;
      return {{at, at}, fmt::format(", {}", fmt::join(codes, ", "))};
    }
    // Another comment on the line stays what it is: ours stands on the line above, where it speaks
    // of the next key.
    for (const Comment& comment : document_.comments) {
      if (comment.span.begin < span.begin || comment.span.begin >= span.end) continue;
      const std::string_view text = report_.source.text(span);
      const std::size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
      return {{span.begin, span.begin},
              std::string(text.substr(0, indent)) + comment_text(codes, reason_) +
                  line_ending(span.end)};
    }
    return {{span.end, span.end}, "  " + comment_text(codes, reason_)};
  }

  std::string line_ending(std::uint32_t at) const {
    const std::string_view rest = report_.source.bytes().substr(at);
    if (rest.starts_with("\r\n")) return "\r\n";
    return rest.starts_with('\r') ? "\r" : "\n";
  }

  /// A line end inside a text of several lines is no place for a comment.
  bool keeps_data(std::vector<Edit> edits) const {
    const EditedText edited(report_.source.bytes(), std::move(edits));
    const Source after(report_.source.name(), edited.text());
    const Document read = read_document(after, format_);
    return read.comments.size() >= document_.comments.size() &&
           (read.comments.size() > document_.comments.size() ||
            !directives_.suppressions.empty()) &&
           !unexpected_change(document_, read, edited);
  }

  const FileReport& report_;
  Format format_;
  std::string_view reason_;
  Document document_;
  Directives directives_;
};

}  // namespace

Result<IgnoredFile> add_ignores(const FileReport& report, Format format, std::string_view reason) {
  if (format == Format::Json) {
    return Error{
        fmt::format("{}: JSON has no comments to write; list the rules in grpolint.toml under "
                    "[per-file-ignores], or keep the findings in a baseline (--write-baseline)",
                    report.file)};
  }
  return IgnoreWriter(report, format, reason).write();
}

}  // namespace grpolint::lint
