package facts

import (
	"errors"
	"fmt"

	chess "retroproof/chess/board"
)

// form says which data an argument has besides its reason.
type form struct{ facts, weights, needs, worth, square, first, states bool }

// forms has an entry for every reason that Check accepts.
var forms = map[Reason]form{
	MissingKing: {}, TooManyKings: {}, PawnOnLastRank: {}, AdjacentKings: {},
	BothKingsInCheck: {}, OppositeCheck: {}, CastlingAway: {}, EnPassantNoStep: {},

	LostCastling: {}, EnPassantCheck: {}, TripleCheck: {}, DoubleCheck: {}, NoLastMove: {},

	TooManyMen: {weights: true}, TooManyPromotions: {weights: true}, BishopColors: {weights: true},

	PawnMovedBack: {square: true}, PawnStructure: {square: true},

	PieceUnreachable: {facts: true, square: true}, BlockedChanged: {facts: true, square: true}, Deadlock: {facts: true, square: true},
	MoveParity: {facts: true}, MenUnmatched: {facts: true, needs: true}, TooManyCaptures: {facts: true, worth: true},
	NoFirstCapture: {facts: true, first: true}, ClosedSet: {facts: true, states: true},
}

// Check returns nil only if an argument proves that no sequence of legal moves leads from a
// start to a goal; otherwise the error says what is wrong with the argument. Facts, squares,
// men and weights are taken from the argument and verified one by one; there is no search for
// them. The start must be a legal diagram (see DiagramReason), but need not be reachable from
// the initial position. The empty sequence of moves leads from the start to itself.
func Check(start, goal *chess.Setup, a *Argument) error {
	if a == nil {
		return errors.New("there is no argument")
	}
	if _, err := replayed(*start); err != nil {
		return fmt.Errorf("the start: %w", err)
	}
	if is := DiagramReason(start); is != "" {
		return fmt.Errorf("the start is no position, for %s", is)
	}
	p, err := replayed(*goal)
	if err != nil {
		return fmt.Errorf("the goal: %w", err)
	}
	if SameSetup(start, goal) {
		return errors.New("the goal is the start")
	}
	if err := a.checkForm(); err != nil {
		return err
	}
	if is := DiagramReason(goal); is != "" {
		// Every legal move leads from one legal diagram to another.
		if is != a.Reason {
			return fmt.Errorf("the goal is no position, but for %s, not for %s", is, a.Reason)
		}
		return nil
	}
	proven := false
	switch a.Reason {
	case LostCastling:
		proven = goal.Castling&^start.Castling != 0
	case EnPassantCheck, TripleCheck, DoubleCheck:
		proven = checkReason(goal, p) == a.Reason
	case NoLastMove:
		proven = !hasLastMove(start, p)
	case TooManyMen, TooManyPromotions, BishopColors:
		return a.checkWeights(start, goal)
	case PawnMovedBack, PawnStructure:
		proven = a.pawnsProve(start, goal)
	case PieceUnreachable, BlockedChanged, Deadlock, MoveParity, MenUnmatched, TooManyCaptures, NoFirstCapture, ClosedSet:
		return a.checkReach(start, goal)
	}
	if !proven {
		return fmt.Errorf("%s is not true of the goal", a.Reason)
	}
	return nil
}

// checkForm rejects arguments that lack data that their reason needs, or have data that it does
// not use.
func (a *Argument) checkForm() error {
	f, ok := forms[a.Reason]
	if !ok {
		return fmt.Errorf("%q is no reason that can be checked", a.Reason)
	}
	if len(a.Blocked) > 0 && !f.facts {
		return fmt.Errorf("%s takes no facts", a.Reason)
	}
	if (a.Square != "") != f.square {
		return fmt.Errorf("%s with square %q", a.Reason, a.Square)
	}
	if f.square {
		if _, err := chess.ParseSquare(a.Square); err != nil {
			return err
		}
	}
	if (len(a.First) > 0) != f.first {
		return fmt.Errorf("%s takes pawns, or they are there and it takes none", a.Reason)
	}
	if (len(a.States) > 0) != f.states {
		return fmt.Errorf("%s takes states, or they are there and it takes none", a.Reason)
	}
	if len(a.Groups) > 0 && a.Reason != MoveParity {
		return fmt.Errorf("%s takes no groups", a.Reason)
	}
	c := a.Count
	if (c != nil) != (f.weights || f.needs || f.worth) {
		return fmt.Errorf("%s takes a count, or there is one and it takes none", a.Reason)
	}
	if c == nil {
		return nil
	}
	if _, err := c.color(); err != nil {
		return err
	}
	if (c.Weights != nil) != f.weights || !f.needs && c.Needs|c.Captures|c.Men != 0 || (len(c.Worth) > 0) != f.worth || !f.worth && len(c.Price) > 0 {
		return fmt.Errorf("%s takes weights, needs or worth, and only one of them", a.Reason)
	}
	return nil
}

// color returns the side that is counted, or an error if Side is not the name of one.
func (c *Count) color() (chess.Color, error) {
	for side := chess.White; side <= chess.Black; side++ {
		if c.Side == side.String() {
			return side, nil
		}
	}
	return 0, fmt.Errorf(`side %q is neither "white" nor "black"`, c.Side)
}

// mostWeight is the largest weight, so that no sum overflows.
const mostWeight = 100

// checkWeights compares the weights of a side's men at start and goal. No legal move increases
// the sum: a capture removes the weight of a man, a pawn becomes a piece that weighs no more,
// no other man changes its kind, and a bishop stays on squares of its colour.
func (a *Argument) checkWeights(start, goal *chess.Setup) error {
	c, _ := a.Count.color()
	w := a.Count.Weights
	all := []int{w.Pawn, w.King}
	for k := range NumPieceKinds {
		n := *w.Of(k)
		if n > w.Pawn {
			return fmt.Errorf("a piece weighs %d, more than a pawn", n)
		}
		all = append(all, n)
	}
	for _, n := range all {
		if n < 0 || n > mostWeight {
			return fmt.Errorf("weight %d is not between 0 and %d", n, mostWeight)
		}
		if a.Reason == TooManyMen && n != w.Pawn {
			return fmt.Errorf("%s with weights that differ", a.Reason)
		}
	}
	had, has := CountMaterial(start), CountMaterial(goal)
	if before, after := w.sum(&had, c), w.sum(&has, c); after <= before {
		return fmt.Errorf("the men weigh %d at the goal, no more than the %d at the start", after, before)
	}
	return nil
}

// pawnsProve reports whether a pawn of the goal stands where no pawn can come, or has more
// pawns in the cone behind its square, itself included, than there were at the start.
func (a *Argument) pawnsProve(start, goal *chess.Setup) bool {
	sq, _ := chess.ParseSquare(a.Square)
	p := New(start, goal)
	if a.Reason == PawnMovedBack {
		return p.CameBack(sq)
	}
	m := goal.Board[sq]
	if m.Kind() != chess.Pawn {
		return false
	}
	had, has := p.InCone(m.Color(), sq)
	return had < has
}

// checkReach verifies the facts, and then what the reason derives from them.
func (a *Argument) checkReach(start, goal *chess.Setup) error {
	p, err := Verify(start, goal, a.Blocked)
	if err != nil {
		return err
	}
	p.Refresh()
	if a.Reason == MenUnmatched {
		return a.Count.checkNeeds(p, 0, 0)
	}
	if a.Reason == NoFirstCapture {
		return p.checkFirst(a.First)
	}
	if a.Reason == TooManyCaptures {
		return a.Count.checkWorth(p)
	}
	if a.Reason == ClosedSet {
		return p.checkClosed(a.States)
	}
	proven := false
	switch sq, _ := chess.ParseSquare(a.Square); a.Reason {
	case PieceUnreachable:
		if goal.Board[sq] != chess.NoMan {
			sources, _ := p.Sources(sq)
			proven = sources == 0
		}
	case BlockedChanged, Deadlock:
		// The man never moves and is never captured, so the goal has it too.
		proven = p.Blocked.Has(sq) && start.Board[sq] != goal.Board[sq]
	case MoveParity:
		odd, ok := p.Parity(a.Groups)
		proven = ok && odd == (start.Turn == goal.Turn)
	}
	if !proven {
		return fmt.Errorf("%s does not follow from the facts", a.Reason)
	}
	return nil
}

// checkNeeds counts the men of a side that the goal needs: those still on the board, and those
// that pawns of the other side have captured. These are distinct men of the start, so there
// cannot be more of them than men of the start that can have been one of them. Besides there may be others that are
// captured, each of them one of the victims.
func (n *Count) checkNeeds(p *Proven, victims chess.Bitboard, others int) error {
	c, _ := n.color()
	men, straight := victims, chess.Bitboard(0)
	for sq := range chess.Bitboard(n.Needs).Squares() {
		m := p.Goal.Board[sq]
		if m == chess.NoMan || m.Color() != c {
			return fmt.Errorf("no %s man is on %s at the goal", c, sq)
		}
		sources, _ := p.Sources(sq)
		men |= sources
	}
	for sq := range chess.Bitboard(n.Captures).Squares() {
		pawn := chess.MakeMan(c.Other(), chess.Pawn)
		if p.Goal.Board[sq] != pawn {
			return fmt.Errorf("no %s pawn is on %s at the goal", c.Other(), sq)
		}
		victims, own := p.Victims(sq)
		men |= victims
		straight |= own
	}
	if men != chess.Bitboard(n.Men) {
		return fmt.Errorf("the men that will do are those on %v, not on %v", Squares(men).Names(), n.Men.Names())
	}
	// A pawn that has captured nothing stayed on its file. So the number of the pawns in
	// Captures that have captured nothing is at most the number of pawns of the start on these
	// files that can have become them.
	if needs := chess.Bitboard(n.Needs).Count() + chess.Bitboard(n.Captures).Count() - straight.Count() + others; needs <= men.Count() {
		return fmt.Errorf("%d men are enough for %d needs", men.Count(), needs)
	}
	return nil
}
