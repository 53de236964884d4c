// Package gaviota writes and reads Gaviota's tablebases, scheme 4: files
// NAME.gtb.cp4 with the depth to mate of all positions of three to five men. The
// format is described in doc/gaviota-format.md.
//
//	names.go      which materials there are, and the names of their files
//	numbering.go  the axes: numbers of kings, pawns and other men
//	layout.go     the number of a position's cell
//	value.go      a cell: one byte
//	scan.go       from the cells of our tables to these
//	write.go      files as they were published, to the byte
//	lzma.go       compression; lzma_*.go its parts
//	read.go       files, of which a probe reads one block
//	load.go       whole tables of ours from files
package gaviota
