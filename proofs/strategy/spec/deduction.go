package spec

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"retroproof/proofs/strategy/plain"
)

// The deduction of the theorems from the lemmas.
//
// A play is p(1) w(1) p(2) w(2) ...: White is to move in p(i), Black in w(i). It begins in a claimed
// position; White moves by the strategy, Black as he likes, and the play is as long as they can
// move. A formula is about a few moves from a claimed position on that satisfies Canonical. Each
// claimed position has an image that does, and moves, notions and claimed positions are the same
// in images (the checker establishes both), so what a formula refutes is refuted for plays from
// every claimed position; by "closed", all positions of a play are claimed, so it is refuted for
// every part of a play.
//
//   - Theorem 1, by "closed" and induction along the play: all positions are legal and claimed, and
//     the man is never captured.
//   - Theorem 2: if a play ends, Black is mated. White has a move in p(i), by "moves" and Theorem 1.
//     So it ends in some w(i), in which Black has no move; it is not stalemate, by "stalemate"; so it
//     is mate.
//   - Theorem 3: every play ends. By the lemmas about early steps none is used after the first
//     moves (see Early). By "last", a move by the last step is White's last but one. So suppose that
//     a play is infinite: then from some move on it uses neither. Its positions p(i) then are in the
//     first descent, for that has all claimed positions, or in a later one. By the cases of that
//     descent, which cover all values of its measure, some p(i+k) is in a later descent, or in the
//     same with a smaller measure. There are finitely many descents, and a measure is a natural
//     number of at most its greatest value: a contradiction, and a bound on the number of moves.
//   - Theorem 4, of all three: the strategy mates from every claimed position.
//
// With a pawn a play ends also when the pawn is promoted, and Black is "stuck" then. He has "lost" if it
// becomes a queen or rook that he cannot take at once and that leaves him a move, or mates: so White
// is to move next in a legal position of KQK or KRK, in all of which the strategies kqk and krk2016
// mate. Else the promotion is in vain: he takes the new man, or both are stalemate, and a knight or
// bishop cannot mate.
//
//   - Theorem 5, of a strategy that decides: in a legal position that is not claimed, White to move,
//     no move is kept, for claimed are those in which some move is. By the lemmas "drawn", one for
//     every rank of the pawn, Black has then not lost,
//     and he is stalemated, or the promotion was in vain, or he takes the pawn, or he moves to a
//     position that is not claimed, and so on: White never wins.

// Conclusion is a theorem with what it rests on.
type Conclusion struct {
	Name   string   `json:"name"`
	Text   string   `json:"text"`
	Lemmas []string `json:"lemmas"`
	Moves  int      `json:"moves,omitempty"` // an upper bound on the number of White's moves, if that is claimed
	Err    error    `json:"-"`               // why it does not follow
}

// String is the theorem as a sentence with its lemmas.
func (c *Conclusion) String() string {
	text := c.Name + ": " + c.Text
	if c.Moves > 0 {
		text += fmt.Sprintf(" At most %d moves.", c.Moves)
	}
	return text + " By Lemmas " + strings.Join(c.Lemmas, ", ") + "."
}

// Deduce draws the conclusions from the lemmas that are proved.
func (c *Circuits) Deduce(proved func(key string) bool) []Conclusion {
	theorem := func(name, text string, lemmas ...string) Conclusion {
		t := Conclusion{Name: name, Text: text, Lemmas: lemmas}
		for _, key := range lemmas {
			if !proved(key) && t.Err == nil {
				t.Err = fmt.Errorf("lemma %s is not proved", key)
			}
		}
		return t
	}
	closed := theorem("Theorem 1", "Safety: every position of a play is legal and claimed, and the man is never captured.", "closed")
	ending, mates := "Black is mated", "the strategy mates"
	if c.Man == plain.Pawn {
		ending, mates = "the pawn becomes a queen or rook that wins", "the strategy promotes the pawn to a queen or rook that wins, by kqk or krk2016"
	}
	partial := theorem("Theorem 2", "Partial correctness: if a play ends, "+ending+".", "closed", "moves", "stalemate")
	keys, draws := []string{"closed"}, []string{}
	for _, l := range c.Lemmas() {
		switch {
		case l.Extra, slices.Contains(partial.Lemmas, l.Key):
		case l.Draws:
			draws = append(draws, l.Key)
		default:
			keys = append(keys, l.Key)
		}
	}
	ends := theorem("Theorem 3", "Termination: every play is finite.", keys...)
	var err error
	if ends.Moves, err = c.bound(); err != nil {
		ends.Err = err
	}
	all := slices.Concat(partial.Lemmas, keys[1:])
	total := theorem("Theorem 4", "Total correctness: from every claimed position, White to move, "+mates+".", all...)
	if total.Err == nil {
		total.Err = err
	}
	list := []Conclusion{closed, partial, ends, total}
	if c.Decides {
		decided := theorem("Theorem 5", "Decision: White, to move, wins from the claimed positions, and from no other legal position.", slices.Concat(all, draws)...)
		decided.Err = cmp.Or(decided.Err, total.Err, c.drawn())
		list = append(list, decided)
	}
	return list
}

// drawn checks that the lemmas about drawn positions are about the man on any rank, except a pawn on the
// first, which no legal position has.
func (c *Circuits) drawn() error {
	first := 0
	if c.Man == plain.Pawn {
		first = 1
	}
	for rank := first; rank < c.Ranks; rank++ {
		if !slices.ContainsFunc(c.Lemmas(), func(l Lemma) bool { return l.Draws && !l.Extra && (l.rank == 0 || l.rank == rank) }) {
			return fmt.Errorf("no lemma is about drawn positions with the man on rank %d", rank+1)
		}
	}
	return nil
}

// bound checks that the plan is one that the deduction is about, and returns an upper bound on the
// number of White's moves.
func (c *Circuits) bound() (int, error) {
	p := c.plan
	if len(p.Descents) == 0 || p.Descents[0].In != Claimed {
		return 0, errors.New("the first descent does not have all claimed positions")
	}
	if len(p.Early.Steps()) > 0 && p.Early.Moves < 1 {
		return 0, errors.New("no lemma says that early steps are")
	}
	// A formula is about the moves of a relation only.
	for _, r := range c.Relations() {
		for step := range c.Steps {
			if !slices.Contains(r.Steps, step) {
				return 0, fmt.Errorf("the relation %q lacks the moves by %s", r.Name, c.Steps[step].Name)
			}
		}
	}
	moves := p.Early.Moves
	for _, d := range p.Descents {
		for value := range c.Notions[d.Number].Greatest + 1 {
			most := 0 // of moves, until the measure is less
			for step := range c.Steps {
				if step == p.Last || slices.Contains(p.Early.Steps(), step) {
					continue
				}
				k := slices.IndexFunc(d.Cases, func(x Case) bool {
					return x.Low <= value && value <= x.High && (x.Steps == nil || slices.Contains(x.Steps, step))
				})
				if k < 0 || d.Cases[k].Moves < 1 {
					return 0, fmt.Errorf("descent %q has no case for %d and %s", d.Name, value, c.Steps[step].Name)
				}
				most = max(most, d.Cases[k].Moves)
			}
			moves += most
		}
	}
	if p.Last != plain.NoStep {
		moves += 2
	}
	return moves, nil
}
