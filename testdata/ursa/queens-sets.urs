/* bits: 8 */

/* Eight queens: n[ni] is the row as a set, one bit a square. A queen attacks downwards what its bit, moved by one more
   with every row, meets. 92 solutions. */

bOne = true;
bNoCapture = true;
for (ni = 0; ni < 8; ni++) {
  bOne &&= n[ni] != 0 && (n[ni] & n[ni] - 1) == 0;
  for (nj = ni + 1; nj < 8; nj++)
    bNoCapture &&= (n[nj] & (n[ni] | n[ni] << nj - ni | n[ni] >> nj - ni)) == 0;
}
assert_all(bOne && bNoCapture);
