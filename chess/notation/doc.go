// Package notation writes and reads chess for people and other programs: moves as
// SAN and UCI text, games as PGN, boards as ASCII diagrams and SVG. The rules are
// package chess's; no certificate rests on this package.
//
//	san.go uci.go moveerror.go              moves
//	pgn.go pgnread.go pgnscan.go pgnerror.go  games
//	diagram.go svg.go svgpieces.go          boards
//	sheet.go png.go                         problems for print
package notation
