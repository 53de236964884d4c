package replay

import (
	"cmp"
	"strings"
)

// Options are the options of Check. The zero value selects the rules of chess without the rule
// of 75 moves.
type Options struct {
	// MaxQuiet ends a game as a draw after this number of consecutive plies without a capture
	// or a pawn's move: 150 is the rule of 75 moves (FIDE 9.6.2). The last of these plies may
	// lead to the goal, but no move follows it. The halfmove clock of the start is added to the
	// count. 0 means no such rule.
	MaxQuiet int
	// Allows, if not nil, leaves out legal moves: those between two positions of which it is false. It is called from
	// several goroutines, and must keep neither position.
	Allows func(before, after *Position) bool
	// Each, if not nil, is called with the position after every move. It must not keep it.
	Each func(*Position)
}

// Result is what Check has replayed.
type Result struct {
	Plies    int
	MaxQuiet int       // largest number of consecutive plies without a capture or a pawn's move
	End      *Position // the goal, with the clocks of the game
}

// Check checks that moves lead from a start to a goal, one legal move after the
// other. Start and goal are FENs; the empty start is [Initial]. Moves are in UCI's notation.
// The error is an [*Error].
func Check(start, goal string, moves []string, o Options) (Result, error) {
	p, err := ParsePlayable(cmp.Or(start, Initial))
	if err != nil {
		return Result{}, err
	}
	want, err := ParseFEN(goal)
	if err != nil {
		return Result{}, err
	}
	r := Result{Plies: len(moves), MaxQuiet: p.quiet, End: p}
	for i, text := range moves {
		before := *p
		err := p.play(text, o)
		if err == nil && o.Allows != nil && !o.Allows(&before, p) {
			err = fail(NotAllowed, "a legal move, but games of this kind do not have it")
		}
		if err != nil {
			err.Ply, err.Move = i+1, text
			return Result{}, err
		}
		r.MaxQuiet = max(r.MaxQuiet, p.quiet)
		if o.Each != nil {
			o.Each(p)
		}
	}
	return r, p.LeadsTo(want)
}

// LeadsTo compares the end of a game with a goal, as defined in the package comment. The error
// says what is different.
func (p *Position) LeadsTo(goal *Position) error {
	board := func(p *Position) string { text, _, _ := strings.Cut(p.FEN(), " "); return text }
	switch {
	case p.board != goal.board:
		return fail(OtherBoard, "the game leads to the board %s, not to %s", board(p), board(goal))
	case p.white != goal.white:
		return fail(OtherTurn, "the game ends with %s to move, not %s", p.turn(), goal.turn())
	case p.castle != goal.castle:
		return fail(OtherCastling, "the game ends with the castling rights %s, not %s", p.castling(), goal.castling())
	case goal.passed != none && goal.passed != p.passed:
		return fail(OtherEnPassant, "the game ends with the en passant square %v, not %v", p.passed, goal.passed)
	case goal.passed == none && p.Passable():
		return fail(OtherEnPassant, "the game ends with a pawn that can be captured en passant on %v, and the goal has no "+
			"such square", p.passed)
	}
	return nil
}

// play makes a move. If there is an error, the position is not changed.
func (p *Position) play(text string, o Options) *Error {
	if o.MaxQuiet > 0 && p.quiet >= o.MaxQuiet {
		return fail(GameOver, "the game was drawn before it, after %d plies without a capture or a pawn's move", p.quiet)
	}
	m, err := p.read(text)
	if err == nil {
		p.make(m)
	}
	return err
}

// read reads a legal move in UCI's notation: the squares that the man leaves and goes to (of castling, those of the
// king), and for a promotion the small letter of what the pawn becomes.
func (p *Position) read(text string) (move, *Error) {
	m, ok := parseUCI(text)
	if !ok {
		return m, fail(NotAMove, "no move: want two squares, and for a promotion one of qrbn, as in e2e4 and e7e8q")
	}
	if !p.legal(m) {
		return m, fail(IllegalMove, "no legal move in %s", p.FEN())
	}
	return m, nil
}

// parseUCI reads the text of a move, without regard to the position.
func parseUCI(text string) (m move, ok bool) {
	if len(text) != 4 && len(text) != 5 {
		return m, false
	}
	for i, c := range []byte(text[:4]) {
		if first := "a1"[i%2]; c < first || c >= first+8 {
			return m, false
		}
	}
	m.from, m.to = square{int(text[0] - 'a'), int(text[1] - '1')}, square{int(text[2] - 'a'), int(text[3] - '1')}
	if len(text) == 5 {
		m.become = man(text[4]).of(true)
	}
	return m, len(text) == 4 || strings.IndexByte("qrbn", text[4]) >= 0
}
