#include "dialect/requirements.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "dialect/project_file.h"
#include "text/file.h"

namespace grpolint::dialect {
namespace {

namespace fs = std::filesystem;

constexpr int kLevels = 8;
constexpr int kFolderEntries = 5000;
constexpr std::size_t kLineLength = 1000;

std::string_view strip(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

std::string normalised(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '_' || c == '.') {
      out += '-';
    } else {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  return out;
}

std::string without_spaces(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return c != ' '; });
  return out;
}

/// "trl @ git+https://...@v0.17.0" pins what its tag names.
std::string specifier_of_address(std::string_view address) {
  const std::size_t at = address.rfind('@');
  if (at == std::string_view::npos) return {};
  std::string_view tag = strip(address.substr(at + 1));
  tag = tag.substr(0, tag.find_first_of("#;& "));
  if (!tag.empty() && tag.front() == 'v') tag.remove_prefix(1);
  if (tag.find('.') == std::string_view::npos || !Version::parse(tag)) return {};
  return "==" + std::string(tag);
}

/// The files of one folder that may name packages, most telling first.
std::vector<fs::path> requirement_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  int seen = 0;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (++seen > kFolderEntries) break;
    const std::string name = it->path().filename().string();
    const bool listed = name.starts_with("requirements") && name.ends_with(".txt");
    if (listed || name == "pyproject.toml" || name == "uv.lock") files.push_back(it->path());
  }
  const auto rank = [](const fs::path& path) {
    const std::string name = path.filename().string();
    if (name == "uv.lock") return 0;
    if (name == "requirements.txt") return 1;
    return name == "pyproject.toml" ? 3 : 2;
  };
  std::sort(files.begin(), files.end(), [&](const fs::path& a, const fs::path& b) {
    return std::pair(rank(a), a.filename()) < std::pair(rank(b), b.filename());
  });
  return files;
}

std::vector<PackageRequirement> read_lines(std::string_view bytes) {
  std::vector<PackageRequirement> found;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    if (auto requirement = parse_requirement(bytes.substr(0, end))) {
      found.push_back(*std::move(requirement));
    }
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return found;
}

std::vector<PackageRequirement> read_requirements(const fs::path& file,
                                                  std::span<const std::string_view> libraries) {
  const Result<std::string> bytes = read_file(file);
  if (!bytes) return {};
  const std::string name = file.filename().string();
  std::vector<PackageRequirement> found;
  if (name == "uv.lock") {
    found = read_uv_lock(*bytes, libraries);
  } else if (name == "pyproject.toml") {
    found = read_pyproject(*bytes);
  } else {
    found = read_lines(*bytes);
  }
  for (PackageRequirement& requirement : found) requirement.file = name;
  return found;
}

bool ends_search(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / ".git", error);
}

}  // namespace

std::optional<PackageRequirement> parse_requirement(std::string_view line) {
  if (line.size() > kLineLength) return std::nullopt;
  if (const std::size_t comment = line.find('#');
      comment == 0 || (comment != std::string_view::npos && line[comment - 1] == ' ')) {
    line = line.substr(0, comment);
  }
  line = strip(line);
  std::size_t length = 0;
  while (length < line.size() && is_name_character(line[length])) ++length;
  if (length == 0 || line.front() == '-') return std::nullopt;
  PackageRequirement requirement;
  requirement.library = normalised(line.substr(0, length));
  std::string_view rest = strip(line.substr(length));
  if (!rest.empty() && rest.front() == '[') {
    const std::size_t close = rest.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    rest = strip(rest.substr(close + 1));
  }
  if (!rest.empty() && rest.front() == '@') {
    requirement.specifier = specifier_of_address(rest.substr(1));
  } else {
    rest = rest.substr(0, rest.find(';'));
    rest = rest.substr(0, rest.find(" --"));
    if (!rest.empty() && rest.front() == '(' && rest.back() == ')') {
      rest = rest.substr(1, rest.size() - 2);
    }
    requirement.specifier = without_spaces(strip(rest));
    if (!requirement.specifier.empty() &&
        std::string_view("=<>!~").find(requirement.specifier.front()) == std::string_view::npos) {
      return std::nullopt;
    }
  }
  requirement.text = requirement.library + requirement.specifier;
  return requirement;
}

std::vector<PackageRequirement> find_requirements(const std::filesystem::path& config,
                                                  std::span<const std::string_view> libraries) {
  std::vector<PackageRequirement> found;
  if (config.empty()) return found;
  const auto known = [&](std::string_view library) {
    return std::any_of(found.begin(), found.end(),
                       [&](const PackageRequirement& r) { return r.library == library; });
  };
  std::error_code error;
  fs::path folder = fs::absolute(config, error).parent_path();
  for (int level = 0; !error && level < kLevels && found.size() < libraries.size(); ++level) {
    for (const fs::path& file : requirement_files(folder)) {
      for (PackageRequirement& requirement : read_requirements(file, libraries)) {
        const bool wanted =
            std::find(libraries.begin(), libraries.end(), requirement.library) != libraries.end();
        if (wanted && !requirement.specifier.empty() && !known(requirement.library)) {
          found.push_back(std::move(requirement));
        }
      }
    }
    if (ends_search(folder) || folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return found;
}

std::optional<ChosenRelease> choose_release(std::string_view library, std::string_view specifier,
                                            const ReleaseLimit& limit) {
  if (specifier.starts_with("==") && specifier.find_first_of(",*") == std::string_view::npos) {
    specifier.remove_prefix(specifier.starts_with("===") ? 3 : 2);
    const std::optional<Version> version = Version::parse(specifier);
    if (!version) return std::nullopt;
    return ChosenRelease{*version, true, false};
  }
  const std::span<const schema::Release> known = schema::releases(library);
  for (std::size_t i = known.size(); i-- > 0;) {
    const schema::Release& release = known[i];
    if (release.yanked) continue;
    const std::optional<bool> allowed = schema::satisfies(release.version, specifier);
    if (!allowed) return std::nullopt;
    if (!limit.date.empty() && release.date > limit.date) continue;
    if (!*allowed || !schema::satisfies(release.version, limit.specifier).value_or(true)) continue;
    const bool unbounded = specifier.find('<') == std::string_view::npos &&
                           specifier.find('~') == std::string_view::npos &&
                           specifier.find("==") == std::string_view::npos;
    return ChosenRelease{release.version, false, unbounded};
  }
  return std::nullopt;
}

}  // namespace grpolint::dialect
