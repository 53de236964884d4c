call LegalKRKPosition(nPos1, bLegalKRKPosition1);
call StrategyStep(nPos1, nPos2, b1, nStep1);
call LegalMoveBlack(nPos2, nPos3, b2);
call LegalKRKPosition(nPos3, bLegalKRKPosition3);
bKRKLegalityNotPreserved = (bLegalKRKPosition1 && b1 && b2 && !bLegalKRKPosition3);
assert(bKRKLegalityNotPreserved);
