package facts_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// pastGame is a game with what had happened before each of its positions.
type pastGame struct {
	moves     []chess.Move
	positions []chess.Setup
	taken     [][2][facts.NumPieceKinds]int // pieces that a side has captured, by kind
	all       [][2]int                      // men that a side has captured
	lost      [][2]int                      // pawns that a side has lost or promoted
	proven    *facts.Proven                 // with some of the men that do not move in the game
}

// playPast plays a game. Of the men that never moved some are blocked, and some of the bishops among those that pieces
// have captured are dead.
func playPast(r *rand.Rand, start *chess.Setup, plies int, how *randomgames.Manner) *pastGame {
	p, err := chess.NewPosition(*start)
	if err != nil {
		return &pastGame{}
	}
	g := &pastGame{}
	var takenAt []chess.Square
	var takes [][2]chess.Man // by whom, what
	unmoved := ^chess.NoSquares
	dead := chess.NoSquares
	g.positions = append(g.positions, p.Setup())
	for range plies {
		m, ok := how.Move(r, p)
		if !ok {
			break
		}
		if moves := p.LegalMoves(nil); r.IntN(3) == 0 { // rather what is rare
			for _, x := range moves {
				if x.IsEnPassant() || x.IsCastling() || x.Promotion() != chess.NoKind {
					m = x
				}
			}
		}
		by, victim, at := p.At(m.From()), p.Captured(m), m.To()
		if m.IsEnPassant() {
			at = chess.MakeSquare(m.To().File(), m.From().Rank())
		}
		if unmoved.Has(at) && victim.Kind() == chess.Bishop && by.Kind() != chess.Pawn && r.IntN(2) == 0 && start.Board[at] == victim {
			dead |= at.Bit()
		}
		takes, takenAt = append(takes, [2]chess.Man{by, victim}), append(takenAt, at)
		unmoved &^= m.From().Bit() | m.To().Bit() | at.Bit()
		for _, path := range chess.CastlingPaths {
			if m.IsCastling() && path.KingTo == m.To() {
				unmoved &^= path.Home[1].Square.Bit() | path.RookTo.Bit()
			}
		}
		p.Make(m)
		g.moves, g.positions = append(g.moves, m), append(g.positions, p.Setup())
	}
	last := len(g.moves)
	g.taken, g.all, g.lost = make([][2][facts.NumPieceKinds]int, last+1), make([][2]int, last+1), make([][2]int, last+1)
	for i, m := range g.moves {
		g.taken[i+1], g.all[i+1], g.lost[i+1] = g.taken[i], g.all[i], g.lost[i]
		by, victim := takes[i][0], takes[i][1]
		if m.Promotion() != chess.NoKind {
			g.lost[i+1][by.Color()]++
		}
		if victim == chess.NoMan || dead.Has(takenAt[i]) && neverMoved(g, i, takenAt[i]) {
			continue
		}
		g.all[i+1][by.Color()]++
		if k, ok := facts.PieceKindOf(victim, takenAt[i]); ok {
			g.taken[i+1][by.Color()][k]++
		}
		if victim.Kind() == chess.Pawn {
			g.lost[i+1][victim.Color()]++
		}
	}
	g.proven = facts.New(&g.positions[0], &g.positions[last])
	g.proven.Dead = dead
	share := r.IntN(4)
	for sq, m := range start.Board {
		if m != chess.NoMan && unmoved.Has(chess.Square(sq)) && r.IntN(4) < share {
			g.proven.Blocked |= chess.Square(sq).Bit()
		}
	}
	return g
}

// neverMoved reports whether a man of the start is still on its square after some moves: none came from or to there.
func neverMoved(g *pastGame, after int, at chess.Square) bool {
	return !slices.ContainsFunc(g.moves[:after], func(m chess.Move) bool { return m.From() == at || m.To() == at })
}

// standsFor reports whether all that a partial position says is true of a position of the game.
func (g *pastGame) standsFor(a *facts.Partial, n int) bool {
	s := &g.positions[n]
	if a.Turn != s.Turn {
		return false
	}
	for i, m := range s.Board {
		sq := chess.Square(i)
		if a.Known.Has(sq) && a.Board[sq] != m {
			return false
		}
		if m != chess.NoMan && !a.Known.Has(sq) && a.May[m.Color()][facts.Others] == 0 && !g.proven.Blocked.Has(sq) && !(g.proven.Dead.Has(sq) && neverMoved(g, n, sq)) {
			return false
		}
	}
	for c := range 2 {
		pieces := 0
		for k := range facts.NumPieceKinds {
			pieces += max(0, g.taken[n][c][k]-int(a.May[c][k]))
		}
		// What is not allowed by its kind has to be any man.
		if rest := g.all[n][c] - sum(g.taken[n][c]) + pieces; rest > int(a.May[c][facts.AnyMan]) {
			return false
		}
		if g.lost[n][c] > int(a.May[c][facts.LostPawns]) {
			return false
		}
	}
	return true
}

func sum(counts [facts.NumPieceKinds]int) (n int) {
	for _, k := range counts {
		n += k
	}
	return n
}

// forget makes a partial position say less: some men are not known, with one of four chances each.
func forget(r *rand.Rand, a *facts.Partial, chance int) {
	for sq := range a.Known.Squares() {
		if r.IntN(4) < chance {
			a.May[a.Board[sq].Color()][facts.Others] = 1
			a.Lift(sq)
		}
	}
}

// movedMan returns where a single known man came from, and to; NoSquare if there was none.
func movedMan(a, b *facts.Partial) (from, to chess.Square) {
	from, to = chess.NoSquare, chess.NoSquare
	for sq := range chess.Square(chess.NumSquares) {
		if b.Board[sq] != chess.NoMan && b.Board[sq].Color() == b.Turn && a.Board[sq] == chess.NoMan {
			from = sq
		}
		if a.Board[sq] != chess.NoMan && a.Board[sq].Color() == b.Turn && b.Board[sq] != a.Board[sq] {
			to = sq
		}
	}
	return from, to
}

// captured returns where the man stood that a move captured; NoSquare if that is not known.
func captured(a, b *facts.Partial) chess.Square {
	for sq := range b.Known.Squares() {
		if m := b.Board[sq]; m.Color() == a.Turn && a.Board[sq] != m {
			return sq
		}
	}
	return chess.NoSquare
}

// anyStart returns starts of all kinds.
func anyStart(r *rand.Rand) *chess.Setup {
	initial := chess.InitialSetup()
	switch r.IntN(8) {
	case 0:
		return &initial
	case 1:
		return randomgames.AnySmallStart(r)
	case 2:
		return randomgames.PawnsStart(r)
	case 3:
		return randomgames.RemainsStart(r)
	case 4:
		start, _, _ := randomgames.CornerStart(r)
		return start
	case 5:
		return closeStart("r3k2r/p1pp2pp/8/1P4P1/1p4p1/8/P1PP2PP/R3K2R w KQkq - 0 1")
	case 6:
		return closeStart("r1b1k2r/pPpp2pp/8/1P1n2P1/1p1N2p1/8/P1PP1pPP/R1B1K2R w KQkq - 0 1")
	}
	return randomgames.TrickyStart(r)
}

func closeStart(fen string) *chess.Setup {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	return &s
}

// goBack goes back along a game, from what is known of its end: of each move one of what Before lists has to stand for
// the position before. It returns an error if none does, or if the start does not agree.
func (g *pastGame) goBack(r *rand.Rand, counts map[string]int) error {
	last := len(g.moves)
	a := g.proven.Whole()
	forget(r, &a, r.IntN(4))
	if !g.standsFor(&a, last) {
		return fmt.Errorf("the goal: %v", a.State())
	}
	rarely := r.IntN(3) // how often something is forgotten on the way
	for n := last - 1; n >= 0; n-- {
		var fit []facts.Partial
		for _, b := range g.proven.Before(nil, &a) {
			if g.standsFor(&b, n) {
				fit = append(fit, b)
			}
		}
		if len(fit) == 0 {
			return fmt.Errorf("from %s by %v, blocked %v, dead %v: nothing before move %d, back from %v", g.positions[0].FEN(), g.moves,
				facts.Squares(g.proven.Blocked).Names(), facts.Squares(g.proven.Dead).Names(), n+1, a.State())
		}
		counts["plies"]++
		b := fit[r.IntN(len(fit))]
		count(counts, &a, &b)
		a = b
		if r.IntN(3) < rarely && r.IntN(4) == 0 {
			forget(r, &a, 1)
			if !a.Covers(&b) || !g.standsFor(&a, n) {
				return fmt.Errorf("%v does not cover %v", a.State(), b.State())
			}
		}
		state := a.State()
		if again, err := state.Partial(); err != nil || again != a {
			return fmt.Errorf("%v is read as %v: %v", state, again, err)
		}
	}
	if !g.proven.Agrees(&a) {
		return fmt.Errorf("from %s by %v: the start does not agree with %v", g.positions[0].FEN(), g.moves, a.State())
	}
	counts["starts"]++
	return nil
}

// count counts what kind of move one was.
func count(counts map[string]int, a, b *facts.Partial) {
	from, to := movedMan(a, b)
	victim := captured(a, b)
	arrived := 0 // men that are known before alone, of the side that moved
	for sq := range (b.Known &^ a.Known).Squares() {
		if b.Board[sq].Color() == b.Turn {
			arrived++
		}
	}
	switch {
	case from == chess.NoSquare && a.May == b.May:
		counts["others"]++
	case from == chess.NoSquare:
		counts["others capture"]++
	case arrived > 1:
		counts["castling"]++
	case b.Board[from] != a.Board[to]:
		counts["promotion"]++
	case victim != chess.NoSquare && victim != to:
		counts["en passant"]++
	case b.Board[from].Kind() == chess.Pawn && (from-to)%16 == 0:
		counts["double step"]++
	case victim != chess.NoSquare && b.Board[from].Kind() == chess.Pawn:
		counts["pawn captures"]++
	case victim != chess.NoSquare:
		counts["piece captures"]++
	default:
		counts[b.Board[from].Kind().String()]++
	}
}

// TestPartialPositionsFollowGames: every move of every game has a move back that stands for it.
func TestPartialPositionsFollowGames(t *testing.T) {
	t.Parallel()
	games := expect.Size(3000, 400_000)
	r := rand.New(rand.NewPCG(1, 39))
	counts := map[string]int{}
	for range games {
		g := playPast(r, anyStart(r), 1+r.IntN(60), randomgames.AnyManner(r))
		for range 2 * min(len(g.moves), 1) {
			expect.NoError(t, g.goBack(r, counts))
		}
	}
	t.Log(counts)
	for _, kind := range []string{"others", "others capture", "castling", "promotion", "en passant", "double step", "pawn captures", "piece captures", "king", "queen", "rook", "bishop", "knight", "pawn"} {
		if counts[kind] < 50 {
			t.Errorf("%s: %d moves back", kind, counts[kind])
		}
	}
}

// vary changes one thing that a partial position says.
func vary(r *rand.Rand, a facts.Partial) facts.Partial {
	sq := chess.Square(r.IntN(chess.NumSquares))
	for known := a.Known; known != 0 && r.IntN(4) > 0; known = known.WithoutFirst() {
		sq = known.First()
	}
	n := &a.May[r.IntN(2)][r.IntN(len(a.May[0]))]
	switch r.IntN(6) {
	case 0:
		a.Turn = a.Turn.Other()
	case 1:
		a.Put(chess.MakeMan(chess.Color(r.IntN(2)), chess.King+chess.Kind(r.IntN(6))), sq)
	case 2, 3:
		a.Lift(sq)
	case 4:
		*n -= min(1, *n)
	case 5:
		*n++
	}
	return a
}

// TestPartialPositionsSay compares what is said of positions of games: one that covers another one stands for what that
// one stands for, and the start agrees with those that stand for it.
func TestPartialPositionsSay(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 39))
	counts := map[string]int{}
	for range 6000 {
		g := playPast(r, anyStart(r), 1+r.IntN(40), randomgames.AnyManner(r))
		if len(g.moves) == 0 {
			continue
		}
		n := r.IntN(len(g.positions)) * r.IntN(2)
		a := g.proven.Whole() // of the goal; what it allows is true before
		a.Known, a.Board, a.Turn = 0, [chess.NumSquares]chess.Man{}, g.positions[n].Turn
		for i, m := range g.positions[n].Board {
			if sq := chess.Square(i); m != chess.NoMan && !g.proven.Blocked.Has(sq) {
				a.Put(m, sq)
			}
		}
		forget(r, &a, r.IntN(3))
		for range 30 {
			b := a
			for range 1 + r.IntN(3) {
				b = vary(r, b)
			}
			covers, stands := b.Covers(&a), g.standsFor(&b, n)
			if covers && !stands {
				t.Fatalf("%v covers %v, and does not stand for %s", b.State(), a.State(), g.positions[n].FEN())
			}
			if covers && a.Covers(&b) && a != b {
				t.Fatalf("%v and %v cover each other", a.State(), b.State())
			}
			if n == 0 {
				if is := g.proven.Agrees(&b); is != stands {
					t.Fatalf("start %s, blocked %v, dead %v: agrees with %v: %t", g.positions[0].FEN(), facts.Squares(g.proven.Blocked).Names(), facts.Squares(g.proven.Dead).Names(), b.State(), is)
				}
			}
			counts[fmt.Sprintf("covers %t, stands %t", covers, stands)]++
		}
	}
	t.Log(counts)
	if counts["covers true, stands true"] < 10_000 || counts["covers false, stands true"] < 1000 || counts["covers false, stands false"] < 10_000 {
		t.Errorf("%v", counts)
	}
}
