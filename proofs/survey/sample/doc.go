// Package sample draws positions at random.
//
// # The generator
//
// Random numbers are the key stream of ChaCha20 as RFC 8439 defines it: a counter, a
// nonce of 96 bits and a key of 256 bits make 64 bytes. It is written out here, since
// the generator is part of a result: the same seed must mean the same sample in every
// version, whatever the libraries do.
//
//	key      the seed as 8 bytes, the lowest first, and the 24 bytes
//	         "retroproof sample stream"
//	nonce    the number of the draw, from 0 on, as 8 bytes, the lowest first, and 4
//	         bytes for what is drawn: see [Stream]
//	counter  0, 1, ... as more bytes are needed
//
// So every draw has a stream of its own, and the i-th is the same however many are
// drawn, and in whatever order or at once.
//
// # Uniform numbers
//
// A number below N is read from the stream 24 bytes at a time, the lowest first, as a
// number of 192 bits of which all above N-1's highest bit are cleared. The first one
// below N is taken: no number is likelier than another.
//
// # The set S of texelutil
//
// See [Draw] and doc/counting.md for how rndfen draws from it.
package sample
