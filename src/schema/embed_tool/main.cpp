#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <map>

#include "schema/embed_tool/table_writer.h"

namespace grpolint::schema::embed {
namespace {

int run(int argc, char** argv) {
  std::map<std::string, DataFile, std::less<>> files;
  for (int i = 2; i < argc; ++i) {
    Result<DataFile> file = read_data_file(argv[i], Format::Json);
    if (!file) {
      fmt::print(stderr, "{}\n", file.error().message);
      return 1;
    }
    files.emplace(stem_of(argv[i]), std::move(*file));
  }
  for (const char* name : {"unsloth", "trl", "transformers", "curated", "aliases", "special-keys",
                           "accelerate-launch", "profiles"}) {
    if (files.contains(name)) continue;
    fmt::print(stderr, "the schema needs a file {}.json\n", name);
    return 1;
  }

  SchemaData data;
  for (const char* library : {"unsloth", "trl", "transformers"}) {
    data.libraries.push_back(read_library(files.at(library)));
  }
  apply_curation(files.at("curated"), data.libraries);
  data.aliases = read_aliases(files.at("aliases"), data.libraries);
  data.special_keys = read_special_keys(files.at("special-keys"));
  data.launch_arguments = read_launch_arguments(files.at("accelerate-launch"));
  data.profile_keys = read_profiles(files.at("profiles"));

  bool good = true;
  for (const auto& [name, file] : files) {
    for (const std::string& mistake : file.mistakes()) fmt::print(stderr, "{}\n", mistake);
    good = file.errors.empty() && good;
  }
  if (!good) return 1;
  std::ofstream out(argv[1], std::ios::binary);
  out << write_tables(data);
  out.close();
  if (!out) fmt::print(stderr, "cannot write {}\n", argv[1]);
  return out ? 0 : 1;
}

}  // namespace
}  // namespace grpolint::schema::embed

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: {} OUTPUT.cpp INPUT.json...\n", argv[0]);
    return 2;
  }
  return grpolint::schema::embed::run(argc, argv);
}
