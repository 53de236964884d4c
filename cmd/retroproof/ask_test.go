package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
)

// askedTimes is a context that is cancelled when it has been asked a number of times whether it is.
type askedTimes struct {
	context.Context
	cancel context.CancelFunc
	left   *int
}

func (c askedTimes) Err() error {
	if *c.left--; *c.left < 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// interrupted is a question, by a diagram that is asked about.
type interrupted struct {
	command func(*verb.Env) *cobra.Command
	fen     string
}

// interruptedQuestions are all questions with an answer that can be a part.
func interruptedQuestions() []interrupted {
	const cage = "3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1"
	const knights = "rn1qkbnr/p1pppppp/1p6/8/8/1P6/P1PPPPPP/RNBQKBNR w KQkq - 0 1"
	return []interrupted{
		{newAskLastMovesCommand, cage},
		{newAskRightsCommand, "r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R b - - 0 1"},
		{newAskFieldsCommand, "k1K5/8/8/8/8/8/8/?7 b - - 0 1"},
		{newAskWhoCommand, knights},
		{newAskPromotedCommand, knights},
		{newAskCapturesCommand, knights},
		{newAskTempoCommand, "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"},
		{newAskReleaseCommand, cage},
	}
}

// run asks the question, and interrupts it as soon as something is known.
func (q *interrupted) run(t *testing.T, args ...string) (name, stdout string) {
	t.Helper()
	var out bytes.Buffer
	var err error
	for work := 1; work < 50 && !strings.Contains(out.String(), "incomplete"); work++ {
		out.Reset()
		a := &verb.Env{Stdout: &out, Stderr: io.Discard, Term: progress.NewTerminal(io.Discard), Stdin: strings.NewReader(q.fen + "\n")}
		cmd := q.command(a)
		cmd.SetArgs(args)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		left := work
		ctx, cancel := context.WithCancel(t.Context())
		err = cmd.ExecuteContext(askedTimes{ctx, cancel, &left})
		cancel()
		name = cmd.Name() + " " + strings.Join(args, " ")
	}
	if code := verb.Code(err); code != verb.ExitInterrupted || !strings.Contains(out.String(), "incomplete") {
		t.Errorf("%s: exit code %d, %v, and prints\n%s", name, code, err, &out)
	}
	return name, out.String()
}

// TestAskInterrupted: each question that is interrupted prints the answer so far, and says that it is incomplete. That it does
// so as JSON, TestJSONAnswers shows.
func TestAskInterrupted(t *testing.T) {
	for _, q := range interruptedQuestions() {
		for _, args := range [][]string{{q.fen}, {q.fen, "--explain"}, {q.fen, "--html", "-"}, {"-"}} {
			q.run(t, args...)
		}
	}
}
