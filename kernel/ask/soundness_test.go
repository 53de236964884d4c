package ask

import (
	"context"
	"errors"
	"flag"
	"maps"
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

// played is a position of a game with what has led there.
type played struct {
	start, at chess.Setup
	moves     []string   // as UCI has them
	last      chess.Move // if there is a move
	captured  chess.Man

	homes    [][chess.NumSquares]chess.Square // by ply: where the man on a square was at the start
	promoted map[chess.Square]chess.Square    // by home: where it was promoted
	takes    map[chess.Square][]chess.Square  // by home: to which squares it captured as a pawn
	captures []capture

	count answered // of all games so far
}

// capture is a capture of a game.
type capture struct {
	side   chess.Color
	pawn   bool         // made by a pawn
	on     chess.Square // where the capturing man went
	man    string       // of core.StatementMen
	victim chess.Square // home of the captured man
}

// begun makes a game without moves.
func begun(start chess.Setup) *played {
	g := &played{start: start, at: start, promoted: map[chess.Square]chess.Square{}, takes: map[chess.Square][]chess.Square{}}
	var homes [chess.NumSquares]chess.Square
	for sq := range homes {
		homes[sq] = chess.NoSquare
		if start.Board[sq] != chess.NoMan {
			homes[sq] = chess.Square(sq)
		}
	}
	g.homes = [][chess.NumSquares]chess.Square{homes}
	return g
}

// play adds a move from a position to the next one.
func (g *played) play(before *chess.Position, m chess.Move, at chess.Setup) {
	g.moves = append(g.moves, m.UCI())
	g.last, g.captured, g.at = m, before.Captured(m), at
	homes := g.homes[len(g.homes)-1]
	home := homes[m.From()]
	pawn := before.At(m.From()).Kind() == chess.Pawn
	if g.captured != chess.NoMan {
		c := capture{side: before.Turn(), pawn: pawn, on: m.To(), victim: homes[m.To()]}
		if m.IsEnPassant() {
			c.victim = homes[chess.MakeSquare(m.To().File(), m.From().Rank())]
		}
		switch {
		case g.captured.Kind() == chess.Pawn:
			c.man = "pawn"
		case g.start.Board[c.victim].Kind() == chess.Pawn:
			c.man = "promoted"
		case g.captured.Kind() != chess.Bishop:
			c.man = "piece"
		case m.To().Dark():
			c.man = "dark"
		default:
			c.man = "light"
		}
		g.captures = append(slices.Clone(g.captures), c)
	}
	homes[m.From()], homes[m.To()] = chess.NoSquare, home
	if pawn && g.captured != chess.NoMan {
		g.takes[home] = append(g.takes[home], m.To())
	}
	if m.Promotion() != chess.NoKind {
		g.promoted[home] = m.To()
	}
	if m.IsEnPassant() {
		homes[chess.MakeSquare(m.To().File(), m.From().Rank())] = chess.NoSquare
	}
	if m.IsCastling() {
		for _, path := range chess.CastlingPaths {
			if path.KingTo == m.To() {
				homes[path.RookTo], homes[path.Home[1].Square] = homes[path.Home[1].Square], chess.NoSquare
			}
		}
	}
	g.homes = append(g.homes, homes)
}

// releases compares the release of some men with the game.
func (g *played) releases(t *testing.T, men chess.Bitboard, o Options) {
	t.Helper()
	r, err := AskRelease(context.Background(), &g.at, men, o)
	if errors.Is(err, ErrMen) {
		return
	}
	expect.NoError(t, err)
	g.count.releases++
	g.count.claims += len(claimed(t, r, &g.start, nil).Claims)
	if r.Illegal != "" {
		t.Errorf("%s is said to be illegal, for %s, and %v leads there", g.at.FEN(), r.Illegal, g.moves)
	}
	if r.Men == 0 {
		return // nothing is said
	}
	if r.Before != nil {
		g.count.released++
	}
	if r.Plies == 0 && !r.Started {
		t.Errorf("%s: the men on %s are said never to have been loose, and %v leads there", g.at.FEN(), facts.Squares(r.Men).Names(), g.moves)
	}
	last := len(g.homes) - 1
	where := map[chess.Square]bool{}
	for sq := range r.Men.Squares() {
		where[g.homes[last][sq]] = true
	}
	for back := 1; back <= last && (r.Plies == 0 || back < r.Plies); back++ {
		for sq, home := range g.homes[last-back] {
			if home != chess.NoSquare && where[home] && !r.Zone.Has(chess.Square(sq)) {
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
	g.count.tempos++
	if !all.Possible || !least.Possible || least.Plies > n || all.Spare(chess.White) < 0 || all.Spare(chess.Black) < 0 {
		t.Errorf("%s: %v; %v; and %v leads there", g.at.FEN(), all, least, g.moves)
	}
}

// answered counts answers that a game could have contradicted.
type answered struct {
	lastMoves, lastMovesImpossible           int
	rights, rightsImpossible                 int
	exclusive, passingProven                 int
	men, origins, promoted, notMoved         int
	gone, goneCertain, fell, capturesByPawns int
	capturedOn, promotedOn                   int
	tempos, releases, released               int
	statements, onlyPawns, took, ends        int
	taken, claims                            int
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
		if g.count.lastMoves++; m.Verdict == Impossible {
			g.count.lastMovesImpossible++
		}
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
		if g.count.rights++; right.Verdict == Impossible || right.Without == Impossible {
			g.count.rightsImpossible++
		}
		if has && right.Verdict == Impossible || !has && right.Without == Impossible {
			t.Errorf("%s: castling right %s: %+v", fen, right.Right, right)
		}
	}
	p, err := replay.ParseFEN(fen)
	expect.NoError(t, err)
	for _, e := range r.EnPassant {
		is := g.at.EnPassant == e.Square && p.Passable()
		if e.Proven {
			g.count.passingProven++
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
	g.count.exclusive += len(r.Exclusive)
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
	fates, err := answers.Fates(g.start.FEN(), fen, g.moves, replay.Options{})
	expect.NoError(t, err)
	g.count.add(m)
	m.against(t, fen, fates)
	g.squares(t, m)
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
	g.count.claims += len(claimed(t, m, &g.start, nil).Claims)
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

// has reports whether a statement is true of the game. dead has the bishops that are said to have been
// captured at home.
func (g *played) has(s *core.Statement, dead chess.Bitboard) bool {
	last := g.homes[len(g.homes)-1]
	here := func(file int) bool { return s.At == string(rune('a'+file)) }
	for sq, home := range last {
		if home == chess.NoSquare || home.String() != s.Pawn {
			continue
		}
		on, promoted := g.promoted[home]
		switch s.Kind {
		case core.Stands:
			return !promoted && chess.Square(sq).String() == s.At
		case core.Promoted:
			return promoted && here(on.File())
		}
	}
	pieces, took := 0, false
	for _, c := range g.captures {
		ours := c.side.String() == s.Side
		if ours && !c.pawn && !dead.Has(c.victim) {
			pieces++
		}
		switch s.Kind {
		case core.TakenByPawn:
			took = took || c.pawn && c.victim.String() == s.Pawn && here(c.on.File())
		case core.TakenByPiece:
			took = took || !c.pawn && c.victim.String() == s.Pawn
		case core.Took:
			took = took || c.pawn && ours && here(c.on.File()) && c.man == s.Man
		case core.TookNothing:
			took = took || c.pawn && ours && here(c.on.File())
		}
	}
	switch s.Kind {
	case core.TookNothing:
		return !took
	case core.PieceTook:
		return pieces > 0
	}
	return took
}

// takings compares what a side is claimed to have captured with the game.
func (g *played) takings(t *testing.T, is *answers.Captures, side chess.Color) {
	t.Helper()
	n, victims := 0, chess.NoSquares
	for _, c := range g.captures {
		if c.side == side {
			n++
			victims |= c.victim.Bit()
		}
	}
	g.count.taken += chess.Bitboard(is.Taken).Count()
	if is.Men != n || chess.Bitboard(is.Taken)&^victims != 0 {
		t.Errorf("%s: %+v, and captured were %d men, those from %s", g.at.FEN(), is, n, facts.Squares(victims).Names())
	}
	for _, p := range is.Pawns {
		at, err := chess.ParseSquare(p.Square)
		expect.NoError(t, err)
		if took := len(g.takes[g.homes[len(g.homes)-1][at]]); took < p.Least {
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
		g.count.statements++
		if s := &k.refuted[i].Statement; g.has(s, m.Dead) {
			t.Errorf("%s: it is said of no game that %s, and so it is in %v", g.at.FEN(), answers.StatementText(s), g.moves)
		}
	}
	for c, only := range k.OnlyPawns {
		if only {
			g.count.onlyPawns++
		}
		if s := (core.Statement{Kind: core.PieceTook, Side: chess.Color(c).String()}); only && g.has(&s, m.Dead) {
			t.Errorf("%s: all captures of %s are said to be of pawns, and %v leads there", g.at.FEN(), chess.Color(c), g.moves)
		}
	}
	for _, e := range k.Took {
		g.count.took++
		found := false
		for _, man := range e.Men {
			found = found || g.has(&core.Statement{Kind: core.Took, Side: e.Side.String(), Man: man, At: FileName(e.File)}, m.Dead)
		}
		if !found {
			t.Errorf("%s: %+v, and %v leads there", g.at.FEN(), e, g.moves)
		}
	}
	for _, e := range k.Ends {
		g.count.ends++
		if !slices.ContainsFunc(e.Left, func(s core.Statement) bool { return g.has(&s, m.Dead) }) {
			t.Errorf("%s: %+v, and %v leads there", g.at.FEN(), e, g.moves)
		}
	}
}

// squares compares where men were promoted and where pawns captured with the game.
func (g *played) squares(t *testing.T, m *Men) {
	t.Helper()
	homes := &g.homes[len(g.homes)-1]
	for _, man := range m.Men {
		home := homes[man.Square]
		on, promoted := g.promoted[home]
		if promoted {
			g.count.promotedOn++
		}
		if promoted && !man.PromotedOn.Has(on) {
			t.Errorf("%s: the man on %s was promoted on %s, not on %s", g.at.FEN(), man.Square, on, facts.Squares(man.PromotedOn).Names())
		}
		if man.CapturedOn == nil {
			continue
		}
		g.count.capturedOn++
		took := g.takes[home]
		ok := len(took) == len(man.CapturedOn)
		for i := range man.CapturedOn {
			ok = ok && man.CapturedOn[i].Has(took[i])
		}
		if !ok {
			t.Errorf("%s: the pawn on %s has captured on %v, and is said to have on %v", g.at.FEN(), man.Square, took, man.CapturedOn)
		}
	}
}

// add counts the answers about the men of a position.
func (a *answered) add(m *Men) {
	for _, man := range m.Men {
		a.men++
		if !man.From.Several() {
			a.origins++
		}
		if man.Original == Impossible {
			a.promoted++
		}
		if m.Stayed.Has(man.Square) {
			a.notMoved++
		}
	}
	for _, gone := range m.Gone {
		if a.gone++; gone.Certain {
			a.goneCertain++
		}
		if gone.Fell != nil {
			a.fell++
		}
	}
	a.capturesByPawns += m.ByPawns[0] + m.ByPawns[1]
}

// against compares the men with what became of them in a game.
func (m *Men) against(t *testing.T, fen string, fates *[chess.NumSquares]*answers.Fate) {
	t.Helper()
	at := map[string]*answers.Fate{} // men on the board
	var byPawns [2]int
	for sq, f := range fates {
		if f == nil {
			continue
		}
		from := chess.Square(sq)
		if f.By == "" {
			at[f.To] = f
		} else if by, err := chess.ParseSquare(f.By); err != nil {
			t.Fatal(err)
		} else if m.Start.Board[by].Kind() == chess.Pawn && fates[by].By == "" && !fates[by].Promoted {
			byPawns[m.Start.Board[by].Color()]++
		}
		if m.Stayed.Has(from) && (f.Moved || f.By != "") || m.Dead.Has(from) && (f.Moved || f.By == "") {
			t.Errorf("%s: %+v is said to have stayed", fen, f)
		}
	}
	for c := range 2 {
		if byPawns[c] < m.ByPawns[c] {
			t.Errorf("%s: pawns have made %v captures, at least %v are claimed", fen, byPawns, m.ByPawns)
		}
	}
	for _, man := range m.Men {
		f := at[man.Square.String()]
		from, err := chess.ParseSquare(f.From)
		expect.NoError(t, err)
		switch {
		case !man.From.Has(from):
			t.Errorf("%s: the man on %s is the one from %s, which is excluded", fen, man.Square, from)
		case f.Promoted && man.Promoted == Impossible, !f.Promoted && man.Original == Impossible, !f.Moved && man.Unmoved == Impossible:
			t.Errorf("%s: the man on %s: %+v, and answered was %+v", fen, man.Square, f, man)
		}
	}
	for _, g := range m.Gone {
		if f := fates[g.Square]; g.Certain && f.By == "" {
			t.Errorf("%s: %+v is said to have been captured", fen, f)
		}
		if g.Fell != nil {
			on, _ := chess.ParseSquare(fates[g.Square].To)
			if by := at[g.Fell.To.String()]; !g.Fell.On.Has(on) || by.From != fates[g.Square].By {
				t.Errorf("%s: %+v is said to have fallen to the pawn on %s", fen, fates[g.Square], g.Fell.To)
			}
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
	small.Clauses = 1_500_000
	small.Resolve.Refute.KernelNodes, small.Resolve.Refute.LastMovePositions, small.Resolve.Refute.CageStates = 100, 30, 100
	var g played
	visited, every := 0, 29
	for seed := *askSeed; visited < n; seed++ {
		visit := func(p *randomgames.Position) bool {
			if p.Ply == 0 {
				count := g.count
				g = *begun(p.Pos.Setup())
				g.count = count
			} else {
				g.play(p.Before, p.Move, p.Pos.Setup())
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
	add(begun(w.start))
	for i := 0; i < len(w.order); i++ {
		if len(w.order) >= most {
			w.closed = false
			break
		}
		g := w.order[i]
		p, err := chess.NewPosition(g.at)
		expect.NoError(t, err)
		for _, m := range p.LegalMoves(nil) {
			undo := p.Make(m)
			at := p.Setup()
			p.Unmake(m, undo)
			if w.games[key(t, &at)] != nil {
				continue
			}
			next := *g
			next.moves, next.homes = slices.Clone(g.moves), slices.Clone(g.homes)
			next.promoted, next.takes = maps.Clone(g.promoted), maps.Clone(g.takes)
			for home, list := range next.takes {
				next.takes[home] = slices.Clone(list)
			}
			next.play(p, m, at)
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
