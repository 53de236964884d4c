" Vim syntax file for URSA, the constraint language of retroproof (doc/ursa.md).
" Copy the folders below editors/vim to ~/.vim. To see mistakes in the quickfix list:
"   :set makeprg=retroproof\ ursa\ --check\ % errorformat=%f:%l:%c:\ %m

if exists("b:current_syntax")
  finish
endif

syntax case match

syntax keyword ursaConditional if else ite
syntax keyword ursaRepeat while for
syntax keyword ursaStatement procedure call halt clear
syntax keyword ursaAnswer assert assert_all minimize maximize
syntax keyword ursaPrint print printx printb listvars
syntax keyword ursaFunction num2bool bool2num sgn slt sle div mod sdiv smod sum alldifferent atmost
syntax keyword ursaBoolean true false

syntax match ursaNumberName "\<n[A-Za-z0-9_]*\>"
syntax match ursaBooleanName "\<b[A-Za-z0-9_]*\>"
syntax match ursaProcedureName "\<[AC-MO-Zac-mo-z][A-Za-z0-9_]*\ze\s*("
syntax match ursaConstant "\<\(0x\x\+\|0b[01]\+\|\d\+\)\>"
syntax match ursaOperator "&&\|||\|\^\^\|<<\|>>\|[-+*&|^~!<>=]=\?"
syntax match ursaNoDivision "/\|%"

syntax region ursaComment start="/\*" end="\*/" contains=ursaWidth,ursaTodo
syntax match ursaComment "//.*$" contains=ursaTodo
syntax match ursaWidth "bits:\s*\d\+" contained
syntax keyword ursaTodo TODO FIXME XXX contained

highlight default link ursaConditional Conditional
highlight default link ursaRepeat Repeat
highlight default link ursaStatement Statement
highlight default link ursaAnswer Keyword
highlight default link ursaPrint Debug
highlight default link ursaFunction Function
highlight default link ursaBoolean Boolean
highlight default link ursaNumberName Identifier
highlight default link ursaBooleanName Type
highlight default link ursaProcedureName Function
highlight default link ursaConstant Number
highlight default link ursaOperator Operator
highlight default link ursaNoDivision Error
highlight default link ursaComment Comment
highlight default link ursaWidth SpecialComment
highlight default link ursaTodo Todo

let b:current_syntax = "ursa"
