// Package format writes tables to files and reads them: as a whole, or one value
// at a time. doc/tablebase-format.md describes every byte.
//
// A table's file holds, in this order:
//
//	header   what the table is: material, size of cells and blocks
//	blocks   the cells, compressed; those of White to move first
//	tail     counts and greatest depths; length and checksum of every block
//	digest   the SHA-256 of all that comes before
//
// All numbers are little-endian. Header, tail and blocks have checksums of their
// own, so that one block can be read and trusted without the rest of the file.
package format
