package exact

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"retroproof/proofs/replay"
)

// The bytes of the tree, one for each position.
const (
	PlayOn = 'p' // every legal move is played, in the order of replay.Position.Moves
	Refute = 'r' // followed by a byte with the number of steps, and the steps
)

// MostSteps is the largest number of steps for one position.
const MostSteps = 16

// The errors of certificates that are well-formed and not verified.
var (
	ErrArgument = errors.New("an argument does not hold")
	ErrCount    = errors.New("the number of games is another one")
	ErrTooLarge = errors.New("the limit of positions was reached")
)

// Options are the options of [Check].
type Options struct {
	// Positions limits the number of positions that are remembered; 0 means a million. Each
	// takes about 250 bytes.
	Positions int
}

// Report is what has been verified.
type Report struct {
	Claim Claim
	// Positions is the number of positions examined; Refuted is the number of those that an
	// argument refutes.
	Positions, Refuted int
}

// Check verifies a certificate. A certificate that is not verified gives an error that wraps
// ErrMalformed, ErrArgument, ErrCount or ErrTooLarge; other errors are those of the reader or
// the context.
func Check(ctx context.Context, r io.Reader, o Options) (*Report, error) {
	o.Positions = cmp.Or(o.Positions, 1_000_000)
	in := bufio.NewReader(r)
	claim, err := readClaim(in)
	if err != nil {
		return nil, err
	}
	start, err := replay.ParsePlayable(claim.Start)
	if err != nil {
		return nil, fmt.Errorf("%w: start: %w", ErrMalformed, err)
	}
	target, err := claim.Target()
	if err != nil {
		return nil, err
	}
	c := &checker{ctx: ctx, in: in, o: o, target: target, bound: NewBound(target.Goal), counted: map[remembered]uint64{}}
	c.report.Claim, c.bound.Series = *claim, target.Series
	games, err := c.count(start, claim.Plies)
	if err != nil {
		return nil, err
	}
	if rest, err := io.ReadAll(io.LimitReader(in, 2)); err != nil || string(rest) != "\n" {
		return nil, fmt.Errorf("%w: %q follows the tree, want a line feed", ErrMalformed, rest)
	}
	if games != claim.Games {
		return nil, fmt.Errorf("%w: %d, not %d", ErrCount, games, claim.Games)
	}
	return &c.report, nil
}

// checker is the state of one check.
type checker struct {
	ctx     context.Context
	in      *bufio.Reader
	o       Options
	target  Target
	bound   *Bound
	matrix  Matrix
	counted map[remembered]uint64
	report  Report
}

// remembered identifies a position and the number of plies left.
type remembered struct {
	pos   replay.Position
	plies int
}

// count returns the number of games from a position.
func (c *checker) count(p *replay.Position, plies int) (uint64, error) {
	if plies == 0 {
		if !c.target.Reached(p) {
			return 0, nil
		}
		return 1, nil
	}
	if c.target.Goal != nil && !c.bound.Begin(p, plies) {
		return 0, nil
	}
	// Transpositions are counted once, so the cost is that of the positions, not of the ways to them.
	key := remembered{p.Key(), plies}
	if n, ok := c.counted[key]; ok {
		return n, nil
	}
	if c.report.Positions++; len(c.counted) >= c.o.Positions {
		return 0, ErrTooLarge
	}
	if c.report.Positions&0xFF == 0 && c.ctx.Err() != nil {
		return 0, c.ctx.Err()
	}
	// The file has a byte for each position in the order of the search: what refutes it, or that its moves follow.
	n := uint64(0)
	switch what, err := c.in.ReadByte(); {
	case err != nil:
		return 0, readError(err)
	case what == Refute && c.target.Goal != nil:
		c.report.Refuted++
		if err := c.refute(p, plies); err != nil {
			return 0, err
		}
	case what == PlayOn:
		for move, q := range p.Moves {
			if q = c.target.After(p, q, move, plies); q == nil {
				continue
			}
			k, err := c.count(q, plies-1)
			if err != nil {
				return 0, err
			}
			if n += k; n >= 1<<53 {
				return 0, fmt.Errorf("%w: too many to count", ErrCount)
			}
		}
	default:
		return 0, fmt.Errorf("%w: %q stands for a position", ErrMalformed, what)
	}
	c.counted[key] = n
	return n, nil
}

// refute reads and verifies the arguments for a position, which the bound has been begun with.
func (c *checker) refute(p *replay.Position, plies int) error {
	steps, err := c.in.ReadByte()
	if err != nil {
		return readError(err)
	}
	if steps == 0 || steps > MostSteps {
		return fmt.Errorf("%w: %d steps, want 1 to %d", ErrMalformed, steps, MostSteps)
	}
	refuted := false
	for range steps {
		step, err := c.readStep()
		if err != nil {
			return err
		}
		done, ok := c.bound.Apply(&c.matrix, step)
		if !ok {
			return fmt.Errorf("%w: %s, %d plies left", ErrArgument, p.FEN(), plies)
		}
		refuted = refuted || done
	}
	if !refuted {
		return fmt.Errorf("%w: %s, %d plies left, is not refuted", ErrArgument, p.FEN(), plies)
	}
	return nil
}

// readStep reads a step: the side, the number of men, their numbers, and those of the places.
func (c *checker) readStep() (*Step, error) {
	var head [2]byte
	if _, err := io.ReadFull(c.in, head[:]); err != nil {
		return nil, readError(err)
	}
	if head[0] > 1 {
		return nil, fmt.Errorf("%w: an argument for side %d with %d men", ErrMalformed, head[0], head[1])
	}
	n := int(head[1])
	numbers := make([]byte, 2*n)
	if _, err := io.ReadFull(c.in, numbers); err != nil {
		return nil, readError(err)
	}
	s := &Step{Side: int(head[0]), Men: make([]int8, n), Places: make([]int8, n)}
	for i := range n {
		s.Men[i], s.Places[i] = int8(numbers[i]), int8(numbers[n+i])
	}
	return s, nil
}

// readError returns the error of a file that ends too early, or that of the reader.
func readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: it ends in the tree", ErrMalformed)
	}
	return err
}
