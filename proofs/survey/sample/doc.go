// Package sample draws positions at random.
//
// # The generator
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
// # The set S of texelutil
//
// See [Draw] and doc/counting.md for how rndfen draws from it.
//
// Believed: That the stream is ChaCha20's for the seed, and that draws from it are uniform if its
// words are.
package sample
