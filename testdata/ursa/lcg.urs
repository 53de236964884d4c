/* bits: 32 */

/* The seed of a linear congruential generator, from its hundredth number. One solution: 2011. */

nx = nseed;
for (ni = 0; ni < 100; ni++) nx = nx*1664525 + 1013904223;
assert_all(nx == 3998113695);
