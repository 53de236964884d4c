call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,b1,nStep1);
call LegalMoveBlack(nPos2,nPos3,b2);
call StrategyStep(nPos3,nPos4,b3,nStep3);
call LegalMoveBlack(nPos4,nPos5,b4);
call StrategyStep(nPos5,nPos6,b5,nStep5);
call LegalMoveBlack(nPos6,nPos7,b6);
call StrategyStep(nPos7,nPos8,b7,nStep7);
bTerminationLemma2 = bLegalKRKPosition1 && b1 && b2 && b3 && b4 && b5 && b6 && b7 &&
    (nStep7==nsRookHome || nStep7==nsRookSafe);
assert_all(bTerminationLemma2);
