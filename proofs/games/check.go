package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"retroproof/proofs"
	"retroproof/proofs/replay"
)

// Options are the options of Check. The zero value selects the defaults.
type Options struct {
	Replay replay.Options
	// GamesOnly accepts files that also claim positions illegal; these are counted and not
	// checked.
	GamesOnly bool
	// Each is called for every game, in their order, when it has been replayed. The file is
	// verified only if Check returns no error.
	Each func(Verified)
}

// Verified is a position that a game leads to.
type Verified struct {
	FEN   string
	Start string // FEN
	Plies int
}

// Report is what Check has verified: a legal game leads to each of Games positions.
type Report struct {
	Games     int64
	FEN       string // the position, if there is exactly one
	Elsewhere int64  // number of games that do not start from the initial position
	Plies     int64  // total of all games
	Longest   int    // plies of the longest game
	Quiet     int    // largest number of consecutive plies, in any game, without a capture or a pawn move
	Undecided int64  // number of positions without a claim
	Skipped   int64  // number of positions claimed illegal, see Options.GamesOnly
}

// String prints the report for people.
func (r *Report) String() string {
	var b strings.Builder
	if r.Games == 1 {
		fmt.Fprintf(&b, "legal: %s\n", r.FEN)
	} else {
		fmt.Fprintf(&b, "legal positions: %d\n", r.Games)
	}
	if r.Elsewhere > 0 {
		fmt.Fprintf(&b, "games not from the initial position: %d\n", r.Elsewhere)
	}
	fmt.Fprintf(&b, "games: %d plies; the longest %d; at most %d in a row without a capture or a pawn's move\n",
		r.Plies, r.Longest, r.Quiet)
	if r.Undecided > 0 {
		fmt.Fprintf(&b, "undecided positions: %d\n", r.Undecided)
	}
	if r.Skipped > 0 {
		fmt.Fprintf(&b, "not checked, for they are called illegal: %d\n", r.Skipped)
	}
	return b.String()
}

// Limits on the lines that are held at once, of which several are replayed at a time: their
// number, and their size in bytes.
const (
	batch      = 256
	batchBytes = 1 << 22
)

// Check checks a file. It returns an error unless every game in it has been replayed and leads
// to its position, and the file claims nothing else. An error that is not an [*Error] is that
// of the reader or the context.
func Check(ctx context.Context, in io.Reader, name string, o Options) (*Report, error) {
	r, report := newReader(in), &Report{}
	for ended := false; !ended; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var lines []line
		for size := 0; len(lines) < batch && size < batchBytes && !ended; {
			l, err := r.next()
			switch {
			case err == io.EOF:
				ended = true
				continue
			case err == nil && l.verdict == illegal && !o.GamesOnly:
				err = ErrClaim
			}
			if err != nil {
				if !errors.As(err, new(reason)) {
					return nil, err
				}
				// A line before this one may have another error, but reporting one is enough.
				return nil, &Error{name, l.number, l.goal, err}
			}
			lines = append(lines, l)
			size += l.size()
		}
		if err := report.add(lines, name, o); err != nil {
			return nil, err
		}
	}
	if report.Games == 0 {
		return nil, &Error{Name: name, Err: ErrEmpty}
	}
	return report, nil
}

// add replays the games of lines, several at once, and reports in their order.
func (r *Report) add(lines []line, name string, o Options) error {
	results := make([]replay.Result, len(lines))
	errs := make([]error, len(lines))
	workers := min(runtime.GOMAXPROCS(0), len(lines))
	proofs.Parallel(workers, func(w int) {
		for i := w; i < len(lines); i += workers {
			if l := &lines[i]; l.verdict == legal {
				results[i], errs[i] = replay.Check(l.start, l.goal, l.moves, o.Replay)
			}
		}
	})
	for i := range lines {
		l := &lines[i]
		switch {
		case errs[i] != nil:
			return &Error{name, l.number, l.goal, errs[i]}
		case l.verdict == unknown:
			r.Undecided++
			continue
		case l.verdict == illegal:
			r.Skipped++
			continue
		}
		v := Verified{l.goal, cmp.Or(l.start, replay.Initial), results[i].Plies}
		r.Games++
		r.FEN = v.FEN
		r.Plies += int64(v.Plies)
		r.Longest = max(r.Longest, v.Plies)
		r.Quiet = max(r.Quiet, results[i].MaxQuiet)
		if v.Start != replay.Initial {
			r.Elsewhere++
		}
		if o.Each != nil {
			o.Each(v)
		}
	}
	return nil
}
