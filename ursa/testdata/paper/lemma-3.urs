call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,b1,nStep1);
call LegalMoveBlack(nPos2,nPos3,b2);
call StrategyStep(nPos3,nPos4,b3,nStep3);
call Mate(nPos4,bMate);
bMateAfterReadyToMate = (bLegalKRKPosition1 && b1 && b2 && b3 && nStep1==nsReadyToMate && !bMate);
assert(bMateAfterReadyToMate);
