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

// history is a game by rules of their own, with all that the facts about its start and end are about.
type history struct {
	p     *letters
	start chess.Setup
	plies int
	moved chess.Bitboard // squares of the start whose men have moved
	taken [64]byte       // by what letter the man of a square of the start was captured, 0 if it was not
	at    [64]int        // where that was
	prey  [64][]int      // what a man of the start has captured as a pawn
}

// play makes a move, and remembers what it means.
func (h *history) play(m letterMove) {
	p := h.p
	who, pawn := int(p.from[m.from]), lower(p.men[m.from]) == 'p'
	if m.taken >= 0 {
		victim := p.from[m.taken]
		h.taken[victim], h.at[victim] = p.men[m.from], m.taken
		if pawn {
			h.prey[who] = append(h.prey[who], int(victim))
		}
	}
	h.moved |= chess.Square(who).Bit()
	if lower(p.men[m.from]) == 'k' && (m.to-m.from == 2 || m.from-m.to == 2) {
		corner := m.to + 1
		if m.to < m.from {
			corner = m.to - 2
		}
		h.moved |= chess.Square(p.from[corner]).Bit()
	}
	p.play(m)
	h.plies++
}

// holds compares a fact with what has happened. It returns what is wrong, or "".
func (h *history) holds(f facts.Fact) string {
	set := chess.Bitboard(f.Squares)
	for sq := range set.Squares() {
		switch {
		case f.By == facts.ByClosing || f.By == facts.ByJam || f.By == facts.ByMakers:
			return ""
		case h.moved.Has(sq) && f.By == facts.ByDeadBishop && h.taken[sq] != 0 && h.at[sq] == int(sq):
			return "it has moved before it was captured"
		case h.moved.Has(sq):
			return "it has moved"
		case f.By == facts.ByDeadBishop && (h.taken[sq] == 0 || lower(h.taken[sq]) == 'p'):
			return "no piece has captured it"
		case f.By != facts.ByDeadBishop && h.taken[sq] != 0:
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
	for i, m := range h.p.men {
		if m == '.' {
			continue
		}
		to, from := chess.Square(i), chess.Square(h.p.from[i])
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
		if lower(m) != 'p' {
			continue
		}
		victims, straight := p.Victims(to)
		if len(prey) == 0 && !straight.Has(from) {
			wrong("the pawn on %s has captured nothing, and %v have not come to it", to, facts.Squares(straight).Names())
		}
		for _, v := range prey {
			if !victims.Has(chess.Square(v)) {
				wrong("the pawn on %s has captured the man on %s, which is none of %v", to, chess.Square(v), facts.Squares(victims).Names())
			}
			hits["victims"]++
		}
	}
}

// TestHistory plays games by rules that are not the project's, and compares what is proven of start and end with what
// has happened: men that never move, that are captured where they stand, that have become others; pawns and what they
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
		h := &history{p: readLetters(start.FEN()), start: start}
		how := habits{pawn: 1 + r.IntN(100), home: 1 + r.IntN(30), piece: 1 + r.IntN(100), capture: r.IntN(120)}
		for range 4 + r.IntN(80) {
			m, ok := h.p.pick(r, &how)
			if !ok {
				break
			}
			h.play(m)
			n++
			goal, err := chess.ParseFEN(h.p.fen())
			if err != nil {
				t.Fatal(err)
			}
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

// TestLetters counts moves by the other rules: the numbers of positions that everyone knows.
func TestLetters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		fen   string
		depth int
		want  int
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8_902},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2_039},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2_812},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467},
	} {
		if got := readLetters(tt.fen).perft(tt.depth); got != tt.want {
			t.Errorf("%s, %d plies: %d, want %d", tt.fen, tt.depth, got, tt.want)
		}
	}
}

// perft counts sequences of so many plies.
func (p *letters) perft(depth int) (n int) {
	if depth == 0 {
		return 1
	}
	for _, m := range p.moves() {
		q := *p
		q.play(m)
		n += q.perft(depth - 1)
	}
	return n
}
