#include <catch2/catch.hpp>

#include "schema/schema.h"

using grpolint::Version;
namespace schema = grpolint::schema;

TEST_CASE("releases are known with their dates, oldest first") {
  for (const std::string_view library : {"trl", "transformers", "unsloth"}) {
    CAPTURE(library);
    const auto known = schema::releases(library);
    REQUIRE_FALSE(known.empty());
    for (std::size_t i = 1; i < known.size(); ++i) CHECK(known[i - 1].version < known[i].version);
    CHECK(known.back().date.size() == 10);
    CHECK(schema::newest(library) == known.back().version);
    CHECK(schema::verified(library).size() == 10);
  }
  CHECK(schema::releases("trl").front().version == Version{0, 14, 0});
  CHECK(schema::releases("trl").front().date == "2025-01-29");
  CHECK(schema::newest("trl") >= Version{1, 16, 0});
  CHECK(schema::releases("no-such-library").empty());
  CHECK(schema::newest("no-such-library") == Version{});
}

TEST_CASE("a release that nobody stated counts as the newest") {
  const schema::Releases unstated;
  CHECK(unstated.for_library("trl") == schema::newest("trl"));
  const schema::Releases stated{{0, 24, 0}, {}, {}};
  CHECK(stated.for_library("trl") == Version{0, 24, 0});
}

TEST_CASE("an unpinned transformers is the newest of the day that TRL allowed") {
  CHECK(schema::transformers_for({0, 14, 0}) == Version{4, 48, 1});
  // 4.57.0 had been withdrawn by then.
  CHECK(schema::transformers_for({0, 24, 0}) == Version{4, 57, 1});
  CHECK(schema::transformers_for({0, 24, 5}) == schema::transformers_for({0, 24, 0}));
  CHECK(schema::transformers_for({0, 1, 0}) == schema::transformers_for({0, 14, 0}));
  for (const schema::Release& release : schema::releases("trl")) {
    CAPTURE(release.version.to_string());
    for (const schema::Requirement& required : release.requirements) {
      const auto holds = schema::satisfies(release.transformers, required.specifier);
      REQUIRE(holds.has_value());
      if (required.library == "transformers") CHECK(*holds);
    }
  }
}

TEST_CASE("what a release requires is known") {
  const auto vllm = [](Version trl) {
    for (const schema::Requirement& required : schema::requirements("trl", trl)) {
      if (required.library == "vllm") return required.specifier;
    }
    return std::string_view("none");
  };
  CHECK(vllm({0, 14, 0}) == "none");
  CHECK(vllm({1, 9, 0}) == ">=0.17.0,<=0.25.1");
  CHECK(schema::requirements("trl", {0, 1, 0}).empty());
}

TEST_CASE("a specifier is a list of comparisons") {
  using schema::satisfies;
  CHECK(satisfies({0, 20, 0}, ">=0.17.0,<=0.25.1") == true);
  CHECK(satisfies({0, 26, 0}, ">=0.17.0,<=0.25.1") == false);
  CHECK(satisfies({4, 57, 0}, ">=4.56.1, !=4.57.0") == false);
  CHECK(satisfies({1, 4, 5}, "~=1.4.2") == true);
  CHECK(satisfies({1, 5, 0}, "~=1.4.2") == false);
  CHECK(satisfies({1, 9, 0}, "~=1.4") == true);
  CHECK(satisfies({1, 2, 9}, "==1.2.*") == true);
  CHECK(satisfies({1, 3, 0}, "==1.2.*") == false);
  CHECK(satisfies({1, 3, 0}, "!=1.2.*") == true);
  CHECK(satisfies({0, 5, 3}, "==0.5.3") == true);
  CHECK(satisfies({1, 0, 0}, "<1") == false);
  CHECK(satisfies({1, 0, 0}, "") == true);
  CHECK(satisfies({1, 0, 0}, "about 1") == std::nullopt);
  CHECK(satisfies({1, 0, 0}, ">=newest") == std::nullopt);
}
