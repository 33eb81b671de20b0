#include "lint/selection.h"

#include <catch2/catch.hpp>

namespace lint = grpolint::lint;
using grpolint::rules::Rule;

namespace {

Rule rule(std::string_view code, std::string_view name) {
  Rule rule;
  rule.code = code;
  rule.name = name;
  return rule;
}

const Rule kMemory = rule("MEM001", "24gb-three-levers");
const Rule kRollout = rule("ROL001", "few-generations");

lint::RuleSelection selection(std::vector<std::string> select, std::vector<std::string> ignore) {
  lint::RuleSelection result;
  result.select = std::move(select);
  result.ignore = std::move(ignore);
  return result;
}

}  // namespace

TEST_CASE("every rule speaks unless something says otherwise") {
  CHECK(lint::RuleSelection().enabled(kMemory));
}

TEST_CASE("a family, a code and a name select") {
  for (const char* selector : {"M", "MEM", "MEM001", "24gb-three-levers"}) {
    CHECK(selection({selector}, {}).enabled(kMemory));
    CHECK_FALSE(selection({selector}, {}).enabled(kRollout));
  }
  CHECK_FALSE(selection({"24gb"}, {}).enabled(kMemory));
}

TEST_CASE("the longest selector wins, and ignore wins between equals") {
  CHECK_FALSE(selection({"ALL"}, {"MEM"}).enabled(kMemory));
  CHECK(selection({"ALL", "MEM001"}, {"MEM"}).enabled(kMemory));
  CHECK_FALSE(selection({"MEM001"}, {"24gb-three-levers"}).enabled(kMemory));
  CHECK_FALSE(selection({"MEM"}, {"MEM"}).enabled(kMemory));
  CHECK_FALSE(selection({"ALL"}, {"ALL"}).enabled(kMemory));
}

TEST_CASE("what a file ignores beats every select") {
  lint::RuleSelection here = selection({"MEM001"}, {});
  here.ignore_here = {"MEM"};
  CHECK_FALSE(here.enabled(kMemory));
}

TEST_CASE("severities are replaced by code") {
  lint::RuleSelection here;
  here.severity["MEM001"] = grpolint::Severity::Info;
  grpolint::Finding finding;
  finding.code = "MEM001";
  finding.name = "24gb-three-levers";
  finding.severity = grpolint::Severity::Error;
  CHECK(here.severity_of(finding) == grpolint::Severity::Info);
  finding.code = "MEM002";
  CHECK(here.severity_of(finding) == grpolint::Severity::Error);
}
