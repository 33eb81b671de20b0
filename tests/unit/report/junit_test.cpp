#include <array>
#include <catch2/catch.hpp>

#include "report/reporter.h"
#include "report_fixture.h"

using Catch::Contains;

namespace {

template <typename... Fixtures>
std::string junit(const Fixtures&... fixtures) {
  return grpolint::report::junit(std::array{fixtures.report...});
}

}  // namespace

TEST_CASE("junit: a failed case a finding, a passed one a config without findings") {
  ReportFixture bad("configs/run.yaml",
                    "gr\xC3\xB6\xC3\x9F"
                    "e: 1\n");
  bad.add("1", "too <small>").help = "write 2";
  ReportFixture good("good.yaml", "a: 1\n");
  good.add("a", "hidden").suppressed = true;
  ReportFixture other("compose.yaml", "a: 1\n");
  other.report.linted = false;
  CHECK(junit(bad, good, other) ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"grpolint\" tests=\"2\" failures=\"1\" errors=\"0\">\n"
        "  <testsuite name=\"grpolint\" tests=\"2\" failures=\"1\" errors=\"0\">\n"
        "    <testcase classname=\"configs/run\" name=\"MEM001:1:8\">\n"
        "      <failure type=\"MEM001\" message=\"too &lt;small&gt;\">configs/run.yaml:1:8: error: "
        "too &lt;small&gt;&#10;help: write 2</failure>\n"
        "    </testcase>\n"
        "    <testcase classname=\"good\" name=\"good.yaml\"/>\n"
        "  </testsuite>\n"
        "</testsuites>\n");
}

TEST_CASE("junit: what XML cannot hold is replaced, what ends a section escaped") {
  ReportFixture fixture("a\"b\x01.yaml", "a: 1\n");
  fixture.add("a", "]]> & ' \t\r\n\x1B[0m\xFF \xEF\xBF\xBF end");
  CHECK_THAT(junit(fixture),
             Contains("classname=\"a&quot;b\xEF\xBF\xBD\"") &&
                 Contains("]]&gt; &amp; &apos; &#9;&#13;&#10;\xEF\xBF\xBD[0m\xEF\xBF\xBD "
                          "\xEF\xBF\xBD end") &&
                 !Contains("\x1B"));
}

TEST_CASE("junit: characters that a terminal acts on are written as references") {
  ReportFixture fixture("a\u009b\u202e.yaml", "a: 1\n");
  fixture.add("a", "\u2066 message");
  CHECK_THAT(junit(fixture), Contains("classname=\"a&#x9B;&#x202E;\"") &&
                                 Contains("&#x2066; mess") && !Contains("\u009b") &&
                                 !Contains("\u202e") && !Contains("\u2066"));
}
