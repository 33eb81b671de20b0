#include "lint/credentials.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "fact/fact.h"

namespace grpolint::lint {
namespace {

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

/// The word before a sign, without quotes and spaces around it.
std::string_view name_before(std::string_view text, std::size_t sign) {
  std::size_t end = sign;
  while (end > 0 && !in_name(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && in_name(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

/// Which lines belong to a value that begins on, or below, the line of its key, in a file that has
/// no tree to tell: the first one where the line of the key has no value, those up to the end of a
/// quoted text, and behind any other value those that are indented deeper.
class Continuation {
 public:
  Continuation(std::string_view key_line, std::string_view value)
      : indentation_(indentation(key_line)), awaited_(value.empty()) {
    begin(value);
  }

  bool takes(std::string_view line) {
    const std::size_t indent = indentation(line);
    if (indent == line.size()) return true;  // whatever follows decides
    if (awaited_) {
      awaited_ = false;
      begin(line.substr(indent));
      return true;
    }
    if (quote_.empty()) return !closed_ && indent > indentation_;
    find_close(line);
    return true;
  }

 private:
  void begin(std::string_view value) {
    for (const std::string_view quote : {R"(""")", "'''", R"(")", "'"}) {
      if (!value.starts_with(quote)) continue;
      quote_ = quote;
      find_close(value.substr(quote.size()));
      return;
    }
  }

  void find_close(std::string_view text) {
    while (!text.empty()) {
      const bool escape = quote_.front() == '"' && text.front() == '\\';
      if (!escape && text.starts_with(quote_)) {
        quote_ = {};
        closed_ = true;
        return;
      }
      text.remove_prefix(std::min<std::size_t>(escape ? 2 : 1, text.size()));
    }
  }

  std::size_t indentation_;
  bool awaited_;
  bool closed_ = false;     // a quoted text has ended
  std::string_view quote_;  // the one that is open at the end of what was read
};

/// Collects spans of values; scalars alone are hidden, so that the shape of the file stays visible.
class Collector {
 public:
  Collector(const Source& source, const Document& document)
      : source_(source), document_(document), seen_(document.nodes.size()) {}

  std::vector<Span> run() {
    for (const Node& node : document_.nodes) {
      for (const Member& member : node.members) {
        if (names_credential(member.key)) hide(member.value);
      }
    }
    for (const Comment& comment : document_.comments) hide_in_lines(comment.span);
    if (document_.has_syntax_error()) {
      hide_in_lines({0, static_cast<std::uint32_t>(source_.bytes().size())});
    }
    return without_overlaps(std::move(spans_));
  }

 private:
  /// The value with everything in it. An alias shows nothing; what it stands for does.
  void hide(const Use& use) {
    std::vector<NodeId> pending = {use.node};
    while (!pending.empty()) {
      const NodeId id = pending.back();
      pending.pop_back();
      if (seen_[id]) continue;
      seen_[id] = true;
      const Node& node = document_.node(id);
      if (node.kind == NodeKind::String) spans_.push_back(node.span);
      for (const Use& item : node.items) pending.push_back(item.node);
      for (const Member& member : node.members) pending.push_back(member.value.node);
    }
  }

  void hide_in_lines(Span within) {
    const std::uint32_t last = source_.position(within.end).line;
    const auto line_of = [&](std::uint32_t number) {
      const Span line = source_.line_span(number);
      return Span{std::max(line.begin, within.begin), std::min(line.end, within.end)};
    };
    for (std::uint32_t number = source_.position(within.begin).line; number <= last; ++number) {
      const Span line = line_of(number);
      const auto value = hide_in_line(line);
      if (!value) continue;
      Continuation continuation(source_.text(line), *value);
      for (; number < last; ++number) {
        const Span next = line_of(number + 1);
        if (!continuation.takes(source_.text(next))) break;
        spans_.push_back(next);
      }
    }
  }

  /// `name: value` and `name = value`, quoted or not, wherever in the line they stand. The value,
  /// as far as it stands on the line; nothing when no credential is named.
  std::optional<std::string_view> hide_in_line(Span line) {
    const std::string_view text = source_.text(line);
    for (std::size_t sign = text.find_first_of(":="); sign != std::string_view::npos;
         sign = text.find_first_of(":=", sign + 1)) {
      if (!names_credential(name_before(text, sign))) continue;
      const std::size_t value = text.find_first_not_of(" \t", sign + 1);
      if (value == std::string_view::npos) return std::string_view();
      spans_.push_back({line.begin + static_cast<std::uint32_t>(value), line.end});
      return text.substr(value);
    }
    return std::nullopt;
  }

  const Source& source_;
  const Document& document_;
  std::vector<bool> seen_;
  std::vector<Span> spans_;
};

}  // namespace

std::vector<Span> credential_spans(const Source& source, const Document& document) {
  return Collector(source, document).run();
}

std::vector<Span> without_overlaps(std::vector<Span> spans) {
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::vector<Span> result;
  for (const Span& span : spans) {
    if (!result.empty() && span.begin < result.back().end) {
      result.back().end = std::max(result.back().end, span.end);
    } else {
      result.push_back(span);
    }
  }
  return result;
}

}  // namespace grpolint::lint
