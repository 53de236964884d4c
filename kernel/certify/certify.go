package certify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// Why there is no certificate.
var (
	errNotIllegal = errors.New("only decided positions have certificates")
	ErrBudget     = errors.New("budget reached")
	// errModel: a formula that should be unsatisfiable has a model. Search and formula
	// disagree, and one of them is wrong.
	errModel = errors.New("the formula has a model, and the search has found no kernel")
	// errFails: the checker would refuse an argument or a game.
	errFails = errors.New("the argument fails")
)

// DefaultConflicts is the default limit of conflicts for a proof: about a minute.
const DefaultConflicts = 1_000_000

// Options of a Certifier.
type Options struct {
	Tool      string       // names the program and its version in what is written; "": "retroproof"
	Start     *chess.Setup // nil: the initial position
	Conflicts int64        // of each proof; 0: DefaultConflicts, below 0: no limit
	Log       *slog.Logger // gets each formula that is refuted, and each certificate, at level debug; nil for none
}

// Certifier makes certificates for positions of one start. Several goroutines may
// use it.
type Certifier struct {
	tool    string
	start   chess.Setup
	library *library
	log     *slog.Logger
}

// New returns a Certifier.
func New(o Options) *Certifier {
	return &Certifier{tool: cmp.Or(o.Tool, "retroproof"), start: *rules.StartOr(o.Start), log: o.Log,
		library: newLibrary(cmp.Or(o.Conflicts, DefaultConflicts), o.Log)}
}

// Certificate is the evidence that one position is illegal, or legal, ready to be written.
type Certificate struct {
	tree  *illegal.Tree // its cores are numbered in the order of cores
	game  *illegal.Game // of a legal position
	cores []*refutation
}

// Game makes the certificate of a position that moves lead to from the start, in
// standard algebraic notation. It replays them by the rules of the checker.
func (c *Certifier) Game(goal *chess.Setup, moves []string) (*Certificate, error) {
	fen := goal.FEN()
	uci, err := notation.InUCI(&c.start, moves)
	if err == nil {
		_, err = replay.Check(c.start.FEN(), fen, uci, replay.Options{})
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", fen, errFails, err)
	}
	return &Certificate{game: &illegal.Game{FEN: fen, Moves: strings.Join(uci, " ")}}, nil
}

// Certify makes the certificate of a decision that a position is illegal. The
// same decision makes the same certificate. The error is ErrBudget if a proof
// took too many conflicts, or the context's.
func (c *Certifier) Certify(ctx context.Context, d *kernel.Decision) (*Certificate, error) {
	if d.Verdict != kernel.Illegal || d.Evidence == nil || d.Start != c.start {
		return nil, errNotIllegal
	}
	trace := kernel.NewTrace(c.log)
	w := &treeWriter{Certifier: c, ids: map[*kernel.Evidence]int{}, names: map[name]int{}}
	nodes := w.number(d.Evidence)
	t := &illegal.Tree{Nodes: make([]illegal.Node, len(nodes))}
	for i, e := range nodes {
		s := e.Setup
		if i > 0 { // the clocks of predecessors are not known
			s.HalfmoveClock, s.FullmoveNumber = 0, 1
		}
		fen := s.FEN()
		n, err := w.node(ctx, e)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", fen, e.Reason, err)
		}
		n.ID, n.FEN = i, fen
		t.Nodes[i] = *n
	}
	trace.Stage("certificate", "fen", d.Setup.FEN(), "nodes", len(nodes), "cores", len(w.cores))
	return &Certificate{tree: t, cores: w.cores}, nil
}

// treeWriter builds one tree.
type treeWriter struct {
	*Certifier
	ids   map[*kernel.Evidence]int
	names map[name]int // of cores
	cores []*refutation
}

// number numbers the nodes of the certificate, and returns them in order.
func (w *treeWriter) number(root *kernel.Evidence) []*kernel.Evidence {
	nodes := []*kernel.Evidence{root}
	w.ids[root] = 0
	for i := 0; i < len(nodes); i++ {
		for _, u := range nodes[i].Unmoves {
			if _, ok := w.ids[u.Before]; ok || w.Counted(&u.Before.Setup) {
				continue
			}
			w.ids[u.Before] = len(nodes)
			nodes = append(nodes, u.Before)
		}
	}
	return nodes
}

// Counted reports whether counting the men of a predecessor proves that it cannot be reached, so that it needs no
// evidence. If the start is the initial position, the search has not generated such predecessors.
func (c *Certifier) Counted(before *chess.Setup) bool {
	had, has := facts.CountMaterial(&c.start), facts.CountMaterial(before)
	return !had.CanBecome(&has)
}

// unmoveText writes an un-move as replay.Position.Unmoves does.
func unmoveText(u chess.Unmove) string {
	captured := "-"
	if u.Captured != chess.NoMan {
		captured = string(u.Captured.Letter())
	}
	return u.Move.UCI() + " " + captured + " " + u.Castling.String() + " " + u.EnPassant.String()
}

// node converts a node, without its id and position.
func (w *treeWriter) node(ctx context.Context, e *kernel.Evidence) (*illegal.Node, error) {
	switch rules.ByReason(e.Reason).Proof {
	case rules.ByUnmoves:
		n := &illegal.Node{Rule: illegal.LastMove}
		for _, u := range e.Unmoves {
			if id, ok := w.ids[u.Before]; ok {
				n.Unmoves = append(n.Unmoves, illegal.Child{Unmove: unmoveText(u.Unmove), Node: id})
			}
		}
		return n, nil
	case rules.ByCore:
		k, err := w.kernel(ctx, e)
		if err != nil {
			return nil, err
		}
		return &illegal.Node{Rule: illegal.Kernel, Kernel: k}, nil
	}
	a := w.argument(e)
	if err := facts.Check(&w.start, &e.Setup, a); err != nil {
		return nil, fmt.Errorf("%w: %w", errFails, err)
	}
	return &illegal.Node{Rule: illegal.Argument, Argument: a}, nil
}

// kernel returns a kernel question with the core that refutes it: that there is no extended
// kernel, as for any position without a kernel.
func (w *treeWriter) kernel(ctx context.Context, e *kernel.Evidence) (*illegal.KernelQuestion, error) {
	facts := e.Facts
	if facts == nil {
		var refuted *rules.Impossible
		if facts, refuted = rules.Blocked(&w.start, &e.Setup); refuted != nil {
			return nil, fmt.Errorf("%w: %w", errFails, refuted)
		}
	}
	q, err := illegal.NewQuestion(&w.start, &e.Setup, facts)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errFails, err)
	}
	r, err := w.library.answer(ctx, q)
	if err != nil {
		return nil, err
	}
	if _, has := w.names[r.name]; !has {
		w.names[r.name] = len(w.cores)
		w.cores = append(w.cores, r)
	}
	return &illegal.KernelQuestion{Blocked: facts, Core: w.names[r.name]}, nil
}

// argument returns the argument of a node. A decision leaves out the arguments of static
// rules if no detail was requested: they are computed here.
func (w *treeWriter) argument(e *kernel.Evidence) *facts.Argument {
	if e.Argument != nil {
		return e.Argument
	}
	if refuted := rules.Static(&w.start, &e.Setup); refuted != nil {
		return refuted.Argument
	}
	return nil
}
