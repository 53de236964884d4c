package problem

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/exact"
	proof "retroproof/proofs/exact"
)

// played is a game, or a series: the positions before its moves, the moves, and the end.
type played struct {
	before []chess.Position
	moves  []chess.Move
	end    chess.Position
}

// playAll calls a function with all games of a length, or all series.
func playAll(p *chess.Position, plies int, series bool, g played, visit func(g *played)) {
	if plies == 0 {
		g.end = *p
		visit(&g)
		return
	}
	for _, m := range p.LegalMoves(nil) {
		after := *p
		after.Make(m)
		next := &after
		if series && plies > 1 {
			if next = exact.Passed(next); next == nil {
				continue
			}
		}
		n := len(g.moves)
		playAll(next, plies-1, series, played{before: append(g.before[:n:n], *p), moves: append(g.moves[:n:n], m)}, visit)
	}
}

// keeps reports whether a game fulfils a condition, as the documentation of proofs/exact has it.
func (g *played) keeps(condition string) bool {
	what, rest, _ := strings.Cut(condition, " ")
	for i := range g.moves {
		p, m := &g.before[i], g.moves[i]
		mine := p.Turn().String() == what
		switch {
		case mine && rest == "no captures" && p.Captured(m) != chess.NoMan,
			mine && rest == "monochromatic" && m.From().Dark() != m.To().Dark(),
			mine && rest == "monochromatic" && strings.HasPrefix(notation.SAN(p, m), "O-O-O"):
			return false
		case what == "still":
			sq, _ := chess.ParseSquare(rest)
			if p.At(sq) != g.end.At(sq) || p.At(sq) != g.before[0].At(sq) {
				return false
			}
		case rest == "homebase":
			for _, m := range g.end.Setup().Men() {
				if m.Man.Color().String() == what && chess.InitialSetup().Board[m.Square] != m.Man {
					return false
				}
			}
		}
	}
	if what != "last" || len(g.moves) == 0 {
		return true
	}
	pattern := strings.NewReplacer("?", ".", "+", `\+`).Replace(rest)
	return regexp.MustCompile("^" + pattern + "$").MatchString(g.last())
}

// last is the last move as patterns have it, read off its short notation.
func (g *played) last() string {
	n := len(g.moves) - 1
	p, m := &g.before[n], g.moves[n]
	san := notation.SAN(p, m)
	text := []byte("P" + m.From().String() + m.To().String() + "0000")
	if strings.Contains("KQRBN", san[:1]) {
		text[0] = san[0]
	}
	if san[0] == 'O' {
		text[0] = 'K'
	}
	if strings.Contains(san, "x") {
		if text[5] = 'P'; p.At(m.To()) != chess.NoMan {
			text[5] = p.At(m.To()).Kind().Letter()
		} else {
			text[6] = 'e'
		}
	}
	if _, become, ok := strings.Cut(san, "="); ok {
		text[6] = strings.ToLower(become)[0]
	}
	if strings.ContainsAny(san, "+#") {
		text[7] = '+'
	}
	if len(g.end.LegalMoves(nil)) == 0 {
		text[8] = '#'
	}
	return string(text)
}

// count counts the games of a claim by brute force.
func count(t *testing.T, c *proof.Claim) (n uint64) {
	t.Helper()
	p, err := chess.ParsePosition(c.Start)
	expect.NoError(t, err)
	parts := strings.Split(c.Goal, ", ")
	playAll(p, c.Plies, slices.Contains(parts, "series"), played{}, func(g *played) {
		fen := strings.Fields(g.end.FEN())
		for i, want := range strings.Fields(parts[0])[:min(4, len(strings.Fields(parts[0])))] {
			nothing := i == 3 && want == "-" && g.end.CapturableEnPassant() == chess.NoSquare
			if want != "?" && fen[i] != want && !nothing {
				return
			}
		}
		for _, condition := range parts[1:] {
			if !g.keeps(condition) {
				return
			}
		}
		n++
	})
	return n
}

// someConditions returns conditions of which a game fulfils most, and the goal, a position or a last move.
func someConditions(r *rand.Rand, g *played) *Conditions {
	c := &Conditions{}
	any := func(list ...string) string { return list[r.IntN(len(list))] }
	if r.IntN(3) == 0 {
		c.Moves = any("", "white ", "black ") + any("monochromatic", "no captures")
	}
	if r.IntN(3) == 0 {
		men := g.before[0].Setup().Men()
		c.Still = men[r.IntN(len(men))].Square.String()
	}
	n := len(g.moves) - 1
	m, p := g.moves[n], &g.before[n]
	switch r.IntN(5) {
	case 4:
		c.Goal = any("", "white ", "black ") + "homebase"
	case 0:
		c.Last = m.String()
	case 1, 2:
		text := g.last()
		c.Goal = strings.TrimRight(notation.SAN(p, m), "+#")
		if r.IntN(2) == 0 {
			c.Goal = any("", text[:1])
			if text[5] != '0' {
				c.Goal += "x" + any("", text[5:6])
			} else if r.IntN(2) == 0 {
				c.Goal += "-"
			}
			c.Goal = strings.TrimPrefix(c.Goal, "P")
			if text[6] > 'a' && text[6] != 'e' {
				c.Goal += any("", "=", "="+strings.ToUpper(text[6:7]))
			}
		}
		if text[6] == 'e' {
			c.Goal += any("", " e.p.")
		}
		c.Goal += map[string]string{"+#": any("", "+", "#"), "+0": any("", "+"), "0#": any("", " stalemate")}[text[7:]]
	}
	return c
}

// TestConditionsCertified compares certificates of games with conditions, and to goals that are no diagrams, with brute
// force and with the search.
func TestConditionsCertified(t *testing.T) {
	t.Parallel()
	n, seen, some := expect.Size(25, 2000), 0, 0
	kinds := map[string]int{}
	for name, start := range map[string]func(*rand.Rand) *chess.Setup{
		"tricky": randomgames.TrickyStart, "small": randomgames.AnySmallStart, "pawns": randomgames.PawnsStart,
	} {
		r := rand.New(rand.NewPCG(5, uint64(len(name))))
		tried := 0
		randomgames.PlayFrom(11, math.MaxInt, start, func(p *randomgames.Position) bool {
			if r.IntN(7) != 0 {
				return true
			}
			plies, series := 1+r.IntN(2), r.IntN(4) == 0
			if p.Pos.CountMoves() < 8 {
				plies = 3
			}
			var games []*played
			playAll(p.Pos, plies, series, played{}, func(g *played) { h := *g; games = append(games, &h) })
			if len(games) == 0 {
				return true
			}
			g := games[r.IntN(len(games))]
			for range 20 {
				m := g.moves[plies-1]
				if m.IsCastling() || m.IsEnPassant() || m.Promotion() != 0 || len(g.end.LegalMoves(nil)) == 0 {
					break
				}
				g = games[r.IntN(len(games))]
			}
			c := someConditions(r, g)
			target := exact.Target{Setup: g.end.Setup(), AnyCastling: r.IntN(2) == 0, Series: series}
			begin := p.Pos.Setup()
			if err := c.Add(&begin, &target); err != nil {
				t.Fatalf("%+v: %v", c, err)
			}
			claim, err := ClaimOf(&begin, &target, plies)
			expect.NoError(t, err)
			file := write(t, claim)
			result, err := exact.Search(context.Background(), &begin, &target, plies, exact.Options{All: true})
			want := count(t, claim)
			_, wrong := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
			if err != nil || wrong != nil || claim.Games != want || result.Solutions != want {
				t.Fatalf("%+v of %s\n%s: %d games in the certificate, %d found, want %d; %v",
					c, begin.FEN(), claim.Goal, claim.Games, result.Solutions, want, wrong)
			}
			if tried, seen = tried+1, seen+1; want > 0 {
				some++
				for _, condition := range strings.Split(claim.Goal, ", ")[1:] {
					kinds[strings.TrimLeft(strings.Fields(condition)[0], "?")]++
				}
			}
			return tried < n
		})
	}
	t.Logf("%d claims, %d with games: %v", seen, some, kinds)
	for _, kind := range []string{"still", "white", "black", "series", "last"} {
		if kinds[kind] == 0 {
			t.Errorf("no claim with %s", kind)
		}
	}
}

// TestConditionsTampered changes every byte of certificates with conditions. What is accepted claims what is true.
func TestConditionsTampered(t *testing.T) {
	t.Parallel()
	for _, c := range []proof.Claim{
		{Start: "8/8/8/3pP3/8/8/6pk/K7 w - d6 0 1", Goal: "?, black no captures, last P????[^0]e?0", Plies: 1},
		{Start: "8/8/8/8/8/pk6/2p5/K7 b - - 0 1", Goal: "?, still a3, last P????0q+#", Plies: 1},
		{Start: "8/8/8/8/7k/8/8/R3K3 w Q - 0 1", Goal: "8/8/8/8/7k/8/R7/1K6 b - - 0 1, white monochromatic", Plies: 3},
		{Start: "8/8/8/8/7k/8/8/R3K3 w Q - 0 1", Goal: "8/8/8/8/7k/8/8/3K1R2 b ? ? 0 1, white no captures, series", Plies: 2},
	} {
		file := write(t, &c)
		accepted := 0
		for i := range file {
			for _, x := range []byte{1, 4, 255} {
				bad := bytes.Clone(file)
				bad[i] ^= x
				report, err := proof.Check(context.Background(), bytes.NewReader(bad), proof.Options{Positions: 5000})
				if err != nil {
					continue
				}
				accepted++
				if got := report.Claim; got.Games != count(t, &got) {
					t.Fatalf("byte %d ^ %d: accepted, and %d games are not true: %s", i, x, got.Games, got.Goal)
				}
			}
		}
		t.Logf("%s: %d of %d changed certificates are accepted", c.Goal, accepted, 3*len(file))
	}
	for _, goal := range []string{"?, ", "?, still", "?, still i1", "?, still a1 ", "?, red no captures", "?, last N???",
		"?, last N????R?++", "?, last N????[^]??", "?,series", "?, series,", "?; series",
		"?, last *????????", "? w, series"} {
		if _, err := (&proof.Claim{Goal: goal}).Target(); err == nil {
			t.Errorf("%q is a goal", goal)
		}
	}
	// Arguments are about a diagram: without one there are none.
	text := (&proof.Claim{Start: "7k/8/8/8/8/8/8/K7 w - - 0 1", Goal: "?, series", Plies: 1}).String() + "r\x01\x00\x00\n"
	if _, err := proof.Check(context.Background(), strings.NewReader(text), proof.Options{}); err == nil {
		t.Error("an argument without a diagram is accepted")
	}
}
