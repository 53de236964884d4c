/* bits: 8 */

/* How many edges among nine points can be coloured with two colours without a triangle of one colour? 32 (of 36; the
   International Mathematical Olympiad of 1992 asked for the proof that 33 force a triangle). */

maximize(nEdges, 1, 36);

bNoTriangle = true;
nCount = 0;
for (ni = 0; ni < 9; ni++)
  for (nj = ni + 1; nj < 9; nj++) {
    bNoTriangle &&= !(bRed[ni][nj] && bBlue[ni][nj]);
    nCount += bool2num(bRed[ni][nj] || bBlue[ni][nj]);
    for (nk = nj + 1; nk < 9; nk++) {
      bNoTriangle &&= !(bRed[ni][nj] && bRed[nj][nk] && bRed[ni][nk]);
      bNoTriangle &&= !(bBlue[ni][nj] && bBlue[nj][nk] && bBlue[ni][nk]);
    }
  }
assert(bNoTriangle && nCount == nEdges);
