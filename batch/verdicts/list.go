// Package verdicts answers for positions whether a game leads to them: for one, and for lists, in order, with
// certificates, going on after a kill.
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

// Run answers the list, and writes the page by page, which may be nil. Its last error is one of [ErrUncertified] and
// [ErrMalformed], if no other has ended it.
func (l *List) Run(ctx context.Context, page func([]*story.Document) error) error {
	bar := l.Progress(ctx, l.Counted, "lines")
	defer bar.Done()
	in, err := l.Open(ctx, l.In)
	if err != nil {
		return err
	}
	defer in.Close()
	unlock, err := l.openPart()
	if err != nil {
		return err
	}
	defer unlock()
	var counts counts
	list := l.Positions(in)
	if l.Only != nil {
		l.Only(list)
	}
	if err := l.answerAll(ctx, list, &counts, bar); err != nil {
		return err
	}
	if l.Stories {
		if err := page(l.documents); err != nil {
			return err
		}
	}
	if err := l.dropPart(); err != nil {
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
func (l *List) answerAll(ctx context.Context, in *batch.Reader, counts *counts, bar *progress.List) error {
	job := &batch.Job[*item]{
		In: in, Jobs: l.Jobs, Interactive: l.In == "-",
		Answer: l.answer, Answered: bar.Add,
		Write: func(w *bufio.Writer, items []*item) error {
			err := l.write(w, items, counts)
			bar.Say(counts.String())
			return err
		},
	}
	if l.Options.NoGame {
		job.AtOnce = quickLines
	}
	if l.Out != "-" {
		return progress.ToFile(ctx, l.Console, job, batch.File{
			Name: l.Out, Source: l.In,
			Same:  func(text string, line batch.Line) (bool, error) { return l.same(text, line, counts) },
			Begin: func(int) error { return l.beginCertificates() }, Finish: l.finishCertificates,
		}, bar)
	}
	if err := l.beginCertificates(); err != nil {
		return err
	}
	if err := job.Run(ctx, l.Stdout); err != nil {
		return err
	}
	return l.finishCertificates()
}

// same says whether an answer that an earlier run has written is the one to a line, and
// counts it.
func (l *List) same(text string, line batch.Line, counts *counts) (bool, error) {
	at, bad := poslist.Parse(line)
	if bad != nil {
		if text != l.malformed(&item{line: line, bad: bad}) {
			return false, batch.ErrOtherAnswer
		}
	} else {
		object, schema := l.Format == JSON, ""
		if object {
			schema = answer.Schema(&Answer{})
		}
		before, err := poslist.ParseVerdict(batch.Line{Text: text})
		if err != nil || strings.HasPrefix(text, "{") != object || before.Schema != schema || !before.Answered ||
			before.Setup != at.Setup {
			return false, batch.ErrOtherAnswer
		}
		if certified, err := l.resumeCertificate(before.Verdict, at.Setup.FEN()); err != nil || !certified {
			return false, err
		}
	}
	if bad != nil || at.HasGame && l.Options.Given(&at.Setup, at.Game) != nil {
		counts.malformed++
	}
	counts.lines++
	return true, nil
}

// write writes answers and counts them.
func (l *List) write(w *bufio.Writer, items []*item, counts *counts) error {
	for _, item := range items {
		if item.failed != nil {
			return item.failed
		}
	}
	if err := l.keepCertificates(items); err != nil {
		return err
	}
	for _, item := range items {
		counts.lines++
		switch {
		case item.bad != nil:
			counts.malformed++
			l.Complain(fmt.Errorf("%s:%d: %w", progress.SourceName(l.In), item.line.Number, item.bad))
		case item.verdict == kernel.Illegal:
			counts.illegal++
		case item.verdict == kernel.Legal:
			counts.legal++
		default:
			counts.unknown++
		}
		if item.notGame != nil {
			counts.malformed++
			l.Complain(fmt.Errorf("%s:%d: the game does not count: %w", progress.SourceName(l.In), item.line.Number,
				item.notGame))
		}
		if item.story != nil {
			if l.documents = append(l.documents, item.story); len(l.documents) > MostStories {
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
func (l *List) answer(ctx context.Context, line batch.Line) *item {
	it := &item{line: line}
	at, err := poslist.Parse(line)
	if err != nil {
		it.bad = err
		it.answer = l.malformed(it)
		return it
	}
	var found resolve.Answer
	if at.HasGame {
		it.notGame = l.Options.Given(&at.Setup, at.Game)
	}
	if at.HasGame && it.notGame == nil {
		found = resolve.Answer{Decision: kernel.Decision{Setup: at.Setup, Start: *rules.StartOr(l.Options.Refute.Start),
			Verdict: kernel.Legal, Reason: given}, Game: at.Game}
	} else if found, it.failed = resolve.Position(ctx, &at.Setup, l.Options); it.failed != nil {
		return it
	}
	it.verdict = found.Verdict
	l.certifyItem(ctx, it, &found)
	if l.Stories {
		if it.story, it.failed = Tell(ctx, &found, l.Options, l.ShortestNodes); it.failed != nil {
			return it
		}
	}
	if l.Format == Texel {
		it.answer = poslist.TokenLine(&found, at.Tokens)
		return it
	}
	a := Of(&found, l.Explain)
	if l.Format == JSON || l.Explain {
		if it.failed = a.AddHint(ctx, l.Options); it.failed != nil {
			return it
		}
	}
	if it.certificate != nil {
		a.Certificate = l.Certificate
	}
	if it.answer = a.line(l.Explain); l.Format == JSON {
		it.answer = l.object(it, a)
	}
	return it
}

// object is an answer to a line as JSON.
func (l *List) object(it *item, a *Answer) string {
	return answer.JSON(answer.Complete(a, it.line.Number))
}

// malformed is the answer to a line that is no position.
func (l *List) malformed(it *item) string {
	switch l.Format {
	case JSON:
		return l.object(it, &Answer{FEN: it.line.Text, Verdict: poslist.Malformed, Column: poslist.Column(it.bad),
			Error: it.bad.Error()})
	case Texel:
		return it.line.Text + " unknown: fail: info: malformed"
	}
	return it.line.Text + " " + poslist.Malformed
}
