package kernel

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/sat"
)

// Timed asks for extended kernels in which promotions stand where they have to be made before a pawn of the goal comes
// to its square and shuts something in or out (see [facts.Closing] and [facts.Jam]). The search of [Find] does not know
// of such pawns; the formula does, and its models say what each pawn has done before each capture.
type Timed struct {
	// Closes reports that a pawn of the goal shuts something in or out.
	Closes bool

	p       *problem
	cnf     *formula.CNF   // nil before it is needed
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
	s, err := findShut(start, goal, found)
	if err != nil {
		return nil
	}
	a, err := facts.NewAbstraction(start, goal, withFacts(found, s))
	if err != nil {
		return nil
	}
	p.Abstraction = *a
	return &Timed{Closes: len(s) > 0, p: p}
}

// build makes the formula when it is first needed: that takes some milliseconds.
func (t *Timed) build() {
	if t.cnf != nil {
		return
	}
	t.cnf, t.numbers = formula.New(&t.p.Abstraction), map[string]int{}
	for i, name := range t.cnf.Names {
		t.numbers[name] = i + 1
	}
	t.addHomes()
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

// onward adds a condition: at a snapshot a pawn is on a rank or on one beyond it, as a side counts them, from 1 on. For
// Black it is on none of the ranks from one on, as White counts.
func (c *clauseOf) onward(side chess.Color, pawn chess.Square, i, rank int) {
	wanted := side == chess.White
	if !wanted {
		rank = 10 - rank
	}
	n, ok := c.t.literal("rank.%s.%d.%d", pawn, i, rank)
	if !ok {
		start := c.t.p.StartRank(pawn) + 1
		if (rank <= 1 || rank <= start && rank < 9) != wanted {
			c.already = true
		}
		return
	}
	if wanted {
		n = -n
	}
	c.list = append(c.list, n)
}

func (c *clauseOf) add() {
	if !c.already {
		c.t.more = append(c.t.more, c.list)
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
		enemy := m.Color().Other()
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
				if t.p.Start.Board[pawn].Color() != enemy {
					continue
				}
				c := t.not().is("on.%s.%d.%c", pawn, i, 'a'+home.File())
				c.onward(enemy, pawn, i, 8)
				for sq := range exits.Squares() {
					if t.p.Fixed.Has(sq) {
						continue
					}
					c.is("on.%s.%d.%c", sq, i, 'a'+sq.File())
					c.onward(enemy, sq, i, enemy.RelativeRank(sq.Rank())+1)
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

// Find returns a kernel with the choices of a seed, nil if there is none or it takes more than so many conflicts, and
// how many it took. Pawns walk as far as they have to, and those that promote do so before others walk. What follows
// the last capture is left out, but for promotions. The error is the context's.
func (t *Timed) Find(ctx context.Context, seed uint64, conflicts int64) (e *Extended, spent int64, err error) {
	t.build()
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

// emit gives the formula to a solver, its clauses in a random order, and returns the literals of its variables there,
// by their numbers in the formula. Solvers try first that a variable is false: half of the variables are negated, but
// of the ranks of pawns those of Black's, so that pawns stay where they are without a reason to move.
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
