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
// That the draws are those of the seed rests on [Draw], which repeats them. The estimate is the
// share of legal draws, times a number of integers, each of which stands for a position. That
// this number, the positions and the multiplicities are correct rests on the theory and code of
// packages numbering, cpi and urposition, which have tests but no certificates. None of them
// searches.
//
// Nothing in the folder is believed: its counts, estimate and checksums are compared with what
// was found. Only the part "run" of the manifest, about machine and time, is not checked.
//
// # Random numbers
//
// Random numbers are the key stream of ChaCha20 as RFC 8439 defines it: a counter, a nonce of
// 96 bits and a key of 256 bits yield 64 bytes. It is implemented here because the generator is
// part of a result: the same seed must give the same sample in every version, even if libraries
// change.
//
//	key      the seed as 8 bytes, the lowest first, and the 24 bytes
//	         "retroproof sample stream"
//	nonce    the number of the draw, from 0 on, as 8 bytes, the lowest first, and 4
//	         bytes for what is drawn: see [Stream]
//	counter  0, 1, ... as more bytes are needed
//
// So every draw has a stream of its own: the i-th draw does not depend on how many are drawn,
// or in which order.
//
// # Uniform numbers
//
// A number below N is read from the stream 24 bytes at a time, the lowest first, as a number of
// 192 bits of which all bits above the highest bit of N-1 are cleared. The first number below N
// is taken, so all numbers have the same probability.
//
// # The estimate
//
// Every draw of a sample has the value N/m if it is legal, where N is the number of integers
// that are drawn from, and m is the number of integers that stand for the position; otherwise
// it has the value 0. The mean of the values is an unbiased estimate of the number of legal
// positions, for any multiplicities.
//
// # The interval of an estimate
//
// With [EnoughLegal] or more legal draws, the 95 % interval is that of the normal distribution:
// 1.96 standard deviations of the mean to either side. With fewer, the mean is not
// approximately normal, and with none, the deviation is 0. Then the interval is derived from
// the exact interval of Clopper and Pearson (1934) for the share of legal draws. The value of a
// legal draw is at most N and at least N/M, where M is the greatest multiplicity among the
// legal draws. So the upper end is that of the share times N, and the lower end is that of the
// share times N/M. The same interval is used if all draws are legal and have the same
// multiplicity, since the deviation is 0 again.
//
// So an interval always has a positive width, and never extends below 0. It does not account
// for legal positions of greater multiplicities than those drawn. There can only be few of
// these: tests consider all samples in which any share of the legal positions has any single
// multiplicity, and the lower end is too high in less than 2.5 % of them.
//
// # Positions without verdict
//
// A position without a verdict counts neither as legal nor as illegal. If there are such
// positions, there are two estimates, one as if all of them were illegal and one as if all were
// legal. The estimate from complete verdicts would lie between the two.
//
// Believed: That the draws are those of the seed, uniform if ChaCha20 is; that each line's verdict is the
// verified one; that counts and estimate follow from the lines; and that the intervals cover the true
// number as often as they say.
package survey
