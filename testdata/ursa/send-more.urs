/* bits: 17 */

/* SEND + MORE = MONEY, the letters being different digits, the first ones not 0. One solution: 9567 + 1085 = 10652.
   The sum needs 17 bits: with 14 it would be right modulo 2^14 only, and there are 117 "solutions". */

procedure Digits(n1, n2, n3, n4, nValue) {
  nValue = 1000*n1 + 100*n2 + 10*n3 + n4;
}

call Digits(nS, nE, nN, nD, nSEND);
call Digits(nM, nO, nR, nE, nMORE);
call Digits(nO, nN, nE, nY, nONEY);

n[0] = nS; n[1] = nE; n[2] = nN; n[3] = nD; n[4] = nM; n[5] = nO; n[6] = nR; n[7] = nY;
bDigits = nS > 0 && nM > 0;
bDifferent = true;
for (ni = 0; ni < 8; ni++) {
  bDigits &&= n[ni] < 10;
  for (nj = 0; nj < ni; nj++) bDifferent &&= n[ni] != n[nj];
}
assert_all(bDigits; bDifferent; nSEND + nMORE == 10000*nM + nONEY);
