package ask

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/astar"
	"retroproof/kernel/resolve"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

var (
	askGames = flag.Int("ask.positions", 20, "positions of random games for TestRandomGames")
	askSeed  = flag.Uint64("ask.seed", 18, "their seed")
)

// releases compares the release of some men with the game.
func (g *played) releases(t *testing.T, men chess.Bitboard, o Options) {
	t.Helper()
	r, err := AskRelease(context.Background(), &g.at, men, o)
	if errors.Is(err, ErrMen) {
		return
	}
	expect.NoError(t, err)
	g.count["releases"]++
	g.count["claims"] += len(claimed(t, r, &g.start, nil).Claims)
	if r.Illegal != "" {
		t.Errorf("%s is said to be illegal, for %s, and %v leads there", g.at.FEN(), r.Illegal, g.moves)
	}
	if r.Men == 0 {
		return // nothing is said
	}
	if r.Before != nil {
		g.count["released"]++
	}
	if r.Plies == 0 && !r.Started {
		t.Errorf("%s: the men on %s are said never to have been loose, and %v leads there", g.at.FEN(), facts.Squares(r.Men).Names(), g.moves)
	}
	for back := 1; back <= len(g.before) && (r.Plies == 0 || back < r.Plies); back++ {
		before := &g.before[len(g.before)-back]
		for sq := range r.Men.Squares() {
			if home := g.on(sq).home; !r.Zone.Has(before.from(home).at) {
				t.Errorf("%s: %v, and in the game the man from %s was loose %d plies back", g.at.FEN(), r.Verdict(), home, back)
			}
		}
	}
}

// tempos compares the moves to spare with the game.
func (g *played) tempos(t *testing.T, o Options) {
	t.Helper()
	n := len(g.moves)
	if n > 80 {
		return
	}
	all, err := AskTempo(context.Background(), &g.at, n, o)
	expect.NoError(t, err)
	least, err := AskTempo(context.Background(), &g.at, 0, o)
	expect.NoError(t, err)
	g.count["tempos"]++
	if !all.Possible || !least.Possible || least.Plies > n || all.Spare(chess.White) < 0 || all.Spare(chess.Black) < 0 {
		t.Errorf("%s: %v; %v; and %v leads there", g.at.FEN(), all, least, g.moves)
	}
}

// contradicts compares all answers about a position with the game that led there: none may call
// impossible what the game has, nor certain what it has not.
func (g *played) contradicts(t *testing.T, o Options) {
	t.Helper()
	ctx := context.Background()
	o.Resolve.Refute.Start = &g.start
	fen := g.at.FEN()
	l, err := AskLastMoves(ctx, &g.at, o)
	expect.NoError(t, err)
	if l.Whole.Verdict == kernel.Illegal {
		t.Errorf("%s is called illegal, and %v leads there", fen, g.moves)
	}
	found := false
	for _, m := range l.Moves {
		g.count["lastMoves"]++
		g.counted("lastMovesImpossible", m.Verdict == Impossible)
		if len(g.moves) > 0 && m.Move == g.last && m.Captured == g.captured {
			if found = true; m.Verdict == Impossible {
				t.Errorf("%s: the last move %s is called impossible, and is the last one of %v", fen, m.Text, g.moves)
			}
		}
	}
	if len(g.moves) > 0 && !found {
		t.Errorf("%s: the last move %s is not among the un-moves", fen, g.last)
	}
	r, err := AskRights(ctx, &g.at, o)
	expect.NoError(t, err)
	for _, right := range r.Castling {
		has := g.at.Castling.Has(right.Right)
		g.count["rights"]++
		g.counted("rightsImpossible", right.Verdict == Impossible || right.Without == Impossible)
		if has && right.Verdict == Impossible || !has && right.Without == Impossible {
			t.Errorf("%s: castling right %s: %+v", fen, right.Right, right)
		}
	}
	p, err := replay.ParseFEN(fen)
	expect.NoError(t, err)
	for _, e := range r.EnPassant {
		is := g.at.EnPassant == e.Square && p.Passable()
		if e.Proven {
			g.count["passingProven"]++
		}
		if is && e.Verdict == Impossible || !is && e.Proven {
			t.Errorf("%s: en passant on %s: %+v", fen, e.Square, e)
		}
		for _, right := range e.If {
			if !is && g.at.Castling.Has(right) {
				t.Errorf("%s: en passant on %s is said to follow from %s", fen, e.Square, right)
			}
		}
	}
	g.count["exclusive"] += len(r.Exclusive)
	for _, pair := range r.Exclusive {
		if g.at.Castling.Has(pair.One | pair.Other) {
			t.Errorf("%s: rights are said to exclude each other: %v", fen, pair)
		}
	}
	m, err := AskMen(ctx, &g.at, o)
	expect.NoError(t, err)
	if m.Illegal() {
		t.Errorf("%s: men: %s", fen, m.Verdict())
	}
	g.compare(t, m)
	g.kernels(t, m)
	for c := range m.taken {
		g.takings(t, &m.taken[c], chess.Color(c))
	}
	if m.Kernels != nil && len(m.Kernels.refuted) > 0 {
		// The formulas of these are checked by tests of their own: that takes long.
		without := *m
		without.Kernels = &Kernels{}
		m = &without
	}
	g.count["claims"] += len(claimed(t, m, &g.start, nil).Claims)
	g.tempos(t, o)
	g.releases(t, 0, o)
	// And of some men near a square.
	near := chess.KingAttacks(chess.Square(7 * len(g.moves) % 64))
	var men chess.Bitboard
	for sq := range near.Squares() {
		if g.at.Board[sq] != chess.NoMan && men.Count() < 3 {
			men |= sq.Bit()
		}
	}
	if men != 0 {
		g.releases(t, men, o)
	}
}

// takings compares what a side is claimed to have captured with the game.
func (g *played) takings(t *testing.T, is *answers.Captures, side chess.Color) {
	t.Helper()
	n, victims := 0, chess.NoSquares
	for _, f := range g.men {
		if f.gone() && f.man.Color() != side {
			n++
			victims |= f.home.Bit()
		}
	}
	g.count["taken"] += chess.Bitboard(is.Taken).Count()
	if is.Men != n || chess.Bitboard(is.Taken)&^victims != 0 {
		t.Errorf("%s: %+v, and captured were %d men, those from %s", g.at.FEN(), is, n, facts.Squares(victims).Names())
	}
	for _, p := range is.Pawns {
		at, err := chess.ParseSquare(p.Square)
		expect.NoError(t, err)
		if took := len(g.takes(g.on(at))); took < p.Least {
			t.Errorf("%s: %+v, and the pawn has captured %d times", g.at.FEN(), p, took)
		}
	}
}

// kernels compares what all kernels are said to have with the game.
func (g *played) kernels(t *testing.T, m *Men) {
	t.Helper()
	k := m.Kernels
	if k == nil {
		return
	}
	for i := range k.refuted {
		g.count["statements"]++
		if s := &k.refuted[i].Statement; g.has(s, m.Dead) {
			t.Errorf("%s: it is said of no game that %s, and so it is in %v", g.at.FEN(), answers.StatementText(s), g.moves)
		}
	}
	for _, side := range k.OnlyPawns {
		g.count["onlyPawns"]++
		if g.has(&core.Statement{Kind: core.PieceTook, Side: side}, m.Dead) {
			t.Errorf("%s: all captures of %s are said to be of pawns, and %v leads there", g.at.FEN(), side, g.moves)
		}
	}
	for _, e := range k.Took {
		g.count["took"]++
		found := false
		for _, man := range e.Men {
			found = found || g.has(&core.Statement{Kind: core.Took, Side: e.Side, Man: man, At: e.File}, m.Dead)
		}
		if !found {
			t.Errorf("%s: %+v, and %v leads there", g.at.FEN(), e, g.moves)
		}
	}
	for _, e := range k.Ends {
		g.count["ends"]++
		if !slices.ContainsFunc(e.Left, func(s core.Statement) bool { return g.has(&s, m.Dead) }) {
			t.Errorf("%s: %+v, and %v leads there", g.at.FEN(), e, g.moves)
		}
	}
}

// compare compares where men came from, were promoted and captured with the game.
func (g *played) compare(t *testing.T, m *Men) {
	t.Helper()
	wrong := func(f *fate, format string, args ...any) {
		t.Helper()
		t.Errorf("%s: %+v: %s", g.at.FEN(), f, fmt.Sprintf(format, args...))
	}
	var byPawns [2]int
	for i := range g.men {
		f := &g.men[i]
		if by := g.from(f.by); f.gone() && f.byPawn && !by.gone() && by.promoted == chess.NoSquare {
			byPawns[by.man.Color()]++
		}
		if m.Stayed.Has(f.home) && (f.moved || f.gone()) || m.Dead.Has(f.home) && (f.moved || !f.gone()) {
			wrong(f, "it is said to have stayed")
		}
	}
	for c := range 2 {
		g.count["captures by pawns"] += m.ByPawns[c]
		if byPawns[c] < m.ByPawns[c] {
			t.Errorf("%s: pawns have made %v captures, at least %v are claimed", g.at.FEN(), byPawns, m.ByPawns)
		}
	}
	for _, man := range m.Men {
		f, from := g.on(man.At), chess.Bitboard(man.From)
		promoted := f.promoted != chess.NoSquare
		g.counted("men", true)
		g.counted("origins", !from.Several())
		g.counted("promoted", man.Original == Impossible)
		g.counted("promoted in the game", promoted)
		g.counted("captured on", man.CapturedOn != nil)
		switch {
		case !from.Has(f.home), promoted && man.Promoted == Impossible, !promoted && man.Original == Impossible,
			!f.moved && man.Unmoved == Impossible, promoted && !chess.Bitboard(man.PromotedOn).Has(f.promoted):
			wrong(f, "answered was %+v", man)
		}
		if man.CapturedOn != nil && !slices.EqualFunc(g.takes(f), man.CapturedOn,
			func(sq chess.Square, on Places) bool { return chess.Bitboard(on).Has(sq) }) {
			wrong(f, "it has captured on %v, and is said to have on %v", g.takes(f), man.CapturedOn)
		}
	}
	for _, is := range m.Gone {
		f := g.from(is.At)
		g.counted("gone", is.Certain)
		g.counted("fell", is.FellTo != "")
		if is.Certain && !f.gone() {
			wrong(f, "it is said to have been captured")
		}
		to, _ := chess.ParseSquare(is.FellTo)
		if is.FellTo != "" && (!chess.Bitboard(is.FellOn).Has(f.at) || g.on(to).home != f.by) {
			wrong(f, "it is said to have fallen to the pawn on %s", is.FellTo)
		}
	}
}

// TestRandomGames: no answer contradicts a game. Most positions are asked about with small
// budgets, of which any answer must be true, too, and every twentieth with larger ones.
func TestRandomGames(t *testing.T) {
	n := *askGames
	if os.Getenv("RETROPROOF_LONG") != "" {
		n = max(n, 10_000)
	}
	r := rand.New(rand.NewPCG(*askSeed, 1))
	large := Options{Resolve: resolve.Options{NoGame: true, Effort: 1}}
	large.Resolve.Refute.KernelNodes = 1000
	small := large
	small.Resolve.Refute.KernelNodes, small.Resolve.Refute.LastMovePositions, small.Resolve.Refute.CageStates = 100, 30, 100
	g := played{count: map[string]int{}}
	visited, every := 0, 29
	for seed := *askSeed; visited < n; seed++ {
		visit := func(p *randomgames.Position) bool {
			if p.Ply == 0 {
				g = played{start: p.Pos.Setup(), history: begun(p.Pos.Setup()), count: g.count}
			} else {
				g.play(p.Before, p.Move)
			}
			often := every
			if g.at.Castling != 0 || g.at.EnPassant != chess.NoSquare {
				often = every / 8
			}
			if r.IntN(often) == 0 {
				o := small
				if visited%20 == 0 {
					o = large
				}
				g.contradicts(t, o)
				if visited++; visited%500 == 0 {
					t.Logf("%d positions: %+v", visited, g.count)
				}
			}
			return visited < n && !t.Failed()
		}
		if seed%3 == 0 {
			randomgames.PlayFrom(seed, every*n, randomgames.TrickyStart, visit)
		} else {
			randomgames.Play(seed, 2000, visit)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d positions: %+v", visited, g.count)
}

// world is all positions to which games from a start lead, each with the first game that was
// found.
type world struct {
	start  chess.Setup
	games  map[string]*played // by FEN without clocks, with en passant squares where a capture is legal
	order  []*played
	closed bool // no game leads anywhere else
}

// key returns the FEN without what makes no difference.
func key(t *testing.T, s *chess.Setup) string {
	t.Helper()
	c := *s
	c.HalfmoveClock, c.FullmoveNumber = 0, 1
	p, err := replay.ParseFEN(c.FEN())
	expect.NoError(t, err)
	if !p.Passable() {
		c.EnPassant = chess.NoSquare
	}
	return c.FEN()
}

// explore finds all positions, or the first ones.
func explore(t *testing.T, start string, most int) *world {
	w := &world{start: *setup(t, start), games: map[string]*played{}, closed: true}
	add := func(g *played) {
		k := key(t, &g.at)
		if w.games[k] == nil {
			w.games[k] = g
			w.order = append(w.order, g)
		}
	}
	add(&played{start: w.start, history: begun(w.start), count: map[string]int{}})
	for i := 0; i < len(w.order); i++ {
		if len(w.order) >= most {
			w.closed = false
			break
		}
		g := w.order[i]
		p, err := chess.NewPosition(g.at)
		expect.NoError(t, err)
		for _, m := range p.LegalMoves(nil) {
			next := *g
			next.moves, next.before = slices.Clip(g.moves), slices.Clip(g.before)
			next.play(p, m)
			add(&next)
		}
	}
	return w
}

// TestSmallWorlds compares answers with the truth about small starts: in closed worlds all that
// games can reach is known, so "possible" and "impossible" are both compared; in the others
// nothing that games reach may be impossible.
func TestSmallWorlds(t *testing.T) {
	most, sample := expect.Size(1500, 20_000), expect.Size(8, 1000)
	for _, tt := range []struct {
		start  string
		closed bool
	}{
		{"8/8/8/8/8/8/8/K1k5 w - - 0 1", false},
		{"8/k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K7 w - - 0 1", true}, // a wall of pawns between the kings
		{"4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/R3K3 w Q - 0 1", false},
		{"r3k3/p7/8/8/8/8/P7/4K2R b Kq - 0 1", false},
		{"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", false},
		{"8/8/8/8/8/1p1k4/pP6/Kb6 b - - 0 1", false},
	} {
		w := explore(t, tt.start, most)
		if tt.closed && !w.closed {
			t.Fatalf("%s: more than %d positions", tt.start, most)
		}
		r := rand.New(rand.NewPCG(18, 3))
		o := Options{Resolve: resolve.Options{Effort: 1}, Games: 1}
		o.Resolve.Refute.Start, o.Resolve.Refute.KernelNodes, o.Resolve.Game.States = &w.start, 1000, 2000
		o.Resolve.LastResort = &astar.Options{Nodes: 1000}
		count := [3]int{}
		for range min(sample, len(w.order)) {
			g := w.order[r.IntN(len(w.order))]
			quick := o
			quick.Resolve.NoGame = true
			g.contradicts(t, quick)
			l, err := AskLastMoves(context.Background(), &g.at, o)
			expect.NoError(t, err)
			for _, m := range l.Moves {
				truth := false
				for _, before := range m.Before {
					truth = truth || w.games[key(t, &before.Setup)] != nil
				}
				if truth && m.Verdict == Impossible || w.closed && !truth && m.Verdict == Possible {
					t.Errorf("%s from %s: %s is called %s", g.at.FEN(), tt.start, m.Text, m.Verdict)
				}
				count[m.Verdict]++
			}
			w.rights(t, g, o)
			if t.Failed() {
				return
			}
		}
		t.Logf("%s: %d positions, closed %t; last moves: %d open, %d possible, %d impossible", tt.start, len(w.order), w.closed, count[Open], count[Possible], count[Impossible])
	}
}

// rights compares castling rights and en passant squares of a position of a world with all of its
// positions that have the same men and side to move.
func (w *world) rights(t *testing.T, g *played, o Options) {
	t.Helper()
	r, err := AskRights(context.Background(), &g.at, o)
	expect.NoError(t, err)
	for _, p := range r.Positions {
		truth := w.games[key(t, &p.Setup)] != nil
		if truth && p.Verdict == kernel.Illegal || w.closed && !truth && p.Verdict == kernel.Legal {
			t.Errorf("%s from %s is called %s", p.Setup.FEN(), w.start.FEN(), p.Verdict)
		}
	}
}
