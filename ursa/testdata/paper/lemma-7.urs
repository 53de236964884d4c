call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,b1,nStep1);
bLemmaPartialCorrectness2 = (bLegalKRKPosition1 && b1 && !(nStep1>=1 && nStep1<=9));
assert(bLemmaPartialCorrectness2);
