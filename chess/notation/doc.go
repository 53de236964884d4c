// Package notation writes and reads chess for people and other programs: moves as
// SAN and UCI text, games as PGN, boards as ASCII diagrams and SVG. The rules are
// package chess's; no certificate rests on this package.
//
//	san.go uci.go moveerror.go              moves
//	pgn.go pgnread.go pgnscan.go pgnerror.go  games
//	diagram.go svg.go svgpieces.go          boards
//	lenient.go                              positions as people and other programs write them
//
// Of the last, [LenientFEN] only rewrites text to what [chess.ParseFEN] takes; it judges nothing, and
// what it does not know it leaves as it is, so that the parser's error is about the text that was
// given. Certificates are not read with it: they have one spelling.
package notation
