/* bits: 4 */

/* A sudoku: one solution. A row is given by nine calls' worth of digits, 0 for an empty square. */

procedure Row(n1, n2, n3, n4, n5, n6, n7, n8, n9, nA, nB, nC, nD, nE, nF, nG, nH, nI, bOK) {
  bOK = bOK && (n1 == 0 || nA == n1) && (n2 == 0 || nB == n2) && (n3 == 0 || nC == n3) &&
        (n4 == 0 || nD == n4) && (n5 == 0 || nE == n5) && (n6 == 0 || nF == n6) &&
        (n7 == 0 || nG == n7) && (n8 == 0 || nH == n8) && (n9 == 0 || nI == n9);
}

bGiven = true;
call Row(5,3,0, 0,7,0, 0,0,0, n[0][0],n[0][1],n[0][2],n[0][3],n[0][4],n[0][5],n[0][6],n[0][7],n[0][8], bGiven);
call Row(6,0,0, 1,9,5, 0,0,0, n[1][0],n[1][1],n[1][2],n[1][3],n[1][4],n[1][5],n[1][6],n[1][7],n[1][8], bGiven);
call Row(0,9,8, 0,0,0, 0,6,0, n[2][0],n[2][1],n[2][2],n[2][3],n[2][4],n[2][5],n[2][6],n[2][7],n[2][8], bGiven);
call Row(8,0,0, 0,6,0, 0,0,3, n[3][0],n[3][1],n[3][2],n[3][3],n[3][4],n[3][5],n[3][6],n[3][7],n[3][8], bGiven);
call Row(4,0,0, 8,0,3, 0,0,1, n[4][0],n[4][1],n[4][2],n[4][3],n[4][4],n[4][5],n[4][6],n[4][7],n[4][8], bGiven);
call Row(7,0,0, 0,2,0, 0,0,6, n[5][0],n[5][1],n[5][2],n[5][3],n[5][4],n[5][5],n[5][6],n[5][7],n[5][8], bGiven);
call Row(0,6,0, 0,0,0, 2,8,0, n[6][0],n[6][1],n[6][2],n[6][3],n[6][4],n[6][5],n[6][6],n[6][7],n[6][8], bGiven);
call Row(0,0,0, 4,1,9, 0,0,5, n[7][0],n[7][1],n[7][2],n[7][3],n[7][4],n[7][5],n[7][6],n[7][7],n[7][8], bGiven);
call Row(0,0,0, 0,8,0, 0,7,9, n[8][0],n[8][1],n[8][2],n[8][3],n[8][4],n[8][5],n[8][6],n[8][7],n[8][8], bGiven);

bOK = true;
for (ni = 0; ni < 9; ni++)
  for (nj = 0; nj < 9; nj++) {
    bOK &&= n[ni][nj] >= 1 && n[ni][nj] <= 9;
    nBoxI = ite(ni < 3, 0, ite(ni < 6, 3, 6));
    nBoxJ = ite(nj < 3, 0, ite(nj < 6, 3, 6));
    for (nk = 0; nk < 9; nk++) {
      if (nk < nj) bOK &&= n[ni][nj] != n[ni][nk];
      if (nk < ni) bOK &&= n[ni][nj] != n[nk][nj];
    }
    for (nk = nBoxI; nk < ni; nk++)
      for (nl = nBoxJ; nl < nBoxJ + 3; nl++)
        bOK &&= n[ni][nj] != n[nk][nl];
  }
assert_all(bGiven; bOK);
