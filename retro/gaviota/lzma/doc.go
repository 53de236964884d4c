// Package lzma compresses the blocks of Gaviota's tables, to the same bytes as the
// published files have: raw LZMA1 streams with lc 3, lp 0, pb 2 and a dictionary
// of 4,096 bytes, as the encoder of the LZMA SDK makes them with 32 fast bytes, the
// match finder bt4 with 32 steps, and optimal parsing.
//
// LZMA leaves the choice among the many streams of the same bytes to the encoder.
// What has to be alike, to the last tie, is therefore
//
//	matches.go   which earlier strings are found: hash chains and search trees
//	prices.go    what each packet is thought to cost, in sixteenths of a bit, and
//	             when the estimates are renewed
//	parse.go     which packets are taken: the cheapest path found through the text
//	coder.go     the packets' bits; this part is the same in every encoder
//
// A packet is a literal byte, a match (a length and a distance), or a repeated
// match (a length and one of the last four distances).
package lzma
