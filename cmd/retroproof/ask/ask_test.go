package ask

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
)

func TestMain(m *testing.M) { verbtest.Main(m, Subject) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }

// TestBounds: the bounds in tags are those of the packages that answer.
func TestBounds(t *testing.T) {
	if resolve.MostEffort != 5 || ask.MostPlies != 200 {
		t.Errorf("effort %d, plies %d: the tags say 5 and 200", resolve.MostEffort, ask.MostPlies)
	}
}

// askedTimes is a context that is cancelled when it has been asked a number of times whether it is.
type askedTimes struct {
	context.Context
	cancel context.CancelFunc
	left   *int
}

func (a askedTimes) Err() error {
	if *a.left--; *a.left < 0 {
		a.cancel()
	}
	return a.Context.Err()
}

// TestInterrupted: each question that is interrupted prints the answer so far, and says that it is incomplete.
func TestInterrupted(t *testing.T) {
	const cage = "3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1"
	const knights = "rn1qkbnr/p1pppppp/1p6/8/8/1P6/P1PPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, q := range []struct {
		*question
		fen string
	}{
		{lastMoves, cage},
		{rights, "r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R b - - 0 1"},
		{fields, "k1K5/8/8/8/8/8/8/?7 b - - 0 1"},
		{cluster, "4q3/8/8/7k/r3K3/8/8/8 w - - 0 1"},
		{men, knights},
		{promoted, knights},
		{captures, knights},
		{tempo, "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"},
		{release, cage},
		{clock, "8/8/8/8/8/1P6/1PkPP3/KR1b4 b - - 0 1"},
	} {
		for _, args := range [][]string{{q.fen}, {q.fen, "--explain"}, {q.fen, "--html", "-"}, {q.fen, "--json"}, {"-"}} {
			t.Run(q.Name+" "+args[len(args)-1], func(t *testing.T) {
				interrupt(t, q.Verb, q.fen, args)
			})
		}
	}
}

// interrupt asks the question, and interrupts it as soon as something is known.
func interrupt(t *testing.T, v *verb.Verb, fen string, args []string) {
	var out bytes.Buffer
	var err error
	for work := 1; work < 50 && !strings.Contains(out.String(), "incomplete"); work++ {
		out.Reset()
		e := &verb.Env{Stdout: &out, Stderr: io.Discard, Term: progress.NewTerminal(io.Discard), Stdin: strings.NewReader(fen + "\n")}
		left := work
		ctx, cancel := context.WithCancel(t.Context())
		err = v.Execute(askedTimes{ctx, cancel, &left}, e, args...)
		cancel()
	}
	if code := verb.Code(err); code != verb.ExitInterrupted || !strings.Contains(out.String(), "incomplete") {
		t.Errorf("exit code %d, %v, and prints\n%s", code, err, &out)
	}
	if slices.Contains(args, "--json") {
		verbtest.CheckJSON(t, out.Bytes())
	}
}
