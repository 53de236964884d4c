/* bits: 13 */

/* Right triangles with whole sides, the longest of at most 50: 20. */

procedure Power(nBase, nExponent, nPower) {
  nPower = 1;
  for (ni = 0; ni < nExponent; ni++) nPower *= nBase;
}

call Power(nx, 2, nx2);
call Power(ny, 2, ny2);
call Power(nz, 2, nz2);
assert_all(0 < nx && nx < ny && nz <= 50 && ny < nz && nx2 + ny2 == nz2);
