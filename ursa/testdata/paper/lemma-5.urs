call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,b1,nStep1);
call LegalMoveBlack(nPos2,nPos3,b2);
call StrategyStep(nPos3,nPos4,b3,nStep3);
call LegalMoveBlack(nPos4,nPos5,b4);
call StrategyStep(nPos5,nPos6,b5,nStep5);
call LegalMoveBlack(nPos6,nPos7,b6);
call StrategyStep(nPos7,nPos8,b7,nStep7);
call LegalMoveBlack(nPos8,nPos9,b8);
call StrategyStep(nPos9,nPos10,b9,nStep9);
call LegalMoveBlack(nPos10,nPos11,b10);
call StrategyStep(nPos11,nPos12,b11,nStep11);
call LegalMoveBlack(nPos12,nPos13,b12);
call StrategyStep(nPos13,nPos14,b13,nStep13);
call LegalMoveBlack(nPos14,nPos15,b14);
call Measure(nPos1,nMeasure1);
bTerminationLemma3 = (bLegalKRKPosition1 && nMeasure1<=24 && b1 && b2 && b3 && b4 &&
    b5 && b6 && b7 && b8 && b9 && b10 && b11 && b12 && b13 && b14);
assert_all(bTerminationLemma3);
