#include <array>
#include <catch2/catch.hpp>

#include "report/reporter.h"
#include "report_fixture.h"

using grpolint::Severity;

namespace {

std::string gcc(const ReportFixture& fixture) {
  return grpolint::report::gcc(std::array{fixture.report});
}

}  // namespace

TEST_CASE("gcc: file, line, column in characters, one of GCC's words, message, code") {
  ReportFixture fixture("run.yaml",
                        "a: 1\r\n\xF0\x9F\x98\x80 gr\xC3\xB6\xC3\x9F"
                        "e: 2\r\n");
  fixture.add("2", "too small");
  fixture.add("a", "look").severity = Severity::Warning;
  fixture.add("1", "by the way").severity = Severity::Info;
  fixture.add("1", "not shown").suppressed = true;
  CHECK(gcc(fixture) ==
        "run.yaml:2:10: error: too small [MEM001]\n"
        "run.yaml:1:1: warning: look [MEM001]\n"
        "run.yaml:1:4: note: by the way [MEM001]\n");
}

TEST_CASE("gcc: one physical line whatever is in the message or the name") {
  ReportFixture fixture("::error::\nx\x1B[31m.yaml", "a: 1\n");
  fixture.add("a", " \n first\r\n\tsecond\x1B[0m\xFF\n");
  CHECK(gcc(fixture) ==
        "./::error::\\nx\\x1b[31m.yaml:1:1: error: first; second\\x1b[0m\\xff [MEM001]\n");
}
