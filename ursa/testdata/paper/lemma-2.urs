call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,b1,nStep1);
call LegalMoveBlack(nPos2,nPos3,b2);
call StrategyStep(nPos3,nPos4,b3,nStep3);
call LegalMoveBlack(nPos4,nPos5,b4);
call StrategyStep(nPos5,nPos6,b5,nStep5);
call LegalMoveBlack(nPos6,nPos7,b6);
call Measure(nPos1,nMeasure1);
call Measure(nPos7,nMeasure7);
bTerminationLemma1 = (bLegalKRKPosition1 && b1 && b2 && b3 && b4 && b5 && b6 &&
  nStep1!=nsRookSafe && nStep3!=nsRookSafe && nStep5!=nsRookSafe &&
  nStep1!=nsRookHome && nStep3!=nsRookHome && nStep5!=nsRookHome &&
  nStep1!=nsReadyToMate && nStep3!=nsReadyToMate && nStep5!=nsReadyToMate &&
  nMeasure1>24 && nMeasure1<=nMeasure7);
assert(bTerminationLemma1);
