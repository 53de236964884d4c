call LegalKRKPosition(nPos, bLegalKRKPosition);
call Stalemate(nPos, bStalemate);
assert_all(bLegalKRKPosition && bStalemate);
