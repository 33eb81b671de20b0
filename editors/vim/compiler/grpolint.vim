" Vim and Neovim compiler file for grpolint, https://github.com/grpolint/grpolint
"   :compiler grpolint
"   :make %          the current file; :make . for all below the working folder

if exists('current_compiler')
  finish
endif
let current_compiler = 'grpolint'

if exists(':CompilerSet') != 2
  command -nargs=* CompilerSet setlocal <args>
endif

CompilerSet makeprg=grpolint\ check\ --output=gcc\ --quiet
" grpolint counts characters. Vim reads a column of bytes (%c), which differs after a character outside
" ASCII, or of the screen (%v), which differs after a tab; before a finding tabs are the commoner. %t
" takes the first letter: e, w or n.
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
