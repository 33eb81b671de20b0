#include <atomic>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "lint/fingerprint.h"
#include "lint/parallel.h"
#include "lint/settings/requirement.h"
#include "lint/target_fields.h"

namespace lint = grpolint::lint;
using grpolint::Finding;
using grpolint::Target;

TEST_CASE("work is done once for every index, whatever the number of threads") {
  for (const unsigned threads : {0U, 1U, 2U, 7U}) {
    std::vector<std::atomic<int>> calls(100);
    lint::for_each_parallel(calls.size(), threads, [&](std::size_t i) { ++calls[i]; });
    for (const auto& count : calls) CHECK(count == 1);
  }
  lint::for_each_parallel(0, 4, [](std::size_t) { FAIL("there is nothing to do"); });
}

namespace {

Finding finding(std::string code, std::string key_path, std::string message, std::uint32_t at) {
  Finding result;
  result.code = std::move(code);
  result.key_path = std::move(key_path);
  result.message = std::move(message);
  result.span = {at, at + 1};
  return result;
}

std::string fingerprint(const Finding& one) {
  std::vector<Finding> findings = {one};
  lint::set_fingerprints(findings);
  return findings[0].fingerprint;
}

}  // namespace

TEST_CASE("a fingerprint knows code and key, not line, value or wording") {
  const std::string print = fingerprint(finding("BAT001", "a.b", "6 is not a multiple of 4.5", 10));
  CHECK(print.size() == 16);
  CHECK(print == fingerprint(finding("BAT001", "a.b", "twelve cannot be divided by 8", 900)));
  CHECK(print != fingerprint(finding("BAT002", "a.b", "6 is not a multiple of 4.5", 10)));
  CHECK(print != fingerprint(finding("BAT001", "a.c", "6 is not a multiple of 4.5", 10)));
  CHECK(lint::project_fingerprint("a.yaml", finding("BAT001", "a.b", "x", 1)) !=
        lint::project_fingerprint("b.yaml", finding("BAT001", "a.b", "x", 1)));
}

TEST_CASE("equal findings of one file have different fingerprints") {
  const Finding one = finding("SYN002", "a", "duplicate key", 1);
  std::vector<Finding> findings = {one, one, one};
  lint::set_fingerprints(findings);
  const std::set<std::string> different = {findings[0].fingerprint, findings[1].fingerprint,
                                           findings[2].fingerprint};
  CHECK(different.size() == 3);
}

TEST_CASE("a requirement holds when all its comparisons do") {
  CHECK(lint::satisfies("0.2.0", ">=0.1.0, <1") == true);
  CHECK(lint::satisfies("1.0.0", ">=0.1.0,<1") == false);
  CHECK(lint::satisfies("0.2.0", "0.2") == true);
  CHECK(lint::satisfies("0.2.0", "==0.2.0") == true);
  CHECK(lint::satisfies("0.2.0", "!=0.2.0") == false);
  CHECK(lint::satisfies("0.2.0", "> 0.1.9") == true);
  CHECK(lint::satisfies("0.2.0", "<=0.1.9") == false);
  for (const char* nonsense : {"", "new", "=>1.0", ">=", ">=1.0,"}) {
    CAPTURE(nonsense);
    CHECK_FALSE(lint::satisfies("0.2.0", nonsense).has_value());
  }
}

TEST_CASE("a field is read from text, in the unit its name says") {
  Target target;
  CHECK_FALSE(lint::state(*lint::find_target_field("bandwidth_gb_s"), "186", "--x", target));
  REQUIRE(target.bandwidth);
  CHECK(target.bandwidth->value == 186e9);
  CHECK(lint::state(*lint::find_target_field("nodes"), "0", "--nodes", target).has_value());
  CHECK(lint::state(*lint::find_target_field("nodes"), "1.5", "--nodes", target).has_value());
  CHECK(lint::state(*lint::find_target_field("prompt-tokens"), "inf", "", target).has_value());
  CHECK(lint::state(*lint::find_target_field("gpu"), "", "--gpu", target).has_value());
  CHECK(lint::find_target_field("no_such_field") == nullptr);
}

TEST_CASE("an unknown GPU is refused with the nearest names") {
  Target target;
  const auto problem = lint::state(*lint::find_target_field("gpu"), "rtx 4091", "--gpu", target);
  REQUIRE(problem);
  CHECK_FALSE(target.gpu.has_value());
}

TEST_CASE("the stronger target wins, field by field") {
  Target strong;
  strong.nodes = {2, "--nodes"};
  Target weak;
  weak.nodes = {4, "pragma on line 1"};
  weak.route = {"python", "pragma on line 1"};
  const Target both = lint::overlay(strong, weak);
  CHECK(both.nodes->value == 2);
  REQUIRE(both.route);
  CHECK(both.route->value == "python");
}
