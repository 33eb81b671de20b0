#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "lint/linter.h"

/// A report on a text, with findings placed at the words they speak of.
class ReportFixture {
 public:
  ReportFixture(std::string name, std::string text) {
    report.file = name;
    report.source = grpolint::Source(std::move(name), std::move(text));
    report.linted = true;
    report.dialect = "trl";
  }

  grpolint::Span at(std::string_view word) const {
    const auto begin = static_cast<std::uint32_t>(report.source.bytes().find(word));
    return {begin, begin + static_cast<std::uint32_t>(word.size())};
  }

  grpolint::Finding& add(std::string_view word, std::string message) {
    grpolint::Finding finding;
    finding.code = "MEM001";
    finding.name = "24gb-three-levers";
    finding.severity = grpolint::Severity::Error;
    finding.message = std::move(message);
    finding.span = at(word);
    report.findings.push_back(std::move(finding));
    return report.findings.back();
  }

  grpolint::lint::FileReport report;
};
