package illegal

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"

	"retroproof/chess"
	"retroproof/proofs/lrat"
	"retroproof/proofs/replay"
)

// Options of Check. The zero value is for a caller without wishes.
type Options struct {
	// Memory bounds the live clauses of all proofs that are checked at once, in
	// bytes; 0 is proofs.DefaultMemory.
	Memory int64
	// Jobs is how many positions are checked at once; 0 is one for every processor.
	Jobs int
	// Replay says by which rules games are replayed.
	Replay replay.Options
	// Each is called for every position, in their order, when its tree or game has been
	// verified. Only if Check returns no error is the container verified.
	Each func(Verified)
}

// Check checks a container. It returns an error unless every node of every
// position's tree is verified, and there is nothing else in it. An error that is
// none of this package's, nor of package proofs, is the reader's or the
// context's.
func Check(ctx context.Context, r io.ReaderAt, size int64, o Options) (*Report, error) {
	if o.Jobs < 1 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Memory <= 0 {
		o.Memory = lrat.DefaultMemory
	}
	c, err := openContainer(r, size)
	if err != nil {
		return nil, err
	}
	start, err := parseNode(c.manifest.Start)
	if err != nil {
		return nil, because(ErrStart, "%w", err)
	}
	f := newFormulas(c, o.Memory/int64(o.Jobs))
	report := &Report{Start: c.manifest.Start, Initial: start == initial, Nodes: map[string]int64{}}
	if err := checkLines(ctx, c, &start, f, o, report); err != nil {
		return nil, err
	}
	// Every formula there is has been needed, and so was verified.
	report.Formulas, report.Proofs = int64(len(f.known)), f.stats
	for name := range c.members {
		if m := formulaMember.FindStringSubmatch(name); m != nil && f.known[m[1]] == nil {
			return nil, because(ErrUnused, "%s", name)
		}
	}
	return report, nil
}

// batch is how many lines a worker takes at once: most are checked in no time.
const batch = 32

// job is some lines of a member with trees and games.
type job struct {
	first int64 // number of the first position
	lines [][]byte
	done  chan struct{}

	verified []Verified
	nodes    map[string]int64
	err      error
}

// lineChecker checks lines, one after the other.
type lineChecker struct {
	trees *treeChecker
	start string // FEN
	rules replay.Options
}

// checkLines checks all trees and games with several workers. The error is that of
// the first position that fails.
func checkLines(parent context.Context, c *container, start *chess.Setup, f *formulas, o Options, report *Report) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	work := make(chan *job, o.Jobs)
	order := make(chan *job, 4*o.Jobs)
	var workers sync.WaitGroup
	defer workers.Wait()
	for range o.Jobs {
		trees, err := newTreeChecker(start, f)
		if err != nil {
			cancel()
			close(work)
			return err
		}
		checker := &lineChecker{trees, c.manifest.Start, o.Replay}
		workers.Go(func() {
			for j := range work {
				j.run(ctx, checker)
				close(j.done)
			}
		})
	}
	go func() {
		defer close(order)
		defer close(work)
		readTrees(ctx, c, order, work)
	}()
	var failed error
	for j := range order {
		<-j.done
		if failed == nil {
			failed = j.err
		}
		if failed != nil {
			cancel() // and let the others end
			continue
		}
		for _, v := range j.verified {
			report.count(&v)
			if o.Each != nil {
				o.Each(v)
			}
		}
		for rule, n := range j.nodes {
			report.Nodes[rule] += n
		}
	}
	switch {
	case failed != nil && parent.Err() != nil:
		return parent.Err()
	case failed != nil:
		return failed
	case parent.Err() != nil:
		return parent.Err()
	case report.Positions != c.manifest.Positions:
		return because(ErrCount, "%d positions, and the manifest says %d", report.Positions, c.manifest.Positions)
	case report.Games != c.manifest.Games:
		return because(ErrCount, "%d games, and the manifest says %d", report.Games, c.manifest.Games)
	}
	return nil
}

// readTrees hands out the lines of all members. What goes wrong is handed out,
// too.
func readTrees(ctx context.Context, c *container, order, work chan<- *job) {
	next := int64(1)
	hand := func(j *job) bool {
		j.done = make(chan struct{})
		if j.err != nil {
			close(j.done)
			order <- j
			return false
		}
		select {
		case order <- j:
		case <-ctx.Done():
			return false
		}
		select {
		case work <- j:
			return true
		case <-ctx.Done():
			j.err = ctx.Err()
			close(j.done)
			return false
		}
	}
	for _, t := range c.manifest.Trees {
		l, err := c.openTrees(t.Name)
		if err != nil {
			hand(&job{err: err})
			return
		}
		j := &job{first: next}
		size := 0
		for {
			line, err := l.next()
			if err != nil && err != io.EOF {
				l.close()
				hand(&job{err: err})
				return
			}
			if err == nil {
				j.lines = append(j.lines, line)
				size += len(line)
				next++
			}
			if len(j.lines) == batch || size > 1<<20 || err == io.EOF && len(j.lines) > 0 {
				if !hand(j) {
					l.close()
					return
				}
				j, size = &job{first: next}, 0
			}
			if err == io.EOF {
				break
			}
		}
		l.close()
		if next != t.First+t.Positions {
			hand(&job{err: because(ErrCount, "%s has %d positions, and the manifest says %d", t.Name, next-t.First, t.Positions)})
			return
		}
	}
}

// run checks the lines of a job up to the first that fails.
func (j *job) run(ctx context.Context, c *lineChecker) {
	j.nodes = map[string]int64{}
	for i, line := range j.lines {
		j.lines[i] = nil
		check := c.tree
		if isGame(line) {
			check = c.game
		}
		v, err := check(ctx, line, j.nodes)
		if err != nil {
			if errors.Is(err, ctx.Err()) {
				j.err = err
				return
			}
			failed := &NodeError{Node: -1, Err: err}
			errors.As(err, &failed)
			failed.Position, failed.Root = j.first+int64(i), v.FEN
			j.err = failed
			return
		}
		j.verified = append(j.verified, v)
	}
}

// tree checks the line of a tree, and counts its nodes. With an error it returns the
// position as far as it is known.
func (c *lineChecker) tree(ctx context.Context, line []byte, nodes map[string]int64) (v Verified, err error) {
	t, err := Read(line)
	if len(t.Nodes) > 0 {
		v.FEN = t.Nodes[0].FEN
	}
	if err == nil {
		err = c.trees.check(ctx, t)
	}
	if err != nil {
		return v, err
	}
	for k := range t.Nodes {
		nodes[t.Nodes[k].kind()]++
	}
	v.Reason, v.Nodes = t.Nodes[0].kind(), len(t.Nodes)
	return v, nil
}

// game checks the line of a game.
func (c *lineChecker) game(_ context.Context, line []byte, _ map[string]int64) (v Verified, err error) {
	g, err := ReadGame(line)
	v.FEN = g.FEN
	if err != nil {
		return v, err
	}
	r, err := g.check(c.start, c.rules)
	v.Legal, v.Plies = err == nil, r.Plies
	return v, err
}

// kind is how reports call the rule of a node.
func (n *Node) kind() string {
	if n.Rule == Argument {
		return string(n.Argument.Reason)
	}
	return n.Rule
}
