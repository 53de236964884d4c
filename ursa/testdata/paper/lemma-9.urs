call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,bStrategyUsed,nStep1);
call BlackKingCannotMove(nPos2,bBlackKingCannotMove);
call Mate(nPos2,bMate);
bLemmaPartialCorrectness4 = (bLegalKRKPosition1 && bStrategyUsed && bBlackKingCannotMove && !bMate);
assert(bLemmaPartialCorrectness4);
