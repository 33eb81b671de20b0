"""Options of `accelerate launch`, read from the source of its argument parser."""

import ast
import json

FILE = "accelerate/commands/launch.py"


def read(source):
    """{name: {"takes_value": bool, "choices": [...]}} by long name, dashes as underscores."""
    options = {}
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "add_argument":
            continue
        names = [a.value for a in node.args if isinstance(a, ast.Constant)]
        long_names = [name[2:] for name in names if name.startswith("--")]
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        action = ast.literal_eval(keywords["action"]) if "action" in keywords else "store"
        if action == "help":
            continue
        for name in long_names:
            options[name.replace("-", "_")] = {
                "takes_value": action in ("store", "append"),
                "choices": _choices(keywords.get("choices")),
            }
    return options


def _choices(node):
    if node is None:
        return []
    try:
        return [str(choice) for choice in ast.literal_eval(node)]
    except ValueError:
        return []  # computed from an enumeration of accelerate's


def document(header, options):
    lines = ["{"]
    lines += [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in header.items()]
    lines.append(' "arguments": [')
    entries = []
    for name in sorted(options):
        entry = {"name": name}
        if not options[name]["takes_value"]:
            entry["takes_value"] = False
        if options[name]["choices"]:
            entry["choices"] = options[name]["choices"]
        entries.append("  " + json.dumps(entry))
    lines.append(",\n".join(entries))
    return "\n".join(lines + [" ]", "}", ""])
