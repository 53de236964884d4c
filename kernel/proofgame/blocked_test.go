package proofgame

import (
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestUpdateBlocked: after each of many random quiet moves, of all kinds of men, the blocked men that were updated are
// those that are found anew.
func TestUpdateBlocked(t *testing.T) {
	t.Parallel()
	r := newRouter(t.Context(), 1, 1)
	changed := 0
	for _, fen := range legalSamples(t) {
		setup := expect.Must(chess.ParseFEN(fen))
		b := newBoard(&setup)
		walls := b.obstacles()
		var p plan
		for id, sq := range b.sq {
			if sq == offBoard {
				continue
			}
			p.weight[id] = int32(r.random(4 * lightWeight))
			if m := b.man[id]; m.Kind() == chess.Pawn {
				p.dist[id].Steps(m.Color(), chess.MakeSquare(sq.File(), m.Color().RelativeRank(7)))
			} else {
				p.dist[id] = walls.search(m, chess.Square(r.random(chess.NumSquares)).Bit())
			}
			p.promote[id] = chess.Queen
		}
		p.measure(b)
		for range 100 {
			from := chess.Square(r.random(chess.NumSquares))
			occupied := b.occupied()
			if !occupied.Has(from) {
				continue
			}
			id := int(b.at[from])
			for to := b.reach(id, from, occupied); to != 0; to = to.WithoutFirst() {
				if to.Count() > 1 && r.random(3) > 0 {
					continue
				}
				before := b.blocked
				p.play(b, id, from, to.First())
				p.updateBlocked(b, from, to.First())
				if want := p.findBlocked(b); b.blocked != want {
					t.Fatalf("%s: after a move of man %d from %v to %v %b are blocked, want %b", fen, id, from, to.First(), b.blocked, want)
				}
				if b.blocked != before {
					changed++
				}
				break
			}
		}
	}
	if changed < 100 {
		t.Errorf("only %d moves changed what is blocked", changed)
	}
}
