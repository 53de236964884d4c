autocmd BufNewFile,BufRead *.urs setfiletype ursa
