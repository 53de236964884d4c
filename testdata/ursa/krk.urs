/* bits: 19 */

/* King and rook against king: the rules, the strategy of Malikovic and Janicic (2013), its measure, and at the end the
   nine lemmas, one assert each. A position is 19 bits: from bit 0 up the x and y of the white king, of the black king and
   of the rook, three bits each, and then whether White is to move. A rook on the black king's square has been captured.

   Procedures marked "paper" are as the paper prints them, with two changes: BlackKingAttacked has ^^ where the paper
   prints ^, and Mate and Stalemate call IsWhiteOnTurn, without which their bWhiteOnTurn is free.

   Distances and rooms are computed as thermometers: bit k of nT says that the value is at least k, bit 0 is always 1.
   So comparisons with constants are single bits, which the solver decides on directly. */

/* ---- Positions (paper) ---- */

procedure Cartesian2Pos(nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn, nPos) {
  nPos = ite(bWhiteOnTurn,1,0);
  nPos = (nPos << 3) | (nWRy & 7);
  nPos = (nPos << 3) | (nWRx & 7);
  nPos = (nPos << 3) | (nBKy & 7);
  nPos = (nPos << 3) | (nBKx & 7);
  nPos = (nPos << 3) | (nWKy & 7);
  nPos = (nPos << 3) | (nWKx & 7);
}

procedure Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn) {
  nWKx = nPos & 7;
  nWKy = nPos >> 3 & 7;
  nBKx = nPos >> 6 & 7;
  nBKy = nPos >> 9 & 7;
  nWRx = nPos >> 12 & 7;
  nWRy = nPos >> 15 & 7;
  bWhiteOnTurn = num2bool(nPos >> 18);
}

procedure IsWhiteOnTurn(nPos, bWhiteOnTurn) {
  bWhiteOnTurn = num2bool(nPos >> 18);
}

/* ---- Thermometers and distances ---- */

/* nT: the thermometer of a coordinate. */
procedure Thermometer(nA, nT) {
  nT = 1;
  for (nk = 1; nk <= 7; nk++) nT |= bool2num(nA >= nk) << nk;
}

/* nA: the number that a thermometer of up to 15 shows. */
procedure ThermometerValue(nT, nA) {
  nA = 0;
  for (nk = 1; nk <= 15; nk++) nA = ite(num2bool(nT >> nk & 1), nk, nA);
}

/* nT: the thermometer of the sum of two, the first of at most 7. */
procedure ThermometerSum(nA, nB, nT) {
  nT = nB;
  for (nk = 1; nk <= 7; nk++) nT |= ite(num2bool(nA >> nk & 1), nB << nk, 0);
}

/* bLess: nA < nB; bit k of ~nA & nB says nA < k <= nB. */
procedure Less(nA, nB, bLess) {
  call Thermometer(nA, nS);
  call Thermometer(nB, nT);
  bLess = num2bool(~nS & nT);
}

/* nT: the thermometer of |nA - nB|. The difference is at least v if k+v <= nA and nB < k+1 for some k, or the reverse. */
procedure DifferenceThermometer(nA, nB, nT) {
  call Thermometer(nA, nP);
  call Thermometer(nB, nQ);
  nT = 1;
  for (nv = 1; nv <= 7; nv++)
    nT |= bool2num(num2bool((nP >> nv & ~(nQ >> 1)) | (nQ >> nv & ~(nP >> 1)))) << nv;
}

procedure AbsDiff(nA, nB, nD) {
  call DifferenceThermometer(nA, nB, nT);
  call ThermometerValue(nT, nD);
}

procedure ChebyshevThermometer(nX1, nY1, nX2, nY2, nT) {
  call DifferenceThermometer(nX1, nX2, nA);
  call DifferenceThermometer(nY1, nY2, nB);
  nT = nA | nB;
}

procedure ChebyshevDistance(nX1, nY1, nX2, nY2, nCD) {
  call ChebyshevThermometer(nX1, nY1, nX2, nY2, nT);
  call ThermometerValue(nT, nCD);
}

procedure ManhattanThermometer(nX1, nY1, nX2, nY2, nT) {
  call DifferenceThermometer(nX1, nX2, nA);
  call DifferenceThermometer(nY1, nY2, nB);
  call ThermometerSum(nA, nB, nT);
}

procedure ManhattanDistance(nX1, nY1, nX2, nY2, nMD) {
  call ManhattanThermometer(nX1, nY1, nX2, nY2, nT);
  call ThermometerValue(nT, nMD);
}

/* bStrictly: nY is strictly between nX and nZ. */
procedure StrictlyBetween(nX, nY, nZ, bStrictly) {
  call Less(nX, nY, bXY);
  call Less(nY, nZ, bYZ);
  call Less(nZ, nY, bZY);
  call Less(nY, nX, bYX);
  bStrictly = bXY && bYZ || bZY && bYX;
}

/* bBetween: square 2 is on a line with squares 1 and 3, strictly between them. */
procedure Between(nX1, nY1, nX2, nY2, nX3, nY3, bBetween) {
  call StrictlyBetween(nX1, nX2, nX3, bX);
  call StrictlyBetween(nY1, nY2, nY3, bY);
  bBetween = nY1 == nY2 && nY2 == nY3 && bX || nX1 == nX2 && nX2 == nX3 && bY;
}

/* ---- Legal positions (paper) ---- */

procedure NotOnSameSquare(nPos, bNotOnSameSquare) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  bNotOnSameSquare = (nWKx != nWRx) || (nWKy != nWRy);
}

procedure NotKingNextKing(nPos, bNotKingNextKing) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  bNotKingNextKing = nWKx > nBKx + 1 || nBKx > nWKx + 1 || nWKy > nBKy + 1 || nBKy > nWKy + 1;
}

procedure BlackKingAttacked(nPos, bBlackKingAttacked) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call Between(nWRx, nWRy, nWKx, nWKy, nBKx, nBKy, bBetween);
  bBlackKingAttacked = (nWRx == nBKx ^^ nWRy == nBKy) && !bBetween;
}

procedure RookCaptured(nPos, bRookCaptured) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  bRookCaptured = nWRx == nBKx && nWRy == nBKy;
}

procedure LegalKRKPosition(nPos, bLegalKRKPosition) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call NotOnSameSquare(nPos, bNotOnSameSquare);
  call NotKingNextKing(nPos, bNotKingNextKing);
  call BlackKingAttacked(nPos, bBlackKingAttacked);
  call RookCaptured(nPos, bRookCaptured);
  bLegalKRKPosition = bNotOnSameSquare && bNotKingNextKing && !bRookCaptured &&
                      !(bBlackKingAttacked && bWhiteOnTurn);
}

/* ---- Mate, stalemate, draw ---- */

/* Paper. */
procedure SquareAttackedByWhite(nPos, nX, nY, bSquareAttacked) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call Between(nWRx, nWRy, nWKx, nWKy, nX, nY, bBetween);
  call ChebyshevDistance(nWKx, nWKy, nX, nY, nCD);
  bSquareAttacked = ((nWRx==nX ^^ nWRy==nY) && !bBetween) || nCD==1;
}

/* bFree: the black king can move by (nDX-1, nDY-1), were he to move. As SquareAttackedByWhite, but for the white king's own
   square, which is as forbidden as those beside it, so that no distance is needed, only whether it is at most 1. */
procedure BlackKingEscapes(nPos, nDX, nDY, bFree) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  nX = (nBKx + nDX - 1) & 7;
  nY = (nBKy + nDY - 1) & 7;
  bOnBoard = (nDX != 0 || nBKx != 0) && (nDX != 2 || nBKx != 7) && (nDY != 0 || nBKy != 0) && (nDY != 2 || nBKy != 7);
  call Between(nWRx, nWRy, nWKx, nWKy, nX, nY, bBetween);
  call ChebyshevThermometer(nWKx, nWKy, nX, nY, nT);
  bFree = bOnBoard && num2bool(nT >> 2 & 1) && !((nWRx==nX ^^ nWRy==nY) && !bBetween);
}

procedure BlackKingStuck(nPos, bStuck) {
  bStuck = true;
  for (nDX = 0; nDX <= 2; nDX++)
    for (nDY = 0; nDY <= 2; nDY++)
      if (nDX != 1 || nDY != 1) {
        call BlackKingEscapes(nPos, nDX, nDY, bFree);
        bStuck &&= !bFree;
      }
}

procedure BlackKingCannotMove(nPos, bBlackKingCannotMove) {
  call IsWhiteOnTurn(nPos, bWhiteOnTurn);
  call BlackKingStuck(nPos, bStuck);
  bBlackKingCannotMove = !bWhiteOnTurn && bStuck;
}

/* Paper, with IsWhiteOnTurn. */
procedure Mate(nPos, bMate) {
  call IsWhiteOnTurn(nPos, bWhiteOnTurn);
  call BlackKingCannotMove(nPos, bBlackKingCannotMove);
  call BlackKingAttacked(nPos, bBlackKingAttacked);
  bMate = !bWhiteOnTurn && bBlackKingCannotMove && bBlackKingAttacked;
}

procedure Stalemate(nPos, bStalemate) {
  call IsWhiteOnTurn(nPos, bWhiteOnTurn);
  call BlackKingCannotMove(nPos, bBlackKingCannotMove);
  call BlackKingAttacked(nPos, bBlackKingAttacked);
  bStalemate = !bWhiteOnTurn && bBlackKingCannotMove && !bBlackKingAttacked;
}

/* Paper. */
procedure Draw(nPos, bDraw) {
  call IsWhiteOnTurn(nPos, bWhiteOnTurn);
  call RookCaptured(nPos, bRookCaptured);
  bDraw = bWhiteOnTurn && bRookCaptured;
}

/* ---- Legal moves ---- */

/* Paper. */
procedure MoveWhiteKing(nPos1, nPos2, bMoveWhiteKing) {
  call Pos2Cartesian(nPos1, nWKx1, nWKy1, nBKx1, nBKy1, nWRx1, nWRy1, bWhiteOnTurn1);
  call Pos2Cartesian(nPos2, nWKx2, nWKy2, nBKx2, nBKy2, nWRx2, nWRy2, bWhiteOnTurn2);
  call ChebyshevDistance(nWKx1, nWKy1, nWKx2, nWKy2, nCD);
  bMoveWhiteKing = nCD==1;
}

procedure OtherAfterMoveWhiteKing(nPos1, nPos2, bOther) {
  bOther = (nPos1 >> 6 & 4095) == (nPos2 >> 6 & 4095);
}

/* Paper. */
procedure LegalMoveWhiteKing(nPos1, nPos2, bLegalMoveWhiteKing) {
  call Pos2Cartesian(nPos1, nWKx1, nWKy1, nBKx1, nBKy1, nWRx1, nWRy1, bWhiteOnTurn1);
  call Pos2Cartesian(nPos2, nWKx2, nWKy2, nBKx2, nBKy2, nWRx2, nWRy2, bWhiteOnTurn2);
  call MoveWhiteKing(nPos1, nPos2, bMoveWhiteKing);
  call OtherAfterMoveWhiteKing(nPos1, nPos2, bOtherAfterMoveWhiteKing);
  call LegalKRKPosition(nPos2, bLegalKRKPosition2);
  bLegalMoveWhiteKing = bMoveWhiteKing && bOtherAfterMoveWhiteKing &&
      bWhiteOnTurn1 && !bWhiteOnTurn2 && bLegalKRKPosition2;
}

/* The rook moves along a line and does not jump over a king; it lands on none, since the position reached is legal. */
procedure MoveWhiteRook(nPos1, nPos2, bMoveWhiteRook) {
  call Pos2Cartesian(nPos1, nWKx1, nWKy1, nBKx1, nBKy1, nWRx1, nWRy1, bWhiteOnTurn1);
  call Pos2Cartesian(nPos2, nWKx2, nWKy2, nBKx2, nBKy2, nWRx2, nWRy2, bWhiteOnTurn2);
  call Between(nWRx1, nWRy1, nWKx1, nWKy1, nWRx2, nWRy2, bOverWhite);
  call Between(nWRx1, nWRy1, nBKx1, nBKy1, nWRx2, nWRy2, bOverBlack);
  bMoveWhiteRook = (nWRx1 == nWRx2 ^^ nWRy1 == nWRy2) && !bOverWhite && !bOverBlack;
}

procedure OtherAfterMoveWhiteRook(nPos1, nPos2, bOther) {
  bOther = (nPos1 & 4095) == (nPos2 & 4095);
}

procedure LegalMoveWhiteRook(nPos1, nPos2, bLegalMoveWhiteRook) {
  call IsWhiteOnTurn(nPos1, bWhiteOnTurn1);
  call IsWhiteOnTurn(nPos2, bWhiteOnTurn2);
  call MoveWhiteRook(nPos1, nPos2, bMoveWhiteRook);
  call OtherAfterMoveWhiteRook(nPos1, nPos2, bOtherAfterMoveWhiteRook);
  call LegalKRKPosition(nPos2, bLegalKRKPosition2);
  bLegalMoveWhiteRook = bMoveWhiteRook && bOtherAfterMoveWhiteRook &&
      bWhiteOnTurn1 && !bWhiteOnTurn2 && bLegalKRKPosition2;
}

/* The position reached need not be legal: Black may take the rook, and Lemmas 1 and 6 say that he never can. */
procedure LegalMoveBlack(nPos1, nPos2, bLegalMoveBlack) {
  call Pos2Cartesian(nPos1, nWKx1, nWKy1, nBKx1, nBKy1, nWRx1, nWRy1, bWhiteOnTurn1);
  call Pos2Cartesian(nPos2, nWKx2, nWKy2, nBKx2, nBKy2, nWRx2, nWRy2, bWhiteOnTurn2);
  call ChebyshevThermometer(nBKx1, nBKy1, nBKx2, nBKy2, nMoved);
  call ChebyshevThermometer(nWKx2, nWKy2, nBKx2, nBKy2, nKings);
  call BlackKingAttacked(nPos2, bAttacked);
  bLegalMoveBlack = nWKx1 == nWKx2 && nWKy1 == nWKy2 && nWRx1 == nWRx2 && nWRy1 == nWRy2 &&
      !bWhiteOnTurn1 && bWhiteOnTurn2 && (nMoved & 6) == 2 && num2bool(nKings & 4) && !bAttacked;
}

/* ---- Notions of the strategy ---- */

/* Paper. */
procedure Room(nPos, nRoom) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  nRoom = ite (nWRx==nBKx, 15,
             ite (nWRy==nBKy, 15,
                 ite (nWRx>nBKx,
                     ite (nWRy>nBKy, nWRx+nWRy, nWRx+(7-nWRy)),
                     ite (nWRy>nBKy, (7-nWRx)+nWRy, (7-nWRx)+(7-nWRy)))));
}

/* nT: the thermometer of one side of the room. */
procedure RoomSide(nR, nBK, nT) {
  call Less(nBK, nR, bLess);
  call Thermometer(nR, nA);
  call Thermometer(7 - nR, nB);
  nT = ite(bLess, nA, nB);
}

/* nT: the thermometer of the room. */
procedure RoomThermometer(nPos, nT) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call RoomSide(nWRx, nBKx, nA);
  call RoomSide(nWRy, nBKy, nB);
  call ThermometerSum(nA, nB, nT);
  nT = ite(nWRx == nBKx || nWRy == nBKy, 65535, nT);
}

procedure RoomGt3(nPos, bRoomGt3) {
  call RoomThermometer(nPos, nT);
  bRoomGt3 = num2bool(nT & 16);
}

procedure Towards(nA, nB, nC) {
  call Less(nA, nB, bUp);
  call Less(nB, nA, bDown);
  nC = ite(bUp, nA + 1, ite(bDown, nA - 1, nA)) & 7;
}

procedure CriticalSquare(nPos, nCSx, nCSy) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call Towards(nWRx, nBKx, nCSx);
  call Towards(nWRy, nBKy, nCSy);
}

/* nT: the thermometer of the distance between the white king and the critical square. */
procedure CriticalThermometer(nPos, nT) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call CriticalSquare(nPos, nCSx, nCSy);
  call ManhattanThermometer(nWKx, nWKy, nCSx, nCSy, nT);
}

/* Not exposed: the white king's distance from the rook is less than the black king's + 2 with White to move, + 1 else. */
procedure NotWhiteRookExposed(nPos, bNotWhiteRookExposed) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call ChebyshevThermometer(nWKx, nWKy, nWRx, nWRy, nWK);
  call ChebyshevThermometer(nBKx, nBKy, nWRx, nWRy, nBK);
  bNotWhiteRookExposed = !ite(bWhiteOnTurn, num2bool(nWK >> 2 & ~(nBK >> 1)), num2bool(nWK >> 1 & ~(nBK >> 1)));
}

procedure WhiteRookDivides(nPos, bWhiteRookDivides) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call StrictlyBetween(nWKx, nWRx, nBKx, bX);
  call StrictlyBetween(nWKy, nWRy, nBKy, bY);
  bWhiteRookDivides = bX || bY;
}

/* The kings two apart on a line, the rook beside the white king across it. */
procedure LPattern(nPos, bLPattern) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call AbsDiff(nWKx, nBKx, nKingsX);
  call AbsDiff(nWKy, nBKy, nKingsY);
  call AbsDiff(nWKx, nWRx, nRookX);
  call AbsDiff(nWKy, nWRy, nRookY);
  bLPattern = nKingsY == 0 && nKingsX == 2 && nRookX == 0 && nRookY == 1 ||
              nKingsX == 0 && nKingsY == 2 && nRookY == 0 && nRookX == 1;
}

procedure WhiteKingEdge(nPos, bWhiteKingEdge) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  bWhiteKingEdge = nWKx == 0 || nWKx == 7 || nWKy == 0 || nWKy == 7;
}

/* A ready to mate position: one of the eight images has BK (0,1), WK (2,0) or (2,1), R (x,2) with x >= 2. */
procedure ReadyToMate(nPos, bReady) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  bReady = false;
  for (ng = 0; ng < 8; ng++) {
    bMirrorX = num2bool(ng & 1);
    bMirrorY = num2bool(ng & 2);
    bSwap = num2bool(ng & 4);
    nKX = ite(bMirrorX, 7 - nWKx, nWKx); nKY = ite(bMirrorY, 7 - nWKy, nWKy);
    nBX = ite(bMirrorX, 7 - nBKx, nBKx); nBY = ite(bMirrorY, 7 - nBKy, nBKy);
    nRX = ite(bMirrorX, 7 - nWRx, nWRx); nRY = ite(bMirrorY, 7 - nWRy, nWRy);
    bReady ||= ite(bSwap,
      nBY == 0 && nBX == 1 && nKY == 2 && nKX <= 1 && nRX == 2 && nRY >= 2,
      nBX == 0 && nBY == 1 && nKX == 2 && nKY <= 1 && nRY == 2 && nRX >= 2);
  }
}

/* White is on turn, and the black king does not have squares to move to. */
procedure ThreatenedByStalemate(nPos, bThreatened) {
  call IsWhiteOnTurn(nPos, bWhiteOnTurn);
  call BlackKingStuck(nPos, bStuck);
  bThreatened = bWhiteOnTurn && bStuck;
}

/* Paper. Its text has 100 with White on turn only, the procedure also where the rook is exposed with Black on turn; the
   lemmas ask for the measure with White on turn. */
procedure Measure(nPos, nMeasure) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call Room(nPos, nRoom);
  call CriticalSquare(nPos, nCSx, nCSy);
  call ManhattanDistance(nWKx, nWKy, nCSx, nCSy, nMD);
  call NotWhiteRookExposed(nPos, bNotWhiteRookExposed);
  call ThreatenedByStalemate(nPos, bThreatenedByStalemate);
  nMeasure=ite(bNotWhiteRookExposed && !bThreatenedByStalemate,6*nRoom+nMD,100);
}

/* ---- The steps: is nPos2 reached from nPos1 by a move that satisfies the step's condition? ---- */

procedure KingDiag(nPos1, nPos2, bKingDiag) {
  bKingDiag = num2bool((nPos1 ^ nPos2) & 7) && num2bool((nPos1 ^ nPos2) >> 3 & 7);
}

procedure ApproachCriticalSquare(nPos1, nPos2, bApproach) {
  call CriticalThermometer(nPos1, nBefore);
  call CriticalThermometer(nPos2, nAfter);
  bApproach = num2bool(~nAfter & nBefore);
}

/* Paper. */
procedure ImmediateMateCond(nPos1, nPos2, bImmediateMateCond) {
  call LegalMoveWhiteRook(nPos1, nPos2, bLegalMoveWhiteRook);
  call Mate(nPos2, bMate);
  bImmediateMateCond = bLegalMoveWhiteRook && bMate;
}

procedure ReadyToMateCond(nPos1, nPos2, bReadyToMateCond) {
  call LegalMoveWhiteKing(nPos1, nPos2, bLegalMoveWhiteKing);
  call LegalMoveWhiteRook(nPos1, nPos2, bLegalMoveWhiteRook);
  call ReadyToMate(nPos2, bReady);
  call Stalemate(nPos2, bStalemate);
  bReadyToMateCond = (bLegalMoveWhiteKing || bLegalMoveWhiteRook) && bReady && !bStalemate;
}

/* Among these the moves with the least room are chosen: see StrategyStep. */
procedure SqueezeCond(nPos1, nPos2, bSqueezeCond) {
  call LegalMoveWhiteRook(nPos1, nPos2, bLegalMoveWhiteRook);
  call RoomThermometer(nPos1, nBefore);
  call RoomThermometer(nPos2, nAfter);
  call NotWhiteRookExposed(nPos2, bNotWhiteRookExposed);
  call WhiteRookDivides(nPos2, bWhiteRookDivides);
  call Stalemate(nPos2, bStalemate);
  bSqueezeCond = bLegalMoveWhiteRook && num2bool(~nAfter & nBefore) && bNotWhiteRookExposed && bWhiteRookDivides && !bStalemate;
}

/* Paper. */
procedure ApproachDiagCond(nPos1, nPos2, bApproachDiagCond) {
  call LegalMoveWhiteKing(nPos1, nPos2, bLegalMoveWhiteKing);
  call KingDiag(nPos1, nPos2, bKingDiag);
  call ApproachCriticalSquare(nPos1, nPos2, bApproachCriticalSquare);
  call NotWhiteRookExposed(nPos2, bNotWhiteRookExposed);
  call WhiteRookDivides(nPos2, bWhiteRookDivides);
  call LPattern(nPos2, bLPattern);
  call RoomGt3(nPos2, bRoomGt3);
  call WhiteKingEdge(nPos2, bWhiteKingEdge);
  call Stalemate(nPos2, bStalemate);
  bApproachDiagCond = bLegalMoveWhiteKing && bKingDiag && bApproachCriticalSquare &&
                    bNotWhiteRookExposed && (bWhiteRookDivides || bLPattern) &&
                    (bRoomGt3 || !bWhiteKingEdge) && !bStalemate;
}

procedure ApproachNonDiagCond(nPos1, nPos2, bApproachNonDiagCond) {
  call LegalMoveWhiteKing(nPos1, nPos2, bLegalMoveWhiteKing);
  call KingDiag(nPos1, nPos2, bKingDiag);
  call ApproachCriticalSquare(nPos1, nPos2, bApproachCriticalSquare);
  call NotWhiteRookExposed(nPos2, bNotWhiteRookExposed);
  call WhiteRookDivides(nPos2, bWhiteRookDivides);
  call LPattern(nPos2, bLPattern);
  call RoomGt3(nPos2, bRoomGt3);
  call WhiteKingEdge(nPos2, bWhiteKingEdge);
  call Stalemate(nPos2, bStalemate);
  bApproachNonDiagCond = bLegalMoveWhiteKing && !bKingDiag && bApproachCriticalSquare &&
                    bNotWhiteRookExposed && (bWhiteRookDivides || bLPattern) &&
                    (bRoomGt3 || !bWhiteKingEdge) && !bStalemate;
}

/* bKeepRoom: both kinds of KeepRoom but for the direction. */
procedure KeepRoomCond(nPos1, nPos2, bKeepRoom) {
  call LegalMoveWhiteKing(nPos1, nPos2, bLegalMoveWhiteKing);
  call Pos2Cartesian(nPos1, nWKx1, nWKy1, nBKx1, nBKy1, nWRx1, nWRy1, bWhiteOnTurn1);
  call Pos2Cartesian(nPos2, nWKx2, nWKy2, nBKx2, nBKy2, nWRx2, nWRy2, bWhiteOnTurn2);
  call ChebyshevThermometer(nWKx1, nWKy1, nWRx1, nWRy1, nBefore);
  call ChebyshevThermometer(nWKx2, nWKy2, nWRx2, nWRy2, nAfter);
  call NotWhiteRookExposed(nPos2, bNotWhiteRookExposed);
  call WhiteRookDivides(nPos2, bWhiteRookDivides);
  call RoomGt3(nPos2, bRoomGt3);
  call WhiteKingEdge(nPos2, bWhiteKingEdge);
  call Stalemate(nPos2, bStalemate);
  bKeepRoom = bLegalMoveWhiteKing && !num2bool(nAfter & ~nBefore) && bNotWhiteRookExposed && bWhiteRookDivides &&
      (bRoomGt3 || !bWhiteKingEdge) && !bStalemate;
}

procedure KeepRoomDiagCond(nPos1, nPos2, bKeepRoomDiagCond) {
  call KeepRoomCond(nPos1, nPos2, bKeepRoom);
  call KingDiag(nPos1, nPos2, bKingDiag);
  bKeepRoomDiagCond = bKeepRoom && bKingDiag;
}

procedure KeepRoomNonDiagCond(nPos1, nPos2, bKeepRoomNonDiagCond) {
  call KeepRoomCond(nPos1, nPos2, bKeepRoom);
  call KingDiag(nPos1, nPos2, bKingDiag);
  bKeepRoomNonDiagCond = bKeepRoom && !bKingDiag;
}

/* bGuarded: the rook is beside the black king only if it is beside the white one. */
procedure RookGuarded(nPos, bGuarded) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call ChebyshevThermometer(nWKx, nWKy, nWRx, nWRy, nWK);
  call ChebyshevThermometer(nBKx, nBKy, nWRx, nWRy, nBK);
  bGuarded = num2bool(nBK & 4) || !num2bool(nWK & 4);
}

/* bHome: the rook, moved from nR1 to nR2 along a line, comes to stand beside the white king on the black king's side; or, if
   all three were in one line across, it has moved by one. */
procedure HomeAlong(nR1, nR2, nWK, nBK, bHome) {
  call Less(nWK, nBK, bUp);
  call Less(nBK, nWK, bDown);
  call AbsDiff(nR1, nR2, nD);
  bHome = bUp && nR2 == (nWK + 1 & 7) || bDown && nR2 == (nWK - 1 & 7) || nR1 == nWK && nWK == nBK && nD == 1;
}

/* Among these the moves with the least distance between rook and black king are chosen: see StrategyStep. */
procedure RookHomeCond(nPos1, nPos2, bRookHomeCond) {
  call LegalMoveWhiteRook(nPos1, nPos2, bLegalMoveWhiteRook);
  call Pos2Cartesian(nPos1, nWKx1, nWKy1, nBKx1, nBKy1, nWRx1, nWRy1, bWhiteOnTurn1);
  call Pos2Cartesian(nPos2, nWKx2, nWKy2, nBKx2, nBKy2, nWRx2, nWRy2, bWhiteOnTurn2);
  call HomeAlong(nWRx1, nWRx2, nWKx2, nBKx2, bHomeX);
  call HomeAlong(nWRy1, nWRy2, nWKy2, nBKy2, bHomeY);
  call RookGuarded(nPos2, bGuarded);
  call Stalemate(nPos2, bStalemate);
  bRookHomeCond = bLegalMoveWhiteRook && ite(nWRy1 == nWRy2, bHomeX, bHomeY) && bGuarded && !bStalemate;
}

/* The paper's text has a distance of at least 2 from the black king; then Lemma 4 fails. */
procedure RookSafeCond(nPos1, nPos2, bRookSafeCond) {
  call LegalMoveWhiteRook(nPos1, nPos2, bLegalMoveWhiteRook);
  call Pos2Cartesian(nPos1, nWKx1, nWKy1, nBKx1, nBKy1, nWRx1, nWRy1, bWhiteOnTurn1);
  call Pos2Cartesian(nPos2, nWKx2, nWKy2, nBKx2, nBKy2, nWRx2, nWRy2, bWhiteOnTurn2);
  bEdge = nWRx2 == 0 && nWRx1 != 0 || nWRx2 == 7 && nWRx1 != 7 || nWRy2 == 0 && nWRy1 != 0 || nWRy2 == 7 && nWRy1 != 7;
  call RookGuarded(nPos2, bGuarded);
  call ChebyshevThermometer(nBKx2, nBKy2, nWRx2, nWRy2, nBK);
  call Stalemate(nPos2, bStalemate);
  bRookSafeCond = bLegalMoveWhiteRook && bEdge && bGuarded && num2bool(nBK & 8) && !bStalemate;
}

procedure RookDistance(nPos, nT) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call ManhattanThermometer(nWRx, nWRy, nBKx, nBKy, nT);
}

/* ---- The strategy ---- */

/* bUsable of a step: one of the 22 possible moves from nPos satisfies its condition. nSqueeze and nHome: bit k says that a
   move of Squeeze leaves a room, one of RookHome a distance of rook and black king, of less than k. */
procedure UsableSteps(nPos, bUsable1, bUsable2, bUsable3, bUsable4, bUsable5, bUsable6, bUsable7, bUsable8, bUsable9, nSqueeze, nHome) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  bUsable1 = false; bUsable2 = false; bUsable3 = false; bUsable4 = false; bUsable5 = false; bUsable6 = false;
  bUsable7 = false; bUsable8 = false; bUsable9 = false;
  nSqueeze = 0; nHome = 0;
  for (nDX = 0; nDX <= 2; nDX++)
    for (nDY = 0; nDY <= 2; nDY++)
      if (nDX != 1 || nDY != 1) {
        call Cartesian2Pos(nWKx + nDX - 1, nWKy + nDY - 1, nBKx, nBKy, nWRx, nWRy, false, nTo);
        call ReadyToMateCond(nPos, nTo, bCond2);
        call ApproachDiagCond(nPos, nTo, bCond4);
        call ApproachNonDiagCond(nPos, nTo, bCond5);
        call KeepRoomDiagCond(nPos, nTo, bCond6);
        call KeepRoomNonDiagCond(nPos, nTo, bCond7);
        bUsable2 ||= bCond2; bUsable4 ||= bCond4; bUsable5 ||= bCond5; bUsable6 ||= bCond6; bUsable7 ||= bCond7;
      }
  for (ni = 0; ni < 16; ni++) { /* along the rank to file ni, then along the file to rank ni - 8 */
    nX = ite(ni < 8, ni, nWRx);
    nY = ite(ni < 8, nWRy, ni - 8);
    call Cartesian2Pos(nWKx, nWKy, nBKx, nBKy, nX, nY, false, nTo);
    call ImmediateMateCond(nPos, nTo, bCond1);
    call ReadyToMateCond(nPos, nTo, bCond2);
    call SqueezeCond(nPos, nTo, bCond3);
    call RookHomeCond(nPos, nTo, bCond8);
    call RookSafeCond(nPos, nTo, bCond9);
    bUsable1 ||= bCond1; bUsable2 ||= bCond2; bUsable3 ||= bCond3; bUsable8 ||= bCond8; bUsable9 ||= bCond9;
    call RoomThermometer(nTo, nRoom);
    call RookDistance(nTo, nDistance);
    nSqueeze |= ite(bCond3, ~nRoom & 65535, 0);
    nHome |= ite(bCond8, ~nDistance & 65535, 0);
  }
}

/* b: nPos2 is reached from nPos1 by a move of step nStep. */
procedure StrategyStep(nPos1, nPos2, b, nStep) {
  call UsableSteps(nPos1, bUsable1, bUsable2, bUsable3, bUsable4, bUsable5, bUsable6, bUsable7, bUsable8, bUsable9, nSqueeze, nHome);
  call ImmediateMateCond(nPos1, nPos2, bCond1);
  call ReadyToMateCond(nPos1, nPos2, bCond2);
  call SqueezeCond(nPos1, nPos2, bCond3);
  call ApproachDiagCond(nPos1, nPos2, bCond4);
  call ApproachNonDiagCond(nPos1, nPos2, bCond5);
  call KeepRoomDiagCond(nPos1, nPos2, bCond6);
  call KeepRoomNonDiagCond(nPos1, nPos2, bCond7);
  call RookHomeCond(nPos1, nPos2, bCond8);
  call RookSafeCond(nPos1, nPos2, bCond9);
  /* No move of the step has less: bit k of nSqueeze is set only if the room of nPos2 is less than k. */
  call RoomThermometer(nPos2, nRoom);
  call RookDistance(nPos2, nDistance);
  bLeast3 = !num2bool(nSqueeze & nRoom);
  bLeast8 = !num2bool(nHome & nDistance);
  b = nStep==1 && bCond1;
  bNone = !bUsable1;            b ||= nStep==2 && bNone && bCond2;
  bNone = bNone && !bUsable2;   b ||= nStep==3 && bNone && bCond3 && bLeast3;
  bNone = bNone && !bUsable3;   b ||= nStep==4 && bNone && bCond4;
  bNone = bNone && !bUsable4;   b ||= nStep==5 && bNone && bCond5;
  bNone = bNone && !bUsable5;   b ||= nStep==6 && bNone && bCond6;
  bNone = bNone && !bUsable6;   b ||= nStep==7 && bNone && bCond7;
  bNone = bNone && !bUsable7;   b ||= nStep==8 && bNone && bCond8 && bLeast8;
  bNone = bNone && !bUsable8;   b ||= nStep==9 && bNone && bCond9;
  /* What all conditions have in common, said once more, so that the formula is simplified by it. */
  call IsWhiteOnTurn(nPos1, bWhiteOnTurn1);
  call IsWhiteOnTurn(nPos2, bWhiteOnTurn2);
  b = b && bWhiteOnTurn1 && !bWhiteOnTurn2 && (nPos1 >> 6 & 63) == (nPos2 >> 6 & 63) && nStep < 16;
}

/* The steps' numbers, in the order of the paper's text. */
procedure StepNames(nsReadyToMate, nsRookHome, nsRookSafe) {
  nsReadyToMate = 2;
  nsRookHome = 8;
  nsRookSafe = 9;
}

/* One position of each eight that are images of each other: the black king in a triangle; on the diagonal the white king
   not above it; if he is on it as well, the rook not above it. All notions here are the same for images, so a lemma that
   fails fails from such a position. */
procedure Canonical(nPos, bCanonical) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call Less(nBKx, nBKy, bAbove);
  call Less(nWKx, nWKy, bWhiteAbove);
  call Less(nWRx, nWRy, bRookAbove);
  bCanonical = nBKx <= 3 && !bAbove && (nBKx != nBKy || !bWhiteAbove) &&
      (nBKx != nBKy || nWKx != nWKy || !bRookAbove);
}

/* ---- The lemmas (paper): the assertions have no solutions. Each is clear of the ones before. ---- */

/* Lemma 1. */
clear;
call Canonical(nPos1,bCanonical);
call LegalKRKPosition(nPos1, bLegalKRKPosition1);
call StrategyStep(nPos1, nPos2, b1, nStep1);
call LegalMoveBlack(nPos2, nPos3, b2);
call LegalKRKPosition(nPos3, bLegalKRKPosition3);
bKRKLegalityNotPreserved = (bLegalKRKPosition1 && b1 && b2 && !bLegalKRKPosition3);
assert(bKRKLegalityNotPreserved; bCanonical);

/* Lemma 2. */
clear;
call StepNames(nsReadyToMate,nsRookHome,nsRookSafe);
call Canonical(nPos1,bCanonical);
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
assert(bTerminationLemma1; bCanonical);

/* Lemma 3. */
clear;
call StepNames(nsReadyToMate,nsRookHome,nsRookSafe);
call Canonical(nPos1,bCanonical);
call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,b1,nStep1);
call LegalMoveBlack(nPos2,nPos3,b2);
call StrategyStep(nPos3,nPos4,b3,nStep3);
call Mate(nPos4,bMate);
bMateAfterReadyToMate = (bLegalKRKPosition1 && b1 && b2 && b3 && nStep1==nsReadyToMate && !bMate);
assert(bMateAfterReadyToMate; bCanonical);

/* Lemma 4. */
clear;
call StepNames(nsReadyToMate,nsRookHome,nsRookSafe);
call Canonical(nPos1,bCanonical);
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
assert_all(bTerminationLemma2; bCanonical);

/* Lemma 5. */
clear;
call Canonical(nPos1,bCanonical);
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
assert_all(bTerminationLemma3; bCanonical);

/* Lemma 6. */
clear;
call Canonical(nPos1,bCanonical);
call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,b1,nStep1);
call LegalMoveBlack(nPos2,nPos3,b2);
call Draw(nPos3,bDraw);
bLemmaPartialCorrectness1 = (bLegalKRKPosition1 && b1 && b2 && bDraw);
assert(bLemmaPartialCorrectness1; bCanonical);

/* Lemma 7. */
clear;
call Canonical(nPos1,bCanonical);
call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,b1,nStep1);
bLemmaPartialCorrectness2 = (bLegalKRKPosition1 && b1 && !(nStep1>=1 && nStep1<=9));
assert(bLemmaPartialCorrectness2; bCanonical);

/* Lemma 8. */
clear;
call Canonical(nPos1,bCanonical);
call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,bStrategyUsed,nStep1);
call Stalemate(nPos2,bStalemate);
bLemmaPartialCorrectness3 = (bLegalKRKPosition1 && bStrategyUsed && bStalemate);
assert(bLemmaPartialCorrectness3; bCanonical);

/* Lemma 9. */
clear;
call Canonical(nPos1,bCanonical);
call LegalKRKPosition(nPos1,bLegalKRKPosition1);
call StrategyStep(nPos1,nPos2,bStrategyUsed,nStep1);
call BlackKingCannotMove(nPos2,bBlackKingCannotMove);
call Mate(nPos2,bMate);
bLemmaPartialCorrectness4 = (bLegalKRKPosition1 && bStrategyUsed && bBlackKingCannotMove && !bMate);
assert(bLemmaPartialCorrectness4; bCanonical);
