/* bits: 32 */

/* Three xors exchange two numbers: no counterexample. */

na = nx;
nb = ny;
na ^= nb;
nb ^= na;
na ^= nb;
assert(na != ny || nb != nx);

/* v & (v-1) is 0 for the powers of 2, and for 0: no counterexample. */
nCount = 0;
for (ni = 0; ni < 32; ni++) nCount += nv >> ni & 1;
assert(nCount == 1 ^^ nv != 0 && (nv & nv - 1) == 0);
