#include "schema/json_value.h"

#include <cassert>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

namespace grpolint::schema {
namespace {

/// Defaults hold no escapes beyond the one-character ones; embed_tool refuses others.
std::string take_string(std::string_view& json) {
  std::string text;
  for (json.remove_prefix(1); json.front() != '"'; json.remove_prefix(1)) {
    if (json.front() != '\\') {
      text += json.front();
      continue;
    }
    json.remove_prefix(1);
    const char escaped = json.front();
    text += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
  }
  json.remove_prefix(1);
  return text;
}

void skip_separators(std::string_view& json) {
  while (!json.empty() && (json.front() == ' ' || json.front() == ',')) json.remove_prefix(1);
}

Value take_value(std::string_view& json);

Value take_list(std::string_view& json) {
  std::vector<Value> items;
  json.remove_prefix(1);
  for (skip_separators(json); json.front() != ']'; skip_separators(json)) {
    items.push_back(take_value(json));
  }
  json.remove_prefix(1);
  return Value::list(std::move(items));
}

Value take_value(std::string_view& json) {
  if (json.front() == '"') return Value::string(take_string(json));
  if (json.front() == '[') return take_list(json);
  if (json.front() == '{') {
    json = {};  // members are of no interest, and nothing follows a whole default
    return Value::map();
  }
  const std::size_t end = std::min(json.find_first_of(",]"), json.size());
  const std::string_view word = json.substr(0, end);
  json.remove_prefix(end);
  if (word == "null") return Value::absent();
  if (word == "true" || word == "false") return Value::boolean(word == "true");
  double number = 0;
  [[maybe_unused]] const auto result =
      std::from_chars(word.data(), word.data() + word.size(), number);
  assert(result.ec == std::errc());
  return Value::number(number);
}

}  // namespace

Value value_of_json(std::string_view json) {
  assert(!json.empty());
  return take_value(json);
}

}  // namespace grpolint::schema
