#!/usr/bin/env python3
"""The plugin in real Neovim: opening a config shows its findings, each on its own bytes, and a
mended file shows none."""

import json

from support import CLEAN, FAULTY, SOURCE, Workspace, arguments, check, check_equal, need

SCRIPT = """
vim.cmd('source ' .. vim.fn.fnameescape(vim.env.PLUGIN))
local function shown()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    local line = vim.api.nvim_buf_get_lines(0, each.lnum, each.lnum + 1, true)[1]
    table.insert(found, { each.code, each.severity, line:sub(each.col + 1, each.end_col) })
  end
  return found
end
vim.cmd('edit a.yaml')
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end)
local faulty = shown()
vim.api.nvim_buf_set_lines(0, 0, -1, true, vim.fn.readfile('clean.txt'))
vim.cmd('write')
vim.wait(20000, function() return #vim.diagnostic.get(0) < #faulty end)
vim.fn.writefile({ vim.fn.json_encode({ faulty, shown() }) }, 'seen.json')
vim.cmd('qall!')
"""

SEVERITY = {"error": 1, "warning": 2, "info": 3}


def marks(work, text):
    """[code, severity, the text it marks] of each finding in a.yaml, whose text this is."""
    found = []
    for finding in work.findings("a.yaml"):
        span = finding["range"]["start"]["offset"], finding["range"]["end"]["offset"]
        marked = text.encode()[slice(*span)].decode()
        found.append([finding["code"], SEVERITY[finding["severity"]], marked])
    return sorted(found)


def main():
    grpolint, _ = arguments()
    need("nvim")
    with Workspace(grpolint) as work:
        work.write("a.yaml", FAULTY)
        work.write("clean.txt", CLEAN)
        work.write("script.lua", SCRIPT)
        wanted = marks(work, FAULTY)
        check(any("größe" in row[2] for row in wanted), "a finding marks characters beyond ASCII")
        work.run("nvim", "--headless", "-u", "NONE", "-c", "luafile script.lua", "-c", "cquit", timeout=90,
                 environment={"PLUGIN": str(SOURCE / "editors/neovim/plugin/grpolint.lua")})
        faulty, mended = json.loads((work.root / "seen.json").read_text())
        check_equal(sorted(faulty), wanted, "the diagnostics")
        check_equal(sorted(mended), marks(work, CLEAN), "the diagnostics of the mended file")


main()
