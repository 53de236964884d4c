/* bits: 8 */

/* The least number of colours for the 15 edges among six points without a triangle of one colour: 3. */

minimize(nColours, 1, 6);

bOK = true;
for (ni = 0; ni < 6; ni++)
  for (nj = ni + 1; nj < 6; nj++) {
    bOK &&= n[ni][nj] < nColours;
    for (nk = nj + 1; nk < 6; nk++)
      bOK &&= n[ni][nj] != n[nj][nk] || n[ni][nj] != n[ni][nk];
  }
assert(bOK);
