package kernel

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/illegal/formula"
	"retroproof/sat"
)

// Timed asks for extended kernels in which promotions stand where they have to be made before a pawn
// of the goal comes to its square and shuts something in or out (see [facts.Closing]). The search of [Find] does not
// know of such pawns; the formula does, and its models say what each pawn has done before each capture.
type Timed struct {
	// Closes reports that a pawn of the goal shuts something in or out.
	Closes bool

	p       *problem
	cnf     *formula.CNF
	numbers map[string]int // of the formula's variables
	more    [][]int        // clauses that the formula does not have
}

// NewTimed returns the question for a start and a goal, nil if it is known without a search that there is no kernel.
func NewTimed(start, goal *chess.Setup) *Timed {
	p, err := newProblem(start, goal)
	if err != nil {
		return nil
	}
	found, impossible := rules.Blocked(start, goal)
	if impossible != nil {
		return nil
	}
	said, err := rules.Closing(start, goal, found)
	if err != nil {
		return nil
	}
	jams := jamsOf(goal, p.Fixed)
	var pawns chess.Bitboard
	for i := range said {
		pawns |= said[i].Pawn.Bit()
	}
	for _, j := range jams {
		pawns |= j.pawn.Bit()
	}
	a, err := facts.NewAbstraction(start, goal, withClosing(found, pawns))
	if err != nil {
		return nil
	}
	p.Abstraction = *a
	t := &Timed{p: p, cnf: formula.New(a), Closes: pawns != 0, numbers: map[string]int{}}
	for i, name := range t.cnf.Names {
		t.numbers[name] = i + 1
	}
	t.addJams(jams)
	t.addHomes()
	return t
}

// jam is a square of the goal that a man does not leave, and that it has to reach before a pawn comes to its square.
type jam struct {
	pawn, man chess.Square
}

// jamsOf returns the jams of single pawns of a goal; fixed are the squares of men that never move.
func jamsOf(goal *chess.Setup, fixed chess.Bitboard) (list []jam) {
	for i, m := range goal.Board {
		man := chess.Square(i)
		if m == chess.NoMan || m.Kind() == chess.Pawn || fixed.Has(man) || man.Rank() == 0 || man.Rank() == 7 {
			continue // the formula itself knows that nothing promotes where a man is shut in
		}
		exits := chess.Attacks(m, man, chess.AllSquares) &^ fixed
		if exits.Count() != 1 {
			continue
		}
		if exit := exits.First(); goal.Board[exit].Kind() == chess.Pawn {
			list = append(list, jam{exit, man})
		}
	}
	return list
}

// literal returns that of a variable of the formula; exists is false if there is none, and the variable false.
func (t *Timed) literal(format string, args ...any) (n int, exists bool) {
	n, exists = t.numbers[fmt.Sprintf(format, args...)]
	return n, exists
}

// clauseOf adds a clause to those of the formula, made of what is not to be true together. What is never true makes the
// clause superfluous.
type clauseOf struct {
	t       *Timed
	list    []int
	already bool // a part is false
}

func (t *Timed) not() *clauseOf { return &clauseOf{t: t} }

// is adds a condition: a variable is true.
func (c *clauseOf) is(format string, args ...any) *clauseOf {
	if n, ok := c.t.literal(format, args...); ok {
		c.list = append(c.list, -n)
	} else {
		c.already = true
	}
	return c
}

// isNot adds a condition: a variable is false.
func (c *clauseOf) isNot(format string, args ...any) *clauseOf {
	if n, ok := c.t.literal(format, args...); ok {
		c.list = append(c.list, n)
	}
	return c
}

// atLeast adds a condition: a pawn is on a rank, counted from 1, or a higher one at a snapshot; or, if not wanted, that it is on none of these.
func (c *clauseOf) atLeast(pawn chess.Square, i, rank int, wanted bool) *clauseOf {
	n, ok := c.t.literal("rank.%s.%d.%d", pawn, i, rank)
	if !ok {
		start := c.t.p.StartRank(pawn) + 1
		if (rank <= 1 || rank <= start && rank < 9) != wanted {
			c.already = true
		}
		return c
	}
	if wanted {
		n = -n
	}
	c.list = append(c.list, n)
	return c
}

// on adds the condition that a pawn is on a square at a snapshot.
func (c *clauseOf) on(pawn chess.Square, i int, sq chess.Square) *clauseOf {
	return c.is("on.%s.%d.%c", pawn, i, 'a'+sq.File()).atLeast(pawn, i, sq.Rank()+1, true).atLeast(pawn, i, sq.Rank()+2, false)
}

func (c *clauseOf) add() {
	if !c.already {
		c.t.more = append(c.t.more, c.list)
	}
}

// addJams adds that no pawn is on the square of a jam, or passes it, once its pawn is there.
func (t *Timed) addJams(jams []jam) {
	slots := t.p.Captures[0] + t.p.Captures[1]
	for _, j := range jams {
		f, r := j.man.File(), j.man.Rank()+1
		for i := range slots {
			for _, pawn := range t.pawns() {
				there := func() *clauseOf { return t.not().is("there.%s.%d", j.pawn, i) }
				there().on(pawn, i+1, j.man).add()
				there().on(pawn, i, j.man).isNot("takes.%s.%d", pawn, i).isNot("taken.%s.%d", pawn, i).add()
				white := t.p.Start.Board[pawn].Color() == chess.White
				pass := there().isNot("takes.%s.%d", pawn, i).is("on.%s.%d.%c", pawn, i+1, 'a'+f)
				if white {
					pass.atLeast(pawn, i, r, false).atLeast(pawn, i+1, r+1, true).add()
				} else {
					pass.atLeast(pawn, i, r+1, true).atLeast(pawn, i+1, r, false).add()
				}
				if d := j.pawn.File() - f; d == 1 || d == -1 { // the pawn itself comes from there
					t.not().is("goal.%s.%s", pawn, j.pawn).is("takes.%s.%d", pawn, i).on(pawn, i, j.man).is("to.%d.%c", i, 'a'+j.pawn.File()).add()
				}
			}
		}
	}
}

// addHomes adds that no pawn promotes on the square of a bishop at home that has not got out yet. That a piece captures
// the bishop there is left out.
func (t *Timed) addHomes() {
	slots := t.p.Captures[0] + t.p.Captures[1]
	for i, m := range t.p.Start.Board {
		home := chess.Square(i)
		if m.Kind() != chess.Bishop || home.Rank() != m.Color().RelativeRank(0) || t.p.Fixed.Has(home) {
			continue
		}
		exits := chess.Attacks(m, home, chess.AllSquares)
		closed := true
		for sq := range exits.Squares() {
			closed = closed && t.p.Start.Board[sq] == chess.MakeMan(m.Color(), chess.Pawn)
		}
		if !closed {
			continue
		}
		for i := range slots + 1 {
			for _, pawn := range t.pawns() {
				white := t.p.Start.Board[pawn].Color() == chess.White
				if t.p.Start.Board[pawn].Color() == m.Color() {
					continue
				}
				c := t.not().is("on.%s.%d.%c", pawn, i, 'a'+home.File())
				if white {
					c.atLeast(pawn, i, 8, true)
				} else {
					c.atLeast(pawn, i, 2, false)
				}
				for sq := range exits.Squares() {
					if t.p.Fixed.Has(sq) {
						continue
					}
					c.is("on.%s.%d.%c", sq, i, 'a'+sq.File())
					if white { // the bishop is Black's
						c.atLeast(sq, i, sq.Rank()+1, true)
					} else {
						c.atLeast(sq, i, sq.Rank()+2, false)
					}
				}
				c.add()
			}
		}
	}
}

// pawns returns the squares of the pawns of the start.
func (t *Timed) pawns() (list []chess.Square) {
	for i, m := range t.p.Start.Board {
		if m.Kind() == chess.Pawn {
			list = append(list, chess.Square(i))
		}
	}
	return list
}

// Find returns a kernel with the choices of a seed, nil if there is none or it takes more than so many conflicts, and how many it took. Pawns walk
// as far as they have to, and those that promote do so before others walk. What follows the last capture is left out, but for
// promotions. The error is the context's.
func (t *Timed) Find(ctx context.Context, seed uint64, conflicts int64) (e *Extended, spent int64, err error) {
	m, spent, err := t.model(ctx, seed, conflicts)
	if m == nil || err != nil {
		return nil, spent, err
	}
	if e, err = t.p.timed(m); err != nil {
		return nil, spent, nil // it goes without this kernel; a test makes sure that this does not happen
	}
	return e, spent, nil
}

// model returns a model, nil if there is none or it takes more than so many conflicts.
func (t *Timed) model(ctx context.Context, seed uint64, conflicts int64) (m formulaModel, spent int64, err error) {
	s, err := sat.New(sat.Native)
	if err != nil {
		return nil, 0, err
	}
	defer s.Close()
	v := t.emit(s, rand.New(rand.NewPCG(seed, 0)))
	status, _ := s.Solve(sat.WithConflictLimit(ctx, conflicts))
	spent = s.Stats().Conflicts
	if status != sat.Satisfiable {
		return nil, spent, ctx.Err()
	}
	m = formulaModel{}
	for i, name := range t.cnf.Names {
		m[name] = s.Value(v[i+1])
	}
	return m, spent, nil
}

// emit gives the formula to a solver, its clauses in a random order, and returns the literals of its variables there, by
// their numbers in the formula. Solvers try first that a variable is false: half of the variables are negated, but of
// the ranks of pawns those of Black's, so that pawns stay where they are without a reason to move.
func (t *Timed) emit(s sat.Solver, random *rand.Rand) []int {
	sign := make([]int, len(t.cnf.Names)+1)
	for i, name := range t.cnf.Names {
		negated := random.IntN(2) == 0
		if rest, ok := strings.CutPrefix(name, "rank."); ok {
			pawn, err := chess.ParseSquare(rest[:2])
			negated = err == nil && t.p.Start.Board[pawn].Color() == chess.Black
		}
		sign[i+1] = 1
		if negated {
			sign[i+1] = -1
		}
	}
	all := clauses{sign: sign}
	t.cnf.Emit(&all)
	for _, c := range t.more {
		all.AddClause(c)
	}
	random.Shuffle(len(all.list), func(i, j int) { all.list[i], all.list[j] = all.list[j], all.list[i] })
	for _, c := range all.list {
		s.AddClause(c)
	}
	for i := range sign {
		sign[i] *= i
	}
	return sign
}

// clauses collects clauses, with the signs of some variables changed.
type clauses struct {
	sign []int
	list [][]int
}

// AddClause adds a clause.
func (c *clauses) AddClause(literals []int) {
	clause := slices.Clone(literals)
	for i, l := range clause {
		clause[i] = l * c.sign[max(l, -l)]
	}
	c.list = append(c.list, clause)
}

// timedWriter writes a model as an extended kernel.
type timedWriter struct {
	*problem
	m       formulaModel
	pawns   []chess.Square // by where they were at the start
	names   *names
	slots   int
	where   men
	became  map[chess.Square]Piece // of pawns that have promoted
	gone    map[chess.Square]bool  // of pawns that were captured
	extends *Extended
}

// timed writes a model as an extended kernel.
func (p *problem) timed(m formulaModel) (*Extended, error) {
	w := &timedWriter{problem: p, m: m, slots: p.Captures[0] + p.Captures[1], became: map[chess.Square]Piece{}, gone: map[chess.Square]bool{}, extends: &Extended{}}
	for i := range chess.NumSquares {
		sq := chess.Square(chess.NumSquares - 1 - i)
		man := p.Start.Board[sq]
		if man.Kind() == chess.Pawn {
			w.pawns = append(w.pawns, sq)
		} else if k, ok := facts.PieceKindOf(man, sq); ok && !p.Fixed.Has(sq) {
			w.put(man.Color(), pieceOf(k), sq)
		}
	}
	w.names = p.newNames(m, w.pawns)
	for i := range w.slots + 1 {
		w.walks(i)
		if i < w.slots && m.holds("used.%d", i) {
			if err := w.capture(i); err != nil {
				return nil, err
			}
		}
	}
	for _, t := range slices.Concat(w.deadCaptures(), w.names.rest()) {
		to := w.pop(t.Color.Other(), t.Takes)
		if to == chess.NoSquare {
			return nil, fmt.Errorf("there is no %s of %s that a piece could capture", t.Takes, t.Color.Other())
		}
		w.add(ExtendedMove{Color: t.Color, Captures: true, From: chess.NoSquare, To: to})
	}
	return w.extends, nil
}

func (w *timedWriter) color(pawn chess.Square) chess.Color { return w.Start.Board[pawn].Color() }

func (w *timedWriter) add(m ExtendedMove) { w.extends.Moves = append(w.extends.Moves, m) }

// put adds a piece, and pop removes one, NoSquare if there is none.
func (w *timedWriter) put(c chess.Color, p Piece, sq chess.Square) {
	w.where.squares[c][p] = append(w.where.squares[c][p], sq)
}

func (w *timedWriter) pop(c chess.Color, p Piece) chess.Square {
	list := &w.where.squares[c][p]
	n := len(*list)
	if n == 0 {
		return chess.NoSquare
	}
	sq := (*list)[n-1]
	*list = (*list)[:n-1]
	return sq
}

// before returns where a pawn is right after capture i-1, and its file; None if it was captured.
func (w *timedWriter) before(pawn chess.Square, i int) (file, rank int) {
	switch {
	case w.gone[pawn]:
		return None, 0
	case i == 0:
		return pawn.File(), w.StartRank(pawn) + 1
	}
	file, rank = fileOf(w.m, pawn, i-1), w.rank(w.m, pawn, i-1)
	if w.m.holds("takes.%s.%d", pawn, i-1) {
		rank += 1 - 2*int(w.color(pawn))
		for f := range 8 {
			if w.m.holds("to.%d.%c", i-1, 'a'+f) {
				file = f
			}
		}
	}
	return file, rank
}

// walks writes what pawns do before capture i, promotions first, and on each file those first that are ahead; and which
// pawns pieces capture. What promotes or walks after the last capture is left out.
func (w *timedWriter) walks(i int) {
	type walk struct {
		pawn     chess.Square
		from, to chess.Square
	}
	var list []walk
	for _, pawn := range w.pawns {
		file, from := w.before(pawn, i)
		if file == None {
			continue
		}
		c := w.color(pawn)
		now := fileOf(w.m, pawn, i)
		to := w.rank(w.m, pawn, i)
		_, promoted := w.became[pawn]
		if w.m.holds("bypiece.%s", pawn) && (now == None || i == w.slots || to == lastRank(c)) {
			// A piece captures it, at the latest where it would promote; or what it has become by a capture.
			sq := chess.MakeSquare(file, from-1)
			if promoted {
				sq = w.pop(c, w.became[pawn])
			}
			w.gone[pawn] = true
			w.add(ExtendedMove{Color: c.Other(), Captures: true, From: chess.NoSquare, To: sq})
			continue
		}
		if from != to && !promoted {
			list = append(list, walk{pawn, chess.MakeSquare(file, from-1), chess.MakeSquare(file, to-1)})
		}
	}
	last := func(l walk) bool { return l.to.Rank() == lastRank(w.color(l.pawn))-1 }
	slices.SortStableFunc(list, func(a, b walk) int {
		if last(a) != last(b) {
			if last(a) {
				return -1
			}
			return 1
		}
		return ahead(w.color(b.pawn), b.from) - ahead(w.color(a.pawn), a.from)
	})
	for _, l := range list {
		if i == w.slots && !last(l) {
			break
		}
		c := w.color(l.pawn)
		m := ExtendedMove{Color: c, Piece: Pawn, From: l.from, To: l.to}
		if last(l) {
			m.Promotes = w.promote(l.pawn)
			w.put(c, m.Promotes, l.to)
		}
		w.add(m)
	}
}

// ahead is how far a square is from a side's first rank.
func ahead(c chess.Color, sq chess.Square) int { return c.RelativeRank(sq.Rank()) }

// promote returns what a pawn becomes, a knight if that is captured.
func (w *timedWriter) promote(pawn chess.Square) Piece {
	p := Knight
	if k, ok := w.names.promote(w.m, pawn, w.color(pawn)); ok {
		p = pieceOf(k)
	}
	w.became[pawn] = p
	return p
}

// capture writes capture i.
func (w *timedWriter) capture(i int) error {
	which := func(name string) (chess.Square, bool) {
		k := slices.IndexFunc(w.pawns, func(at chess.Square) bool { return w.m.holds("%s.%s.%d", name, at, i) })
		if k < 0 {
			return chess.NoSquare, false
		}
		return w.pawns[k], true
	}
	by, _ := which("takes")
	c := w.color(by)
	file, rank := fileOf(w.m, by, i), w.rank(w.m, by, i)
	toFile, toRank := w.before(by, i+1)
	if file == None || toFile == None || w.gone[by] {
		return fmt.Errorf("capture %d is made by a pawn that is not there", i+1)
	}
	from, to := chess.MakeSquare(file, rank-1), chess.MakeSquare(toFile, toRank-1)
	if victim, ok := which("taken"); ok {
		w.gone[victim] = true
	} else {
		var piece Piece
		if victim, ok := which("takenpiece"); ok {
			piece = w.became[victim]
			w.gone[victim] = true
		} else if k, ok := w.names.capture(w.m, i, c.Other()); ok {
			piece = pieceOf(k)
		}
		if piece == NoPiece {
			return fmt.Errorf("capture %d takes a piece that is not there", i+1)
		}
		w.add(ExtendedMove{Color: c.Other(), Piece: piece, From: w.pop(c.Other(), piece), To: to})
	}
	m := ExtendedMove{Color: c, Piece: Pawn, From: from, To: to, Captures: true}
	if toRank == lastRank(c) {
		m.Promotes = w.promote(by)
		w.put(c, m.Promotes, to)
	}
	w.add(m)
	return nil
}
