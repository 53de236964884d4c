package legal

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/batch"
	"retroproof/batch/passes"
	"retroproof/batch/poslist"
	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/kernel/story"
)

// mostStories is how many positions one page has: more are no page to read, and all
// are in memory.
const mostStories = 1000

// item is the answer to a line.
type item struct {
	line    batch.Line
	answer  string
	verdict kernel.Verdict
	story   *story.Document // if there is to be a page
	bad     error           // malformed
	notGame error           // what is wrong with the game that the line had
	failed  error           // ends the run

	// Of a decided position, if certificates are asked for: the certificate, or
	// why it could not be made.
	fen         string
	certificate *certify.Certificate
	uncertified error
}

// counts is what progress shows.
type counts struct{ lines, legal, illegal, unknown, malformed int }

func (c counts) String() string {
	text := fmt.Sprintf("%d illegal, %d legal, %d unknown", c.illegal, c.legal, c.unknown)
	if c.malformed > 0 {
		text += fmt.Sprintf(", %d malformed", c.malformed)
	}
	return text
}

// stream answers a list.
func (r *run) stream(ctx context.Context) error {
	if err := r.checkTargets(); err != nil {
		return err
	}
	progress := r.NewListProgress(ctx, r.ListPart.Counted(r.In), "lines")
	defer progress.Done()
	in, err := r.Open(ctx, r.In)
	if err != nil {
		return err
	}
	defer in.Close()
	unlock, err := r.openPart()
	if err != nil {
		return err
	}
	defer unlock()
	var counts counts
	list := batch.NewReader(in)
	r.ListPart.Only(list)
	if err := r.answerAll(ctx, list, &counts, progress); err != nil {
		return err
	}
	if r.HTML != "" {
		if err := r.page(); err != nil {
			return err
		}
	}
	if err := r.dropPart(); err != nil {
		return err
	}
	if counts.malformed > 0 {
		return verb.Exit(verb.ExitMalformed)
	}
	return nil
}

// quickLines are given to a goroutine at once if no games are sought.
const quickLines = 64

// answerAll answers the list, to stdout or to a file, which alone can be gone on with.
func (r *run) answerAll(ctx context.Context, in *batch.Reader, counts *counts, progress *progress.List) error {
	job := &batch.Job[*item]{
		In: in, Jobs: r.Jobs, Interactive: r.In == "-",
		Answer: r.answer, Answered: progress.Add,
		Write: func(w *bufio.Writer, items []*item) error {
			err := r.write(w, items, counts)
			progress.Say(counts.String())
			return err
		},
	}
	if r.options.NoGame {
		job.AtOnce = quickLines
	}
	if r.Out != "-" {
		return verb.ToFile(ctx, r.Env, job, batch.File{
			Name: r.Out, Source: r.In,
			Same:  func(text string, line batch.Line) (bool, error) { return r.same(text, line, counts) },
			Begin: func(int) error { return r.beginCertificates() }, Finish: r.finishCertificates,
		}, progress)
	}
	if err := r.beginCertificates(); err != nil {
		return err
	}
	stdout := r.Stdout
	if r.HTML == "-" {
		stdout = io.Discard
	}
	if err := job.Run(ctx, stdout); err != nil {
		return err
	}
	return r.finishCertificates()
}

// same says whether an answer that an earlier run has written is the one to a line, and
// counts it.
func (r *run) same(text string, line batch.Line, counts *counts) (bool, error) {
	l, bad := poslist.Parse(line)
	if bad != nil {
		if text != r.malformed(&item{line: line, bad: bad}) {
			return false, batch.ErrOtherAnswer
		}
	} else {
		object, schema := r.Format == formatJSON, ""
		if object {
			schema = verb.Schema(&answer{})
		}
		before, err := poslist.ParseVerdict(batch.Line{Text: text})
		if err != nil || strings.HasPrefix(text, "{") != object || before.Schema != schema || !before.Answered || before.Setup != l.Setup {
			return false, batch.ErrOtherAnswer
		}
		if certified, err := r.resumeCertificate(before.Verdict, l.Setup.FEN()); err != nil || !certified {
			return false, err
		}
	}
	if bad != nil || l.HasGame && r.options.Given(&l.Setup, l.Game) != nil {
		counts.malformed++
	}
	counts.lines++
	return true, nil
}

// write writes answers and counts them.
func (r *run) write(w *bufio.Writer, items []*item, counts *counts) error {
	for _, item := range items {
		if item.failed != nil {
			return item.failed
		}
	}
	if err := r.keepCertificates(items); err != nil {
		return err
	}
	for _, item := range items {
		counts.lines++
		switch {
		case item.bad != nil:
			counts.malformed++
			r.Complain(fmt.Errorf("%s:%d: %w", verb.SourceName(r.In), item.line.Number, item.bad))
		case item.verdict == kernel.Illegal:
			counts.illegal++
		case item.verdict == kernel.Legal:
			counts.legal++
		default:
			counts.unknown++
		}
		if item.notGame != nil {
			counts.malformed++
			r.Complain(fmt.Errorf("%s:%d: the game does not count: %w", verb.SourceName(r.In), item.line.Number, item.notGame))
		}
		if item.story != nil {
			if r.stories = append(r.stories, item.story); len(r.stories) > mostStories {
				return verb.Usagef("--html: more than %d positions for one page", mostStories)
			}
		}
		w.WriteString(item.answer)
		w.WriteByte('\n')
	}
	return nil
}

// given is the reason of a legal verdict: the line had a game.
const given = "Given"

// answer answers one line.
func (r *run) answer(ctx context.Context, line batch.Line) *item {
	it := &item{line: line}
	l, err := poslist.Parse(line)
	if err != nil {
		it.bad = err
		it.answer = r.malformed(it)
		return it
	}
	var found resolve.Answer
	if l.HasGame {
		it.notGame = r.options.Given(&l.Setup, l.Game)
	}
	if l.HasGame && it.notGame == nil {
		found = resolve.Answer{Decision: kernel.Decision{Setup: l.Setup, Start: *rules.StartOr(r.options.Refute.Start), Verdict: kernel.Legal, Reason: given}, Game: l.Game}
	} else if found, it.failed = resolve.Position(ctx, &l.Setup, r.options); it.failed != nil {
		return it
	}
	it.verdict = found.Verdict
	r.certifyItem(ctx, it, &found)
	if r.HTML != "" {
		if it.story, it.failed = tell(ctx, &found, r.options, r.ShortestNodes); it.failed != nil {
			return it
		}
	}
	if r.Format == formatTexel {
		it.answer = passes.TokenLine(&found, l.Tokens)
		return it
	}
	a := answerOf(&found, r.Explain)
	if r.Format == formatJSON || r.Explain {
		if it.failed = a.addHint(ctx, r.options); it.failed != nil {
			return it
		}
	}
	if it.certificate != nil {
		a.Certificate = r.Certificate
	}
	if it.answer = a.line(r.Explain); r.Format == formatJSON {
		it.answer = r.object(it, a)
	}
	return it
}

// object is an answer to a line as JSON.
func (r *run) object(it *item, a *answer) string {
	return verb.AnswerJSON(a, it.line.Number)
}

// malformed is the answer to a line that is no position.
func (r *run) malformed(it *item) string {
	switch r.Format {
	case formatJSON:
		return r.object(it, &answer{FEN: it.line.Text, Verdict: poslist.Malformed, Column: verb.ColumnOf(it.bad), Error: it.bad.Error()})
	case formatTexel:
		return it.line.Text + " unknown: fail: info: malformed"
	}
	return it.line.Text + " " + poslist.Malformed
}
