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
" grpolint counts characters, so its column is a screen column (%v), not a byte (%c): the two
" differ after a character outside ASCII. %t takes the first letter: e, w or n.
CompilerSet errorformat=%f:%l:%v:\ %trror:\ %m,%f:%l:%v:\ %tarning:\ %m,%f:%l:%v:\ %tote:\ %m,%-G%.%#
