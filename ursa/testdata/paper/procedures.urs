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
    bBlackKingAttacked = (nWRx == nBKx ^ nWRy == nBKy) && !bBetween;
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

procedure MoveWhiteKing(nPos1, nPos2, bMoveWhiteKing) {
    call Pos2Cartesian(nPos1, nWkx1, nWky1, nBKx1, nBky1, nWRx1, nWRy1, bWhiteOnTurn1);
    call Pos2Cartesian(nPos2, nWkx2, nWky2, nBKx2, nBky2, nWRx2, nWRy2, bWhiteOnTurn2);
    call ChebyshevDistance(nWkx1, nWky1, nWkx2, nWky2, nCD);
    bMoveWhiteKing = nCD==1;
}

procedure LegalMoveWhiteKing(nPos1, nPos2, bLegalMoveWhiteKing) {
    call Pos2Cartesian(nPos1, nWkx1, nWky1, nBKx1, nBky1, nWRx1, nWRy1, bWhiteOnTurn1);
    call Pos2Cartesian(nPos2, nWkx2, nWky2, nBKx2, nBky2, nWRx2, nWRy2, bWhiteOnTurn2);
    call MoveWhiteKing(nPos1, nPos2, bMoveWhiteKing);
    call OtherAfterMoveWhiteKing(nPos1, nPos2, bOtherAfterMoveWhiteKing);
    call LegalKRKPosition(nPos2, bLegalKRKPosition2);
    bLegalMoveWhiteKing = bMoveWhiteKing && bOtherAfterMoveWhiteKing &&
        bWhiteOnTurn1 && !bWhiteOnTurn2 && bLegalKRKPosition2;
}

procedure SquareAttackedByWhite(nPos, nX, nY, bSquareAttacked) {
    call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
    call Between(nWRx, nWRy, nWKx, nWKy, nX, nY, bBetween);
    call ChebyshevDistance(nWKx, nWKy, nX, nY, nCD);
    bSquareAttacked = ((nWRx==nX ^^ nWRy==nY) && !bBetween) || nCD==1;
}

procedure Mate(nPos, bMate) {
    call BlackKingCannotMove(nPos, bBlackKingCannotMove);
    call BlackKingAttacked(nPos, bBlackKingAttacked);
    bMate = !bWhiteOnTurn && bBlackKingCannotMove && bBlackKingAttacked;
}

procedure Stalemate(nPos, bStalemate) {
    call BlackKingCannotMove(nPos, bBlackKingCannotMove);
    call BlackKingAttacked(nPos, bBlackKingAttacked);
    bStalemate = !bWhiteOnTurn && bBlackKingCannotMove && !bBlackKingAttacked;
}

procedure Draw(nPos, bDraw) {
    call IsWhiteOnTurn(nPos, bWhiteOnTurn);
    call RookCaptured(nPos, bRookCaptured);
    bDraw = bWhiteOnTurn && bRookCaptured;
}

procedure Room(nPos, nRoom) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  nRoom = ite (nWRx==nBKx, 15,
             ite (nWRy==nBKy, 15,
                 ite (nWRx>nBKx,
                     ite (nWRy>nBKy, nWRx+nWRy, nWRx+(7-nWRy)),
                     ite (nWRy>nBKy, (7-nWRx)+nWRy, (7-nWRx)+(7-nWRy)))));
}

procedure ImmediateMateCond(nPos1, nPos2, bImmediateMateCond) {
  call LegalMoveWhiteRook(nPos1, nPos2, bLegalMoveWhiteRook);
  call Mate(nPos2, bMate);
  bImmediateMateCond = bLegalMoveWhiteRook && bMate;
}

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

procedure Measure(nPos, nMeasure) {
  call Pos2Cartesian(nPos, nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn);
  call Room(nPos, nRoom);
  call CriticalSquare(nPos, nCSx, nCSy);
  call ManhattanDistance(nWKx, nWKy, nCSx, nCSy, nMD);
  call NotWhiteRookExposed(nPos, bNotWhiteRookExposed);
  call ThreatenedByStalemate(nPos, bThreatenedByStalemate);
  nMeasure=ite(bNotWhiteRookExposed && !bThreatenedByStalemate,6*nRoom+nMD,100);
}
