#pragma once

#include <string>
#include <string_view>

namespace grpolint::report {

/// Text as the content of an XML 1.0 element or of an attribute in double quotes. What XML has no
/// way to say (most control characters, U+FFFE, U+FFFF, bytes that are not UTF-8) becomes U+FFFD;
/// tabs and line ends become references, which alone survive the normalisation of attributes.
std::string xml_escape(std::string_view text);

}  // namespace grpolint::report
