#include "check_document.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace grpolint {
namespace {

[[noreturn]] void fail(const char* what, Span span) {
  std::fprintf(stderr, "contract broken: %s at [%u, %u)\n", what, span.begin, span.end);
  std::abort();
}

class Checker {
 public:
  Checker(const Source& source, const Document& document)
      : source_(source), document_(document), state_(document.nodes.size(), State::New) {}

  void run() {
    for (const Problem& problem : document_.problems) check_problem(problem);
    for (const Comment& comment : document_.comments) {
      inside_file(comment.span);
      if (comment.span.empty()) fail("an empty comment", comment.span);
    }
    for (const Span span : document_.further_documents) inside_file(span);
    if (!document_.root_id) {
      if (document_.problems.empty()) fail("nothing read and nothing said", {});
      return;
    }
    visit(*document_.root_id);
  }

 private:
  enum class State : char { New, Open, Done };

  void inside_file(Span span) const {
    if (span.begin > span.end || span.end > source_.bytes().size()) fail("a span", span);
  }

  void check_problem(const Problem& problem) const {
    inside_file(problem.span);
    if (problem.related) inside_file(*problem.related);
    if (problem.message.empty()) fail("a problem without words", problem.span);
    (void)source_.position(problem.span.begin, ColumnUnit::Utf16Units);
  }

  void check_use(const Node& parent, const Use& use) {
    inside_file(use.span);
    if (use.node >= document_.nodes.size()) fail("a reference", use.span);
    const bool nested = parent.span.begin <= use.span.begin && use.span.end <= parent.span.end;
    if (document_.format != Format::Toml && !nested)
      fail("a value outside of its parent", use.span);
    if (!use.alias && document_.node(use.node).span != use.span) fail("a use's span", use.span);
    visit(use.node);
  }

  // The readers bound the depth.
  void visit(NodeId id) {
    if (state_[id] == State::Done) return;
    const Node& node = document_.node(id);
    inside_file(node.span);
    if (state_[id] == State::Open) fail("a node inside itself", node.span);
    state_[id] = State::Open;
    for (const Use& item : node.items) check_use(node, item);
    for (const Use& merge : node.merges) check_use(node, merge);
    for (const Member& member : node.members) {
      inside_file(member.key_span);
      if (document_.format != Format::Toml && member.key_span.end > member.value.span.begin) {
        fail("a value before its key", member.value.span);
      }
      check_use(node, member.value);
    }
    if (node.kind == NodeKind::Mapping) {
      for (const Member* member : document_.effective_members(id)) {
        if (member->string_key && document_.find(id, member->key) != member) {
          fail("find and effective_members disagree", member->key_span);
        }
      }
    }
    state_[id] = State::Done;
  }

  const Source& source_;
  const Document& document_;
  std::vector<State> state_;
};

}  // namespace

void check_document(std::string_view bytes, Format format) {
  const Source source("fuzz", std::string(bytes));
  const Document document = read_document(source, format);
  Checker(source, document).run();
}

}  // namespace grpolint
