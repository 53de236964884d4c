/* bits: 8 */

/* Eight queens that do not attack each other: n[ni] is the column of the queen in row ni. 92 solutions. */

nDim = 8;
bDomain = true;
bNoCapture = true;
for (ni = 0; ni < nDim; ni++) {
  bDomain &&= n[ni] < nDim;
  for (nj = 0; nj < nDim; nj++)
    if (ni != nj) {
      bNoCapture &&= n[ni] != n[nj];
      bNoCapture &&= ni + n[nj] != nj + n[ni] && ni + n[ni] != nj + n[nj];
    }
}
assert_all(bDomain && bNoCapture);
