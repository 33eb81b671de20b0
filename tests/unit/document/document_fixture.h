#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "document/document.h"

namespace grpolint {

/// A text read as a document, with short ways to its parts.
struct ReadText {
  ReadText(Format format, std::string bytes, const ReadLimits& limits = {})
      : source("test", std::move(bytes)), document(read_document(source, format, limits)) {}

  NodeId root() const {
    REQUIRE(document.root_id.has_value());
    return *document.root_id;
  }
  const Member& member(NodeId mapping, std::string_view key) const {
    const Member* found = document.find(mapping, key);
    INFO("key " << key);
    REQUIRE(found != nullptr);
    return *found;
  }
  const Member& member(std::string_view key) const { return member(root(), key); }
  const Node& value(std::string_view key) const { return document.node(member(key).value.node); }
  std::string text(Span span) const { return std::string(source.text(span)); }
  std::string text_of(std::string_view key) const { return text(member(key).value.span); }
  /// The only problem.
  const Problem& problem() const {
    REQUIRE(document.problems.size() == 1);
    return document.problems[0];
  }

  Source source;
  Document document;
};

/// Takes the marks out of a text in which ⟦ and ⟧ stand around the place of the expected problem.
struct MarkedText {
  explicit MarkedText(std::string marked) {
    static const std::string kOpen = "\xE2\x9F\xA6";
    static const std::string kClose = "\xE2\x9F\xA7";
    const std::size_t open = marked.find(kOpen);
    REQUIRE(open != std::string::npos);
    marked.erase(open, kOpen.size());
    const std::size_t close = marked.find(kClose);
    REQUIRE(close != std::string::npos);
    marked.erase(close, kClose.size());
    bytes = std::move(marked);
    span = {static_cast<std::uint32_t>(open), static_cast<std::uint32_t>(close)};
  }

  std::string bytes;
  Span span;
};

/// Reads `marked` and requires one problem, at the mark, whose message holds `words`.
inline void check_refused(Format format, const std::string& marked, const std::string& words) {
  const MarkedText text(marked);
  const ReadText read(format, text.bytes);
  INFO(text.bytes);
  const Problem& problem = read.problem();
  INFO(problem.message);
  CHECK(problem.kind == Problem::Kind::Syntax);
  CHECK(problem.message.find(words) != std::string::npos);
  CHECK(problem.span.begin == text.span.begin);
  CHECK(problem.span.end == text.span.end);
}

}  // namespace grpolint
