#include <array>
#include <catch2/catch.hpp>

#include "report/reporter.h"
#include "report_fixture.h"

using Catch::EndsWith;
using Catch::StartsWith;
using grpolint::Severity;

namespace {

std::string github(const ReportFixture& fixture) {
  return grpolint::report::github(std::array{fixture.report}, {});
}

}  // namespace

TEST_CASE("github: the last column is part of the range, columns are characters") {
  ReportFixture fixture("run.yaml",
                        "x: 1\r\n\xF0\x9F\x98\x80 gr\xC3\xB6\xC3\x9F"
                        "e: 22\r\n");
  fixture.add("22", "too small").help = "write 3";
  CHECK(github(fixture) ==
        "::error file=run.yaml,line=2,endLine=2,col=10,endColumn=11,title=MEM001 "
        "24gb-three-levers::too small%0Ahelp: write 3\n");
}

TEST_CASE("github: a range of lines has no columns and ends with the last line of the file") {
  ReportFixture fixture("run.yaml", "a:\n  b: 1\n");
  fixture.add("a:\n  b: 1\n", "x");
  CHECK_THAT(github(fixture), StartsWith("::error file=run.yaml,line=1,endLine=2,title="));
}

TEST_CASE("github: nothing in a name or message begins another command or property") {
  ReportFixture fixture("a,line=9::x%\n::error::y\x1B[1m.yaml", "a: 1\n");
  auto& finding = fixture.add("a", "100%\r\n::error file=evil::boo\x1B[0m\xFF");
  finding.name = "a,b:c";
  finding.severity = Severity::Warning;
  CHECK(github(fixture) ==
        "::warning file=a%2Cline=9%3A%3Ax%25%0A%3A%3Aerror%3A%3Ay\\x1b[1m.yaml,line=1,endLine=1,"
        "col=1,endColumn=1,title=MEM001 a%2Cb%3Ac::100%25%0D%0A::error file=evil::boo\\x1b[0m\\xff"
        "\n");
}

TEST_CASE("github: the most severe first, and a word on what GitHub will not show") {
  ReportFixture fixture("run.yaml", "a: 1\n");
  fixture.add("a", "last").severity = Severity::Info;
  for (int i = 0; i < 12; ++i) fixture.add("a", "middle").severity = Severity::Warning;
  fixture.add("a", "first");
  fixture.add("a", "hidden").suppressed = true;
  const std::string text = github(fixture);
  CHECK_THAT(text, StartsWith("::error "));
  CHECK_THAT(text, EndsWith("::middle\n"
                            "::notice title=grpolint::2 more findings in the log of this step: "
                            "GitHub shows 10 of a kind\n"
                            "::notice file=run.yaml,line=1,endLine=1,col=1,endColumn=1,"
                            "title=MEM001 24gb-three-levers::last\n"));
}
