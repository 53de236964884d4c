nWKx=4; nWKy=5;
nBKx=4; nBKy=7;
nWRx=2; nWRy=7;
bWhiteOnTurn=false;
call Cartesian2Pos(nWKx, nWKy, nBKx, nBKy, nWRx, nWRy, bWhiteOnTurn, nPos);
call Mate(nPos, bMate);
assert(bMate);
