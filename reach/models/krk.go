package models

import (
	"slices"

	"retroproof/encode"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/reach"
	"retroproof/strategy/circuits"
)

// krkModels are the play of the strategy, with each of the properties.
func krkModels() []Model {
	krk := func(bad ...krkProperty) func() *reach.System {
		return func() *reach.System { return KRK(bad...) }
	}
	const play = "king and rook against king: White plays by the strategy, Black as he likes; bad: "
	return []Model{
		{"krk-rook", play + "the rook is captured", krk(RookLost)},
		{"krk-illegal", play + "the position is not legal", krk(NotLegal)},
		{"krk-stale", play + "White can stalemate", krk(Stalemates)},
		{"krk-stuck", play + "no step of the strategy applies", krk(Stuck)},
		{"krk-all", play + "wrong of the four before", krk(RookLost, NotLegal, Stalemates, Stuck)},
	}
}

// krkProperty is what must not happen in a play.
type krkProperty int

// The properties, about positions with White to move after the play has begun.
const (
	RookLost krkProperty = iota
	NotLegal
	Stalemates // about a move that the strategy allows
	Stuck
)

// krkPlay is the circuit of one full move.
type krkPlay struct {
	circuits.Board
	s       *reach.System
	p, q, n circuits.Pos // before White's move, after it, after Black's reply
	i       circuits.Pos // an input: where the play begins
	started encode.Bool  // the play has begun
	*lemmas.Circuits
	at    *circuits.Scope    // of p
	steps *circuits.Relation // the strategy in p
	by    []encode.Bool      // White moves from p to q by this step
	reply encode.Bool        // Black moves from q to n
}

// newKRKPlay makes the inputs and the move.
func newKRKPlay(rep encode.Representation) *krkPlay {
	strategy, err := text.New("krk2013", rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		panic("models: " + err.Error()) // the text is the program's own
	}
	c := &lemmas.Circuits{Strategy: strategy, Encoding: lemmas.Encoding{Rep: rep}}
	k := &krkPlay{Board: circuits.Board{Board: c.NewBoard()}, Circuits: c}
	k.s, k.started = &reach.System{Circuit: k.Circuit}, k.Input("started")
	k.p, k.i = k.PosInput("p", true), k.PosInput("i", true)
	k.q = circuits.Pos{WK: k.SquareInput("q.wk"), BK: k.p.BK, Men: []circuits.Sq{k.SquareInput("q.r")}}
	k.n = circuits.Pos{WK: k.q.WK, BK: k.SquareInput("n.bk"), Men: k.q.Men, White: true}
	for _, square := range []circuits.Sq{k.i.WK, k.i.BK, k.i.Men[0], k.q.WK, k.q.Men[0], k.n.BK} {
		k.s.Inputs = append(k.s.Inputs, k.bits(square)...)
	}
	k.at = circuits.NewScope(k.Board, k.p)
	k.steps = circuits.By(c, c.Relations()[0], k.at)
	k.by, k.reply = k.steps.Move(k.q), k.Reply(k.q, k.n)
	return k
}

// bits returns the inputs of a square.
func (k *krkPlay) bits(s circuits.Sq) (bits []encode.Bool) {
	for _, x := range []encode.Int{s.X, s.Y} {
		bits = append(bits, x.Inputs()...)
	}
	return bits
}

// step returns the number of a step.
func (k *krkPlay) step(name string) int {
	return slices.IndexFunc(k.Steps, func(s core.Step) bool { return s.Name == name })
}

// stalemates returns: White's move from p to q stalemates.
func (k *krkPlay) stalemates() encode.Bool {
	return k.And(k.Or(k.by...), k.And(k.Board.Stuck(k.q), k.Board.Lost(k.q).Not()))
}

// latch adds a latch that is 0 at the beginning.
func (k *krkPlay) latch(now, next encode.Bool) {
	k.s.Latches = append(k.s.Latches, reach.Latch{Now: now, Next: next, Reset: k.False})
}

// men adds the latches of the position, whose next values are made of the present ones, of those where the play begins,
// and of those after the full move.
func (k *krkPlay) men(next func(now, first, then encode.Bool) encode.Bool) {
	for _, man := range []struct{ now, first, then circuits.Sq }{
		{k.p.WK, k.i.WK, k.n.WK}, {k.p.BK, k.i.BK, k.n.BK}, {k.p.Men[0], k.i.Men[0], k.n.Men[0]},
	} {
		first, then := k.bits(man.first), k.bits(man.then)
		for i, now := range k.bits(man.now) {
			k.latch(now, next(now, first[i], then[i]))
		}
	}
}

// KRK is the play of king and rook against king from every legal position, in full moves; bad is
// one of the properties. The position is the one where the play begins, then what follows by a full move, or, if the
// inputs are no move, the same. Squares are binary numbers.
func KRK(bad ...krkProperty) *reach.System {
	k := newKRKPlay(encode.Binary)
	begins := k.And(k.started.Not(), k.Board.Legal(k.i))
	moves := k.And(k.started, k.And(k.Or(k.by...), k.reply))
	wrong := k.False
	for _, property := range bad {
		switch property {
		case RookLost:
			wrong = k.Or(wrong, k.Same(k.p.Men[0], k.p.BK))
		case NotLegal:
			wrong = k.Or(wrong, k.Board.Legal(k.p).Not())
		case Stalemates:
			wrong = k.Or(wrong, k.stalemates())
		case Stuck:
			wrong = k.Or(wrong, k.Or(k.steps.First...).Not())
		}
	}
	k.s.Bad = []encode.Bool{k.And(k.started, wrong)}
	k.men(func(now, first, then encode.Bool) encode.Bool { return k.Ite(begins, first, k.Ite(moves, then, now)) })
	k.latch(k.started, k.Or(k.started, begins))
	return k.s
}
