package story

import (
	"flag"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
)

// The numbers and arguments of documents are compared with what happened in
// random games.

var gamePositions = flag.Int("game-positions", expect.Size(3000, 8_000), "positions of random games that no argument may refute")

// happened is what happened in a game so far, by colour.
type happened struct {
	captures     [2]int // made
	pawnCaptures [2]int // made by pawns
	pawnsTaken   [2]int // lost as pawns
	promotions   [2]int
	takenOn      [2]chess.Bitboard // by pawns
	moved        chess.Bitboard    // squares of men that moved, or were captured
	events       [8]int            // pawns of a file that left it capturing, or were captured
}

func (h *happened) play(p *chess.Position, m chess.Move) {
	us := p.Turn()
	mover, captured := p.At(m.From()), p.Captured(m)
	at := m.To()
	if m.IsEnPassant() {
		at = chess.MakeSquare(m.To().File(), m.From().Rank())
	}
	h.moved |= m.From().Bit()
	if m.IsCastling() {
		h.moved |= chess.SetOf(m.To()-2, m.To()-1, m.To()+1) & (chess.RankSet(0) | chess.RankSet(7))
	}
	if captured != chess.NoMan {
		h.moved |= at.Bit()
		h.captures[us]++
		if captured.Kind() == chess.Pawn {
			h.pawnsTaken[us.Other()]++
			h.events[at.File()]++
		}
		if mover.Kind() == chess.Pawn {
			h.pawnCaptures[us]++
			h.events[m.From().File()]++
			h.takenOn[us] |= at.Bit()
		}
	}
	if m.Promotion() != chess.NoKind {
		h.promotions[us]++
	}
}

var onlyBishops atomic.Int64 // positions in which pawns can have captured bishops of one colour only

// check compares a ledger with what happened, and searches for arguments.
func (h *happened) check(t *testing.T, start, goal *chess.Setup) {
	fail := func(what string, args ...any) {
		t.Helper()
		t.Errorf("from %s to %s: "+what, append([]any{start, goal}, args...)...)
	}
	l, ok := newLedger(start, goal)
	if !ok {
		fail("counted out")
		return
	}
	for c := range chess.Color(2) {
		if l.lost[c] != h.captures[c.Other()] {
			fail("%s has lost %d men, not %d", c, h.captures[c.Other()], l.lost[c])
		}
		if l.promotions[c] > h.promotions[c] {
			fail("%d promotions of %s, fewer than %d", h.promotions[c], c, l.promotions[c])
		}
		if l.pawnsTaken[c] < h.pawnsTaken[c] {
			fail("%s has lost %d pawns, more than %d", c, h.pawnsTaken[c], l.pawnsTaken[c])
		}
		if l.captures[c] < h.pawnCaptures[c] {
			fail("%d captures by %s pawns, more than %d", h.pawnCaptures[c], c, l.captures[c])
		}
		if _, sum := l.fewestCaptures(c, chess.AllSquares); sum > h.pawnCaptures[c] {
			fail("%d captures by %s pawns, fewer than %d", h.pawnCaptures[c], c, sum)
		}
		if k, ok := l.onlyBishop(c); ok {
			if wrong := h.takenOn[c] &^ ofColor(k); wrong != 0 {
				fail("%s pawns have captured on %v, not only a %s", c, wrong, rules.PieceNames[k])
			}
			onlyBishops.Add(1)
		}
	}
	for _, f := range l.jams().files {
		if h.events[f] == 0 {
			fail("the %c-file is jammed", 'a'+f)
		}
	}
	for sq := range (l.fixed & h.moved).Squares() {
		if start.Board[sq] != chess.NoMan {
			fail("%s has moved", sq)
		}
	}
	if a := l.argue(); a != nil {
		fail("refuted: %s", a.sentences)
	}
}

// TestRandomGames: numbers are those of the games, and no argument refutes their
// positions.
func TestRandomGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 6))
	jammed, tightest := 0, 0
	for n := 0; n < *gamePositions; {
		manner := randomgames.AnyManner(r)
		p := chess.InitialPosition()
		start := p.Setup()
		var h happened
		begin := 0
		if r.IntN(4) == 0 {
			begin = r.IntN(120) // the game so far is forgotten
		}
		for ply := range 250 {
			if ply == begin {
				start, h = p.Setup(), happened{}
			}
			if ply >= begin {
				goal := p.Setup()
				h.check(t, &start, &goal)
				if l, _ := newLedger(&start, &goal); len(l.jams().files) > 0 {
					jammed++
					if j := l.jams(); len(j.files) == j.leave+j.taken {
						tightest++
					}
				}
				n++
			}
			m, ok := manner.Move(r, p)
			if !ok {
				break
			}
			h.play(p, m)
			p.Make(m)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d with jammed files, %d of them with nothing to spare; %d with bishops as the only victims of pawns", jammed, tightest, onlyBishops.Load())
	if tightest == 0 || onlyBishops.Load() == 0 {
		t.Error("a kind of argument has not been tried")
	}
}
