package ask

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/big"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
)

// Retract is the answer to which ways back there are from a position: all sequences of un-moves of a length, but for
// those that lead to an illegal position.
type Retract struct {
	Asked // with its game
	Plies int
	// Nodes are those of the tree, the root first, and each before those that follow from it. Ways that lead to the same
	// men have a node in common. There are none if the position is illegal.
	Nodes []*Node
	// Decided is the number of positions that were decided, but for those that a glance refutes; hard ones count as
	// several. Cut is whether the limit of positions, or an interruption, ended ways before their length.
	Decided int
	Cut     bool

	memory *memory
	drawn  []*Clock
}

// Node is where ways of so many plies lead: the positions with some men that are not illegal. They differ in castling
// rights and en passant squares.
type Node struct {
	Plies     int      `json:"plies"` // back from the position that was asked about
	Positions []string `json:"positions"`
	Verdict   string   `json:"verdict"`            // legal if one of them is, else unknown
	Start     bool     `json:"is_start,omitempty"` // games begin at one of them
	Skipped   bool     `json:"skipped,omitempty"`  // one of them was not decided, for the limit or an interruption
	End       Stop     `json:"end,omitempty"`
	Ways               // of the whole length that pass here: their ends as seen from here
	Unmoves   []Unmove `json:"un_moves,omitempty"` // none at an end

	number int // among all nodes
	states []*state
}

// Ways are numbers of ways by how they end.
type Ways struct {
	Possible Number `json:"possible"`              // of the whole length, to a legal position
	Open     Number `json:"open"`                  // of the whole length, to one of which that is not known
	Skipped  Number `json:"skipped_ways,omitzero"` // of the whole length, to one that was not decided, as of Node
	Shorter  Number `json:"shorter"`               // that the limit, or the start, ends before
}

// Number is a number of ways. In JSON it is a string.
type Number struct{ big.Int }

// MarshalJSON writes the digits.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(`"` + n.String() + `"`), nil }

// IsZero reports whether it is 0.
func (n Number) IsZero() bool { return n.Sign() == 0 }

// Numbers are all of them.
func (w *Ways) Numbers() [4]*Number {
	return [...]*Number{&w.Possible, &w.Open, &w.Skipped, &w.Shorter}
}

// Stop says why the tree ends at a node.
type Stop string

// The reasons to end.
const (
	GoesOn  Stop = ""      // it does not
	AtPlies Stop = "plies" // the way is long enough
	AtLimit Stop = "limit" // the limit of positions was reached, or the question was interrupted
	AtFirst Stop = "start" // games begin here, and no un-move is left
)

// Unmove is an un-move of a node. It is possible if a game ends with it, and the moves after it on the way.
type Unmove struct {
	MoveBack
	Reasons []string `json:"reasons,omitempty"` // of the refutations, if it is impossible
	Node    int      `json:"node,omitempty"`    // place of Before among all nodes
	Before  *Node    `json:"-"`                 // nil if it is impossible
}

const (
	// RetractPositions is the default of Options.Positions for AskRetract.
	RetractPositions = 20_000
	// retractGames is the number of attempts to build a game.
	retractGames = 400
)

// AskRetract finds the ways back of so many plies from a position. It decides at most o.Questions positions, and those
// that a glance refutes, the nearer ones first; 0 is DefaultLimit.
//
// Its cost is that of deciding each position once: tenths of a millisecond for one that a few moves connect with a
// legal one, and milliseconds for others.
func AskRetract(ctx context.Context, goal *chess.Setup, plies int, o Options) (*Retract, error) {
	o.Positions = cmp.Or(o.Positions, RetractPositions)
	m, err := newMemory(&o, cmp.Or(o.Questions, DefaultLimit), retractGames)
	if err != nil {
		return nil, err
	}
	r := &Retract{Asked: o.asked(goal), Plies: plies, memory: m}
	root, whole, err := m.ask(ctx, goal)
	if root == nil || err != nil || whole.Reason == Excluded {
		r.Whole = whole
		return r, err // Whole says why it is none
	}
	err = m.first(ctx, root, plies > 0)
	var levels [][]*state
	if err == nil {
		levels, r.Cut, err = m.levels(ctx, root, plies)
	}
	if err == nil {
		err = m.later(ctx, levels, func() bool { return false })
	}
	if err == nil {
		r.drawn, err = m.endDrawn(ctx, levels[:len(levels)-1])
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	r.Whole = root.Answer
	if root.Verdict == kernel.Legal {
		r.Whole.Game = m.game(root)
	}
	r.Decided = cmp.Or(o.Questions, DefaultLimit) - max(0, m.left)
	r.tree(root)
	return r, err
}

// levels takes positions back, those nearer to the goal first, so that what the limit leaves out is at the far end.
func (m *memory) levels(ctx context.Context, root *state, plies int) (levels [][]*state, cut bool, err error) {
	levels = [][]*state{{root}}
	for ply := 1; ply <= plies; ply++ {
		var next []*state
		seen := map[*state]bool{}
		for _, s := range levels[len(levels)-1] {
			err := m.retract(ctx, s, ply == plies-1)
			for _, r := range s.back {
				if r.before.Verdict != kernel.Illegal && !r.before.skipped && !seen[r.before] {
					seen[r.before] = true
					next = append(next, r.before)
				}
			}
			if errors.Is(err, errLimit) {
				return append(levels, next), true, nil
			} else if err != nil {
				return levels, true, err
			}
		}
		levels = append(levels, next)
	}
	return levels, false, nil
}

// later decides what the small budgets have left open, with those of a question about last moves: rounds of refutation,
// and between them games. Before that, all positions are connected once more, as others have turned out to be legal.
// While only one answer is left, its games come before all rounds.
func (m *memory) later(ctx context.Context, levels [][]*state, only func() bool) error {
	for s := range undecided(levels) {
		found, err := m.connect(s)
		if err == nil && !found && !s.begun {
			err = m.second(ctx, s)
		}
		if err != nil {
			return err
		}
	}
	rounds := max(1, min(m.o.Resolve.Effort, resolve.MostEffort))
	parts := append(slices.Clone(gameParts[1:]), 1)
	next := 2 // round
	for i := 0; next <= rounds || i < len(parts); i++ {
		if next <= rounds && (i >= len(parts) || !only()) {
			if err := m.rounds(ctx, levels, next); err != nil {
				return err
			}
			next++
		}
		if i < len(parts) {
			if err := m.builds(ctx, levels, parts[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// rounds has a round of refutation for all positions that are open. Where many are, much was captured as a rule, and
// larger budgets refute nothing: then the round ends after some that it does not decide, and the third is left out.
func (m *memory) rounds(ctx context.Context, levels [][]*state, round int) error {
	open, vain := 0, 0
	for range undecided(levels) {
		open++
	}
	many := open > m.fewOpen
	if many && round > 2 {
		return nil
	}
	for s := range undecided(levels) {
		if many && vain >= mostVain {
			return nil
		}
		if err := m.round(ctx, s, round, many); err != nil {
			return err
		}
		if vain++; s.Verdict != kernel.Unknown {
			vain = 0
		}
	}
	return nil
}

// builds tries to build games to all positions that are open, with a part of the budget, unless there are too many.
func (m *memory) builds(ctx context.Context, levels [][]*state, part uint64) error {
	kin := map[*kin]bool{}
	for s := range undecided(levels) {
		kin[s.kin] = true
	}
	if len(kin) > m.fewKin {
		return nil
	}
	for s := range undecided(levels) {
		found, err := m.connect(s)
		if err == nil && !found {
			err = m.build(ctx, s, part)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// undecided are the positions that are open when it is their turn, those nearer to the goal first.
func undecided(levels [][]*state) iter.Seq[*state] {
	return func(yield func(*state) bool) {
		for _, s := range slices.Concat(levels...) {
			if s.Verdict == kernel.Unknown && !yield(s) {
				return
			}
		}
	}
}

// tree makes the nodes from what the memory knows.
func (r *Retract) tree(root *state) {
	if root.Verdict == kernel.Illegal {
		return
	}
	level := []*Node{r.node([]*state{root}, 0)}
	for plies := 1; len(level) > 0; plies++ {
		r.Nodes = append(r.Nodes, level...)
		var next []*Node
		known := map[string]*Node{}
		for _, n := range level {
			if n.End != GoesOn {
				continue
			}
			for _, m := range movesTo(n.states...) {
				u := Unmove{MoveBack: m.MoveBack}
				if left := m.left(); len(left) > 0 {
					u.Before = r.node(left, plies)
					key := strings.Join(u.Before.Positions, "\n")
					if known[key] == nil {
						u.Before.number = len(r.Nodes) + len(next)
						known[key] = u.Before
						next = append(next, u.Before)
					}
					u.Before = known[key]
					u.Node = u.Before.number
				} else {
					u.Reasons = m.Reasons()
				}
				n.Unmoves = append(n.Unmoves, u)
			}
		}
		level = next
	}
	for _, n := range slices.Backward(r.Nodes) {
		n.count()
	}
}

// left returns the positions before a move that are not illegal, each once, in an order of their own.
func (m *LastMove) left() (states []*state) {
	for _, s := range m.states {
		if s.Verdict != kernel.Illegal && !slices.Contains(states, s) {
			states = append(states, s)
		}
	}
	slices.SortFunc(states, func(a, b *state) int { return strings.Compare(a.Setup.FEN(), b.Setup.FEN()) })
	return states
}

// node makes a node of positions.
func (r *Retract) node(states []*state, plies int) *Node {
	n := &Node{Plies: plies, states: states, Verdict: kernel.Unknown.String()}
	for _, s := range states {
		n.Positions = append(n.Positions, s.Setup.FEN())
		if s.Verdict == kernel.Legal {
			n.Verdict = s.Verdict.String()
		}
		n.Start = n.Start || s.Reason == kernel.IsStart
		n.Skipped = n.Skipped || s.skipped
	}
	switch {
	case plies == r.Plies:
		n.End = AtPlies
	case slices.ContainsFunc(states, func(s *state) bool { return !s.taken }):
		n.End = AtLimit
	case !slices.ContainsFunc(states, (*state).goesBack):
		n.End = AtFirst
	}
	return n
}

// count counts the ways, when those of the nodes before are counted.
func (n *Node) count() {
	switch {
	case n.End == AtPlies && n.Verdict == kernel.Legal.String():
		n.Possible.SetInt64(1)
	case n.End == AtPlies && n.Skipped:
		n.Ways.Skipped.SetInt64(1)
	case n.End == AtPlies:
		n.Open.SetInt64(1)
	case n.End != GoesOn:
		n.Shorter.SetInt64(1)
	}
	for _, u := range n.left() {
		for i, ways := range u.Before.Numbers() {
			sum := n.Numbers()[i]
			sum.Add(&sum.Int, &ways.Int)
		}
	}
}

// Root returns the node of the position that was asked about, or nil.
func (r *Retract) Root() *Node {
	if len(r.Nodes) == 0 {
		return nil
	}
	return r.Nodes[0]
}

// Forced returns the un-moves that are forced, the last move first: as far back as all others are impossible.
func (r *Retract) Forced() (list []*Unmove) {
	for n := r.Root(); n != nil && !n.Start && n.End == GoesOn; {
		left := n.left()
		if len(left) != 1 {
			break
		}
		list = append(list, left[0])
		n = left[0].Before
	}
	return list
}

// left returns the un-moves that are not impossible.
func (n *Node) left() (list []*Unmove) {
	for i := range n.Unmoves {
		if n.Unmoves[i].Before != nil {
			list = append(list, &n.Unmoves[i])
		}
	}
	return list
}

// claim adds the claims which last moves are possible, for each position of the tree that does not end there.
func (r *Retract) claim(ctx context.Context, c *Certificate) error {
	if len(r.Nodes) == 0 {
		return c.Add(ctx, &LastMoves{Asked: r.Asked})
	}
	if err := c.drawn(ctx, r.drawn); err != nil {
		return err
	}
	claimed := map[*state]bool{}
	for _, n := range r.Nodes {
		for _, s := range n.states {
			if n.End == GoesOn && !claimed[s] {
				claimed[s] = true
				if err := c.Add(ctx, r.memory.lastMoves(s)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
