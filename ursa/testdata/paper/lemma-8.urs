call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,bStrategyUsed,nStep1);
call Stalemate(nPos2,bStalemate);
bLemmaPartialCorrectness3 = (bLegalKRKPosition1 && bStrategyUsed && bStalemate);
assert(bLemmaPartialCorrectness3);
