#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "model/catalogue.h"
#include "model/class_model.h"
#include "model/model.h"
#include "text/file.h"

namespace grpolint::model {
namespace {

namespace fs = std::filesystem;

/// Longer than any path or repository name that can exist.
constexpr std::size_t kLongestName = 4096;

bool is_plain(std::string_view name) {
  return name.size() <= kLongestName && std::none_of(name.begin(), name.end(), [](unsigned char c) {
           return c < ' ' || c == 0x7f;
         });
}

Model model_of_geometry(std::string_view name, Geometry geometry, Origin origin,
                        std::string because) {
  Model model;
  model.name = name;
  model.exact = geometry.known_family;
  model.origin = model.exact ? origin : Origin::Assumed;
  model.because = std::move(because);
  if (!model.exact) model.because += ", of a family whose parameters can only be estimated";
  model.size_class = size_class(static_cast<double>(geometry.parameters));
  model.active_size_class = geometry.moe_layers > 0
                                ? size_class(static_cast<double>(geometry.active_parameters))
                                : model.size_class;
  model.spread = {geometry};
  model.likely = std::move(geometry);
  return model;
}

Result<Geometry> read_config_file(const fs::path& path) {
  auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  auto geometry = read_config_json(*bytes);
  if (!geometry) return Error{fmt::format("{}: {}", path.string(), geometry.error().message)};
  return geometry;
}

Result<std::optional<Model>> from_stated_file(std::string_view name, fs::path path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) path /= "config.json";
  auto geometry = read_config_file(path);
  if (!geometry) {
    return Error{fmt::format("cannot use the model config: {}", geometry.error().message)};
  }
  return std::optional(model_of_geometry(name, std::move(*geometry), Origin::Companion,
                                         fmt::format("{}", path.string())));
}

/// The geometry in a config.json that is there and can be read. `trouble` says why one that is
/// there cannot.
std::optional<Geometry> from_found_file(const fs::path& path, std::string& trouble) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  auto geometry = read_config_file(path);
  if (geometry) return std::move(*geometry);
  trouble = geometry.error().message;
  return std::nullopt;
}

/// "org/name" or "name" as the Hugging Face Hub allows it; no other text becomes part of a path
/// into the cache.
bool is_repository_name(std::string_view name) {
  const auto allowed = [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '/';
  };
  return !name.empty() && name.size() <= 200 && std::all_of(name.begin(), name.end(), allowed) &&
         std::count(name.begin(), name.end(), '/') <= 1 && name.front() != '/' &&
         name.back() != '/' && name.front() != '.' && name.find("..") == std::string_view::npos &&
         name.find("--") == std::string_view::npos;
}

/// The folder of the revision that "main" stands for, or of the only one there is.
std::optional<fs::path> cached_snapshot(const fs::path& repository) {
  std::error_code failure;
  const fs::path snapshots = repository / "snapshots";
  if (auto reference = read_file(repository / "refs" / "main", 256)) {
    std::string revision = *reference;
    while (!revision.empty() && (revision.back() == '\n' || revision.back() == '\r')) {
      revision.pop_back();
    }
    const bool hexadecimal =
        !revision.empty() && revision.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (hexadecimal && fs::is_directory(snapshots / revision, failure)) return snapshots / revision;
  }
  std::optional<fs::path> only;
  for (fs::directory_iterator entry(snapshots, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (only) return std::nullopt;
    only = entry->path();
  }
  return only;
}

std::optional<Model> from_cache(std::string_view name, const fs::path& cache,
                                std::string& trouble) {
  if (cache.empty() || !is_repository_name(name)) return std::nullopt;
  std::string folder = "models--";
  for (const char c : name) folder += c == '/' ? std::string("--") : std::string(1, c);
  const auto snapshot = cached_snapshot(cache / folder);
  if (!snapshot) return std::nullopt;
  auto geometry = from_found_file(*snapshot / "config.json", trouble);
  if (!geometry) return std::nullopt;
  return model_of_geometry(name, std::move(*geometry), Origin::Companion,
                           "config.json in the local Hugging Face cache");
}

std::optional<Model> from_folder(std::string_view name, const fs::path& relative_to,
                                 std::string& trouble) {
  auto geometry = from_found_file(relative_to / fs::path(name) / "config.json", trouble);
  if (!geometry) return std::nullopt;
  return model_of_geometry(name, std::move(*geometry), Origin::Companion,
                           "config.json in the model's folder");
}

std::optional<Model> from_catalogue(std::string_view name) {
  const CatalogueMatch match = find_published(name);
  if (match.model == nullptr) return std::nullopt;
  Geometry geometry = match.model->geometry;
  geometry.context_length = match.context_length;
  return model_of_geometry(name, std::move(geometry), Origin::Derived,
                           fmt::format("published geometry of {}", match.model->name));
}

}  // namespace

std::filesystem::path hugging_face_cache_from_environment() {
  const auto variable = [](const char* name) -> fs::path {
    const char* value = std::getenv(name);
    return value == nullptr ? fs::path() : fs::path(value);
  };
  if (fs::path hub = variable("HF_HUB_CACHE"); !hub.empty()) return hub;
  if (fs::path home = variable("HF_HOME"); !home.empty()) return home / "hub";
  if (fs::path caches = variable("XDG_CACHE_HOME"); !caches.empty()) {
    return caches / "huggingface" / "hub";
  }
  if (fs::path home = variable("HOME"); !home.empty()) {
    return home / ".cache" / "huggingface" / "hub";
  }
  return {};
}

Result<std::optional<Model>> resolve(std::string_view name, const Lookup& lookup) {
  if (!is_plain(name)) name = {};
  if (!lookup.model_config.empty()) return from_stated_file(name, lookup.model_config);
  if (name.empty()) return std::optional<Model>();

  std::string trouble;
  std::optional<Model> model = from_folder(name, lookup.relative_to, trouble);
  if (!model) model = from_cache(name, lookup.hugging_face_cache, trouble);
  if (!model) model = from_catalogue(name);
  if (!model) {
    if (const auto size = size_from_name(name)) model = model_of_size(std::string(name), *size);
  }
  if (model && !trouble.empty()) model->because += fmt::format("; not used: {}", trouble);
  return model;
}

}  // namespace grpolint::model
