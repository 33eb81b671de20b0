#include <fmt/format.h>

#include "rules/native/checks.h"
#include "schema/schema.h"

namespace grpolint::rules::native {
namespace {

/// Nothing to say: the release gives its warning for other values only, or another rule speaks.
bool is_silent(const Node& node, const schema::Argument& argument) {
  if (node.kind == NodeKind::Null) return true;
  // max-prompt-length-ignored says what follows from it.
  if (argument.name == "max_prompt_length") return true;
  return argument.name == "use_transformers_paged" && node.kind == NodeKind::Boolean &&
         !node.boolean;
}

/// use_liger_loss of TRL became use_liger_kernel of transformers.
std::string replacement(const schema::Argument& argument, const dialect::Run& run) {
  const schema::Argument* renamed =
      argument.renamed_to.empty() ? nullptr
                                  : schema::find(run.dialect, argument.renamed_to, run.releases);
  const bool known =
      renamed != nullptr && renamed->known_in(run.releases.for_library(renamed->library));
  return known ? fmt::format("write {} instead", argument.renamed_to) : "remove it";
}

}  // namespace

std::vector<Match> deprecated_key(const RuleContext& context) {
  const dialect::Run& run = *context.run;
  std::vector<Match> matches;
  for (const dialect::Entry& entry : run.entries) {
    if (entry.schema == nullptr || entry.extension) continue;
    const schema::Argument* argument = &schema::judged_by(*entry.schema, run.releases);
    if (!argument->deprecated_since) continue;
    const Version release = run.releases.for_library(argument->library);
    if (!argument->known_in(release) || release < *argument->deprecated_since) continue;
    if (is_silent(context.document.node(entry.node), *argument)) continue;

    Match match;
    match.span = entry.site.key;
    match.key_path = entry.site.path;
    match.reads = {argument->library == "trl" ? "version.trl" : "version.transformers"};
    const std::string library = argument->library == "trl" ? "TRL" : std::string(argument->library);
    match.locals = {
        {"key", Value::string(entry.key)},
        {"framework", Value::string(library)},
        {"since", Value::string(argument->deprecated_since->to_string())},
        {"suggestion", Value::string(replacement(*argument, run))},
        {"note",
         argument->note.empty() ? Value::absent() : Value::string(std::string(argument->note))},
        // Accepted without a word about it in the log of most runs, and without effect.
        {"ignored", Value::boolean(argument->note.find("ignore") != std::string_view::npos ||
                                   argument->note.find("ithout effect") != std::string_view::npos)},
    };
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
