// Package blocks has what the files of tables have in common, whatever their format: a file is opened, its header and
// its index are read, and blocks, each compressed by itself, are read when they are asked for. A format adds what the
// index says and how a block is decompressed.
//
//	file.go    a file that is read at places, and errors that name it and the place
//	cells.go   a file whose blocks have the cells of a table, those of White to move first
//	cache.go   the blocks that were used last, decompressed
//	write.go   files that are there as a whole or not at all
package blocks
