package answers

import (
	"cmp"
	"slices"
	"strings"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// Move is a last move that is not impossible.
type Move struct {
	Move     string `json:"move"`     // "b1a1", "e7e8q"
	Captured string `json:"captured"` // as in a FEN, or "-"
	Possible bool   `json:"possible"` // a game ends with it
}

// lastMoves computes the last moves that are not impossible, and compares.
func (c *checker) lastMoves(claim *Claim) error {
	found := map[Move]bool{} // with Possible false
	if c.ends(claim.FEN, &c.goal) && c.proven(claim.FEN, false) == nil {
		for m, before := range c.unmoves(c.position) {
			v := c.proven(before.FEN(), true)
			found[m] = v != nil && !v.ended || found[m]
		}
	}
	var moves []Move
	for m, possible := range found {
		m.Possible = possible
		moves = append(moves, m)
	}
	slices.SortFunc(moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(a.Move, b.Move), cmp.Compare(a.Captured, b.Captured))
	})
	if !slices.Equal(moves, claim.Moves) {
		return because(ErrClaim, "what the evidence leaves is %v", moves)
	}
	return nil
}

// unmoves yields the un-moves of a position that are not impossible, with the position before. An un-move is impossible
// if the premise excludes it, or the position before it is illegal, be it for counting its men alone. If a game leads
// to a position before an un-move and is not drawn there, the game with the move is one to the position: by their
// definition in package replay, un-moves are the legal moves that lead to it.
func (c *checker) unmoves(p *replay.Position) func(func(Move, *replay.Position) bool) {
	return func(yield func(Move, *replay.Position) bool) {
		after := facts.Setup(p)
		had := facts.CountMaterial(&c.start)
		for text, q := range p.Unmoves {
			fields := strings.Fields(text)
			before := facts.Setup(q)
			has := facts.CountMaterial(&before)
			if !c.premise.Has(&c.start, &before) || !c.premise.Allows(&c.start, &before, &after) || c.drawn(q.FEN(), 1) {
				continue
			}
			possible := had.CanBecome(&has) && c.proven(q.FEN(), false) == nil
			if possible && !yield(Move{Move: fields[0], Captured: fields[1]}, q) {
				return
			}
		}
	}
}

// text returns a move for people: "Kb1-a1", "g7xNf8=Q", "O-O".
func (m *Move) text(after *chess.Setup) string {
	to, err := chess.ParseSquare(m.Move[2:4])
	if err != nil {
		return m.Move
	}
	text, sign, promotion := "", "-", ""
	if kind := after.Board[to].Kind(); len(m.Move) > 4 {
		promotion = "=" + strings.ToUpper(m.Move[4:])
	} else if from, _ := chess.ParseSquare(m.Move[:2]); kind == chess.King && from.File() == 4 && to.File() == 6 {
		return "O-O"
	} else if kind == chess.King && from.File() == 4 && to.File() == 2 {
		return "O-O-O"
	} else if kind != chess.Pawn {
		text = string(kind.Letter())
	}
	if m.Captured != "-" {
		sign = "x"
		if m.Captured != "p" && m.Captured != "P" {
			sign += strings.ToUpper(m.Captured)
		}
	}
	return text + m.Move[:2] + sign + m.Move[2:4] + promotion
}
