package facts

import (
	"errors"
	"fmt"

	chess "retroproof/chess/board"
)

// field is a set of the fields of an argument.
type field uint

// The fields of an argument besides its kind, and of its count.
const (
	blocked field = 1 << iota
	square
	groups
	first
	states
	without
	past
	count
	weights
	needs
	worth
	price
)

// fields returns the fields that an argument has.
func (a *Argument) fields() (has field) {
	add := func(there bool, f field) {
		if there {
			has |= f
		}
	}
	add(len(a.Blocked) > 0, blocked)
	add(a.Square != "", square)
	add(len(a.Groups) > 0, groups)
	add(len(a.First) > 0, first)
	add(len(a.States) > 0, states)
	add(len(a.Without) > 0, without)
	add(a.Past != 0, past)
	if c := a.Count; c != nil {
		add(true, count)
		add(c.Weights != nil, weights)
		add(c.Needs|c.Captures|c.Men != 0, needs)
		add(len(c.Worth) > 0, worth)
		add(len(c.Price) > 0, price)
	}
	return has
}

// kinds has for every kind of argument the fields that it must have, those that it may have besides, and what is
// checked when its facts have been verified. Goals that are no position come to NoPosition alone.
var kinds = map[Kind]struct {
	must, may field
	verify    func(*Argument, *Proven) error
}{
	NoPosition:   {verify: (*Argument).checkNoPosition},
	Rights:       {verify: (*Argument).checkRights},
	Weighed:      {must: count | weights, verify: (*Argument).checkWeights},
	PawnsBehind:  {must: square, verify: (*Argument).checkPawns},
	Unmatched:    {must: count, may: blocked | needs | without | past, verify: (*Argument).checkUnmatched},
	Priced:       {must: count | worth, may: blocked | price, verify: func(a *Argument, p *Proven) error { return a.Count.checkWorth(p) }},
	Deadlocked:   {must: square, may: blocked, verify: (*Argument).checkDeadlock},
	Parity:       {may: blocked | groups, verify: (*Argument).checkParity},
	FirstCapture: {must: first, may: blocked, verify: func(a *Argument, p *Proven) error { return p.checkFirst(a.First) }},
	ClosedSet:    {must: states, may: blocked, verify: func(a *Argument, p *Proven) error { return p.checkClosed(a.States) }},
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
	if _, err := replayed(*goal); err != nil {
		return fmt.Errorf("the goal: %w", err)
	}
	if SameSetup(start, goal) {
		return errors.New("the goal is the start")
	}
	// Fields are looked at before anything is concluded: what a kind does not need could hide a mistake.
	kind, ok := kinds[a.Kind]
	if !ok {
		return fmt.Errorf("%q is no kind of argument", a.Kind)
	}
	if has := a.fields(); kind.must&^has != 0 || has&^(kind.must|kind.may) != 0 {
		return fmt.Errorf("%s lacks a field, or has one that it does not take", a.Kind)
	}
	if a.Count != nil {
		if _, err := a.Count.color(); err != nil {
			return err
		}
	}
	if kind.must&square != 0 {
		if _, err := chess.ParseSquare(a.Square); err != nil {
			return err
		}
	}
	if is := DiagramReason(goal); is != "" {
		// Every legal move leads from one legal diagram to another.
		if a.Kind != NoPosition {
			return fmt.Errorf("the goal is no position, for %s, and %s is not about that", is, a.Kind)
		}
		return nil
	}
	p, err := Verify(start, goal, a.Blocked)
	if err != nil {
		return err
	}
	if kind.may&blocked != 0 {
		p.Refresh()
	}
	return kind.verify(a, p)
}

// notTrue returns the error of an argument that does not hold, or nil if it does.
func (a *Argument) notTrue(proven bool) error {
	if !proven {
		return fmt.Errorf("%s does not follow", a.Kind)
	}
	return nil
}

// checkNoPosition: a game comes to a legal diagram other than the start by a move, so that there is an un-move.
func (a *Argument) checkNoPosition(p *Proven) error {
	at, err := replayed(*p.Goal)
	return a.notTrue(err == nil && !hasLastMove(p.Start, at))
}

// checkRights: a castling right that is lost does not return.
func (a *Argument) checkRights(p *Proven) error {
	return a.notTrue(p.Goal.Castling&^p.Start.Castling != 0)
}

// checkDeadlock: the man never moves and is never captured, so the goal has it too.
func (a *Argument) checkDeadlock(p *Proven) error {
	sq, _ := chess.ParseSquare(a.Square)
	return a.notTrue(p.Blocked.Has(sq) && p.Start.Board[sq] != p.Goal.Board[sq])
}

// checkUnmatched counts, when pawns are excluded as sources, and where pieces go past certain pawns.
func (a *Argument) checkUnmatched(p *Proven) error {
	if err := p.Exclude(a.Without); err != nil {
		return err
	}
	if err := p.GoPast(chess.Bitboard(a.Past)); err != nil {
		return err
	}
	return a.Count.checkNeeds(p, 0, 0)
}

// checkParity compares the number of moves with the sides to move.
func (a *Argument) checkParity(p *Proven) error {
	odd, ok := p.Parity(a.Groups)
	return a.notTrue(ok && odd == (p.Start.Turn == p.Goal.Turn))
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

// men returns the side that is counted, or an error if that is no side, or if other things than men are counted.
func (c *Count) men() (chess.Color, error) {
	if c.Weights != nil || len(c.Worth)+len(c.Price) > 0 {
		return 0, errors.New("not a count of men")
	}
	return c.color()
}

// mostWeight is the largest weight, so that no sum overflows.
const mostWeight = 100

// checkWeights compares the weights of a side's men at start and goal. No legal move increases
// the sum: a capture removes the weight of a man, a pawn becomes a piece that weighs no more,
// no other man changes its kind, and a bishop stays on squares of its colour.
func (a *Argument) checkWeights(p *Proven) error {
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
	}
	had, has := CountMaterial(p.Start), CountMaterial(p.Goal)
	if before, after := w.sum(&had, c), w.sum(&has, c); after <= before {
		return fmt.Errorf("the men weigh %d at the goal, no more than the %d at the start", after, before)
	}
	return nil
}

// checkPawns: there are more pawns in the cone behind the square of a pawn of the goal, itself included, than there
// were at the start. On the rank where pawns begin it is the only square of the cone.
func (a *Argument) checkPawns(p *Proven) error {
	sq, _ := chess.ParseSquare(a.Square)
	m := p.Goal.Board[sq]
	if m.Kind() != chess.Pawn {
		return a.notTrue(false)
	}
	had, has := p.InCone(m.Color(), sq)
	return a.notTrue(had < has)
}

// checkNeeds counts the men of a side that the goal needs: those still on the board, and those
// that pawns of the other side have captured. These are distinct men of the start, so there
// cannot be more of them than men of the start that can have been one of them. Besides there may be others that are
// captured, each of them one of the victims.
func (c *Count) checkNeeds(p *Proven, victims chess.Bitboard, others int) error {
	side, _ := c.color()
	men, straight := victims, chess.Bitboard(0)
	for sq := range chess.Bitboard(c.Needs).Squares() {
		m := p.Goal.Board[sq]
		if m == chess.NoMan || m.Color() != side {
			return fmt.Errorf("no %s man is on %s at the goal", side, sq)
		}
		sources, _ := p.Sources(sq)
		men |= sources
	}
	for sq := range chess.Bitboard(c.Captures).Squares() {
		pawn := chess.MakeMan(side.Other(), chess.Pawn)
		if p.Goal.Board[sq] != pawn {
			return fmt.Errorf("no %s pawn is on %s at the goal", side.Other(), sq)
		}
		victims, own := p.Victims(sq)
		men |= victims
		straight |= own
	}
	if men != chess.Bitboard(c.Men) {
		return fmt.Errorf("the men that will do are those on %v, not on %v", Squares(men).Names(), c.Men.Names())
	}
	// A pawn that has captured nothing stayed on its file. So the number of the pawns in
	// Captures that have captured nothing is at most the number of pawns of the start on these
	// files that can have become them.
	if needs := chess.Bitboard(c.Needs).Count() + chess.Bitboard(c.Captures).Count() - straight.Count() + others; needs <= men.Count() {
		return fmt.Errorf("%d men are enough for %d needs", men.Count(), needs)
	}
	return nil
}
