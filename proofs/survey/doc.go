// Package survey checks the folder that "retroproof estimate run" writes: a random sample of
// positions, a verdict on every draw, and the evidence for every verdict. "retroproof-check
// DIR" runs this check. doc/counting.md describes the files.
//
// # What is believed when Check returns no error
//
// Then the lines of the folder are the draws of its seed, one after the other; a legal game
// leads to every position with the verdict legal, and none to those with the verdict illegal.
// The verdicts rest on packages replay and illegal, as for any other certificate, and in this
// package only on the comparison of each line with what those have verified.
//
// That the draws are those of the seed rests on packages sample and numbering, which repeat
// them. The estimate rests on the same packages: it is the share of legal draws, times a number
// of integers, each of which stands for a position. That this number, the positions and the
// multiplicities are correct rests on the theory and code of packages numbering, cpi and
// urposition, which have tests but no certificates. None of them searches.
//
// Nothing in the folder is believed: its counts, estimate and checksums are compared with what
// was found. Only the part "run" of the manifest, about machine and time, is not checked.
//
// Believed: That the draws are those of the seed, that each line's verdict is the verified one, and
// that counts and estimate follow from the lines.
package survey
