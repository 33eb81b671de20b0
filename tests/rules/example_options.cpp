#include "example_options.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "lint/target_fields.h"

namespace grpolint {

Result<Target> read_example_options(std::string_view options) {
  Target target;
  std::istringstream words{std::string(options)};
  std::string flag;
  while (words >> flag) {
    const auto fields = lint::target_fields();
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const auto& known) { return known.flag == flag; });
    std::string value;
    if (field == fields.end() || !(words >> value)) {
      return Error{"cannot read the option " + flag};
    }
    if (const auto problem = lint::state(*field, value, flag, target)) {
      return Error{flag + " " + *problem};
    }
  }
  return target;
}

}  // namespace grpolint
