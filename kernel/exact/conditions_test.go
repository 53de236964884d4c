package exact

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
)

// outcome is what conditions ask of a game.
type outcome struct {
	end    chess.Position
	last   chess.Move
	still  chess.Bitboard                 // men of the start that have not moved, and were not captured
	became [chess.NumSquares]chess.Kind   // by square of a pawn of the start: what it promoted to
	raised chess.Bitboard                 // men that were pawns in the start
	stands [chess.NumSquares]chess.Square // by square: where its man stood in the start
	before chess.Position                 // before the last move
	fell   [chess.NumSquares]string       // by square of a man of the start: where it was captured
	shades [2]bool                        // sides of which a man has left the colour of its square
	takes  [2]bool                        // sides that have captured
	series bool                           // only one side moves
}

// colour is 0 for a dark square and 1 for a light one.
func colour(sq chess.Square) int { return (int(sq.String()[0]) + int(sq.String()[1])) % 2 }

// passing returns a position with the other side to move, and whether that is allowed.
func passing(p chess.Position) (chess.Position, bool) {
	f := strings.Fields(p.FEN())
	f[1], f[3] = map[string]string{"w": "b", "b": "w"}[f[1]], "-"
	q, err := chess.ParsePosition(strings.Join(f, " "))
	if err != nil {
		return p, false
	}
	return *q, true
}

// outcomes plays all games of a length; it returns false if there are more than a number.
func outcomes(p *chess.Position, plies int, o outcome, most int, all *[]outcome) bool {
	if plies == 0 {
		o.end = *p
		*all = append(*all, o)
		return len(*all) <= most
	}
	for _, m := range p.LegalMoves(nil) {
		next := o
		next.last, next.before = m, *p
		c := p.Turn()
		if p.Captured(m) != chess.NoMan {
			at := m.To()
			if m.IsEnPassant() {
				at ^= 8
			}
			next.takes[c], next.fell[o.stands[at&63]&63] = true, at.String()
		}
		next.shades[c] = o.shades[c] || colour(m.From()) != colour(m.To()) || m.IsCastling() && m.To().File() == 2
		from, to := m.From(), m.To()
		gone := from.Bit() | to.Bit()
		if m.IsEnPassant() {
			gone |= (to ^ 8).Bit()
		}
		if m.IsCastling() {
			for i := range chess.CastlingPaths {
				if path := &chess.CastlingPaths[i]; path.Home[0].Square == from && path.KingTo == to {
					gone |= path.Home[1].Square.Bit()
					next.stands[path.RookTo&63] = o.stands[path.Home[1].Square&63]
				}
			}
		}
		next.still &^= gone
		next.raised &^= from.Bit() | to.Bit()
		if o.raised.Has(from) || m.Promotion() != chess.NoKind {
			next.raised |= to.Bit()
		}
		if m.Promotion() != chess.NoKind {
			next.became[o.stands[from&63]&63] = m.Promotion()
		}
		next.stands[to&63] = o.stands[from&63]
		undo := p.Make(m)
		q, ok := *p, true
		if o.series && plies > 1 {
			q, ok = passing(*p)
		}
		ok = !ok || outcomes(&q, plies-1, next, most, all)
		p.Unmake(m, undo)
		if !ok {
			return false
		}
	}
	return true
}

// fulfils reports whether a game is one that a target asks for.
func (o *outcome) fulfils(t *Target, goal *chess.Position) bool {
	if o.end.Setup().Board != t.Setup.Board || o.end.Turn() != t.Setup.Turn ||
		!t.AnyCastling && o.end.Castling() != t.Setup.Castling ||
		t.Last != chess.NoMove && (o.last.From() != t.Last.From() || o.last.To() != t.Last.To() || o.last.Promotion() != t.Last.Promotion()) ||
		!o.keeps(t) {
		return false
	}
	if !t.AnyEnPassant && (o.end.CapturableEnPassant() != goal.CapturableEnPassant() ||
		goal.EnPassant() != chess.NoSquare && o.end.EnPassant() != goal.EnPassant()) {
		return false
	}
	return true
}

// keeps reports whether a game fulfils the conditions of a target, whatever it leads to.
func (o *outcome) keeps(t *Target) bool {
	if t.Still&^o.still != 0 || t.Promoted&^o.raised != 0 ||
		t.Monochrome[0] && o.shades[0] || t.Monochrome[1] && o.shades[1] || t.NoCaptures[0] && o.takes[0] || t.NoCaptures[1] && o.takes[1] {
		return false
	}
	for _, c := range t.Captured {
		if fell := o.fell[c.Square&63]; fell == "" || c.On != chess.NoSquare && c.On.String() != fell {
			return false
		}
	}
	return !slices.ContainsFunc(t.Promote, func(p Promotion) bool {
		k := o.became[p.Square&63]
		return k == chess.NoKind || p.To != chess.NoKind && p.To != k
	})
}

// condition returns a target that a game reaches, with some conditions which it fulfils, and
// perhaps one that it need not.
func condition(r *rand.Rand, start *chess.Position, o *outcome) Target {
	t := Target{Setup: o.end.Setup(), AnyCastling: r.IntN(2) == 0, AnyEnPassant: r.IntN(2) == 0}
	if r.IntN(2) == 0 {
		t.Setup.EnPassant = o.end.CapturableEnPassant()
	}
	if r.IntN(5) == 0 {
		t.Last = o.last
	}
	if r.IntN(4) == 0 {
		t.Still = o.still & chess.Bitboard(r.Uint64()&r.Uint64())
	}
	for b := start.Kind(chess.Pawn); b != 0; b = b.WithoutFirst() {
		k := o.became[b.First()&63]
		switch {
		case r.IntN(60) == 0:
			k = chess.Kind(r.IntN(int(chess.Pawn)))
			if k == chess.King {
				k = chess.NoKind
			}
		case k == chess.NoKind || r.IntN(2) == 0:
			continue
		case r.IntN(2) == 0:
			k = chess.NoKind
		}
		t.Promote = append(t.Promote, Promotion{b.First(), k})
	}
	if r.IntN(2) == 0 {
		t.Promoted = o.raised & chess.Bitboard(r.Uint64())
	}
	for sq, fell := range o.fell {
		if fell == "" || r.IntN(3) != 0 || len(t.Captured) == MostCaptured {
			continue
		}
		on, _ := chess.ParseSquare(fell)
		switch r.IntN(8) {
		case 0:
			on = chess.Square(r.IntN(64))
		case 1, 2, 3:
			on = chess.NoSquare
		}
		t.Captured = append(t.Captured, Capture{chess.Square(sq), on})
	}
	for c := range 2 {
		t.Monochrome[c] = r.IntN(4) == 0 && (!o.shades[c] || r.IntN(8) == 0)
		t.NoCaptures[c] = r.IntN(4) == 0 && (!o.takes[c] || r.IntN(8) == 0)
	}
	t.Series = o.series
	return t
}

// crowdedStart returns positions in which castling, captures en passant and promotions are near.
func crowdedStart(r *rand.Rand) *chess.Setup {
	for {
		s := chess.EmptySetup()
		s.Turn = chess.Color(r.IntN(2))
		put := func(sq chess.Square, m chess.Man) {
			if s.Board[sq] == chess.NoMan {
				s.Board[sq] = m
			}
		}
		for c := chess.White; c <= chess.Black; c++ {
			rank := c.RelativeRank(0)
			king := chess.MakeSquare(4, rank)
			if r.IntN(2) == 0 {
				king = chess.Square(r.IntN(64))
			}
			if s.Board[king] != chess.NoMan {
				king = chess.MakeSquare(4, rank)
			}
			s.Board[king] = chess.MakeMan(c, chess.King)
			for _, file := range []int{0, 7} {
				if r.IntN(2) == 0 {
					put(chess.MakeSquare(file, rank), chess.MakeMan(c, chess.Rook))
				}
			}
			for range r.IntN(4) {
				put(chess.MakeSquare(r.IntN(8), c.RelativeRank([]int{1, 3, 4, 6, 6}[r.IntN(5)])), chess.MakeMan(c, chess.Pawn))
			}
			if r.IntN(2) == 0 {
				put(chess.Square(r.IntN(64)), chess.MakeMan(c, chess.Kind(1+r.IntN(int(chess.Pawn)-1))))
			}
		}
		s.Castling = chess.AllCastling
		for i := range chess.CastlingPaths {
			home := &chess.CastlingPaths[i].Home
			if s.Board[home[0].Square] != home[0].Man || s.Board[home[1].Square] != home[1].Man || r.IntN(6) == 0 {
				s.Castling &^= 1 << i
			}
		}
		if _, err := chess.NewPosition(s); err == nil {
			return &s
		}
	}
}

// TestConditions compares all engines with plain enumeration: with conditions of every kind together, with
// and without castling rights and en passant square of the goal, with several goroutines, and with
// little memory and few positions, where what is called complete is so.
func TestConditions(t *testing.T) {
	t.Parallel()
	n := expect.Size(4, 400)
	if *pairs > 0 {
		n = *pairs
	}
	const most = 6000
	searches, some, limited := 0, 0, 0
	for name, start := range map[string]func(*rand.Rand) *chess.Setup{
		"crowded": crowdedStart,
		"tricky":  randomgames.TrickyStart,
		"small":   randomgames.AnySmallStart,
		"pawns":   randomgames.PawnsStart,
	} {
		r := rand.New(rand.NewPCG(*seed, uint64(len(name))))
		seen := 0
		randomgames.PlayFrom(*seed+5, math.MaxInt, start, func(p *randomgames.Position) bool {
			if r.IntN(7) != 0 {
				return true
			}
			from := *p.Pos
			first := outcome{still: from.Occupied(), series: r.IntN(3) == 0}
			for sq := range first.stands {
				first.stands[sq] = chess.Square(sq)
			}
			var games []outcome
			plies := 0
			for k := 1; k <= 6; k++ {
				var all []outcome
				q := from
				if !outcomes(&q, k, first, most, &all) || len(all) == 0 {
					break
				}
				games, plies = all, k
			}
			if plies == 0 {
				return true
			}
			seen++
			for range 8 {
				o := &games[r.IntN(len(games))]
				// Games with something special are preferred.
				for range 5 {
					if o.last.IsCastling() || o.last.IsEnPassant() || o.raised != 0 || o.end.EnPassant() != chess.NoSquare || o.end.Castling() != from.Castling() {
						break
					}
					o = &games[r.IntN(len(games))]
				}
				target := condition(r, &from, o)
				s, lim := compareOutcomes(t, r, &from, &target, plies, games)
				searches++
				some += s
				limited += lim
			}
			return seen < n && !t.Failed()
		})
	}
	t.Logf("%d targets, %d with games, %d searches ended by a limit", searches, some, limited)
	if some < searches/2 || limited < searches/4 {
		t.Errorf("of %d targets only %d have games, %d searches ended by a limit", searches, some, limited)
	}
}

// compareOutcomes searches for a target in several ways.
func compareOutcomes(t *testing.T, r *rand.Rand, from *chess.Position, target *Target, plies int, games []outcome) (some, limited int) {
	t.Helper()
	goal := expect.Must(target.position())
	want := uint64(0)
	for i := range games {
		if games[i].fulfils(target, goal) {
			want++
		}
	}
	if want > 0 {
		some = 1
	}
	compareDirectly(t, r, from, target, plies, want)
	start := from.Setup()
	const max = 3
	var first Result
	for _, o := range []With{{Engine: Forward}, {}, {Engine: BothEnds}, {Options{Jobs: 2}, BothEnds}, {Options{Jobs: 8}, BothEnds},
		{Options{Memory: 1 << r.IntN(20)}, BothEnds}, {Options{Nodes: 1 + r.Uint64N(30)}, BothEnds}, {Options: Options{Nodes: 1 + r.Uint64N(30)}}} {
		o.All, o.Max = true, max
		result, err := SearchWith(context.Background(), &start, target, plies, o)
		fail := func(why string) {
			t.Helper()
			t.Fatalf("%s\n%s\n%d plies, %+v, %+v: %s: %+v, want %d games, %v", from, goal, plies, *target, o, why, result, want, err)
		}
		if err != nil {
			fail("error")
		}
		if !result.Complete {
			limited++
			if o.Memory == 0 && o.Nodes == 0 || result.Solutions > want || !errors.Is(result.Cause, ErrNodes) {
				fail("incomplete")
			}
			continue
		}
		if result.Solutions != want || result.Total.Uint64() != want || uint64(len(result.Games)) != min(want, max) || result.Cause != nil {
			fail("count")
		}
		switch {
		case o.Engine == Forward:
			first = result
		case !slices.EqualFunc(result.Games, first.Games, slices.Equal):
			fail("other games are listed")
		}
		// Every game that is listed ends as it should.
		for _, game := range result.Games {
			p := *from
			for i, m := range game {
				if target.Series && i > 0 {
					p, _ = passing(p)
				}
				if !slices.Contains(p.LegalMoves(nil), m) {
					fail("an illegal move")
				}
				p.Make(m)
			}
			if p.Setup().Board != target.Setup.Board {
				fail("a game leads elsewhere")
			}
		}
		if o.Engine == BothEnds && o.Nodes == 0 && o.Memory == 0 {
			if o.Jobs == 0 {
				first = result
			} else if !reflect.DeepEqual(result, first) {
				fail("the number of goroutines matters")
			}
		}
	}
	return some, limited
}

// compareDirectly compares what searches of so few positions do not come to: the states of a side that are found
// beside those of the other one, and the number of games counted in sets of pairs.
func compareDirectly(t *testing.T, r *rand.Rand, from *chess.Position, target *Target, plies int, want uint64) {
	t.Helper()
	start := from.Setup()
	for beside := -1; beside < 2; beside++ {
		fail := func(why string, got any) {
			t.Helper()
			t.Fatalf("%s\n%s\n%d plies, %+v, side states of side %d beside the other's: %s: %v, want %d games", from, target.Setup, plies, *target, beside, why, got, want)
		}
		s, err := newSearch(context.Background(), &start, target, plies, Options{All: true, Jobs: 1 + r.IntN(2)})
		if s == nil && err == nil && want == 0 {
			continue
		}
		if err != nil || s == nil {
			fail("no search", err)
		}
		possible := s.prepare(plies)
		if target.Series && beside >= 0 {
			continue
		}
		if possible && beside >= 0 {
			s.states.sides[beside] = nil
			possible = s.statesBeside(chess.Color(beside), plies, 1<<16)
		}
		if !possible {
			if want > 0 {
				fail("no side states", nil)
			}
			continue
		}
		if s.states.sides[0] == nil || s.states.sides[1] == nil {
			fail("too many side states", nil)
		}
		if target.Series {
			if result, err := s.forward(plies); err != nil || result.Total.Uint64() != want {
				fail("with the side states", result)
			}
			continue
		}
		if err := s.searchPairs(plies); err != nil {
			fail("sets", err)
		}
		if !s.remembers() {
			if total, err := s.gameCounts(plies); err != nil || total != (number{low: want}) {
				fail("counted in sets", total)
			}
			memory := s.o.Memory
			s.o.Memory = 1
			if total, err := s.gameCounts(plies); !errors.Is(err, errMemory) {
				fail("counted without memory", total)
			}
			s.o.Memory = memory
		}
		if result, err := s.forward(plies); err != nil || result.Total.Uint64() != want {
			fail("with the sets", result)
		}
	}
}

// TestAims compares the numbers of games to aims that are no diagrams with those of plain enumeration.
func TestAims(t *testing.T) {
	t.Parallel()
	n := expect.Size(4, 2000)
	searches, some := 0, 0
	for name, start := range map[string]func(*rand.Rand) *chess.Setup{
		"crowded": crowdedStart, "tricky": randomgames.TrickyStart, "small": randomgames.AnySmallStart, "pawns": randomgames.PawnsStart,
	} {
		r := rand.New(rand.NewPCG(*seed, uint64(len(name))))
		seen := 0
		randomgames.PlayFrom(*seed+6, math.MaxInt, start, func(p *randomgames.Position) bool {
			if r.IntN(7) != 0 {
				return true
			}
			from := *p.Pos
			first := outcome{still: from.Occupied(), series: r.IntN(4) == 0}
			for sq := range first.stands {
				first.stands[sq] = chess.Square(sq)
			}
			var games []outcome
			plies := 1 + r.IntN(4)
			q := from
			if !outcomes(&q, plies, first, 20_000, &games) || len(games) == 0 {
				return true
			}
			seen++
			for range 6 {
				o := &games[r.IntN(len(games))]
				for range 20 {
					if o.last.IsCastling() || o.last.IsEnPassant() || o.last.Promotion() != chess.NoKind || o.end.IsCheckmate() || o.end.IsStalemate() {
						break
					}
					o = &games[r.IntN(len(games))]
				}
				target := condition(r, &from, o)
				target.Setup, target.Promoted, target.Aim = chess.Setup{}, 0, aimAt(r, o)
				want := uint64(0)
				for i := range games {
					if g := &games[i]; g.keeps(&target) && g.isLast(&target) && g.ends(target.Aim) {
						want++
					}
				}
				setup := from.Setup()
				result, err := Search(context.Background(), &setup, &target, plies, Options{All: true, Max: 2})
				if err != nil || !result.Complete || result.Total.Uint64() != want || uint64(len(result.Games)) != min(want, 2) {
					t.Errorf("%s, %d plies, %+v, %+v: %+v, %v; want %d games", from.FEN(), plies, target, *target.Aim, result, err, want)
				}
				if searches++; want > 0 {
					some++
				}
			}
			return seen < n && !t.Failed()
		})
	}
	t.Logf("%d aims, %d with games", searches, some)
	if some < searches/2 {
		t.Errorf("of %d aims only %d have games", searches, some)
	}
}

// isLast reports whether a game has the last move of a target.
func (o *outcome) isLast(t *Target) bool {
	return t.Last == chess.NoMove || o.last.From() == t.Last.From() && o.last.To() == t.Last.To() && o.last.Promotion() == t.Last.Promotion()
}

// aimAt returns an aim of which a game fulfils most.
func aimAt(r *rand.Rand, o *outcome) *Aim {
	maybe := func() bool { return r.IntN(3) == 0 }
	a, m := &Aim{}, o.last
	if maybe() {
		a.Kind = o.before.At(m.From()).Kind()
	}
	if maybe() {
		a.From = m.From().Bit() | chess.FileSet(m.From().File())
	}
	if maybe() {
		a.To = m.To().Bit()
	}
	if victim := o.before.Captured(m); maybe() {
		if a.Capture = Quiet; victim != chess.NoMan {
			a.Capture = Captures
			if maybe() {
				a.Victim = victim.Kind()
			}
		}
	}
	a.EnPassant = m.IsEnPassant() && maybe()
	a.Castling = m.IsCastling() && maybe()
	if m.Promotion() != chess.NoKind && maybe() {
		if a.Promotes = true; maybe() {
			a.Promotion = m.Promotion()
		}
	}
	switch {
	case o.end.IsCheckmate() && maybe():
		a.End = Mate
	case o.end.InCheck() && maybe():
		a.End = Check
	case o.end.IsStalemate() && maybe():
		a.End = Stalemate
	case r.IntN(30) == 0:
		a.End = End(r.IntN(4))
	}
	for c := range a.Home {
		a.Home[c] = r.IntN(30) == 0 || maybe() && atHome(&o.end, chess.Color(c))
	}
	return a
}

// atHome reports whether the men of a side stand where men like them do in the initial position.
func atHome(p *chess.Position, c chess.Color) bool {
	now, first := p.Setup(), chess.InitialSetup()
	for sq, m := range now.Board {
		if m != chess.NoMan && m.Color() == c && first.Board[sq] != m {
			return false
		}
	}
	return true
}

// ends reports whether a game ends as an aim wants.
func (o *outcome) ends(a *Aim) bool {
	m, p, victim := o.last, &o.before, o.before.Captured(o.last)
	switch {
	case a.Kind != 0 && !p.Kind(a.Kind).Has(m.From()), a.From != 0 && a.From&m.From().Bit() == 0, a.To != 0 && a.To&m.To().Bit() == 0:
		return false
	case a.Capture == Captures && victim == chess.NoMan, a.Capture == Quiet && victim != chess.NoMan:
		return false
	case a.Victim != 0 && (victim == chess.NoMan || victim.Kind() != a.Victim):
		return false
	case a.EnPassant && !m.IsEnPassant(), a.Castling && !m.IsCastling(), a.Promotes && m.Promotion() == 0:
		return false
	case a.Promotion != 0 && a.Promotion != m.Promotion(), a.Home[0] && !atHome(&o.end, 0), a.Home[1] && !atHome(&o.end, 1):
		return false
	}
	moves := len(o.end.LegalMoves(nil))
	return a.End == AnyEnd || a.End == Check && o.end.InCheck() || moves == 0 && o.end.InCheck() == (a.End == Mate) && a.End != Check
}

// TestMates: the numbers of games that end in mate are known (sequence A079485).
func TestMates(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	for plies, want := range []uint64{0, 0, 0, 0, 8, 347} {
		r, err := Search(context.Background(), &start, &Target{Aim: &Aim{End: Mate}}, plies, Options{All: true})
		if err != nil || !r.Complete || r.Solutions != want {
			t.Errorf("%d plies: %+v, %v, want %d", plies, r, err, want)
		}
	}
}
