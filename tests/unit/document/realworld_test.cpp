// Reads every file of a collection of real configs, where there is one beside the checkout.

#include <filesystem>
#include <set>

#include "document_fixture.h"
#include "text/file.h"

namespace fs = std::filesystem;
using namespace grpolint;

namespace {

class SpanChecker {
 public:
  SpanChecker(const Source& source, const Document& document)
      : source_(source), document_(document) {}

  void visit(const Use& use, Span parent) {
    check(use.span.begin <= use.span.end && use.span.end <= source_.bytes().size());
    const bool nested = parent.begin <= use.span.begin && use.span.end <= parent.end;
    check(nested || document_.format == Format::Toml);
    if (!seen_.insert(use.node).second) return;
    const Node& node = document_.node(use.node);
    for (const Use& item : node.items) visit(item, node.span);
    for (const Use& merge : node.merges) visit(merge, node.span);
    for (const Member& member : node.members) {
      check_key(member);
      visit(member.value, node.span);
    }
    if (node.kind == NodeKind::String && node.plain && node.tag.empty() &&
        node.text.find(' ') == std::string::npos) {
      check(source_.text(node.span).ends_with(node.text));
    }
  }

  std::size_t failures() const { return failures_; }

 private:
  void check_key(const Member& member) {
    std::string_view written = source_.text(member.key_span);
    if (!written.empty() && (written.front() == '"' || written.front() == '\'')) {
      check(written.size() >= 2 && written.back() == written.front());
      written = written.substr(1, written.size() - 2);
    }
    if (member.string_key && written.find('\\') == std::string_view::npos) {
      check(written == member.key);
    }
  }

  void check(bool holds) { failures_ += holds ? 0 : 1; }

  const Source& source_;
  const Document& document_;
  std::set<NodeId> seen_;
  std::size_t failures_ = 0;
};

}  // namespace

TEST_CASE("every real config is read with exact spans, or refused at a place") {
  const fs::path folder = fs::path(GRPOLINT_SHARED) / "corpus" / "realworld";
  if (!fs::exists(folder)) {
    WARN("no collection of real configs here");
    return;
  }
  std::size_t read = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const auto format = format_of(entry.path().filename().string());
    if (!entry.is_regular_file() || !format) continue;
    INFO(entry.path().string());
    auto bytes = read_file(entry.path());
    REQUIRE(bytes.ok());
    const Source source(entry.path().string(), std::move(*bytes));
    const Document document = read_document(source, *format);
    ++read;
    if (!document.root_id) {
      REQUIRE(document.problems.size() == 1);
      CHECK(document.problems[0].span.begin < source.bytes().size());
      continue;
    }
    const auto size = static_cast<std::uint32_t>(source.bytes().size());
    const Use root{*document.root_id, document.root()->span, false};
    SpanChecker checker(source, document);
    checker.visit(root, {0, size});
    CHECK(checker.failures() == 0);
    for (const Comment& comment : document.comments) {
      CHECK(source.text(comment.span).starts_with('#'));
    }
  }
  CHECK(read > 300);
}
