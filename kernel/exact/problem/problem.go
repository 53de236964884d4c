// Package problem reads and writes proof game problems: a position, the number of moves in
// which it is to be reached, and all games that do so.
//
//	target, err := problem.ParseTarget("rnbqkbnr/... b ? - 0 1") // any castling rights
//	plies, err := problem.ParseLength("4.5")                     // 9
//	result, err := exact.Search(ctx, &start, &target, plies, exact.Options{})
//	duals := problem.Compare(&start, result.Games)
//
// [Answer.Page] is a problem for print; a certificate for package proofs/exact is
// written by [WriteCertificate].
package problem

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/chess/notation"
	"retroproof/kernel/exact"
)

// twoFields are castling rights and en passant square of a FEN.
var twoFields = regexp.MustCompile(`^\s*\S+\s+\S+\s+(\S+)(?:\s+(\S+))?`)

// ParseTarget reads a FEN in which castling rights and en passant square may be "?": then any
// are accepted. The error is a [*chess.FENError].
func ParseTarget(text string) (t exact.Target, err error) {
	if text, err = (lenient.Reading{Open: true}).FEN(text); err != nil {
		return t, err
	}
	b := []byte(text)
	if at := twoFields.FindSubmatchIndex(b); at != nil {
		for i, unknown := range []*bool{&t.AnyCastling, &t.AnyEnPassant} {
			if from, to := at[2+2*i], at[3+2*i]; from >= 0 && string(b[from:to]) == "?" {
				*unknown, b[from] = true, '-'
			}
		}
	}
	t.Setup, err = chess.ParseFEN(string(b))
	return t, err
}

// TargetText returns a target in the form that ParseTarget reads.
func TargetText(t *exact.Target) string {
	words := strings.Fields(t.Setup.FEN())
	if t.AnyCastling {
		words[2] = "?"
	}
	if t.AnyEnPassant {
		words[3] = "?"
	}
	return strings.Join(words, " ")
}

// ParseLength reads a number of plies, as "9", or of moves, as "4.5" or "5.0".
func ParseLength(text string) (plies int, err error) {
	whole, half, inMoves := strings.Cut(text, ".")
	n, err := strconv.ParseUint(whole, 10, 16)
	if err != nil || inMoves && half != "0" && half != "5" {
		return 0, fmt.Errorf("length %q, want plies, as 9, or moves, as 4.5 or 5.0", text)
	}
	plies = int(n)
	if inMoves {
		plies *= 2
		if half == "5" {
			plies++
		}
	}
	if plies > exact.MostPlies {
		return 0, fmt.Errorf("length %q: more than %d plies", text, exact.MostPlies)
	}
	return plies, nil
}

// ParseMove reads a move given by its squares and the piece of a promotion, as "e1g1" or
// "d7d8q". Castling and captures en passant are given by their squares alone.
func ParseMove(text string) (chess.Move, error) {
	if len(text) == 4 || len(text) == 5 {
		from, err1 := chess.ParseSquare(text[:2])
		to, err2 := chess.ParseSquare(text[2:4])
		if err1 == nil && err2 == nil && from != to {
			if len(text) == 4 {
				return chess.NewMove(from, to), nil
			}
			if man, ok := chess.ParseMan(text[4]); ok && strings.IndexByte("qrbn", text[4]) >= 0 {
				return chess.NewPromotion(from, to, man.Kind()), nil
			}
		}
	}
	return chess.NoMove, fmt.Errorf("%q, want two squares and perhaps one of qrbn, as in e2e4 or e7e8q", text)
}

// ParsePromotion reads the square of a pawn that promotes, optionally with the kind of piece that
// it becomes, as "a2" or "b7=n".
func ParsePromotion(text string) (p exact.Promotion, err error) {
	square, kind, given := strings.Cut(text, "=")
	if p.Square, err = chess.ParseSquare(square); err != nil {
		return p, fmt.Errorf("%q, want a square and perhaps what the pawn becomes, as in a2 or b7=n", text)
	}
	if given && (len(kind) != 1 || !strings.Contains("qrbn", kind)) {
		return p, fmt.Errorf("%q, want one of qrbn after =", text)
	}
	p.To = kindOf(strings.ToUpper(kind))
	return p, nil
}

// MovesText returns a number of plies in moves, as problems state it: "4.5".
func MovesText(plies int) string {
	return fmt.Sprintf("%d.%d", plies/2, plies%2*5)
}

// SAN returns the moves of a legal game, or of a legal series.
func SAN(start *chess.Setup, game []chess.Move, series bool) ([]string, error) {
	p, err := chess.NewPosition(*start)
	if err != nil {
		return nil, err
	}
	if !series {
		return notation.SANs(p, game), nil
	}
	var all []string
	for i, m := range game {
		if i > 0 {
			p = exact.Passed(p)
		}
		all = append(all, notation.SAN(p, m))
		p.Make(m)
	}
	return all, nil
}

// Difference says how a game differs from the first one.
type Difference uint8

// The differences of games.
const (
	First     Difference = iota // it is the first game
	Order                       // the same moves in another order
	Routes                      // the same men go to the same squares, some of them by other routes
	Otherwise                   // other men, captures or promotions
)

// String returns the difference in words.
func (d Difference) String() string {
	return [...]string{"", "the same moves in another order", "other routes of the same men",
		"other men, captures or promotions"}[d]
}

// Dual describes how a game differs from the first one.
type Dual struct {
	Difference Difference
	Ply        int // of the first move that differs, from 0 on
}

// Compare returns, for each game from a start, or each series, how it differs from the first.
func Compare(start *chess.Setup, games [][]chess.Move, series bool) []Dual {
	duals := make([]Dual, len(games))
	if len(games) == 0 {
		return duals
	}
	moves, fates := sorted(games[0], series), fatesOf(start, games[0])
	for i, game := range games[1:] {
		d := &duals[i+1]
		for d.Ply < min(len(game), len(games[0])) && game[d.Ply] == games[0][d.Ply] {
			d.Ply++
		}
		switch {
		case slices.Equal(sorted(game, series), moves):
			d.Difference = Order
		case fatesOf(start, game) == fates:
			d.Difference = Routes
		default:
			d.Difference = Otherwise
		}
	}
	return duals
}

// sorted returns the moves of a game in a canonical order. The side is included, since moves of
// White and Black may have the same squares.
func sorted(game []chess.Move, series bool) []int {
	all := make([]int, len(game))
	for i, m := range game {
		if all[i] = int(m) << 1; !series {
			all[i] |= i & 1
		}
	}
	slices.Sort(all)
	return all
}

// fate is what became of the man that stood on a square of the start.
type fate struct {
	on       chess.Square // at the end, or where it was captured
	captured bool
	as       chess.Kind
}

// fatesOf follows the men through a game.
func fatesOf(start *chess.Setup, game []chess.Move) (fates [chess.NumSquares]fate) {
	var man [chess.NumSquares]chess.Square // by square: where its man stood at the start
	for sq := range chess.Square(chess.NumSquares) {
		man[sq] = chess.NoSquare
		if start.Board[sq] != chess.NoMan {
			man[sq] = sq
			fates[sq] = fate{on: sq, as: start.Board[sq].Kind()}
		}
	}
	shift := func(from, to chess.Square) {
		if victim := man[to]; victim.Valid() {
			fates[victim].captured = true
		}
		man[to], man[from] = man[from], chess.NoSquare
		fates[man[to]].on = to
	}
	for _, m := range game {
		from, to := m.From(), m.To()
		if m.IsEnPassant() {
			fates[man[to^8]].captured = true
			man[to^8] = chess.NoSquare
		}
		shift(from, to)
		if m.IsCastling() {
			for i := range chess.CastlingPaths {
				if path := &chess.CastlingPaths[i]; path.KingTo == to && path.Home[0].Square == from {
					shift(path.Home[1].Square, path.RookTo)
				}
			}
		}
		if k := m.Promotion(); k != chess.NoKind {
			fates[man[to]].as = k
		}
	}
	return fates
}
