package krk

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/proofs/krk/spec"
)

// legalMoves appends the positions that the side to move can move to from p.
func legalMoves(dst []Position, p Position) []Position {
	if p.White() {
		return whiteMoves(dst, p)
	}
	return BlackMoves(dst, p)
}

// moved returns where the man that the move from p to q moves comes from and
// goes to. With several men it is the first of the king of the side to move,
// the rook and the other king.
func moved(p, q Position) (from, to Square) {
	switch {
	case !p.White() && p.BK() != q.BK():
		return p.BK(), q.BK()
	case p.WK() != q.WK():
		return p.WK(), q.WK()
	case p.R() != q.R():
		return p.R(), q.R()
	}
	return p.BK(), q.BK()
}

// SAN returns the legal move from p to q in standard algebraic notation, such
// as Rd4+, or Kxd4 where Black takes the rook. No move of this endgame needs
// the square it comes from.
func SAN(p, q Position) string {
	man, capture, suffix := "K", "", ""
	if p.White() && p.R() != q.R() {
		man = "R"
	}
	switch {
	case rookCaptured(q):
		capture = "x"
	case mate(q):
		suffix = "#"
	case !q.White() && check(q):
		suffix = "+"
	}
	_, to := moved(p, q)
	return man + capture + to.String() + suffix
}

// SANs returns the moves from p to each of qs in standard algebraic notation.
func SANs(p Position, qs []Position) []string {
	sans := make([]string, len(qs))
	for i, q := range qs {
		sans[i] = SAN(p, q)
	}
	return sans
}

// uci returns the move from p to q in the notation of chess engines: from,
// to, as in e8d7.
func uci(p, q Position) string {
	from, to := moved(p, q)
	return from.String() + to.String()
}

// moveReason is a stable identifier of what is wrong with a move.
type moveReason string

// The reasons.
const (
	moveSyntax  moveReason = "MoveSyntax"  // not a move in SAN or UCI of this endgame
	illegalMove moveReason = "IllegalMove" // a move, but not a legal one
	gameOver    moveReason = "GameOver"    // no move is possible: mate, stalemate, or the rook is gone
)

// MoveError says what is wrong with a move that was given as text.
type MoveError struct {
	text   string
	reason moveReason
	detail string
	number int      // in a list of moves its place, counted from 1; 0 otherwise
	legal  []string // the legal moves, SAN
}

func (e *MoveError) Error() string {
	s := fmt.Sprintf("move %s: %s", quote(e.text), e.detail)
	if e.number > 0 {
		s = fmt.Sprintf("move %d, %s: %s", e.number, quote(e.text), e.detail)
	}
	if len(e.legal) > 0 {
		s += "; legal: " + strings.Join(e.legal, " ")
	}
	return s
}

// quote quotes a part of the input; a message has to stay one readable line.
func quote(s string) string {
	const most = 40
	if len(s) > most {
		return fmt.Sprintf("%q...", strings.ToValidUTF8(s[:most], ""))
	}
	return fmt.Sprintf("%q", s)
}

var (
	sanMove = regexp.MustCompile(`^([KR])([a-h]?[1-8]?)[-x]?([a-h][1-8])$`)
	uciMove = regexp.MustCompile(`^([a-h][1-8])([a-h][1-8])$`)
)

// squareNamed returns the square with a name that a pattern above accepted.
func squareNamed(name string) Square { return spec.At(int(name[0]-'a'), int(name[1]-'1')) }

// parseMove reads a move from p in SAN or UCI and returns the position it
// leads to. Signs of check, mate and comment (+ # ! ?) after the move, and the
// x of a capture, are ignored; the square that the man leaves, or a part of it,
// may be given. Errors are *MoveError.
//
// Positions of this package need not be positions of package chess (White to move
// and Black in check, for instance), and the errors are about two kings and a rook:
// therefore its notation is not that of package chess/notation.
func parseMove(p Position, text string) (Position, error) {
	bad := func(r moveReason, format string, args ...any) (Position, error) {
		e := &MoveError{text: text, reason: r, detail: fmt.Sprintf(format, args...)}
		e.legal = SANs(p, legalMoves(nil, p))
		return 0, e
	}
	if reason, over := over(p); over {
		return bad(gameOver, "the game is over: %s", reason.in(p))
	}
	bare := strings.TrimRight(text, "+#!?")
	var from, to Square
	if m := uciMove.FindStringSubmatch(bare); m != nil {
		from, to = squareNamed(m[1]), squareNamed(m[2])
	} else if m := sanMove.FindStringSubmatch(bare); m != nil {
		switch {
		case m[1] == "R" && !p.White():
			return bad(illegalMove, "Black has no rook")
		case m[1] == "R":
			from = p.R()
		case p.White():
			from = p.WK()
		default:
			from = p.BK()
		}
		if !strings.Contains(from.String(), m[2]) {
			return bad(illegalMove, "the man stands on %s, not on %s", from, m[2])
		}
		to = squareNamed(m[3])
	} else {
		return bad(moveSyntax, "not a move, want SAN such as Kd5 or UCI such as e4d5")
	}
	if problem := moveProblem(p, from, to); problem != "" {
		return bad(illegalMove, "not a legal move: %s", problem)
	}
	switch {
	case !p.White():
		return spec.Pack(p.WK(), to, p.R(), true), nil
	case from == p.WK():
		return spec.Pack(to, p.BK(), p.R(), false), nil
	}
	return spec.Pack(p.WK(), p.BK(), to, false), nil
}

// moveProblem says why the side to move at p, a legal position, can't move
// from one square to another; "" if it can.
func moveProblem(p Position, from, to Square) string {
	wk, bk, r := p.WK(), p.BK(), p.R()
	mine, theirs := []Square{wk, r}, []Square{bk}
	side, other := "White", "Black"
	if !p.White() {
		mine, theirs, side, other = theirs, mine, other, side
	}
	switch {
	case slices.Contains(theirs, from):
		return fmt.Sprintf("%s is to move, and the man on %s is %s's", side, from, other)
	case !slices.Contains(mine, from):
		return fmt.Sprintf("%s has no man on %s", side, from)
	case from == to:
		return fmt.Sprintf("the man on %s does not move", from)
	case slices.Contains(mine, to):
		return fmt.Sprintf("%s's own man stands on %s", side, to)
	case from == r:
		switch {
		case !rookReach[r][r].has(to):
			return fmt.Sprintf("a rook does not go from %s to %s", from, to)
		case to == bk:
			return fmt.Sprintf("the black king stands on %s", to)
		case !rookReach[r][wk].has(to):
			return fmt.Sprintf("the white king on %s is in the rook's way", wk)
		case !rookReach[r][bk].has(to):
			return fmt.Sprintf("the black king on %s is in the rook's way", bk)
		}
		return ""
	case !kingReach[from].has(to):
		return fmt.Sprintf("a king does not go from %s to %s", from, to)
	case p.White() && kingReach[bk].has(to):
		return fmt.Sprintf("%s is next to the black king on %s", to, bk)
	case p.White():
		return ""
	case kingReach[wk].has(to):
		return fmt.Sprintf("%s is next to the white king on %s", to, wk)
	case !flight(p).has(to):
		return fmt.Sprintf("the rook on %s attacks %s", r, to)
	}
	return ""
}

// reachedProblem says why q does not arise from the legal position p by a legal
// move; "" if it does. A rook on the black king's square counts as captured.
func reachedProblem(p, q Position) string {
	if p.White() == q.White() {
		side := "Black"
		if p.White() {
			side = "White"
		}
		return side + " is to move in both positions"
	}
	var changes []string
	for _, man := range []struct {
		name     string
		from, to Square
	}{{"white king", p.WK(), q.WK()}, {"rook", p.R(), q.R()}, {"black king", p.BK(), q.BK()}} {
		if man.from != man.to {
			changes = append(changes, fmt.Sprintf("%s %s-%s", man.name, man.from, man.to))
		}
	}
	switch {
	case rookCaptured(q) && (p.White() || p.R() != q.R()):
		return fmt.Sprintf("the rook on %s has vanished", p.R())
	case len(changes) == 0:
		return "no man has moved"
	case len(changes) > 1:
		return "more than one man has moved: " + strings.Join(changes, ", ")
	}
	from, to := moved(p, q)
	return moveProblem(p, from, to)
}

// parseReached reads a diagram that a move is said to lead to. Other than
// with ParseFEN, the kings may stand side by side, the side not to move may be
// in check, and the rook may be gone, so that reachedProblem can say what is
// wrong with the move. Errors are those of ParseFEN.
func parseReached(fen string) (Position, error) {
	q, err := ParseFEN(fen)
	var bad *PositionError
	if !errors.As(err, &bad) || bad.reason != adjacentKings && bad.reason != blackInCheck && bad.reason != rookLost {
		return q, err
	}
	s, syntax := chess.ParseFEN(fen)
	if syntax != nil {
		return 0, syntax
	}
	wk, bk, r := s.Find(chess.WhiteKing), s.Find(chess.BlackKing), s.Find(chess.WhiteRook)
	if !wk.Valid() || !bk.Valid() {
		return 0, err
	}
	if !r.Valid() {
		r = bk
	}
	return spec.Pack(Square(wk), Square(bk), Square(r), s.Turn == chess.White), nil
}
