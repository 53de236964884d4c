package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// memory has the positions of one question, each decided once, whatever un-moves lead there. What is known of one
// decides others: a position is legal if one before it is, or if a few quiet moves lead there from a legal one; and it
// is illegal if all before it are, unless games start there.
type memory struct {
	o       Options
	start   chess.Setup
	begin   *chess.Position      // the same
	refute  kernel.DecideOptions // with a memory of searches for kernels
	states  map[chess.Setup]*state
	classes map[class]*kin
	left    int // positions that may still be decided
	glances int // positions that a glance may still refute
	games   int // attempts of the smallest budget that are left; those of larger ones count as several

	failed   int    // attempts to build a game since one succeeded
	inVain   int    // how many of them, before the large budgets
	failures int    // attempts to build a game for a class, before the large budgets
	fewKin   int    // while more classes are open, large budgets are not given to games
	fewOpen  int    // while more positions are open, they are not given to refutations
	nodes    uint64 // of searches for kernels that were made
}

// kin are the positions of a class.
type kin struct {
	legal  []*state // to begin connections from
	failed int      // attempts to build a game
	asked  bool     // the formula of the kernels of one was asked
}

// state is a position of a memory.
type state struct {
	resolve.Answer // the game is written when it is wanted
	position       chess.Position
	kin            *kin

	begun   bool         // second was called
	skipped bool         // the limit, or an interruption, ended the question before it was decided
	unasked bool         // the formula of its kernels was not asked
	taken   bool         // its un-moves are in back, all of them
	back    []retraction // each once
	after   []step       // the positions of the memory that it leads to

	// A legal position has the game to via, without so many plies of its end, and then these moves. Without via Game is
	// its game, and these are all moves.
	via   *state
	less  int
	moves []chess.Move
	added int // plies by which it is longer than a game that was built
}

// retraction is an un-move of a state.
type retraction struct {
	chess.Unmove
	before *state
}

// goesBack reports whether one of the positions before, as far as they were taken, is not refuted.
func (s *state) goesBack() bool {
	return slices.ContainsFunc(s.back, func(r retraction) bool { return r.before.Verdict != kernel.Illegal })
}

// step is a move of a state to another one.
type step struct {
	move chess.Move
	to   *state
}

// errContradiction says that a position was both refuted and shown by a game. One of them is a mistake of the program.
var errContradiction = errors.New("a position is both legal and illegal")

const (
	mostKin     = 16 // legal positions of a class that are kept to begin connections from
	mostTried   = 4  // of these, for one position
	mostFailed  = 2  // memory.failures
	fewOpenKin  = 3  // memory.fewKin
	mostVain    = 4  // positions that a round does not decide before it ends, if many are open
	mostInVain  = 8  // attempts to build a game before the large budgets, if all fail
	glancesEach = 50 // positions that a glance may refute, for each that it does not
	mostAdded   = 60 // plies added to a game that was built, so that games do not go on without end

	// A position is charged as one more for so many positions of its last-move analysis, and for so many nodes.
	perPositions = 50
	perNodes     = 2000
	leastRound   = 200 // positions of last-move analyses that a position is charged for in a later round at least
)

// newMemory returns an empty memory.
func newMemory(o *Options, positions, games int) (*memory, error) {
	m := &memory{
		o: *o, start: *rules.StartOr(o.Resolve.Refute.Start), states: map[chess.Setup]*state{}, classes: map[class]*kin{},
		left: positions, glances: glancesEach * positions, games: games,
		failures: mostFailed, fewKin: math.MaxInt, fewOpen: math.MaxInt, inVain: math.MaxInt,
	}
	var err error
	if m.begin, err = chess.NewPosition(m.start); err != nil {
		return nil, err
	}
	m.o.Resolve.Few = true
	m.refute = o.Resolve.Refute
	search := m.refute.Kernel
	if search == nil {
		search = kernel.ExtendedKernel
	}
	m.refute.Kernel = kernel.Remembered(m.count(search))
	return m, nil
}

// count is a search for kernels whose nodes are counted.
func (m *memory) count(search kernel.KernelSearch) kernel.KernelSearch {
	return func(ctx context.Context, start, goal *chess.Setup, nodes uint64) kernel.Result {
		r := search(ctx, start, goal, nodes)
		m.nodes += r.Nodes
		return r
	}
}

// find returns the state of a position, a new one if it was not met before.
func (m *memory) find(p *chess.Position) (s *state, isNew bool) {
	setup := p.Setup()
	setup = withoutClocks(&setup)
	if s := m.states[setup]; s != nil {
		return s, false
	}
	s = &state{position: *p}
	s.Setup = setup
	key := classOf(p)
	if s.kin = m.classes[key]; s.kin == nil {
		s.kin = &kin{}
		m.classes[key] = s.kin
	}
	m.states[setup] = s
	return s, true
}

// first decides a new position with the small budgets: at a glance, by a connection, by a refutation; and by a game,
// unless that can wait.
func (m *memory) first(ctx context.Context, s *state, wait bool) error {
	a, err := m.o.glance(ctx, &s.Setup)
	if err != nil {
		return err
	}
	switch a.Verdict {
	case kernel.Illegal:
		if m.glances--; m.glances < 0 {
			return errLimit
		}
		return m.refuted(s, &a.Decision)
	case kernel.Legal:
		return m.shown(s, nil, 0, nil)
	}
	if m.left--; m.left < 0 {
		return errLimit
	}
	if found, err := m.connect(s); found || err != nil {
		return err
	}
	with := m.small()
	with.FormulaConflicts = -1
	before := m.nodes
	err = m.again(ctx, s, with)
	m.left -= s.Decision.Positions/perPositions + int((m.nodes-before)/perNodes)
	if err != nil || s.Verdict != kernel.Unknown || wait {
		return err
	}
	return m.second(ctx, s)
}

// small returns the budgets of a first refutation.
func (m *memory) small() kernel.DecideOptions {
	with := m.refute
	with.KernelNodes = min(mostKernels, cmp.Or(with.KernelNodes, mostKernels))
	return with
}

// second goes on with a position that is open: by a game with a small budget, and then by the formula of its kernels,
// which is dear and mostly says the same of all positions of a class, so that it is asked for one of them.
func (m *memory) second(ctx context.Context, s *state) error {
	s.begun = true
	if s.kin.failed < m.failures && m.failed < m.inVain {
		if err := m.build(ctx, s, gameParts[0]); err != nil || s.Verdict != kernel.Unknown {
			return err
		}
	}
	if s.unasked = s.kin.asked; s.unasked {
		return nil
	}
	s.kin.asked = true
	with := m.small()
	with.CageStates, with.LastMovePositions = -1, -1
	known, out := s.Kernel, s.OutOfBudget
	with.Known = &known
	err := m.again(ctx, s, with)
	if s.Verdict == kernel.Unknown {
		s.OutOfBudget = append(out, s.OutOfBudget...)
	}
	return err
}

// round tries to refute a position that is open in a later round, unless a larger budget cannot help; with the kernels
// of the first one if there are many such positions.
func (m *memory) round(ctx context.Context, s *state, round int, many bool) error {
	if m.o.Positions <= 0 || len(s.OutOfBudget) == 0 && !s.unasked {
		return nil
	}
	known := s.Kernel
	with := m.refute
	if many {
		with = m.small()
	}
	with = with.Round(round)
	with.Known = &known
	s.unasked = false
	err := m.again(ctx, s, with)
	m.o.Positions -= leastRound + s.Decision.Positions
	return err
}

// connect looks for a way from a legal position of the class, if games are wanted.
func (m *memory) connect(s *state) (bool, error) {
	if m.o.Resolve.NoGame {
		return false, nil
	}
	tried := 0
	for _, from := range slices.Backward(s.kin.legal) {
		c := newConnection(&from.position, &s.position)
		if c == nil {
			continue
		}
		if tried++; tried > mostTried {
			break
		}
		if moves := c.find(); moves != nil {
			return true, m.shown(s, from, 0, moves)
		}
		if less, moves := detour(m.begin, m.played(from), &s.position); moves != nil {
			return true, m.shown(s, from, less, moves)
		}
	}
	return false, nil
}

// again tries to refute a position that is open.
func (m *memory) again(ctx context.Context, s *state, with kernel.DecideOptions) error {
	d, err := kernel.Decide(ctx, &s.Setup, with)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	if d.Verdict == kernel.Illegal {
		return m.refuted(s, &d)
	}
	s.Decision = d
	return nil
}

// build tries to build a game to a position that is open, with a part of the budget.
func (m *memory) build(ctx context.Context, s *state, part uint64) error {
	price := int(gameParts[0] / part)
	if m.o.Resolve.NoGame || m.games < price {
		return nil
	}
	m.games -= price
	with := m.o.Resolve
	known := s.Kernel // with a kernel to begin with, if one was found
	with.OnlyGlance, with.Refute.Known, with.Refute.Kernel = true, &known, m.refute.Kernel
	if m.o.Premise != nil {
		with.Game.Seed += uint64(s.kin.failed)
	}
	with.Game.States = max(1, cmp.Or(with.Game.States, proofgame.DefaultStates)/part)
	a, err := resolve.Position(ctx, &s.Setup, with)
	if err != nil {
		return err
	}
	if a.Verdict != kernel.Legal {
		s.kin.failed++
		m.failed++
		return nil
	}
	m.failed = 0
	game := notation.Game{Start: m.start, Moves: a.Game}
	if s.moves, _, err = game.Play(); err != nil {
		return err
	}
	if err = m.shown(s, nil, 0, nil); s.Verdict == kernel.Unknown {
		s.kin.failed++ // the game breaks the premise
	}
	return err
}

// refuted notes that a position is illegal, and so are those after it of which no un-move is left.
func (m *memory) refuted(s *state, d *kernel.Decision) error {
	if s.Verdict == kernel.Legal {
		return fmt.Errorf("%s: %w", s.Setup.FEN(), errContradiction)
	}
	s.Decision = *d
	for _, step := range s.after {
		if err := m.settle(step.to); err != nil {
			return err
		}
	}
	return nil
}

// settle refutes a position if all positions before it are refuted.
func (m *memory) settle(s *state) error {
	if !s.taken || s.Verdict == kernel.Illegal || s.Reason == kernel.IsStart || m.o.Premise != nil || s.goesBack() {
		return nil // games without the premise may lead there
	}
	const why = "every move that leads here leads from an illegal position"
	e := &kernel.Evidence{Setup: s.Setup, Reason: rules.LastMovesRefuted, Detail: why}
	for _, r := range s.back {
		e.Unmoves = append(e.Unmoves, kernel.RefutedUnmove{Unmove: r.Unmove, Before: r.before.Evidence})
	}
	d := kernel.Decision{Setup: s.Setup, Start: m.start, Kernel: s.Kernel}
	d.Verdict, d.Reason, d.Evidence = kernel.Illegal, e.Reason, e
	return m.refuted(s, &d)
}

// shown notes that a position is legal: by the game to another one without so many plies of its end, and the moves from
// there on, or by the game that it has. So are all positions that it leads to.
func (m *memory) shown(s, via *state, less int, moves []chess.Move) error {
	switch s.Verdict {
	case kernel.Legal:
		return nil
	case kernel.Illegal:
		return fmt.Errorf("%s: %w", s.Setup.FEN(), errContradiction)
	}
	if m.o.Premise != nil {
		game := moves
		if via != nil {
			game = m.played(via)
			game = slices.Concat(game[:len(game)-less], moves)
		} else if game == nil {
			game = s.moves
		}
		if !m.o.keeps(&m.start, game, 1) {
			return nil
		}
	}
	s.Verdict, s.Reason, s.OutOfBudget, s.Start = kernel.Legal, resolve.ProofGame, nil, m.start
	switch {
	case facts.SameSetup(&m.start, &s.Setup):
		s.Reason, s.Game, s.moves = kernel.IsStart, nil, nil
	case via != nil:
		s.via, s.less, s.moves = via, less, moves
		s.added = via.added + len(moves) - less
	}
	if s.added < mostAdded {
		if s.kin.legal = append(s.kin.legal, s); len(s.kin.legal) > mostKin {
			s.kin.legal = slices.Delete(s.kin.legal, 0, 1)
		}
	}
	for _, step := range s.after {
		if err := m.shown(step.to, s, 0, []chess.Move{step.move}); err != nil {
			return err
		}
	}
	return nil
}

// played returns the moves of the game to a legal position.
func (m *memory) played(s *state) []chess.Move {
	if s.via == nil {
		return s.moves
	}
	game := m.played(s.via)
	return slices.Concat(game[:len(game)-s.less], s.moves)
}

// game returns the game to a legal position, in SAN.
func (m *memory) game(s *state) []string { return notation.SANs(m.begin, m.played(s)) }

// errLimit says that no more positions may be decided.
var errLimit = errors.New("the limit of positions is reached")

// retract takes all last moves of a position back, and decides the positions before it; their games can wait if those
// before them will be decided, too. If the limit ends that, or the context, the positions that are left are skipped.
func (m *memory) retract(ctx context.Context, s *state, wait bool) error {
	if s.taken || s.Verdict == kernel.Illegal {
		return nil
	}
	var stopped error
	for _, u := range s.position.Unmoves(nil, chess.UnmoveOptions{MaterialLimit: m.start == chess.InitialSetup()}) {
		q := s.position.Before(u)
		before, isNew := m.find(&q)
		if !m.o.Premise.Allows(&m.start, &before.Setup, &s.Setup) {
			if isNew {
				delete(m.states, before.Setup) // it is decided where another move leads on from it
			}
			setup := before.Setup
			before, isNew = &state{Answer: excluded(&setup, &m.start)}, false
		}
		if isNew && stopped == nil {
			stopped = m.first(ctx, before, wait)
			if stopped != nil && !errors.Is(stopped, errLimit) && ctx.Err() == nil {
				return stopped
			}
		}
		before.skipped = before.skipped || isNew && stopped != nil
		s.back = append(s.back, retraction{u, before})
		before.after = append(before.after, step{u.Move, s})
		if before.Verdict == kernel.Legal {
			if err := m.shown(s, before, 0, []chess.Move{u.Move}); err != nil {
				return err
			}
		}
	}
	s.taken = true
	return cmp.Or(m.settle(s), stopped)
}

// Decider decides the positions of a question that is asked elsewhere, as AskRetract does: each once, with what is
// known of the others.
type Decider struct {
	memory *memory
	asked  []*state // that were not illegal when they were asked about
}

// NewDecider returns a Decider. It decides at most o.Questions positions, and those that a glance refutes; 0 is
// DefaultLimit.
func NewDecider(o Options) (*Decider, error) {
	o.Positions = cmp.Or(o.Positions, RetractPositions)
	m, err := newMemory(&o, cmp.Or(o.Questions, DefaultLimit), retractGames)
	return &Decider{memory: m}, err
}

// Harder goes on with all positions that were asked about and are open, with the budgets of a question about last
// moves.
func (d *Decider) Harder(ctx context.Context) error {
	return d.memory.later(ctx, [][]*state{d.asked}, func() bool { return false })
}

// Decide says whether games lead to a position; it is open beyond the limit.
func (d *Decider) Decide(ctx context.Context, p *chess.Position) (Verdict, error) {
	s, isNew := d.memory.find(p)
	if isNew {
		err := d.memory.first(ctx, s, false)
		if err != nil {
			delete(d.memory.states, s.Setup)
		}
		if errors.Is(err, errLimit) {
			return Open, nil
		} else if err != nil {
			return Open, fmt.Errorf("%s: %w", s.Setup.FEN(), err)
		}
		if s.Verdict != kernel.Illegal {
			d.asked = append(d.asked, s)
		}
	}
	return Positions{&s.Answer}.Verdict(), nil
}

// Ordinary reports whether games begin with the men of the initial position.
func (d *Decider) Ordinary() bool { return d.memory.start == chess.InitialSetup() }
