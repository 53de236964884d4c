// Package syzygy reads Syzygy's tablebases: files NAME.rtbw, which say whether a
// position is won, drawn or lost with the fifty-move rule, and NAME.rtbz, which have the
// distance to the next capture or pawn move (DTZ). The format is described in
// doc/syzygy-format.md.
//
//	names.go   names of files, and the errors about missing ones
//	groups.go  the men of a file in groups, and the size of its index
//	index.go   the number of a position
//	file.go    the parts of a file
//	pairs.go   decompression: canonical Huffman codes of pairs of symbols
//	probe.go   values of positions: what a file leaves out is found by moves
//
// Files are believed in nothing: sizes and offsets are compared with the file's length
// before anything is allocated or read, and what is read is within bounds.
package syzygy
