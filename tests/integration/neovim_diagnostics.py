#!/usr/bin/env python3
"""The plugin in real Neovim: opening a config shows its findings, each on its own bytes whatever the
file's line ends, byte order mark, tabs and characters beyond ASCII; a mended file shows none, nor does
one that is no config."""

import json

from support import CLEAN, FAULTY, SOURCE, Workspace, arguments, check, check_equal, need

SCRIPT = """
vim.cmd('source ' .. vim.fn.fnameescape(vim.env.PLUGIN))
local told = 0
vim.api.nvim_create_autocmd('DiagnosticChanged', { callback = function() told = told + 1 end })
local function shown_after(command)
  local before = told
  vim.cmd(command)
  assert(vim.wait(20000, function() return told > before end), command)
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    local line = vim.api.nvim_buf_get_lines(0, each.lnum, each.lnum + 1, true)[1]
    table.insert(found, { each.code, each.severity, line:sub(each.col + 1, each.end_col) })
  end
  return found
end
local seen = {}
for _, name in ipairs(vim.fn.readfile('names.txt')) do
  seen[name] = shown_after('edit ' .. name)
end
vim.cmd('edit a.yaml')
vim.api.nvim_buf_set_lines(0, 0, -1, true, vim.fn.readfile('clean.txt'))
seen.mended = shown_after('write')
vim.fn.writefile({ vim.fn.json_encode(seen) }, 'seen.json')
vim.cmd('qall!')
"""

TABS = """\
{
\t"per_device_train_batch_size": 8,
\t"num_generations": 6,
\t"run":\t{"😀": 1,\t"größe": 2,\t"größe": 3}
}
"""

FILES = {
    "a.yaml": FAULTY,
    "crlf.yaml": FAULTY.replace("\n", "\r\n"),
    "mark.yaml": "\ufeff" + FAULTY.removeprefix("# größe – naïve 😀\n"),
    "both.yaml": "\ufeff" + FAULTY.replace("\n", "\r\n"),
    "tabs.json": TABS,
    "tsconfig.json": "{\n  // strict is on\n  \"compilerOptions\": {\"strict\": true}\n}\n",
}

SEVERITY = {"error": 1, "warning": 2, "info": 3}


def marks(work, name, text):
    """[code, severity, the text it marks] of each finding in the file, whose text this is."""
    found = []
    for finding in work.findings(name, "--force-exclude"):
        span = finding["range"]["start"]["offset"], finding["range"]["end"]["offset"]
        marked = text.encode()[slice(*span)].decode()
        found.append([finding["code"], SEVERITY[finding["severity"]], marked])
    return sorted(found)


def main():
    grpolint, _ = arguments()
    need("nvim")
    with Workspace(grpolint) as work:
        for name, text in FILES.items():
            work.write(name, text)
        work.write("names.txt", "".join(f"{name}\n" for name in FILES))
        work.write("clean.txt", CLEAN)
        work.write("script.lua", SCRIPT)
        wanted = {name: marks(work, name, text) for name, text in FILES.items()}
        for name, rows in wanted.items():
            check(any("größe" in row[2] for row in rows) == (name != "tsconfig.json"),
                  f"a finding marks characters beyond ASCII in {name}")
        work.run("nvim", "--headless", "-u", "NONE", "-c", "luafile script.lua", "-c", "cquit", timeout=90,
                 environment={"PLUGIN": str(SOURCE / "editors/neovim/plugin/grpolint.lua")})
        seen = json.loads((work.root / "seen.json").read_text())
        for name in FILES:
            check_equal(sorted(seen[name]), wanted[name], f"the diagnostics of {name}")
        check_equal(sorted(seen["mended"]), marks(work, "a.yaml", CLEAN),
                    "the diagnostics of the mended file")


main()
