package rules

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/proofs/illegal/facts"
)

var (
	historyPositions = flag.Int("history-positions", 6_000, "positions of games for TestHistory")
	historySeed      = flag.Uint64("history-seed", 1, "seed of these games")
)

// history is a game, with all that the facts about its start and end are about.
type history struct {
	p     *chess.Position
	from  [64]chess.Square // of the man on a square, where it was at the start
	start chess.Setup
	plies int
	moved chess.Bitboard     // squares of the start whose men have moved
	taken [64]chess.Kind     // by what the man of a square of the start was captured, NoKind if it was not
	at    [64]chess.Square   // where that was
	prey  [64][]chess.Square // what a man of the start has captured as a pawn
}

func newHistory(start *chess.Setup) *history {
	p, err := chess.NewPosition(*start)
	if err != nil {
		panic(err)
	}
	h := &history{p: p, start: *start}
	for sq := range h.from {
		h.from[sq] = chess.Square(sq)
	}
	return h
}

// play makes a move, and remembers what it means.
func (h *history) play(m chess.Move) {
	who, kind := h.from[m.From()], h.p.At(m.From()).Kind()
	if h.p.Captured(m) != chess.NoMan {
		at := m.To()
		if m.IsEnPassant() {
			at ^= 8
		}
		victim := h.from[at]
		h.taken[victim], h.at[victim] = kind, at
		if kind == chess.Pawn {
			h.prey[who] = append(h.prey[who], victim)
		}
	}
	h.moved |= who.Bit()
	h.from[m.To()] = who
	for _, path := range chess.CastlingPaths {
		if m.IsCastling() && path.KingTo == m.To() {
			rook := h.from[path.Home[1].Square]
			h.moved |= rook.Bit()
			h.from[path.RookTo] = rook
		}
	}
	h.p.Make(m)
	h.plies++
}

// holds compares a fact with what has happened. It returns what is wrong, or "".
func (h *history) holds(f facts.Fact) string {
	set := chess.Bitboard(f.Squares)
	for sq := range set.Squares() {
		switch {
		case f.By == facts.ByClosing || f.By == facts.ByJam || f.By == facts.ByMakers:
			return ""
		case h.moved.Has(sq) && f.By == facts.ByDeadBishop && h.taken[sq] != chess.NoKind && h.at[sq] == sq:
			return "it has moved before it was captured"
		case h.moved.Has(sq):
			return "it has moved"
		case f.By == facts.ByDeadBishop && (h.taken[sq] == chess.NoKind || h.taken[sq] == chess.Pawn):
			return "no piece has captured it"
		case f.By != facts.ByDeadBishop && h.taken[sq] != chess.NoKind:
			return "it was captured"
		}
	}
	return ""
}

// ask compares everything that is said about start and end of the game with what has happened.
func (h *history) ask(t *testing.T, goal *chess.Setup, hits map[string]int) {
	wrong := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("from %s to %s after %d plies: "+format, append([]any{h.start.FEN(), goal.FEN(), h.plies}, args...)...)
	}
	asked := []*Impossible{Static(&h.start, goal), Reach(&h.start, goal), ReachPastKings(&h.start, goal)}
	if h.plies%8 == 0 { // it takes most of the time
		caged, _, _ := Cage(&h.start, goal, CageBudget{States: 300, EachTry: 100, MostMen: 8})
		asked = append(asked, caged)
		hits["cages"]++
	}
	for _, refuted := range asked {
		if refuted != nil {
			wrong("it is called illegal: %s: %s", refuted.Reason, refuted.Detail)
		}
	}
	blocked, refuted := Blocked(&h.start, goal)
	if refuted != nil {
		wrong("%s", refuted.Detail)
	}
	past := reachFinder{finder: newFinder(&h.start, goal), checked: true}
	past.solve()
	for _, list := range [][]facts.Fact{blocked, ReachFacts(&h.start, goal), past.found} {
		p, err := facts.Verify(&h.start, goal, list)
		if err != nil {
			wrong("%v", err)
		}
		for _, f := range list {
			if no := h.holds(f); no != "" {
				wrong("%s on %v: %s", f.By, f.Squares.Names(), no)
			}
			hits[string(f.By)] += chess.Bitboard(f.Squares).Count()
		}
		p.Refresh()
		h.origins(p, wrong, hits)
	}
}

// origins compares what men of the start can have become, and what pawns can have captured, with what they have.
func (h *history) origins(p *facts.Proven, wrong func(string, ...any), hits map[string]int) {
	for i, m := range p.Goal.Board {
		if m == chess.NoMan {
			continue
		}
		to, from := chess.Square(i), h.from[i]
		if sources := p.Sources(to); !sources.Has(from) {
			wrong("the man on %s was on %s, and not on one of %v", to, from, facts.Squares(sources).Names())
		} else if sources == from.Bit() {
			hits["sources"]++
		}
		prey := h.prey[from]
		if least := p.LeastCaptures(from, to); least > len(prey) {
			wrong("the man on %s, a pawn on %s, has made %d captures, not %d", to, from, len(prey), least)
		} else if least > 0 {
			hits["captures"]++
		}
		if m.Kind() != chess.Pawn {
			continue
		}
		victims, straight := p.Victims(to)
		if len(prey) == 0 && !straight.Has(from) {
			wrong("the pawn on %s has captured nothing, and %v have not come to it", to, facts.Squares(straight).Names())
		}
		for _, v := range prey {
			if !victims.Has(v) {
				wrong("the pawn on %s has captured the man on %s, which is none of %v", to, v, facts.Squares(victims).Names())
			}
			hits["victims"]++
		}
	}
}

// TestHistory plays games, and compares what is proven of start and end with what has happened: men that never move, that are captured where they stand, that have become others; pawns and what they
// have captured. Nothing may call the end illegal. "make soundness" has millions.
func TestHistory(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*historySeed, 61))
	hits := map[string]int{}
	kinds := []string{"initial", "initial", "initial", "small", "pawns", "remains", "tricky"}
	for n := 0; n < *historyPositions; {
		start := chess.InitialSetup()
		if s := randomgames.Starts[kinds[r.IntN(len(kinds))]](r); s != nil {
			start = *s
		}
		start.FullmoveNumber, start.HalfmoveClock = 1, 0
		h := newHistory(&start)
		how := randomgames.AnyManner(r)
		for range 4 + r.IntN(80) {
			m, ok := how.Move(r, h.p)
			if !ok {
				break
			}
			h.play(m)
			n++
			goal := h.p.Setup()
			if facts.SameSetup(&h.start, &goal) {
				continue
			}
			h.ask(t, &goal, hits)
		}
	}
	t.Logf("seed %d, %d positions: %v", *historySeed, *historyPositions, hits)
	for _, f := range strings.Fields("castling home-pawn cone goes-on only-source deadlock caged-bishop dead-bishop checked-king sources captures victims") {
		if hits[f] == 0 {
			t.Errorf("nothing is said by %s", f)
		}
	}
}
