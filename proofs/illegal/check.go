package illegal

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync/atomic"

	chess "retroproof/chess/board"
	"retroproof/proofs"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/limits"
	"retroproof/proofs/replay"
)

// Options are the options of Check. The zero value selects the defaults.
type Options struct {
	// Memory limits the memory, in bytes, for everything that grows with the file. Whether a
	// file fits does not depend on Jobs. 0 means proofs.DefaultMemory.
	Memory int64
	// Jobs is the number of positions that are checked at once. 0 means one for every
	// processor, or fewer if the memory does not suffice for that.
	Jobs int
	// Replay has the rules by which games are replayed.
	Replay replay.Options
	// Stay has squares of men of the start. That no game leads to a position is then about those games alone in which
	// these men never move, nor are captured.
	Stay chess.Bitboard
	// Each is called for every position, in their order, when its tree or game has been
	// verified. The container is verified only if Check returns no error.
	Each func(Verified)
	// Core is called for every core, in no order and by several goroutines, when it has been verified.
	// An error ends the check.
	Core func(Refuted) error
}

// Refuted is a core with its proof: clauses of which each follows by unit propagation from those of the core and the
// ones before it, and which contradict each other in the end.
type Refuted struct {
	File   []byte // the core as the certificate has it
	Core   *core.Core
	Lemmas [][]int32
}

// Check checks a certificate. It returns an error unless every node of every position's tree and
// every game is verified, and the certificate has nothing else. An error that neither this
// package nor package proofs defines is that of the reader or the context.
func Check(ctx context.Context, r io.Reader, o Options) (*Report, error) {
	if o.Memory <= 0 {
		o.Memory = limits.DefaultMemory
	}
	c, err := openContainer(r, o.Memory/2)
	if err != nil {
		return nil, err
	}
	from, err := replay.ParsePlayable(c.Start)
	if err != nil {
		return nil, because(ErrStart, "%w", err)
	}
	start := facts.Setup(from)
	start.Stay = o.Stay
	// Half of the memory that header and cores leave is for lines, half for checking cores.
	half := (o.Memory - c.taken) / 2
	if o.Jobs < 1 {
		o.Jobs = min(runtime.GOMAXPROCS(0), int(max(1, half/leastShare)))
	}
	f := newCores(c, half, &o)
	checker := &lineChecker{start: c.Start, rules: o.Replay}
	for range o.Jobs {
		checker.trees = append(checker.trees, &treeChecker{start: &start, cores: f})
	}
	report := &Report{Start: c.Start, Initial: start == initial, Nodes: map[string]int64{}}
	if err := checker.all(ctx, c, half, o.Each, report); err != nil {
		return nil, err
	}
	// Every core in the certificate is used by a node, and so was verified.
	report.Cores, report.Proofs = int64(len(f.used)), f.stats()
	return report, c.unused(f.used)
}

// leastShare is the memory per worker, in bytes, for a core. Most need less.
const leastShare = 32 << 20

// lineChecker checks lines, several at once.
type lineChecker struct {
	trees []*treeChecker // one for every worker
	start string         // FEN
	rules replay.Options
}

// all checks all trees and games. The error is that of the first position that fails.
func (c *lineChecker) all(
	ctx context.Context, from *container, memory int64, each func(Verified), report *Report,
) error {
	for {
		b, ended := readBatch(from, memory)
		if err := c.check(ctx, b, report.Positions+1); err != nil {
			return err
		}
		for i := range b.verified {
			report.count(&b.verified[i])
			if each != nil {
				each(b.verified[i])
			}
		}
		switch {
		case ended == io.EOF && report.Positions != from.Positions:
			return because(ErrCount, "%d positions, and the header says %d", report.Positions, from.Positions)
		case ended == io.EOF:
			return nil
		case ended != nil:
			return ended
		}
	}
}

// batch is a group of lines held in memory together, with their results.
type batch struct {
	lines    [][]byte
	verified []Verified
	errs     []error
}

// readBatch reads lines up to an eighth of the memory, and one more, which may take the rest of
// it. If there is an error, it also returns the lines read before.
func readBatch(c *container, memory int64) (*batch, error) {
	b := &batch{}
	for taken := int64(0); taken < memory/8 && len(b.lines) < 1<<12; {
		line, cost, err := c.next(memory - memory/8)
		if err != nil {
			return b, err
		}
		b.lines = append(b.lines, line)
		taken += cost
	}
	return b, nil
}

// check checks the lines of a batch; first is the number of the first line's position. All
// lines before one that fails are checked, too.
func (c *lineChecker) check(ctx context.Context, b *batch, first int64) error {
	n := len(b.lines)
	b.verified, b.errs = make([]Verified, n), make([]error, n)
	var next, stop atomic.Int64
	stop.Store(int64(n))
	proofs.Parallel(len(c.trees), func(worker int) {
		for i := next.Add(1) - 1; i < stop.Load(); i = next.Add(1) - 1 {
			b.verified[i], b.errs[i] = c.line(ctx, c.trees[worker], b.lines[i])
			if b.errs[i] != nil {
				stop.Store(i) // lines before it are being checked already
			}
			b.lines[i] = nil
		}
	})
	for i, err := range b.errs {
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return ctx.Err()
		default:
			failed := &NodeError{Node: -1, Err: err}
			errors.As(err, &failed)
			failed.Position, failed.Root = first+int64(i), b.verified[i].FEN
			return failed
		}
	}
	return ctx.Err()
}

// line checks a line. If there is an error, it returns what is known of the position.
func (c *lineChecker) line(ctx context.Context, trees *treeChecker, line []byte) (v Verified, err error) {
	if isGame(line) {
		g, err := ReadGame(line)
		v.FEN = g.FEN
		if err != nil {
			return v, err
		}
		r, err := g.check(c.start, c.rules)
		v.Legal, v.Plies, v.Ended = err == nil, r.Plies, c.rules.MaxQuiet > 0 && r.MaxQuiet >= c.rules.MaxQuiet
		return v, err
	}
	t, err := Read(line)
	if len(t.Nodes) > 0 {
		v.FEN = t.Nodes[0].FEN
	}
	if err == nil {
		err = trees.check(ctx, t)
	}
	if err != nil {
		return v, err
	}
	for k := range t.Nodes {
		v.kinds = append(v.kinds, t.Nodes[k].Kind())
	}
	v.Reason, v.Nodes = v.kinds[0], len(v.kinds)
	return v, nil
}

// Kind returns the name that reports give to the rule of a node: the kind of an argument, and the rule otherwise.
func (n *Node) Kind() string {
	if n.Rule == Argument {
		return string(n.Argument.Kind)
	}
	return n.Rule
}
