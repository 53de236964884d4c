/* bits: 4 */

/* King and queen against king: all ways to mate by a move of the queen. (nKx,nKy) is the white king, (nBx,nBy) the black
   one, the queen moves from (nQx,nQy) to (nTx,nTy). */

/* bBeside: the squares are the same or beside each other. */
procedure Beside(nAx, nAy, nBx, nBy, bBeside) {
  bBeside = nAx <= nBx + 1 && nBx <= nAx + 1 && nAy <= nBy + 1 && nBy <= nAy + 1;
}

/* bLine: a queen moves from A to B over an empty board, or over one with the king K, who is in the way. */
procedure Line(nAx, nAy, nBx, nBy, nKx, nKy, bLine) {
  bLine = (nAx == nBx ^^ nAy == nBy) || nAx != nBx && (nAx - nBx == nAy - nBy || nAx - nBx == nBy - nAy);
  call Between(nAx, nAy, nBx, nBy, nKx, nKy, bBetween);
  bLine = bLine && !bBetween;
}

/* bBetween: K is strictly between A and B, if these are on a line. */
procedure Between(nAx, nAy, nBx, nBy, nKx, nKy, bBetween) {
  bX = nAx < nKx && nKx < nBx || nBx < nKx && nKx < nAx;
  bY = nAy < nKy && nKy < nBy || nBy < nKy && nKy < nAy;
  bRank = nAy == nBy && nKy == nAy && bX;
  bFile = nAx == nBx && nKx == nAx && bY;
  bDiagonal = nAx - nBx == nAy - nBy && nAx - nKx == nAy - nKy || nAx - nBx == nBy - nAy && nAx - nKx == nKy - nAy;
  bBetween = bRank || bFile || bX && bY && bDiagonal;
}

bBoard = nKx < 8 && nKy < 8 && nBx < 8 && nBy < 8 && nQx < 8 && nQy < 8 && nTx < 8 && nTy < 8;

/* Before the move: three squares, the kings apart, Black not in check. */
call Beside(nKx, nKy, nBx, nBy, bKings);
call Line(nQx, nQy, nBx, nBy, nKx, nKy, bCheckBefore);
bApart = (nQx != nKx || nQy != nKy) && (nQx != nBx || nQy != nBy);
bBefore = !bKings && bApart && !bCheckBefore;

/* The move: along a line, over neither king and onto neither. */
call Line(nQx, nQy, nTx, nTy, nKx, nKy, bMove);
call Between(nQx, nQy, nTx, nTy, nBx, nBy, bOver);
bMove = bMove && !bOver && (nTx != nKx || nTy != nKy) && (nTx != nBx || nTy != nBy);

/* After it: check, and every square that the black king could go to is attacked. He is no longer in the way then. */
call Line(nTx, nTy, nBx, nBy, nKx, nKy, bMate);
for (ndx = 0; ndx < 3; ndx++)
  for (ndy = 0; ndy < 3; ndy++)
    if (ndx != 1 || ndy != 1) {
      nX = nBx + ndx - 1;
      nY = nBy + ndy - 1;
      call Beside(nKx, nKy, nX, nY, bGuarded);
      call Line(nTx, nTy, nX, nY, nKx, nKy, bAttacked);
      bMate &&= nX >= 8 || nY >= 8 || bGuarded || bAttacked;
    }

assert_all(bBoard; bBefore; bMove; bMate);
