package exact

import (
	"encoding/binary"
	"errors"
	"fmt"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// Promotion is a condition on games: a pawn of the start promotes, also if it is captured
// or goes elsewhere afterwards.
type Promotion struct {
	Square chess.Square // of the pawn in the start
	To     chess.Kind   // what it becomes; chess.NoKind for any piece
}

// ErrCondition is the error for conditions that the start contradicts in themselves.
var ErrCondition = errors.New("impossible condition")

// due are pawns that have yet to promote, by what they must become, chess.NoKind for any
// piece. The squares are those of the position that is looked at.
type due [chess.Pawn]chess.Bitboard

// newDue returns what is due in the start.
func newDue(start *chess.Position, all []Promotion) (d due, err error) {
	for _, p := range all {
		switch {
		case start.At(p.Square).Kind() != chess.Pawn:
			return d, fmt.Errorf("%w: no pawn on %s in the start can promote", ErrCondition, p.Square)
		case p.To == chess.King || p.To >= chess.Pawn:
			return d, fmt.Errorf("%w: no pawn becomes a %s", ErrCondition, p.To)
		case d.all().Has(p.Square):
			return d, fmt.Errorf("%w: two promotions of the pawn on %s", ErrCondition, p.Square)
		}
		d[p.To] |= p.Square.Bit()
	}
	return d, nil
}

// all returns the squares of all pawns that have yet to promote.
func (d *due) all() (set chess.Bitboard) {
	for _, b := range d {
		set |= b
	}
	return set
}

// permits reports whether a pawn may become a man; those that are due do not stay pawns.
func (d *due) permits(pawn chess.Square, kind chess.Kind) bool {
	if kind == chess.Pawn {
		return !d.all().Has(pawn)
	}
	return d[chess.NoKind].Has(pawn) || d[kind].Has(pawn) || !d.all().Has(pawn)
}

// after returns what is due after a move; false if the move contradicts it: if it captures
// a pawn too early, or a pawn becomes something else.
func (d due) after(m chess.Move) (due, bool) {
	all := d.all()
	from, to := m.From(), m.To()
	switch {
	case all.Has(victimOf(m)):
		return d, false
	case !all.Has(from):
		return d, true
	case m.Promotion() != chess.NoKind && !d.permits(from, m.Promotion()):
		return d, false
	}
	for k := range d {
		if d[k].Has(from) {
			d[k] &^= from.Bit()
			if m.Promotion() == chess.NoKind {
				d[k] |= to.Bit()
			}
		}
	}
	return d, true
}

// with returns the key of the same position with what has yet to happen, and men that have promoted.
func (k key) with(t *tally) key {
	if *t == (tally{}) {
		return k
	}
	h := uint64(0xA0761D6478BD642F)
	for _, b := range t.due {
		h = mix(h, uint64(b))
	}
	h = mix(h, uint64(t.promoted))
	if t.wanted != (wanted{}) {
		h = mix(h, binary.LittleEndian.Uint64(t.wanted[:]))
	}
	// The multiplication carries no high bits down: the halves are mixed once more.
	h ^= h >> 32
	h *= 0xE7037ED1A0B428DB
	k.high ^= h
	k.low ^= uint32(h >> 32)
	return k
}

// fillDue corrects the matrices for pawns that have to promote.
func (b *bound) fillDue(c chess.Color, pawns chess.Bitboard) {
	r := &b.men
	for i := range r.n {
		if !pawns.Has(r.sq[i]) {
			continue
		}
		for j := range r.n {
			switch {
			case b.moves.Cost[i][j] >= ways.Forbidden:
			case j >= r.m: // it is captured after it has promoted, or as it promotes
				on := b.sides[c.Other()].takes & ways.LastRank(c)
				b.setPair(i, j, captured(b.routes, r.man[i], r.most, r.sq[i], on), 0)
			case !b.due.permits(r.sq[i], r.want[j].Kind()):
				b.setPair(i, j, ways.Forbidden, 0)
			}
		}
	}
}

// checkPromoted compares a condition that men of the goal have promoted with the goal.
func checkPromoted(goal *chess.Position, squares chess.Bitboard) error {
	for b := squares; b != 0; b = b.WithoutFirst() {
		if k := goal.At(b.First()).Kind(); k == chess.NoKind || k == chess.King || k == chess.Pawn {
			return fmt.Errorf("%w: no man on %s in the goal can have promoted", ErrCondition, b.First())
		}
	}
	return nil
}
