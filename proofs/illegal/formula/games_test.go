package formula

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-air/gini/z"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/encode"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

var (
	formulaGames = flag.Int("formula.games", 200, "random games for TestGamesSatisfy")
	gamesSeed    = flag.Uint64("formula.seed", 1, "their seed")
	mostSlots    = flag.Int("formula.slots", 12, "captures by pawns that a formula may have, so that it is not too large")
)

// event is a capture by a pawn in a game.
type event struct {
	by, victim     int // pawns; victim -1 for a piece of the start
	victimPromoted bool
	kind           victim
	from, to, row  int
	promotes       bool
	ends           []int // by pawn: the steps when the interval before it ends
}

// game follows the pawns of a game.
type game struct {
	start   chess.Setup
	pawns   []chess.Square // at the start, as Formula lists them
	colors  []chess.Color
	now     []chess.Square // where they are, or what they became; NoSquare if captured
	steps   []int
	became  []bool // it has promoted
	byPiece []bool
	events  []event
}

func newGame(s chess.Setup, a *facts.Abstraction) *game {
	g := &game{start: s}
	for file := range 8 {
		for rank := range 8 {
			sq := chess.MakeSquare(file, rank)
			if m := s.Board[sq]; m.Kind() == chess.Pawn {
				steps := seenBy(m.Color(), a.StartRank(sq))
				g.pawns, g.colors, g.now = append(g.pawns, sq), append(g.colors, m.Color()), append(g.now, sq)
				g.steps, g.became, g.byPiece = append(g.steps, steps), append(g.became, false), append(g.byPiece, false)
			}
		}
	}
	return g
}

// play follows a move.
func (g *game) play(p *chess.Position, m chess.Move) {
	mover := slices.Index(g.now, m.From())
	isPawn := p.At(m.From()).Kind() == chess.Pawn
	if taken := p.Captured(m); taken != chess.NoMan {
		at := m.To()
		enPassant := isPawn && p.At(m.To()) == chess.NoMan
		if enPassant {
			at = chess.MakeSquare(m.To().File(), m.From().Rank())
		}
		victim := slices.Index(g.now, at)
		switch {
		case !isPawn && victim >= 0:
			g.byPiece[victim] = true
		case isPawn:
			e := event{by: mover, victim: victim, from: m.From().File(), to: m.To().File(), row: m.To().Rank(), promotes: m.Promotion() != chess.NoKind, ends: slices.Clone(g.steps)}
			switch kind := taken.Kind(); {
			case victim >= 0 && g.became[victim]:
				e.kind, e.victimPromoted = aPromoted, true
			case victim >= 0:
				e.kind = aPawn
				if enPassant {
					e.ends[victim] = seenBy(g.colors[victim], m.To().Rank())
				}
			case kind == chess.Bishop && m.To().Dark():
				e.kind = aDarkBishop
			case kind == chess.Bishop:
				e.kind = aLightBishop
			default:
				e.kind = anyPiece
			}
			g.events = append(g.events, e)
		}
		if victim >= 0 {
			g.now[victim] = chess.NoSquare
		}
	}
	if mover >= 0 {
		g.now[mover] = m.To()
		if isPawn {
			g.steps[mover] = seenBy(g.colors[mover], m.To().Rank())
			g.became[mover] = m.Promotion() != chess.NoKind
		}
	}
	if from, to, ok := castlingRook(p, m); ok {
		if i := slices.Index(g.now, from); i >= 0 {
			g.now[i] = to // a promoted rook never castles
		}
	}
}

func castlingRook(p *chess.Position, m chess.Move) (from, to chess.Square, ok bool) {
	if p.At(m.From()).Kind() != chess.King || max(m.To().File()-m.From().File(), m.From().File()-m.To().File()) != 2 {
		return 0, 0, false
	}
	rank := m.From().Rank()
	if m.To().File() == 6 {
		return chess.MakeSquare(7, rank), chess.MakeSquare(5, rank), true
	}
	return chess.MakeSquare(0, rank), chess.MakeSquare(3, rank), true
}

// normal returns the captures and the pawns that pieces take in the form that the
// formula wants: what promoted and was taken by a piece was taken as a pawn, what
// promoted by a capture and was taken by a piece left that capture to a piece, and
// neighbours that have nothing to do with each other go from left to right.
func (g *game) normal(ordered bool) (events []event, byPiece []bool) {
	byPiece = slices.Clone(g.byPiece)
	for _, e := range g.events {
		e.ends = slices.Clone(e.ends)
		events = append(events, e)
	}
	for again := true; again; {
		again = false
		for i, e := range events {
			if e.promotes && byPiece[e.by] {
				if e.victim >= 0 {
					byPiece[e.victim] = true
				}
				events = slices.Delete(events, i, i+1)
				again = true
				break
			}
		}
	}
	for again := ordered; again; {
		again = false
		for i := 1; i < len(events); i++ {
			a, b := &events[i-1], &events[i]
			if min(a.from, a.to) < min(b.from, b.to)+2 || a.kind == aPromoted || b.kind == aPromoted {
				continue
			}
			again = true
			// Pawns on the files of b, before it, have gone on as they had then, and
			// stay where b left them; all others as they had when a came first.
			first, second := slices.Clone(a.ends), slices.Clone(b.ends)
			for p := range g.pawns {
				file := g.fileBefore(events[:i-1], p)
				switch file {
				case b.from, b.to:
					first[p] = b.ends[p]
					if p == b.by {
						second[p]++
					}
				case a.from, a.to:
					second[p] = a.ends[p]
				}
			}
			a.ends, b.ends = second, first
			*a, *b = *b, *a
		}
	}
	return events, byPiece
}

// fileBefore returns the file of a pawn after some captures.
func (g *game) fileBefore(events []event, p int) int {
	file := g.pawns[p].File()
	for _, e := range events {
		if e.by == p {
			file = e.to
		}
	}
	return file
}

// assignment returns the values of the inputs that a game gives.
func (g *game) assignment(t *testing.T, f *Formula, goal *chess.Setup) map[encode.Bool]bool {
	value := map[encode.Bool]bool{}
	set := func(b encode.Bool, v bool) {
		if _, ground := f.Ground(b); !ground && f.Name(b) != "" {
			value[b] = v
		}
	}
	events, byPiece := g.normal(true)
	n := len(f.slots)
	if len(events) > n {
		t.Fatalf("%d captures by pawns, and the formula has %d slots", len(events), n)
	}
	for i, e := range events {
		s := &f.slots[i]
		set(s.white, g.colors[e.by] == chess.White)
		for w, way := range s.way {
			set(way, wayFrom(w) == e.from && wayTo(w) == e.to)
		}
		set(s.kind[e.kind], true)
		for r := 1; r < 8; r++ {
			set(s.row[r], e.row >= r)
		}
	}
	last := make([]int, len(g.pawns)) // the slot after the last capture, for those that pieces take
	for i, e := range events {
		last[e.by] = i + 1
	}
	order := make([]int, len(g.pawns))
	for p := range order {
		order[p] = p
	}
	begins := make([]int, len(g.pawns))
	alive := make([]bool, len(g.pawns)) // a pawn on the board
	file := make([]int, len(g.pawns))
	for p := range g.pawns {
		begins[p], alive[p], file[p] = f.pawns[p].steps, true, g.pawns[p].File()
		set(f.pawns[p].byPiece, byPiece[p])
	}
	for i := range n + 1 {
		ends := slices.Clone(begins)
		for p := range g.pawns {
			if byPiece[p] && i >= last[p] {
				alive[p] = false
			}
			if alive[p] {
				switch {
				case i < len(events):
					ends[p] = events[i].ends[p]
				case i == n:
					ends[p] = g.steps[p]
				}
			}
			pawn := &f.pawns[p]
			for h := range 8 {
				set(pawn.on[i][h], alive[p] && file[p] == h)
			}
			for r := 1; r < 8; r++ {
				if f.Rows {
					set(pawn.ends[i][r], ends[p] >= r)
				}
			}
			if !f.Rows {
				set(pawn.ends[i][7], ends[p] >= 7)
				set(pawn.ends[i][6], i < len(events) && events[i].by == p && events[i].promotes)
			}
		}
		rank := func(p int) int { return seenBy(g.colors[p], begins[p]) }
		for q := range g.pawns {
			for p := range q {
				below := slices.Index(order, p) < slices.Index(order, q)
				if !f.Rows {
					set(f.below[q][p][i], below)
					continue
				}
				together := alive[p] && alive[q] && file[p] == file[q]
				set(f.below[q][p][i], together && rank(p) < rank(q))
				set(f.above[q][p][i], together && rank(p) > rank(q))
			}
		}
		for p := range alive {
			alive[p] = alive[p] && ends[p] < 7
		}
		begins = ends
		if i >= len(events) {
			continue
		}
		e := &events[i]
		set(f.pawns[e.by].takes[i], true)
		begins[e.by]++
		place := slices.Index(order, e.by)
		order = slices.Delete(order, place, place+1)
		switch {
		case e.kind == aPawn:
			set(f.pawns[e.victim].taken[i], true)
			place = slices.Index(order, e.victim) + 1
			if !f.Rows {
				for x := range g.pawns {
					if b, ok := f.Lookup(fmt.Sprintf("under.%s.%d", g.pawns[x], i)); ok {
						set(b, slices.Index(order, x) >= 0 && slices.Index(order, x) < place)
					}
				}
			}
			alive[e.victim] = false
		case !e.promotes:
			// Above the pawns of the file that it is above of, below the others.
			place = 0
			for at, x := range order {
				if alive[x] && file[x] == e.to && seenBy(g.colors[x], begins[x]) < e.row {
					place = at + 1
				}
			}
			if e.kind == aPromoted {
				set(f.pawns[e.victim].takenPiece[i], true)
			}
		case e.kind == aPromoted:
			set(f.pawns[e.victim].takenPiece[i], true)
		}
		order = slices.Insert(order, min(place, len(order)), e.by)
		file[e.by] = e.to
		if e.promotes {
			alive[e.by] = false
		}
	}
	for p, at := range g.now {
		if at == chess.NoSquare {
			continue
		}
		m := goal.Board[at]
		if m.Kind() == chess.Pawn {
			set(f.stands[p][slices.Index(f.goals, at)], true)
			continue
		}
		role := toPiece
		switch {
		case m.Kind() == chess.Bishop && at.Dark():
			role = toDarkBishop
		case m.Kind() == chess.Bishop:
			role = toLightBishop
		}
		for k, s := range f.a.Specials {
			last := 7
			if s.Color == chess.Black {
				last = 0
			}
			if m == chess.MakeMan(s.Color, chess.Bishop) && at == chess.MakeSquare(s.File, last) {
				role = numRoles
				set(f.roles[p][int(numRoles)+k], true)
			}
		}
		if role < numRoles {
			set(f.roles[p][role], true)
		}
	}
	return value
}

// falseClause returns a clause that an assignment does not satisfy, in words, and
// how many clauses there are.
func falseClause(f *Formula, value map[encode.Bool]bool) (clause []string, clauses int) {
	e := f.NewEvaluator()
	for _, in := range f.Inputs() {
		if value[in] {
			e.Set(in, ^uint64(0))
		}
	}
	e.Run()
	cnf := f.CNF()
	variables := make([]bool, cnf.NumVars+1)
	names := make([]string, cnf.NumVars+1)
	for v := 2; v <= f.Len(); v++ {
		b := encode.Bool(z.Var(v).Pos())
		if l := cnf.Lit(b); l != 0 {
			variables[l] = e.Get(b)&1 == 1
			names[l] = f.Name(b)
		}
	}
	cnf.Emit(sinkFunc(func(lits []int) {
		clauses++
		for _, l := range lits {
			if l > 0 && variables[l] || l < 0 && !variables[-l] {
				return
			}
		}
		if clause == nil {
			clause = []string{}
			for _, l := range lits {
				word := names[max(l, -l)]
				if l < 0 {
					word = "-" + word
				}
				clause = append(clause, word)
			}
		}
	}))
	return clause, clauses
}

type sinkFunc func([]int)

func (s sinkFunc) AddClause(lits []int) { s(lits) }

// TestGamesSatisfy: what the pawns did in a random game is a model of the formulas of
// its positions, with and without ranks.
func TestGamesSatisfy(t *testing.T) {
	games := *formulaGames
	if testing.Short() {
		games = min(games, 60)
	}
	r := rand.New(rand.NewPCG(*gamesSeed, 9))
	var g *game
	var until, checked, clauses, slots int
	kinds := map[string]int{}
	randomgames.Play(*gamesSeed, 1<<40, func(p *randomgames.Position) bool {
		start := chess.InitialSetup()
		if p.Start != nil {
			start = *p.Start
		}
		if p.Ply == 0 {
			a, refuted := rules.Abstract(&start, &start)
			if refuted != nil {
				t.Fatal(refuted)
			}
			g, until = newGame(start, a), 10+r.IntN(150)
			return true
		}
		if g == nil {
			return true
		}
		g.play(p.Before, p.Move)
		if p.Ply != until {
			return true
		}
		goal := p.Pos.Setup()
		a, refuted := rules.Abstract(&start, &goal)
		if refuted != nil {
			t.Fatalf("%s from %s is called illegal: %v", goal.FEN(), start.FEN(), refuted)
		}
		done := g
		g = nil
		for _, rows := range []bool{true, false} {
			if a.Captures[0]+a.Captures[1] > *mostSlots {
				return true
			}
			f := New(a, rows)
			value := done.assignment(t, f, &goal)
			clause, n := falseClause(f, value)
			if clause != nil {
				t.Fatalf("rows %t, %s (%s) from %s: false clause %q\nevents %+v", rows, goal.FEN(), p.Manner, start.FEN(), clause, done.events)
			}
			clauses += n
		}
		events, _ := done.normal(true)
		slots += len(events)
		for _, e := range events {
			kinds[victimNames[e.kind]]++
			if e.promotes {
				kinds["promoting"]++
			}
		}
		checked++
		return checked < games
	})
	t.Logf("%d games, %d captures by pawns, %d clauses; %v", checked, slots, clauses, kinds)
}
