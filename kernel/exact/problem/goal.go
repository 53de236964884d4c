package problem

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/exact"
)

// Goal is what games lead to in place of a diagram.
type Goal struct {
	Aim    exact.Aim
	Series bool // the text begins with ser-
	number int  // of the last move, 0 if it is not given
	side   chess.Color
}

// lastMove has the parts of a last move: number, dots, castling, man, origin, x or -, victim, destination, e.p.,
// promotion, and what it brings about.
var lastMove = regexp.MustCompile(
	`^(?:([1-9]\d{0,2})(\.\.\.|\.))?\s*(?:([O0]-[O0](?:-[O0])?)|([KQRBNSP])?([a-h]?[1-8]?)` +
		`([x-])?([QRBNSP])?([a-h][1-8])?\s*(e\.?p\.?)?(=[QRBNS]?)?)\s*(\+|#|mate|check|stalemate)?$`)

// ParseGoal reads a goal: a last move as "5.NxR#", "e.p.#" or "xRh1", of which parts may be left out, and "homebase",
// of one side or of both; several with commas. Behind "ser-" it is that of a series.
func ParseGoal(text string) (g Goal, err error) {
	moves := 0
	text, g.Series = strings.CutPrefix(text, "ser-")
	for _, part := range listed(text) {
		switch strings.ToLower(part) {
		case "homebase":
			g.Aim.Home = [2]bool{true, true}
		case "white homebase":
			g.Aim.Home[chess.White] = true
		case "black homebase":
			g.Aim.Home[chess.Black] = true
		default:
			m := lastMove.FindStringSubmatch(part)
			if moves++; m == nil || part == "" || moves > 1 {
				return g, fmt.Errorf("%q, want a last move, as 5.NxR# or exf6 e.p.#, or homebase, or white homebase", part)
			}
			if err := g.move(m); err != nil {
				return g, fmt.Errorf("%q: %w", part, err)
			}
		}
	}
	if text == "" {
		err = fmt.Errorf("%q, want a last move, as 5.NxR# or exf6 e.p.#, or homebase", text)
	}
	return g, err
}

// ends are the words for what a position is at the end.
var ends = map[string]exact.End{
	"+": exact.Check, "check": exact.Check, "#": exact.Mate, "mate": exact.Mate, "stalemate": exact.Stalemate,
}

// move fills in what is given of the last move.
func (g *Goal) move(m []string) error {
	a := &g.Aim
	if m[1] != "" {
		g.number, _ = strconv.Atoi(m[1])
		if m[2] == "..." {
			g.side = chess.Black
		}
	}
	// Short notation leaves out the letter of a pawn, so that a file or a square at the beginning means one.
	a.Kind, a.Victim = kindOf(m[4]), kindOf(m[7])
	from, to := m[5], m[8]
	if a.Kind == chess.NoKind && from != "" {
		a.Kind = chess.Pawn
	}
	if len(from) == 2 && m[6] == "" && to == "" {
		from, to = "", from
	}
	switch m[6] {
	case "x":
		a.Capture = exact.Captures
	case "-":
		a.Capture = exact.Quiet
	default:
		if m[7] != "" {
			return fmt.Errorf("want an x before what is captured")
		}
	}
	if m[6] == "-" && (m[7] != "" || m[9] != "") {
		return fmt.Errorf("a move with - captures nothing")
	}
	a.From, a.To = squaresOf(from), squaresOf(to)
	if castling := m[3]; castling != "" {
		a.Kind, a.Castling, a.To = chess.King, true, chess.FileSet(6)
		if len(castling) == 5 {
			a.To = chess.FileSet(2)
		}
	}
	if m[9] != "" {
		a.EnPassant, a.Capture = true, exact.Captures
	}
	if m[10] != "" {
		a.Promotes, a.Promotion = true, kindOf(m[10][1:])
	}
	// Of what contradicts itself there would be no game: it is a mistake rather than a goal.
	if a.EnPassant || a.Promotes {
		if a.Kind != chess.NoKind && a.Kind != chess.Pawn || a.EnPassant && a.Promotes {
			return fmt.Errorf("only pawns capture en passant, or promote, and not at once")
		}
		a.Kind = chess.Pawn
	}
	a.End = ends[m[11]]
	return nil
}

// kindOf returns the kind of a letter, NoKind of none.
func kindOf(letter string) chess.Kind {
	man, _ := chess.ParseMan(strings.Map(forsyth, letter+" ")[0])
	return man.Kind()
}

// squaresOf returns the squares with a file, a rank or both.
func squaresOf(text string) chess.Bitboard {
	set := chess.AllSquares
	for _, c := range text {
		if c >= 'a' {
			set &= chess.FileSet(int(c - 'a'))
		} else {
			set &= chess.RankSet(int(c - '1'))
		}
	}
	if text == "" {
		return 0
	}
	return set
}

// Plies returns the length of games from a start that the number of the last move tells, false if none is given.
func (g *Goal) Plies(start *chess.Setup) (plies int, ok bool, err error) {
	switch {
	case g.number == 0:
		return 0, false, nil
	case g.Series:
		return g.number, true, nil
	}
	plies = 2*g.number - 1
	if g.side == chess.Black {
		plies++
	}
	if start.Turn == chess.Black {
		plies--
	}
	if plies < 1 || plies > exact.MostPlies {
		return 0, false, fmt.Errorf("move %d ends no game of 1 to %d plies", g.number, exact.MostPlies)
	}
	return plies, true, nil
}
