package kernel

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// sample is a row of legality-random-1k.tsv.
type sample struct {
	fen, verdict, class string
	setup               chess.Setup
}

func samples(tb testing.TB) (list []sample) {
	tb.Helper()
	var s sample
	var multiplicity string
	for range expect.Rows(tb, "../testdata/legality/legality-random-1k.tsv", &s.fen, &multiplicity, &s.verdict, &s.class) {
		s.setup = expect.Must(chess.ParseFEN(s.fen))
		list = append(list, s)
	}
	return list
}

// TestSamples decides 1,000 uniform samples whose verdicts are known.
func TestSamples(t *testing.T) {
	t.Parallel()
	illegal, reasons := 0, map[string]int{}
	for _, s := range samples(t) {
		d, err := Decide(context.Background(), &s.setup, DecideOptions{})
		expect.NoError(t, err)
		reasons[string(d.Reason)]++
		switch {
		case d.Verdict == Illegal && s.verdict == "legal":
			t.Errorf("%s is legal, but refuted: %s", s.fen, d.Evidence.Words(&d.Start))
		case d.Verdict == Illegal:
			illegal++
		case s.verdict == "illegal":
			t.Errorf("not reached: %s: %s", s.fen, s.class)
		}
	}
	t.Logf("%d illegal; %v", illegal, reasons)
}

// TestEvidence: in the trees of evidence every un-move of a position is answered,
// and every leaf is refuted by its rule alone.
func TestEvidence(t *testing.T) {
	t.Parallel()
	trees, nodes, circles, arguments := 0, 0, 0, 0
	list := samples(t)
	for _, r := range rows(t, "legality-cases seed-figures", "illegal") {
		list = append(list, sample{setup: r.goal})
	}
	for _, s := range list {
		d, err := Decide(context.Background(), &s.setup, DecideOptions{})
		expect.NoError(t, err)
		if d.Verdict != Illegal {
			continue
		}
		if d.Evidence == nil || d.Evidence.Words(&d.Start) == "" {
			t.Errorf("%s: no explanation", s.setup)
		}
		if d.Reason != rules.LastMovesRefuted {
			continue
		}
		trees++
		place := map[*Evidence]int{}
		for i, e := range d.Evidence.Nodes() {
			place[e] = i
		}
		for _, e := range d.Evidence.Nodes() {
			nodes++
			p := expect.Must(chess.NewPosition(e.Setup))
			if e.Reason != rules.LastMovesRefuted {
				if e.Argument == nil && e.Reason != rules.NoKernel && e.Reason != rules.NoExtendedKernel {
					t.Errorf("%s: no argument for %s", e.Setup, e.Reason)
				}
				if e.Argument != nil {
					arguments++
					expect.Succeeds(t, facts.Check(&initial, &e.Setup, e.Argument), "%s: %s", e.Setup, e.Reason)
				}
				if refuted := refuteAlone(p, &e.Setup); refuted == nil || refuted.Reason != e.Reason {
					t.Errorf("%s is not refuted by %s: %v", e.Setup, e.Reason, refuted)
				}
				continue
			}
			answered := map[chess.Unmove]*Evidence{}
			for _, u := range e.Unmoves {
				answered[u.Unmove] = u.Before
				if place[u.Before] <= place[e] {
					circles++
				}
			}
			for _, u := range p.Unmoves(nil, chess.UnmoveOptions{}) {
				before := p.Before(u)
				s := before.Setup()
				switch e := answered[u]; {
				case e != nil && !samePosition(&e.Setup, &s):
					t.Errorf("%s before %s is answered by %s", p, u, e.Setup)
				case e == nil && rules.Counts(&initial, &s) == nil:
					t.Errorf("%s: %s is not answered", p, u)
				}
			}
		}
	}
	t.Logf("%d trees with %d nodes, %d links back, %d arguments", trees, nodes, circles, arguments)
}

// refuteAlone applies the rules that need no un-moves of un-moves.
func refuteAlone(p *chess.Position, s *chess.Setup) *rules.Impossible {
	if refuted := rules.Checks(p); refuted != nil {
		return refuted
	}
	if refuted := rules.Reach(&initial, s); refuted != nil {
		return refuted
	}
	if len(p.Retractions(nil, chess.UnmoveOptions{MaterialLimit: true})) == 0 {
		return rules.NoUnmoves(p)
	}
	return ExtendedKernel(context.Background(), &initial, s, DefaultDecideOptions.LastMoveKernelNodes).Refuted
}

// TestBareEndings: positions with few men end in an answer soon.
func TestBareEndings(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{
		"8/8/8/8/8/8/8/KRk5 b - - 0 1", "8/8/8/4k3/8/8/8/K7 w - - 0 1", "8/8/8/4k3/8/QQQ5/8/K7 b - - 0 1",
		"8/8/8/4k3/8/BBB5/8/K1B5 b - - 0 1", "8/p7/8/4k3/8/8/7P/K7 w - - 0 1", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
	} {
		s := expect.Must(chess.ParseFEN(fen))
		d, err := Decide(context.Background(), &s, DecideOptions{})
		if err != nil || d.Verdict != Unknown || d.Kernel.Extended != Found {
			t.Errorf("%s: %s, %v, kernel %s", fen, d.Verdict, err, &d.Kernel)
		}
		t.Logf("%s: %d nodes, %d positions", fen, d.Nodes, d.Positions)
	}
}
