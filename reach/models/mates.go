package models

import (
	"fmt"

	"retroproof/encode"
	"retroproof/reach"
	"retroproof/strategy/circuits"
)

// window is the number of moves within which the measure falls.
const window = 4

// KRKWindow is the play of [KRKMates], of which only the windows are looked at: bad is a position that is not legal,
// and a window of so many moves.
func KRKWindow(moves int) *reach.System { return krkWithRanking(false, moves) }

// KRKMates is the play of king and rook against king with a ranking: it is safe only if every play
// of the strategy ends with mate.
//
// The state has the position; the measure at the beginning of the present window and how many moves were made in it,
// from 0; whether any move was made; whether the last one was by ReadyToMate, or by a step of the rook; and how
// often RookHome was used just before. A window ends when the measure is less than at its beginning, or by
// ReadyToMate, RookHome or RookSafe. What is no move ends the play, and another one begins.
//
// Bad is, in a play that has begun, each with a literal of its own:
//   - a position that is not legal; a window of four moves; a position in which no step applies; a move that
//     stalemates;
//   - RookSafe after any move; RookHome after a move by another step than these two; RookHome three times in a row;
//   - after ReadyToMate a position in which White cannot mate.
//
// If none of these can be reached, a play has RookSafe and RookHome in its first three moves only, mates at once after
// ReadyToMate, and is otherwise divided into windows of less than four moves with measures that fall. As
// the measure is at least 0, it ends, and it can end only where Black has no move: by mate.
//
// Numbers are in the order encoding, as those of lemmas are.
func KRKMates() *reach.System { return krkWithRanking(true, window) }

func krkWithRanking(all bool, window int) *reach.System {
	k := newKRKPlay(encode.Order)
	white := k.And(k.started, k.valid(k.q.WK), k.valid(k.q.Men[0]), k.Or(k.by...))
	moved := k.And(white, k.valid(k.n.BK), k.reply)
	begins := k.And(k.started.Not(), k.legal(k.i))
	k.men(func(_, first, then encode.Bool) encode.Bool {
		return k.Ite(k.started, k.And(moved, then), k.And(begins, first))
	})
	k.latch(k.started, k.Or(moved, begins))

	home, safe, ready := k.step("RookHome"), k.step("RookSafe"), k.step("ReadyToMate")
	longWindow := k.windows(moved, k.Or(k.by[home], k.by[safe], k.by[ready]), window)
	notLegal := k.legal(k.p).Not()
	if !all {
		k.s.Bad = []encode.Bool{k.And(k.started, notLegal), k.And(k.started, longWindow)}
		return k.s
	}
	later, lastRook, lastReady := k.Input("later"), k.Input("last.rook"), k.Input("last.ready")
	home1, home2 := k.Input("home>=1"), k.Input("home>=2")
	k.latch(later, moved)
	k.latch(lastRook, k.And(moved, k.Or(k.by[home], k.by[safe])))
	k.latch(lastReady, k.And(moved, k.by[ready]))
	k.latch(home1, k.And(moved, k.by[home]))
	k.latch(home2, k.And(moved, k.by[home], home1))

	first := k.steps.First
	for _, bad := range []encode.Bool{
		notLegal,
		longWindow,
		k.Or(first...).Not(),
		k.And(white, k.stalemates()),
		k.And(later, first[safe]),
		k.And(later, first[home], lastRook.Not()),
		k.And(home2, first[home]),
		k.And(lastReady, first[k.step("ImmediateMate")].Not()),
	} {
		k.s.Bad = append(k.s.Bad, k.And(k.started, bad))
	}
	return k.s
}

// valid returns the condition that the inputs of a square encode one.
func (k *krkPlay) valid(s circuits.Sq) encode.Bool {
	all := k.True
	for _, x := range []encode.Int{s.X, s.Y} {
		_, high := x.Range()
		for v := 2; v <= high; v++ {
			all = k.And(all, k.Implies(k.Ge(x, v), k.Ge(x, v-1)))
		}
	}
	return all
}

// legal returns the condition that the inputs of a position encode one that is legal.
func (k *krkPlay) legal(p circuits.Pos) encode.Bool {
	return k.And(k.valid(p.WK), k.valid(p.BK), k.valid(p.Men[0]), k.Board.Legal(p))
}

// windows adds the latches of the window, which some moves break off, and returns the condition that so many moves are
// in it.
func (k *krkPlay) windows(moved, breaks encode.Bool, window int) encode.Bool {
	made := make([]encode.Bool, window+1) // at least so many moves
	made[0] = k.True
	for i := 1; i <= window; i++ {
		made[i] = k.Input(fmt.Sprintf("made>=%d", i))
	}
	measure := k.Strategy.Notion("measure")
	before := circuits.Notion(measure, k.at)
	after := circuits.Notion(measure, circuits.NewScope(k.Board, k.n))
	falls := k.False
	for v := 1; v <= measure.Greatest; v++ {
		was := k.Input(fmt.Sprintf("measure>=%d", v))
		start := k.Ite(made[1], was, k.Ge(before, v))
		falls = k.Or(falls, k.And(start, k.Ge(after, v).Not()))
		k.latch(was, start)
	}
	goesOn := k.And(moved, breaks.Not(), falls.Not())
	for i := 1; i <= window; i++ {
		k.latch(made[i], k.And(goesOn, made[i-1]))
	}
	return made[window]
}
