/* bits: 8 */

/* The numbers 0 to 8 in a square, all rows, columns and diagonals with the same sum. 8 solutions, which are images of one. */

bDomain = true;
bDifferent = true;
for (ni = 0; ni < 9; ni++) {
  bDomain &&= nt[ni] < 9;
  for (nj = 0; nj < ni; nj++) bDifferent &&= nt[ni] != nt[nj];
}
bSums = nt[0] + nt[4] + nt[8] == 12 && nt[2] + nt[4] + nt[6] == 12;
for (ni = 0; ni < 3; ni++) {
  bSums &&= nt[3*ni] + nt[3*ni + 1] + nt[3*ni + 2] == 12;
  bSums &&= nt[ni] + nt[ni + 3] + nt[ni + 6] == 12;
}
assert_all(bDomain; bDifferent; bSums);

/* One of the eight. */
assert_all(bDomain; bDifferent; bSums; nt[0] < nt[2] && nt[0] < nt[6] && nt[0] < nt[8] && nt[2] < nt[6]);
