// Package survey is about the folder that "retroproof estimate run" fills and
// "retroproof-check DIR" checks: a random sample of positions, a verdict on every
// draw, and the evidence for every verdict. doc/counting.md describes the files.
//
// # What is believed when Check returns no error
//
// Then the lines of the folder are the draws of its seed, one after the other; a legal
// game leads to every position that they call legal, and none to those that they call
// illegal. The verdicts rest on packages replay and certificate, as for any other
// certificate, and on nothing here but that each line is compared with what these have
// verified.
//
// That the draws are those of the seed rests on packages sample and numbering, by which
// they are drawn again. So does the estimate, whoever draws: it is the legal share of a
// number of integers, each of which stands for a position. That this number, the
// positions and the multiplicities are right is theory and code of packages count,
// cpi and urposition, which have tests and no certificates. None of them searches.
//
// Nothing in the folder is believed: its counts, estimate and checksums are compared
// with what was found. Only the part "run" of the manifest is not looked at, which
// tells of machine and time.
package survey
