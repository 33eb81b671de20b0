#!/usr/bin/env python3
"""The compiler file in real Vim and Neovim: :make fills the quickfix list, and jumping to an entry
puts the cursor on the right character where those before it on its line are ASCII, tabs among them."""

import json
import os

from support import FAULTY, SOURCE, Workspace, arguments, check, check_equal, expected, need

SCRIPT = r"""
set encoding=utf-8
execute 'set runtimepath^=' . fnameescape($PLUGIN)
compiler grpolint
silent make! .
let seen = []
for entry in getqflist()
  execute 'silent cc ' . (len(seen) + 1)
  let before = strpart(getline('.'), 0, col('.') - 1)
  let ascii = before !~ '[^\x00-\x7f]'
  call add(seen, [bufname(entry.bufnr), entry.lnum, strchars(before) + 1, entry.type, entry.text, ascii])
endfor
call writefile([json_encode(seen)], 'seen.json')
qall!
"""

TABS = """\
{
\t"per_device_train_batch_size": 8,
\t"num_generations": 6,
\t"run":\t{"name": 1,\t"name": 2},
\t"max_new_tokens": 1024
}
"""


def main():
    grpolint, _ = arguments()
    editor = os.environ.get("EDITOR_UNDER_TEST", "vim")
    need(editor)
    with Workspace(grpolint) as work:
        work.write("configs/a.yaml", FAULTY)
        work.write("configs/tabs.json", TABS)
        work.write("script.vim", SCRIPT)
        batch = ["--headless", "-u", "NONE"] if editor == "nvim" else ["-es", "-u", "NONE", "-N"]
        work.run(editor, *batch, "-S", "script.vim", stdin=-3, timeout=60,
                 environment={"PLUGIN": str(SOURCE / "editors/vim")})
        seen = json.loads((work.root / "seen.json").read_text())
        wanted = []
        for finding in work.findings("."):
            file, line, column, severity, message = expected(finding)
            text = f"{message} [{finding['code']} {finding['name']}]"
            wanted.append([file, line, column, severity[0], text])
        check(any("tabs" in row[0] and row[2] > 10 for row in wanted), "a finding stands after tabs")
        check(not all(row[5] for row in seen), "one stands after characters beyond ASCII")
        for row, target in zip(seen, wanted):
            if not row[5]:
                row[2] = target[2]
        check_equal([row[:4] for row in seen], [row[:4] for row in wanted], "the quickfix list")
        for row, target in zip(seen, wanted):
            check(row[4].startswith(target[4][:60]), f"the text of {row}")


main()
