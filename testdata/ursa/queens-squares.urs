/* bits: 8 */

/* Eight queens: b[ni][nj] says that there is one in row ni, column nj. 92 solutions. */

bRows = true;
bNoCapture = true;
for (ni = 0; ni < 8; ni++) {
  bQueen = false;
  for (nj = 0; nj < 8; nj++) {
    bQueen ||= b[ni][nj];
    for (nk = 0; nk < ni; nk++) {
      bNoCapture &&= !(b[ni][nj] && b[nk][nj]);
      nd = ni - nk;
      if (nj >= nd) bNoCapture &&= !(b[ni][nj] && b[nk][nj - nd]);
      if (nj + nd < 8) bNoCapture &&= !(b[ni][nj] && b[nk][nj + nd]);
    }
    for (nk = 0; nk < nj; nk++) bNoCapture &&= !(b[ni][nj] && b[ni][nk]);
  }
  bRows &&= bQueen;
}
assert_all(bRows; bNoCapture);
