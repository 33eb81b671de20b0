// The published totals of some fifty real models, when the research folder is there.

#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>

#include "document/document.h"
#include "model/counts.h"
#include "model/model.h"
#include "text/file.h"

namespace grpolint::model {
namespace {

struct SharedJson {
  Source source;
  Document document;
};

std::optional<SharedJson> read_shared(const char* name) {
  const auto path = std::filesystem::path(GRPOLINT_SHARED) / "facts" / "sizing" / name;
  if (!std::filesystem::exists(path)) return std::nullopt;
  auto bytes = read_file(path);
  REQUIRE(bytes.ok());
  SharedJson shared{Source(name, *bytes), {}};
  shared.document = read_document(shared.source, Format::Json);
  REQUIRE(shared.document.root() != nullptr);
  return shared;
}

std::int64_t integer(const Document& document, NodeId mapping, std::string_view key) {
  const Member* member = document.find(mapping, key);
  return member == nullptr ? 0
                           : static_cast<std::int64_t>(document.node(member->value.node).number);
}

TEST_CASE("every published total is met to the last parameter") {
  const auto shared = read_shared("config-fixtures.json");
  if (!shared) return;
  const Document& document = shared->document;
  const Member* fixtures = document.find(*document.root_id, "fixtures");
  REQUIRE(fixtures != nullptr);
  const auto& items = document.node(fixtures->value.node).items;
  REQUIRE(items.size() > 40);
  for (const Use& item : items) {
    INFO(document.node(document.find(item.node, "name")->value.node).text);
    const Node& config = document.node(document.find(item.node, "config")->value.node);
    const auto geometry = read_config_json(shared->source.text(config.span));
    INFO((geometry.ok() ? "" : geometry.error().message));
    REQUIRE(geometry.ok());
    CHECK(geometry->known_family);
    // The file may hold a tied head twice and layers for speculative decoding.
    CHECK(geometry->parameters + geometry->draft_parameters +
              integer(document, item.node, "duplicate_tied_head") ==
          integer(document, item.node, "published_total"));
  }
}

}  // namespace
}  // namespace grpolint::model
