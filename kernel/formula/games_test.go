package formula

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

var (
	formulaGames = flag.Int("formula.games", expect.Size(60, 200), "random games for TestGamesSatisfy")
	gamesSeed    = flag.Uint64("formula.seed", 1, "their seed")
	instances    = flag.Int("formula.instances", 150, "instances of each schema that are tried on each game")
	mostSlots    = flag.Int("formula.slots", 12, "captures that a formula may have, so that it is not too large")
)

// walker is a pawn of the start in a game.
type walker struct {
	at       chess.Square // at the start
	color    chess.Color
	now      chess.Square // where it is, or what it became; NoSquare if captured
	file     int          // its file as a pawn, or where it promoted
	rank     int          // 1 to 8; where it promoted, if it has
	promoted bool
	gone     bool // captured as a pawn
	byPiece  bool
}

// event is a capture by a pawn in a game.
type event struct {
	by, victim int // pawns; victim -1 for a piece of the start
	captured   chess.Man
	from, to   chess.Square
	before     []walker
}

// game follows the pawns of a game.
type game struct {
	pawns  []walker
	events []event
}

func newGame(s *chess.Setup) *game {
	g := &game{}
	for file := range 8 {
		for rank := range 8 {
			sq := chess.MakeSquare(file, rank)
			if m := s.Board[sq]; m.Kind() == chess.Pawn {
				g.pawns = append(g.pawns, walker{at: sq, color: m.Color(), now: sq, file: file, rank: rank + 1})
			}
		}
	}
	return g
}

// find returns the pawn that is, or has become, the man on a square.
func (g *game) find(sq chess.Square) int {
	return slices.IndexFunc(g.pawns, func(p walker) bool { return p.now == sq })
}

// playUCI returns the position behind some moves, and the game.
func playUCI(t *testing.T, start *chess.Setup, moves string) (*chess.Position, *game) {
	t.Helper()
	p := expect.Must(chess.NewPosition(*start))
	g := newGame(start)
	for text := range strings.FieldsSeq(moves) {
		m := expect.Must(notation.ParseUCI(p, text))
		g.make(p, m)
	}
	return p, g
}

// make makes a move, and follows it.
func (g *game) make(p *chess.Position, m chess.Move) {
	g.play(p, m)
	p.Make(m)
}

// play follows a move.
func (g *game) play(p *chess.Position, m chess.Move) {
	mover := g.find(m.From())
	isPawn := p.At(m.From()).Kind() == chess.Pawn
	if taken := p.Captured(m); taken != chess.NoMan {
		at := m.To()
		enPassant := isPawn && p.At(m.To()) == chess.NoMan
		if enPassant {
			at = chess.MakeSquare(m.To().File(), m.From().Rank())
		}
		victim := g.find(at)
		if isPawn {
			e := event{by: mover, victim: victim, captured: taken, from: m.From(), to: m.To(), before: slices.Clone(g.pawns)}
			if enPassant {
				e.before[victim].rank = m.To().Rank() + 1
			}
			g.events = append(g.events, e)
		}
		if victim >= 0 {
			v := &g.pawns[victim]
			v.now = chess.NoSquare
			v.gone = !v.promoted
			v.byPiece = !isPawn
		}
	}
	if mover >= 0 {
		w := &g.pawns[mover]
		w.now = m.To()
		if isPawn {
			w.file, w.rank, w.promoted = m.To().File(), m.To().Rank()+1, m.Promotion() != chess.NoKind
		}
	}
	if from, to, ok := castlingRook(p, m); ok {
		if i := g.find(from); i >= 0 {
			g.pawns[i].now = to // a promoted rook never castles
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

// kindOf returns how the variables call a piece on a square.
func kindOf(m chess.Man, sq chess.Square) string {
	switch {
	case m.Kind() == chess.Bishop && sq.Dark():
		return "dark"
	case m.Kind() == chess.Bishop:
		return "light"
	}
	return "piece"
}

// truths returns the names of the variables that are true in a game, but for those that
// gates and counters define.
func (g *game) truths(a *facts.Abstraction) map[string]bool {
	value := map[string]bool{}
	set := func(format string, args ...any) { value[fmt.Sprintf(format, args...)] = true }
	n := a.Captures[0] + a.Captures[1]
	for i, e := range g.events {
		set("from.%d.%c", i, 'a'+e.from.File())
		set("to.%d.%c", i, 'a'+e.to.File())
		for r := 2; r <= e.to.Rank()+1; r++ {
			set("row.%d.%d", i, r)
		}
		set("takes.%s.%d", g.pawns[e.by].at, i)
		switch {
		case e.victim < 0:
			set("%s.%d.%s", kindOf(e.captured, e.to), i, e.captured.Color())
		case e.before[e.victim].promoted:
			set("takenpiece.%s.%d", g.pawns[e.victim].at, i)
		default:
			set("taken.%s.%d", g.pawns[e.victim].at, i)
		}
		for _, p := range e.before {
			if p.rank < e.to.Rank()+1 {
				set("under.%s.%d", p.at, i)
			} else if p.rank > e.to.Rank()+1 {
				set("over.%s.%d", p.at, i)
			}
		}
	}
	for t := range n + 1 {
		pawns := g.pawns
		if t < len(g.events) {
			pawns = g.events[t].before
		}
		for k, p := range pawns {
			if !p.gone {
				set("on.%s.%d.%c", p.at, t, 'a'+p.file)
			}
			for r := 2; r <= p.rank; r++ {
				set("rank.%s.%d.%d", p.at, t, r)
			}
			for j, q := range pawns[:k] {
				if p.gone || q.gone || p.file != q.file {
					continue
				}
				below := p.rank < q.rank
				if p.rank == q.rank { // both have promoted: they keep the order that they had
					below = g.wasBelow(value, t, k, j)
				}
				if below {
					set("below.%s.%s.%d", p.at, q.at, t)
				} else {
					set("below.%s.%s.%d", q.at, p.at, t)
				}
			}
		}
	}
	for _, p := range g.pawns {
		switch {
		case p.byPiece:
			set("bypiece.%s", p.at)
		case p.now == chess.NoSquare:
		case !p.promoted:
			set("goal.%s.%s", p.at, p.now)
		default:
			m := a.Goal.Board[p.now]
			role := kindOf(m, p.now)
			for _, s := range a.Specials {
				if m == chess.MakeMan(s.Color, chess.Bishop) && p.now == chess.MakeSquare(s.File, 7-7*int(s.Color)) {
					role = fmt.Sprintf("caged-%c", 'a'+s.File)
				}
			}
			set("role.%s.%s", p.at, role)
		}
	}
	for _, c := range a.Closings {
		g.closing(&c, n, value)
	}
	for _, m := range a.Made {
		set("made.%s.%s", m.Man, g.pawns[g.find(m.Man)].at)
	}
	for _, j := range a.Jams {
		g.jam(&j, n, value)
	}
	return value
}

// comes reports whether the man that is on a square in the end is there right after capture i of n.
func (g *game) comes(to chess.Square, i int) bool {
	if i >= len(g.events) {
		return true
	}
	e, at := &g.events[i], g.find(to)
	return e.before[at].now == to || e.by == at && e.to == to
}

// jam adds the variables about a jam.
func (g *game) jam(j *facts.Jam, n int, value map[string]bool) {
	for i := range n {
		closed := true
		for sq := range j.Pawns.Squares() {
			beside := g.comes(sq, i)
			closed = closed && beside
			if beside {
				value[fmt.Sprintf("beside.%s.%s.%d", j.Man, sq, i)] = true
			}
		}
		if closed {
			value[fmt.Sprintf("closed.%s.%d", j.Man, i)] = true
		}
	}
}

// closing adds the variables about a closing pawn.
func (g *game) closing(c *facts.Closing, n int, value map[string]bool) {
	for i := range n {
		if g.comes(c.Pawn, i) {
			value[fmt.Sprintf("there.%s.%d", c.Pawn, i)] = true
		}
	}
	for _, corner := range c.Corners {
		if !corner.Again {
			continue
		}
		for _, p := range g.pawns {
			same := p.promoted && p.file == corner.Square.File() && (p.color == chess.White) == (corner.Square.Rank() == 7)
			if same && value[fmt.Sprintf("role.%s.piece", p.at)] {
				value[fmt.Sprintf("again.%s.%s.%s.%s", c.Pawn, corner.Square, corner.From, p.at)] = true
			}
		}
	}
}

// wasBelow reports whether a pawn was below another one right after the capture before a
// snapshot; of two that had promoted by then, at the snapshot before.
func (g *game) wasBelow(value map[string]bool, t, p, q int) bool {
	if t == 0 {
		return p < q
	}
	if t <= len(g.events) {
		e := &g.events[t-1]
		low, high := e.before[p].rank, e.before[q].rank
		if e.by == p {
			low = e.to.Rank() + 1
		}
		if e.by == q {
			high = e.to.Rank() + 1
		}
		if low != high {
			return low < high
		}
	}
	return value[fmt.Sprintf("below.%s.%s.%d", g.pawns[p].at, g.pawns[q].at, t-1)]
}

// defined reports whether a variable is one that a gate or counter defines.
func defined(name string) bool {
	first, _, _ := strings.Cut(name, ".")
	switch first {
	case "by", "used", "captures", "open", "become", "lost", "victims", "pawns":
		return true
	}
	return false
}

// evaluation is a formula with the values of its variables: 1 true, -1 false.
type evaluation struct {
	names    []string
	clauses  [][]int
	values   []int8
	cnf      *CNF
	question *core.Question
}

func (e *evaluation) AddClause(literals []int) {
	e.clauses = append(e.clauses, slices.Clone(literals))
}

func (e *evaluation) value(l int) int8 {
	if l < 0 {
		return -e.values[-l]
	}
	return e.values[l]
}

// evaluate gives the variables of a formula the values of a game; those of gates and
// counters follow by unit propagation.
func evaluate(t *testing.T, a *facts.Abstraction, truths map[string]bool) *evaluation {
	return evaluateCNF(t, a, New(asked(a)), truths)
}

// asked returns an abstraction with what a checker keeps of it for a formula: of the goal's diagram, the pawns.
func asked(a *facts.Abstraction) *facts.Abstraction {
	q, goal := *a, chess.EmptySetup()
	for sq, m := range a.Goal.Board {
		if m.Kind() == chess.Pawn {
			goal.Board[sq] = m
		}
	}
	q.Goal = &goal
	return &q
}

func evaluateCNF(t *testing.T, a *facts.Abstraction, f *CNF, truths map[string]bool) *evaluation {
	e := &evaluation{names: f.Names, values: make([]int8, f.NumVars()+1), cnf: f, question: core.New(asked(a))}
	f.Emit(e)
	for i, name := range f.Names {
		switch {
		case defined(name):
		case truths[name]:
			e.values[i+1] = 1
			delete(truths, name)
		default:
			e.values[i+1] = -1
		}
	}
	for name := range truths {
		x := strings.Split(name, ".")
		if x[0] == "again" {
			continue // the closing pawn cannot have come from there
		}
		if at, err := chess.ParseSquare(x[1]); x[0] == "rank" && err == nil && int(x[3][0]-'1') <= a.StartRank(at) {
			continue // always true
		}
		t.Errorf("the formula has no variable %s", name)
	}
	for again := true; again; {
		again = false
		for _, clause := range e.clauses {
			open, free := 0, 0
			for _, l := range clause {
				if v := e.value(l); v > 0 {
					free = 2
				} else if v == 0 {
					free++
					open = l
				}
			}
			if free == 1 {
				e.values[max(open, -open)] = 1
				if open < 0 {
					e.values[-open] = -1
				}
				again = true
			}
		}
	}
	return e
}

// falseClause returns a clause that is not true, in words.
func (e *evaluation) falseClause() (words []string) {
	for _, clause := range e.clauses {
		if slices.ContainsFunc(clause, func(l int) bool { return e.value(l) > 0 }) {
			continue
		}
		words = []string{}
		for _, l := range clause {
			if l < 0 {
				words = append(words, "-"+e.names[-l-1])
			} else {
				words = append(words, e.names[l-1])
			}
		}
		return words
	}
	return e.falseInstance()
}

// falseInstance returns an instance of a schema that is accepted and not true. It tries all instances of schemas that
// have few, of the others some at random, and those that the clauses of the formula are, with one parameter changed.
func (e *evaluation) falseInstance() []string {
	values := make(map[core.Lit]int8, len(e.cnf.Keys))
	for i, key := range e.cnf.Keys {
		values[key] = e.values[i+1]
	}
	r := rand.New(rand.NewPCG(uint64(len(e.clauses)), 3))
	wrong := func(schema int, rank int64) []string {
		clause, err := e.question.Clause(schema, rank)
		if err != nil {
			return nil
		}
		var words []string
		for _, l := range clause {
			v, ok := values[max(l, -l)]
			if !ok { // counters of the formula are bounded, and the game does not exceed the bound
				v = -1
			}
			if l < 0 {
				v = -v
			}
			if v > 0 {
				return nil
			}
			words = append(words, fmt.Sprint(l, " ", v))
		}
		name := core.SchemaName(schema)
		return append([]string{fmt.Sprint(name, " ", rank)}, words...)
	}
	for schema := range core.Schemas() {
		ranks := e.question.Instances(schema)
		if strings.HasPrefix(core.SchemaName(schema), "count.pawncaps") { // formulas have it for the side of a statement alone
			continue
		}
		for rank := range min(ranks, int64(*instances)) {
			if ranks > int64(*instances) {
				rank = r.Int64N(ranks)
			}
			if words := wrong(schema, rank); words != nil {
				return words
			}
		}
	}
	for range 5 * min(*instances, len(e.cnf.Instances)) {
		in := e.cnf.Instances[r.IntN(len(e.cnf.Instances))]
		in.Digits[r.IntN(len(in.Digits))] += int16(r.IntN(5) - 2)
		if rank := e.question.Rank(int(in.Schema), in.Digits[:]); rank >= 0 {
			if words := wrong(int(in.Schema), rank); words != nil {
				return words
			}
		}
	}
	return nil
}

// eachGame plays random games to some position each, until the function wants no more.
func eachGame(t *testing.T, seed uint64, visit func(p *randomgames.Position, start *chess.Setup, g *game, a *facts.Abstraction) bool) {
	r := rand.New(rand.NewPCG(seed, 9))
	var g *game
	var until int
	randomgames.Play(seed, math.MaxInt, func(p *randomgames.Position) bool {
		start := chess.InitialSetup()
		if p.Start != nil {
			start = *p.Start
		}
		if p.Ply == 0 {
			g, until = newGame(&start), 10+r.IntN(150)
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
		if a.Captures[0]+a.Captures[1] > *mostSlots {
			return true
		}
		return visit(p, &start, done, a)
	})
}

// shape returns a clause without the numbers, squares and files of its variables, and
// the place of each literal in that. Literals of one kind that follow one another are one.
func (e *evaluation) shape(clause []int) (shape string, places []int) {
	var words []string
	for _, l := range clause {
		word, _, _ := strings.Cut(e.names[max(l, -l)-1], ".")
		if l < 0 {
			word = "-" + word
		}
		at := slices.Index(words, word)
		if at < 0 || len(clause) <= 6 && at < len(words)-1 {
			at = len(words)
			words = append(words, word)
		}
		places = append(places, at)
	}
	return strings.Join(words, " "), places
}

// A mutant is a clause without one of its literals: a formula that has it is too strong. The clause is told by its
// shape, the literal by its place in it.
type mutant struct {
	shape string
	place int
	what  string
}

func (m *mutant) String() string { return fmt.Sprintf("%s without literal %d", m.shape, m.place) }

// caught has the mutants, by String, that some game shows to be wrong.
type caught map[string]bool

// see keeps the clauses of which one literal is true.
func (c caught) see(e *evaluation) {
	for _, clause := range e.clauses {
		at, n := 0, 0
		for i, l := range clause {
			if e.value(l) > 0 {
				at, n = i, n+1
			}
		}
		if n == 1 {
			shape, places := e.shape(clause)
			c[(&mutant{strings.Replace(shape, " rank -rank", " -rank rank", 1), places[at], ""}).String()] = true
		}
	}
}

// missed returns those mutants of a kind that no game shows to be wrong.
func (c caught) missed(t *testing.T, of string) (missed []string) {
	var kind string
	var m mutant
	for range expect.Rows(t, "testdata/mutants.tsv", &kind, &m.shape, &m.place, &m.what) {
		if kind == of && !c[m.String()] {
			missed = append(missed, m.what+", "+m.String())
		}
	}
	return missed
}

// evaluateGame requires that a game is a model of the formula of its end.
func evaluateGame(t *testing.T, a *facts.Abstraction, g *game) *evaluation {
	t.Helper()
	e := evaluate(t, a, g.truths(a))
	if words := e.falseClause(); words != nil {
		t.Fatalf("%s from %s: false clause %q\nevents %+v", a.Goal.FEN(), a.Start.FEN(), words, g.events)
	}
	return e
}

// TestGamesSatisfy: what the pawns did in a random game is a model of the formula of its
// last position. And the games are wild enough: no literal of mutants can be left out,
// since in some game it is the only one of its clause that is true.
func TestGamesSatisfy(t *testing.T) {
	t.Parallel()
	games := *formulaGames
	caught := caught{}
	checked, clauses, slots := 0, 0, 0
	eachGame(t, *gamesSeed, func(_ *randomgames.Position, _ *chess.Setup, g *game, a *facts.Abstraction) bool {
		e := evaluateGame(t, a, g)
		if checked < 400 {
			caught.see(e)
		}
		clauses += len(e.clauses)
		slots += len(g.events)
		checked++
		return checked < games
	})
	t.Logf("%d games, %d captures by pawns, %d clauses", checked, slots, clauses)
	if games < 400 || *gamesSeed != 1 {
		return
	}
	for _, m := range caught.missed(t, "any") {
		t.Errorf("no game shows that it is wrong: %s", m)
	}
}
