#include "schema/embed_tool/table_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "embed/cpp_writer.h"
#include "schema/embed_tool/value_type.h"

namespace grpolint::schema::embed {
namespace {

using grpolint::embed::literal;

std::string text(Version v) { return fmt::format("V{{{},{},{}}}", v.major, v.minor, v.patch); }
std::string text(const std::optional<Version>& v) { return v ? text(*v) : "{}"; }

std::string text(ArgumentKind kind) {
  return fmt::format("ArgumentKind({})", static_cast<unsigned>(kind));
}

/// One constant array that others refer to by ranges of it.
class Pool {
 public:
  Pool(std::string_view type, std::string_view name) : type_(type), name_(name) {}

  void add(const std::string& entry) {
    body_ += entry;
    body_ += ",\n";
    ++size_;
  }
  std::size_t size() const { return size_; }
  /// The entries from `begin` to the end of what was added so far, as a span expression.
  std::string range(std::size_t begin) const {
    if (begin == size_) return "{}";
    return fmt::format("{{{}+{},{}}}", name_, begin, size_ - begin);
  }
  std::string definition() const {
    if (size_ == 0) return {};
    return fmt::format("constexpr {} {}[] = {{\n{}}};\n", type_, name_, body_);
  }

 private:
  std::string type_;
  std::string name_;
  std::string body_;
  std::size_t size_ = 0;
};

class TableWriter {
 public:
  explicit TableWriter(const SchemaData& data) : data_(data) {}
  std::string write();

 private:
  std::string string_range(const std::vector<std::string>& values);
  std::string argument(const ArgumentData& data);
  std::string arguments_of(const std::vector<const ArgumentData*>& arguments);
  void write_arguments();
  void write_libraries();
  void write_lists();

  const SchemaData& data_;
  Pool strings_{"std::string_view", "kStrings"};
  Pool periods_{"DefaultPeriod", "kPeriods"};
  Pool choices_{"Choice", "kChoices"};
  Pool arguments_{"Argument", "kArguments"};
  Pool releases_{"Release", "kReleases"};
  Pool requirements_{"Requirement", "kRequirements"};
  Pool libraries_{"LibraryFacts", "kLibraries"};
  Pool aliases_{"Alias", "kAliases"};
  Pool special_keys_{"SpecialKey", "kSpecialKeys"};
  Pool launch_arguments_{"LaunchArgument", "kLaunchArguments"};
  Pool profile_keys_{"ProfileKey", "kProfileKeys"};
  std::string trl_, unsloth_, dataset_items_;
};

std::string TableWriter::string_range(const std::vector<std::string>& values) {
  const std::size_t begin = strings_.size();
  for (const std::string& value : values) strings_.add(literal(value));
  return strings_.range(begin);
}

ValueType value_type(const ArgumentData& data, const PeriodData& period) {
  const bool has_choices = std::ranges::any_of(data.choices, [&](const ChoiceData& choice) {
    return choice.since <= period.to && (!choice.until || *choice.until >= period.from);
  });
  ValueType type = parse_value_type(period.type, has_choices);
  type.nullable = type.nullable || period.json == "null";
  if (data.also_boolean && !type.accepts(ArgumentKind::Boolean)) {
    type.also |= static_cast<std::uint8_t>(1u << static_cast<unsigned>(ArgumentKind::Boolean));
  }
  return type;
}

std::string TableWriter::argument(const ArgumentData& data) {
  const std::size_t first_period = periods_.size();
  for (const PeriodData& period : data.periods) {
    const ValueType type = value_type(data, period);
    periods_.add(fmt::format("{{{},{},{},{},{{{},{},{},{}}}}}", text(period.from), text(period.to),
                             literal(period.json), literal(period.type), text(type.kind),
                             text(type.element), type.also, type.nullable));
  }
  const std::size_t first_choice = choices_.size();
  std::vector<std::string> current;
  for (const ChoiceData& choice : data.choices) {
    choices_.add(
        fmt::format("{{{},{},{}}}", literal(choice.value), text(choice.since), text(choice.until)));
    if (choice.until == data.until) current.push_back(choice.value);
  }
  const ValueType newest = value_type(data, data.periods.back());
  return fmt::format("{{{},{},{},{},{},{},{},{},{},{},{},{},{},{}}}", literal(data.name),
                     literal(data.library), literal(data.owner), literal(data.group),
                     text(newest.kind), newest.nullable, string_range(current),
                     text(data.periods.front().from), text(data.until), literal(data.renamed_to),
                     literal(data.note), periods_.range(first_period), text(data.deprecated_since),
                     choices_.range(first_choice));
}

std::string TableWriter::arguments_of(const std::vector<const ArgumentData*>& arguments) {
  const std::size_t begin = arguments_.size();
  for (const ArgumentData* data : arguments) arguments_.add(argument(*data));
  return arguments_.range(begin);
}

void TableWriter::write_arguments() {
  std::vector<const ArgumentData*> trl, unsloth, dataset_items;
  for (const LibraryData& library : data_.libraries) {
    for (const ArgumentData& data : library.arguments) {
      if (data.owner == "DatasetConfig") {
        dataset_items.push_back(&data);
        continue;
      }
      unsloth.push_back(&data);
      if (library.name != "unsloth") trl.push_back(&data);
    }
  }
  // Libraries come in the order of precedence, which a stable sort keeps.
  for (auto* list : {&trl, &unsloth}) std::ranges::stable_sort(*list, {}, &ArgumentData::name);
  trl_ = arguments_of(trl);
  unsloth_ = arguments_of(unsloth);
  dataset_items_ = arguments_of(dataset_items);
}

void TableWriter::write_libraries() {
  for (const LibraryData& library : data_.libraries) {
    const std::size_t first = releases_.size();
    for (const ReleaseData& release : library.releases) {
      const std::size_t first_requirement = requirements_.size();
      for (const auto& [name, specifier] : release.requirements) {
        requirements_.add(fmt::format("{{{},{}}}", literal(name), literal(specifier)));
      }
      releases_.add(fmt::format("{{{},{},{},{},{}}}", text(release.version), literal(release.date),
                                release.yanked, text(release.transformers.value_or(Version{})),
                                requirements_.range(first_requirement)));
    }
    libraries_.add(fmt::format("{{{},{},{}}}", literal(library.name), literal(library.verified),
                               releases_.range(first)));
  }
}

void TableWriter::write_lists() {
  for (const AliasData& alias : data_.aliases) {
    aliases_.add(fmt::format("{{{},{},{},{}}}", literal(alias.alias), literal(alias.argument),
                             alias.exact, literal(alias.note)));
  }
  for (const SpecialKeyData& key : data_.special_keys) {
    special_keys_.add(fmt::format("{{{},{},{},{}}}", literal(key.name), literal(key.note),
                                  text(key.since), text(key.until)));
  }
  for (const LaunchArgumentData& launch : data_.launch_arguments) {
    launch_arguments_.add(fmt::format("{{{},{},{}}}", literal(launch.name), launch.takes_value,
                                      string_range(launch.choices)));
  }
  for (const ProfileKeyData& key : data_.profile_keys) {
    profile_keys_.add(
        fmt::format("{{{},{},{}}}", literal(key.name), literal(key.profile), literal(key.note)));
  }
}

std::string TableWriter::write() {
  write_arguments();
  write_libraries();
  write_lists();
  std::string out =
      "#include \"schema/tables.h\"\n\nnamespace grpolint::schema {\nnamespace {\n\n"
      "using V = Version;\n\n";
  for (const Pool* pool :
       {&strings_, &periods_, &choices_, &arguments_, &requirements_, &releases_, &libraries_,
        &aliases_, &special_keys_, &launch_arguments_, &profile_keys_}) {
    out += pool->definition();
  }
  out += fmt::format(
      "\n}}  // namespace\n\nconst Tables kTables = {{{},{},{},{},{},{},{},{}}};\n\n"
      "}}  // namespace grpolint::schema\n",
      trl_, unsloth_, dataset_items_, libraries_.range(0), aliases_.range(0),
      special_keys_.range(0), launch_arguments_.range(0), profile_keys_.range(0));
  return out;
}

}  // namespace

std::string write_tables(const SchemaData& data) { return TableWriter(data).write(); }

}  // namespace grpolint::schema::embed
