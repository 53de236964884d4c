package poslist

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
)

// Work is a list of positions that are answered line by line: for verdicts ([Verdicts]) or for games ([Games]).
type Work struct {
	*progress.Console
	In      string              // name of the list; "-" for stdin
	Only    func(*batch.Reader) // the lines that are answered; nil for all
	Jobs    int
	Options resolve.Options
}

// open opens a list: the whole, or the part of it that is answered.
func (w *Work) open(ctx context.Context, name string, whole bool) (*batch.Reader, io.Closer, error) {
	in, err := w.Open(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	list := w.Positions(in)
	if w.Only != nil && !whole {
		w.Only(list)
	}
	return list, in, nil
}

// start starts the progress of a list. Lines are counted of the whole alone: a list has more than its part.
func (w *Work) start(ctx context.Context, name string, whole bool) *progress.List {
	if w.Only != nil && !whole {
		name = "-"
	}
	return w.Progress(ctx, name, "lines")
}

// state is how far a position has come.
type state uint8

const (
	unknown   state = iota // games may be sought once more
	legal                  // a game is given
	illegal                // for a reason of package facts
	failed                 // games are sought no more
	malformed              // it is no position
	states                 // how many states there are
)

// stateFor returns the state that a verdict stands for.
func stateFor(v kernel.Verdict) state {
	return map[kernel.Verdict]state{kernel.Legal: legal, kernel.Illegal: illegal}[v]
}

// Counts are lines by state.
type Counts [states]int

// Malformed returns the number of lines that are no position, or whose game is none.
func (c *Counts) Malformed() int { return c[malformed] }

// Undecided returns the number of positions without a verdict, given up or not.
func (c *Counts) Undecided() int { return c[unknown] + c[failed] }

// item is the answer to a line.
type item struct {
	line    batch.Line
	text    string // what is written
	state   state
	bad     error // what is wrong with a malformed line
	notGame error // what is wrong with the game that the line had
	failure error // ends the run
}

// add counts a line.
func (c *Counts) add(it *item) {
	c[it.state]++
	if it.notGame != nil {
		c[malformed]++ // as well, for the exit code
	}
}

// write writes the answer to a line of a list. What is wrong with the line itself is reported if it is new.
func (w *Work) write(out *bufio.Writer, it *item, source string, isNew bool) error {
	complain := func(text string, err error) {
		w.Complain(fmt.Errorf("%s:%d: "+text+"%w", progress.SourceName(source), it.line.Number, err))
	}
	if it.bad != nil && isNew {
		complain("", it.bad)
	}
	if it.notGame != nil {
		complain("the game does not count: ", it.notGame)
	}
	out.WriteString(it.text)
	return out.WriteByte('\n')
}

// What answers about positions have in common: the position with its verdict, a game, kernels, and what is wrong with a
// line that is no position.
type (
	about struct {
		FEN     string `json:"fen"`
		Start   string `json:"start,omitempty"`
		Verdict string `json:"verdict"`
		Reason  string `json:"reason,omitempty"`
	}
	game struct {
		Plies *int   `json:"plies,omitempty"`
		Game  string `json:"game,omitempty"` // SAN
		UCI   string `json:"uci,omitempty"`  // the same game, for retroproof-check
	}
	kernels struct {
		Kernel    *string `json:"kernel,omitempty"`
		ExtKernel *string `json:"extended_kernel,omitempty"`
	}
	mistake struct {
		Column int    `json:"column,omitempty"` // where it is, in bytes from 1
		Error  string `json:"error,omitempty"`
	}
)

func aboutOf(found *resolve.Answer) about {
	a := about{FEN: found.Setup.FEN(), Verdict: found.Verdict.String(), Reason: string(found.Reason)}
	if start := found.Start.FEN(); start != chess.InitialFEN {
		a.Start = start
	}
	return a
}

func gameOf(found *resolve.Answer) game {
	plies := len(found.Game)
	return game{&plies, strings.Join(found.Game, " "), found.UCI()}
}

func kernelsOf(r *kernel.Result) (k kernels) {
	moves := kernel.FormatMoves(r.Moves)
	k.Kernel = &moves
	if r.Extended == kernel.Found {
		ranks := r.Ranks.String()
		k.ExtKernel = &ranks
	}
	return k
}

// mistaken is what is said of a line that is no position.
func mistaken(text string, err error) (about, mistake) {
	return about{FEN: text, Verdict: Malformed}, mistake{Column(err), err.Error()}
}

// plies writes a number of plies.
func plies(n int) string { return answer.Counted(n, "ply", "plies") }
