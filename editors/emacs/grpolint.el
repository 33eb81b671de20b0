;;; grpolint.el --- Lint GRPO training configs  -*- lexical-binding: t; -*-

;; Author: The grpolint authors
;; URL: https://github.com/grpolint/grpolint
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; M-x grpolint-buffer lints the file of this buffer, M-x grpolint a file or folder, in a
;; compilation buffer: M-g n and M-g p go from finding to finding.

;;; Code:

(require 'compile)

(defgroup grpolint nil
  "Linter for GRPO training configs."
  :group 'tools)

(defcustom grpolint-command "grpolint"
  "The program."
  :type 'string)

(defcustom grpolint-arguments nil
  "More arguments, for instance (\"--gpu\" \"h100\")."
  :type '(repeat string))

(defconst grpolint-error-regexp
  `(,(concat "^\\(?1:.+?\\):\\(?2:[0-9]+\\):\\(?3:[0-9]+\\): "
             "\\(?:error\\|\\(?4:warning\\)\\|\\(?5:note\\)\\): ")
    1 2 3 (4 . 5))
  "How a line of `grpolint --output=gcc' is read.")

(define-compilation-mode grpolint-mode "grpolint"
  "Findings of grpolint."
  (setq-local compilation-error-regexp-alist (list grpolint-error-regexp))
  ;; grpolint counts characters, not the columns of the screen.
  (setq-local compilation-error-screen-columns nil))

;;;###autoload
(defun grpolint (path)
  "Lint the GRPO configs in PATH, a file or a folder."
  (interactive "fFile or folder: ")
  ;; From the file's own folder, so that its name stays short in the findings.
  (let* ((folder (file-directory-p path))
         (default-directory (file-name-as-directory
                             (expand-file-name (if folder path (or (file-name-directory path) "."))))))
    (compilation-start
     (mapconcat #'shell-quote-argument
                `(,grpolint-command "check" "--output=gcc" ,@grpolint-arguments "--quiet" "--"
                  ,(if folder "." (file-name-nondirectory path)))
                " ")
     #'grpolint-mode)))

;;;###autoload
(defun grpolint-buffer ()
  "Lint the file of this buffer."
  (interactive)
  (unless buffer-file-name
    (user-error "This buffer visits no file"))
  (save-buffer)
  (grpolint buffer-file-name))

(provide 'grpolint)
;;; grpolint.el ends here
