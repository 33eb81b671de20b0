#pragma once

#include <string>
#include <vector>

#include "case_file.h"
#include "held_out.h"
#include "reports.h"
#include "writer.h"

namespace grpolint::accuracy {

/// One table per file with its summary; exceeded bounds are added to `violations`.
std::string case_tables(const std::vector<CaseFile>& files, Style style,
                        std::vector<std::string>& violations);

std::string report_table(const ReportSummary& summary, Style style);

std::string held_out_table(const HeldOutSummary& summary, Style style);

}  // namespace grpolint::accuracy
