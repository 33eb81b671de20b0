#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/data_table.h"
#include "grpolint/result.h"

namespace grpolint {

/// One data or settings file of grpolint's own, and the mistakes found in it so far. A loader adds
/// its own to those of the reader, so that all are reported at once.
struct DataFile {
  Source source;
  Document document;
  std::vector<DataError> errors;  ///< begins with what the reader found

  /// The top-level mapping; empty, with a mistake added, when the file has none.
  std::optional<DataTable> root();
  /// Each mistake as "file:line:column: message".
  std::vector<std::string> mistakes() const;
};

/// "file:line:column: message"
std::string placed(const Source& source, const DataError& error);

DataFile parse_data(Source source, Format format, const ReadLimits& limits = {});

/// Errors: as those of read_file. What is wrong inside the file is in `errors`.
Result<DataFile> read_data_file(const std::string& path, Format format);

}  // namespace grpolint
