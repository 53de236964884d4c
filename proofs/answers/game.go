package answers

import (
	"strings"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// Game is a game to the position, and what became of some men of the start in it.
type Game struct {
	Moves string `json:"moves"` // as UCI has them, separated by blanks
	Men   []Fate `json:"men,omitempty"`
}

// Fate is what became of a man of the start.
type Fate struct {
	From     string `json:"from"`         // its square at the start
	To       string `json:"to"`           // its square at the end, or where it was captured
	By       string `json:"by,omitempty"` // the square, at the start, of the man that captured it
	Moved    bool   `json:"moved"`        // it moved at least once
	Promoted bool   `json:"promoted,omitempty"`
}

// game replays a game, and compares what became of men.
func (c *checker) game(claim *Claim) error {
	fates, err := Fates(c.startFEN, claim.FEN, strings.Fields(claim.Game.Moves), c.rules)
	if err != nil {
		return because(ErrClaim, "%w", err)
	}
	if !c.premise.Ends(&c.start, &c.goal) {
		return because(ErrClaim, "no game of the premise ends with the position")
	}
	for _, f := range claim.Game.Men {
		sq, err := chess.ParseSquare(f.From)
		if err != nil {
			return because(ErrFile, "%w", err)
		}
		if is := fates[sq]; is == nil || *is != f {
			return because(ErrClaim, "of the man from %s is true: %+v", f.From, is)
		}
	}
	return nil
}

// Fates replays a game, and returns what became of the men of the start, by their squares there;
// nil for empty squares.
func Fates(start, goal string, moves []string, rules replay.Options) (*[chess.NumSquares]*Fate, error) {
	first, err := facts.ParseFEN(start)
	if err != nil {
		return nil, err
	}
	fates := &[chess.NumSquares]*Fate{}
	var at [chess.NumSquares]*Fate // men on the board, by their squares now
	for sq, m := range first.Board {
		if m != chess.NoMan {
			name := chess.Square(sq).String()
			fates[sq] = &Fate{From: name, To: name}
			at[sq] = fates[sq]
		}
	}
	before, left := first.Board, moves
	rules.Each = func(p *replay.Position) {
		follow(&at, &before, left[0])
		before, left = facts.Setup(p).Board, left[1:]
	}
	if _, err := replay.Check(start, goal, moves, rules); err != nil {
		return nil, err
	}
	return fates, nil
}

// follow follows the men in one legal move, as UCI has it, from a board.
func follow(at *[chess.NumSquares]*Fate, board *[chess.NumSquares]chess.Man, move string) {
	from, _ := chess.ParseSquare(move[:2]) // a legal move has two squares
	to, _ := chess.ParseSquare(move[2:4])
	rank, man, kind := from.Rank(), at[from], board[from].Kind()
	victim := to
	if kind == chess.Pawn && from.File() != to.File() && at[to] == nil {
		victim = chess.MakeSquare(to.File(), rank) // en passant
	}
	if v := at[victim]; v != nil {
		v.By, v.To, at[victim] = man.From, victim.String(), nil
	}
	goes := func(from, to chess.Square) {
		man := at[from]
		at[from], at[to] = nil, man
		man.To, man.Moved = to.String(), true
	}
	goes(from, to)
	man.Promoted = man.Promoted || len(move) > 4
	if kind == chess.King && files(from, to) == 2 {
		if to > from {
			goes(chess.MakeSquare(7, rank), chess.MakeSquare(5, rank))
		} else {
			goes(chess.MakeSquare(0, rank), chess.MakeSquare(3, rank))
		}
	}
}
