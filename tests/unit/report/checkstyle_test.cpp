#include <array>
#include <catch2/catch.hpp>

#include "report/reporter.h"
#include "report_fixture.h"

using grpolint::Severity;

TEST_CASE("checkstyle: a file element each config, an error element each finding") {
  ReportFixture bad("a&b.yaml", "\xF0\x9F\x98\x80: 1\r\n");
  bad.add("1", "\"too\" small\n]]>").severity = Severity::Info;
  bad.add("1", "hidden").suppressed = true;
  const ReportFixture good("good.yaml", "a: 1\n");
  ReportFixture other("compose.yaml", "a: 1\n");
  other.report.linted = false;
  CHECK(grpolint::report::checkstyle(std::array{bad.report, good.report, other.report}) ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<checkstyle version=\"4.3\">\n"
        "  <file name=\"a&amp;b.yaml\">\n"
        "    <error line=\"1\" column=\"4\" severity=\"info\" message=\"&quot;too&quot; small&#10;"
        "]]&gt;\" source=\"grpolint.MEM001\"/>\n"
        "  </file>\n"
        "  <file name=\"good.yaml\">\n"
        "  </file>\n"
        "</checkstyle>\n");
}

TEST_CASE("checkstyle: characters that a terminal acts on are written as references") {
  ReportFixture fixture("a\u009b\u202e.yaml", "a: 1\n");
  fixture.add("a", "message");
  CHECK_THAT(grpolint::report::checkstyle(std::array{fixture.report}),
             Catch::Contains("<file name=\"a&#x9B;&#x202E;.yaml\">"));
}
