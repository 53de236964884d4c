// Package verdicts answers for positions whether a game leads to them: for one, and for lists, in order, with certificates, going on
// after a kill.
package verdicts

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/batch/progress"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/kernel/story"
)

// List is a list of positions of which the verdicts are wanted, in order.
type List struct {
	*progress.Console
	In, Out string              // names of files; "-" for stdin and stdout
	Only    func(*batch.Reader) // the lines that are answered; nil for all
	Counted string              // the file whose lines progress counts; "-" for none
	Jobs    int

	Options resolve.Options
	Format  Format
	Explain bool // illegal verdicts are explained, in text and JSON

	// Stories wants a page: each position's story, with a search for a shorter game of so many positions, 0 for none.
	Stories       bool
	ShortestNodes uint64

	Certificate string // the file for what proves the verdicts; "" for none
	Certify     certify.Options
	// Uncertified gets what is wrong with the certificate of a line, and returns what to say of it.
	Uncertified func(error) error

	certifier *certify.Certifier
	part      *certify.Part
	documents []*story.Document
}

// Format is a way to write answers.
type Format string

// The formats: a line of text, an object of JSON, or the tokens of texelutil.
const (
	Text  Format = "text"
	JSON  Format = "json"
	Texel Format = "texel"
)

// Formats are all of them.
var Formats = []Format{Text, JSON, Texel}

// MostStories is how many positions one page has: more are no page to read, and all are in memory.
const MostStories = 1000

// Errors with which a list ends that is answered.
var (
	ErrMalformed   = errors.New("some lines are malformed")
	ErrUncertified = errors.New("some decided positions have no certificate")
	ErrTooLong     = fmt.Errorf("more than %d positions for one page", MostStories)
)

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

// Run answers the list, and writes the page by page, which may be nil. Its last error is one of [ErrUncertified] and [ErrMalformed],
// if no other has ended it.
func (r *List) Run(ctx context.Context, page func([]*story.Document) error) error {
	bar := r.Progress(ctx, r.Counted, "lines")
	defer bar.Done()
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
	if r.Only != nil {
		r.Only(list)
	}
	if err := r.answerAll(ctx, list, &counts, bar); err != nil {
		return err
	}
	if r.Stories {
		if err := page(r.documents); err != nil {
			return err
		}
	}
	if err := r.dropPart(); err != nil {
		return err
	}
	if counts.malformed > 0 {
		return ErrMalformed
	}
	return nil
}

// quickLines are given to a goroutine at once if no games are sought.
const quickLines = 64

// answerAll answers the list, to stdout or to a file, which alone can be gone on with.
func (r *List) answerAll(ctx context.Context, in *batch.Reader, counts *counts, bar *progress.List) error {
	job := &batch.Job[*item]{
		In: in, Jobs: r.Jobs, Interactive: r.In == "-",
		Answer: r.answer, Answered: bar.Add,
		Write: func(w *bufio.Writer, items []*item) error {
			err := r.write(w, items, counts)
			bar.Say(counts.String())
			return err
		},
	}
	if r.Options.NoGame {
		job.AtOnce = quickLines
	}
	if r.Out != "-" {
		return progress.ToFile(ctx, r.Console, job, batch.File{
			Name: r.Out, Source: r.In,
			Same:  func(text string, line batch.Line) (bool, error) { return r.same(text, line, counts) },
			Begin: func(int) error { return r.beginCertificates() }, Finish: r.finishCertificates,
		}, bar)
	}
	if err := r.beginCertificates(); err != nil {
		return err
	}
	if err := job.Run(ctx, r.Stdout); err != nil {
		return err
	}
	return r.finishCertificates()
}

// same says whether an answer that an earlier run has written is the one to a line, and
// counts it.
func (r *List) same(text string, line batch.Line, counts *counts) (bool, error) {
	l, bad := poslist.Parse(line)
	if bad != nil {
		if text != r.malformed(&item{line: line, bad: bad}) {
			return false, batch.ErrOtherAnswer
		}
	} else {
		object, schema := r.Format == JSON, ""
		if object {
			schema = answer.Schema(&Answer{})
		}
		before, err := poslist.ParseVerdict(batch.Line{Text: text})
		if err != nil || strings.HasPrefix(text, "{") != object || before.Schema != schema || !before.Answered || before.Setup != l.Setup {
			return false, batch.ErrOtherAnswer
		}
		if certified, err := r.resumeCertificate(before.Verdict, l.Setup.FEN()); err != nil || !certified {
			return false, err
		}
	}
	if bad != nil || l.HasGame && r.Options.Given(&l.Setup, l.Game) != nil {
		counts.malformed++
	}
	counts.lines++
	return true, nil
}

// write writes answers and counts them.
func (r *List) write(w *bufio.Writer, items []*item, counts *counts) error {
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
			r.Complain(fmt.Errorf("%s:%d: %w", progress.SourceName(r.In), item.line.Number, item.bad))
		case item.verdict == kernel.Illegal:
			counts.illegal++
		case item.verdict == kernel.Legal:
			counts.legal++
		default:
			counts.unknown++
		}
		if item.notGame != nil {
			counts.malformed++
			r.Complain(fmt.Errorf("%s:%d: the game does not count: %w", progress.SourceName(r.In), item.line.Number, item.notGame))
		}
		if item.story != nil {
			if r.documents = append(r.documents, item.story); len(r.documents) > MostStories {
				return ErrTooLong
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
func (r *List) answer(ctx context.Context, line batch.Line) *item {
	it := &item{line: line}
	l, err := poslist.Parse(line)
	if err != nil {
		it.bad = err
		it.answer = r.malformed(it)
		return it
	}
	var found resolve.Answer
	if l.HasGame {
		it.notGame = r.Options.Given(&l.Setup, l.Game)
	}
	if l.HasGame && it.notGame == nil {
		found = resolve.Answer{Decision: kernel.Decision{Setup: l.Setup, Start: *rules.StartOr(r.Options.Refute.Start), Verdict: kernel.Legal, Reason: given}, Game: l.Game}
	} else if found, it.failed = resolve.Position(ctx, &l.Setup, r.Options); it.failed != nil {
		return it
	}
	it.verdict = found.Verdict
	r.certifyItem(ctx, it, &found)
	if r.Stories {
		if it.story, it.failed = Tell(ctx, &found, r.Options, r.ShortestNodes); it.failed != nil {
			return it
		}
	}
	if r.Format == Texel {
		it.answer = poslist.TokenLine(&found, l.Tokens)
		return it
	}
	a := Of(&found, r.Explain)
	if r.Format == JSON || r.Explain {
		if it.failed = a.AddHint(ctx, r.Options); it.failed != nil {
			return it
		}
	}
	if it.certificate != nil {
		a.Certificate = r.Certificate
	}
	if it.answer = a.line(r.Explain); r.Format == JSON {
		it.answer = r.object(it, a)
	}
	return it
}

// object is an answer to a line as JSON.
func (r *List) object(it *item, a *Answer) string {
	return answer.JSON(answer.Complete(a, it.line.Number))
}

// malformed is the answer to a line that is no position.
func (r *List) malformed(it *item) string {
	switch r.Format {
	case JSON:
		return r.object(it, &Answer{FEN: it.line.Text, Verdict: poslist.Malformed, Column: poslist.Column(it.bad), Error: it.bad.Error()})
	case Texel:
		return it.line.Text + " unknown: fail: info: malformed"
	}
	return it.line.Text + " " + poslist.Malformed
}
