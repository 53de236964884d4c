// Package blocks keeps the blocks of files that were used last.
package blocks
