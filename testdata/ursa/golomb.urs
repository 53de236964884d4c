/* bits: 36 */

/* A Golomb ruler: no two pairs of marks have the same distance. A ruler is a set of bits. The shortest with 8 marks has
   length 34. */

nMarks = 8;
minimize(nLength, 24, 35);

bRuler = num2bool(nRuler & 1) && nRuler >> nLength == 1;
nCount = 0;
for (ni = 0; ni <= nLength; ni++) nCount += nRuler >> ni & 1;
bRuler &&= nCount == nMarks;

/* Marks at distance nd: at most one pair. */
for (nd = 1; nd <= nLength; nd++) {
  nPairs = nRuler & nRuler >> nd;
  bRuler &&= (nPairs & nPairs - 1) == 0;
}
assert(bRuler);
