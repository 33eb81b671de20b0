#!/usr/bin/env python3
"""grpolint.el in real Emacs: byte-compiles without a warning, and every line of the compilation
buffer is a message of the right kind that leads to the right character."""

import json

from support import FAULTY, SOURCE, Workspace, arguments, check_equal, expected, need

SCRIPT = r"""
(setq byte-compile-error-on-warn t)
(unless (byte-compile-file "grpolint.el") (kill-emacs 3))
(load (expand-file-name "grpolint.elc"))
(require 'json)
(let* ((default-folder default-directory)
       (buffer (grpolint "configs/a.yaml"))
       (process (get-buffer-process buffer))
       seen)
  (while (process-live-p process) (accept-process-output process 0.1))
  (accept-process-output nil 0.2)
  (with-current-buffer buffer
    (compilation--ensure-parse (point-max))
    (setq next-error-last-buffer buffer)
    (goto-char (point-min))
    (while (not (eobp))
      (let ((message (get-text-property (point) 'compilation-message)))
        (when message
          (save-window-excursion
            (save-excursion
              (compile-goto-error)
              (push (vector (file-relative-name buffer-file-name
                                                default-folder)
                            (line-number-at-pos) (1+ (- (point) (line-beginning-position)))
                            (compilation--message->type message))
                    seen)))))
      (forward-line)))
  (with-temp-file "seen.json" (insert (json-encode (vconcat (nreverse seen))))))
"""

TYPES = {0: "note", 1: "warning", 2: "error"}


def main():
    grpolint, _ = arguments()
    need("emacs")
    with Workspace(grpolint) as work:
        work.write("configs/a.yaml", FAULTY)
        work.write("grpolint.el", (SOURCE / "editors/emacs/grpolint.el").read_text())
        work.write("script.el", SCRIPT)
        work.run("emacs", "-Q", "--batch", "--load", "script.el", timeout=120)
        seen = [[file, line, column, TYPES[kind]]
                for file, line, column, kind in json.loads((work.root / "seen.json").read_text())]
        wanted = [list(expected(each)[:4]) for each in work.findings("configs/a.yaml")]
        check_equal(seen, wanted, "what compilation-mode reads")


main()
