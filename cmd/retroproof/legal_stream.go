package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/batch"
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

// legalItem is the answer to a line.
type legalItem struct {
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

// legalCounts is what progress shows.
type legalCounts struct{ lines, legal, illegal, unknown, malformed int }

func (c legalCounts) String() string {
	text := fmt.Sprintf("%d illegal, %d legal, %d unknown", c.illegal, c.legal, c.unknown)
	if c.malformed > 0 {
		text += fmt.Sprintf(", %d malformed", c.malformed)
	}
	return text
}

// stream answers a list.
func (r *legal) stream(ctx context.Context) error {
	if err := r.checkTargets(); err != nil {
		return err
	}
	progress := r.app.NewListProgress(ctx, r.share.Counted(r.in), "lines")
	defer progress.Done()
	in, err := r.app.Open(ctx, r.in)
	if err != nil {
		return err
	}
	defer in.Close()
	unlock, err := r.openPart()
	if err != nil {
		return err
	}
	defer unlock()
	var counts legalCounts
	list := batch.NewReader(in)
	r.share.Only(list)
	if err := r.answerAll(ctx, list, &counts, progress); err != nil {
		return err
	}
	if r.html != "" {
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
func (r *legal) answerAll(ctx context.Context, in *batch.Reader, counts *legalCounts, progress *progress.List) error {
	job := &batch.Job[*legalItem]{
		In: in, Jobs: r.jobs, Interactive: r.in == "-",
		Answer: r.answer, Answered: progress.Add,
		Write: func(w *bufio.Writer, items []*legalItem) error {
			err := r.write(w, items, counts)
			progress.Say(counts.String())
			return err
		},
	}
	if r.options.NoGame {
		job.AtOnce = quickLines
	}
	if r.out != "-" {
		return verb.ToFile(ctx, r.app, job, batch.File{
			Name: r.out, Source: r.in,
			Same:  func(answer string, line batch.Line) (bool, error) { return r.same(answer, line, counts) },
			Begin: func(int) error { return r.beginCertificates() }, Finish: r.finishCertificates,
		}, progress)
	}
	if err := r.beginCertificates(); err != nil {
		return err
	}
	stdout := r.app.Stdout
	if r.html == "-" {
		stdout = io.Discard
	}
	if err := job.Run(ctx, stdout); err != nil {
		return err
	}
	return r.finishCertificates()
}

// same says whether an answer that an earlier run has written is the one to a line, and
// counts it.
func (r *legal) same(answer string, line batch.Line, counts *legalCounts) (bool, error) {
	l, bad := poslist.Parse(line)
	if bad != nil {
		if answer != r.malformed(&legalItem{line: line, bad: bad}) {
			return false, batch.ErrOtherAnswer
		}
	} else {
		object, schema := r.format == legalJSON, ""
		if object {
			schema = legalSchema
		}
		before, err := poslist.ParseVerdict(batch.Line{Text: answer})
		if err != nil || strings.HasPrefix(answer, "{") != object || before.Schema != schema || !before.Answered || before.Setup != l.Setup {
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
func (r *legal) write(w *bufio.Writer, items []*legalItem, counts *legalCounts) error {
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
			r.app.Complain(fmt.Errorf("%s:%d: %w", verb.SourceName(r.in), item.line.Number, item.bad))
		case item.verdict == kernel.Illegal:
			counts.illegal++
		case item.verdict == kernel.Legal:
			counts.legal++
		default:
			counts.unknown++
		}
		if item.notGame != nil {
			counts.malformed++
			r.app.Complain(fmt.Errorf("%s:%d: the game does not count: %w", verb.SourceName(r.in), item.line.Number, item.notGame))
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
func (r *legal) answer(ctx context.Context, line batch.Line) *legalItem {
	item := &legalItem{line: line}
	l, err := poslist.Parse(line)
	if err != nil {
		item.bad = err
		item.answer = r.malformed(item)
		return item
	}
	var a resolve.Answer
	if l.HasGame {
		item.notGame = r.options.Given(&l.Setup, l.Game)
	}
	if l.HasGame && item.notGame == nil {
		a = resolve.Answer{Decision: kernel.Decision{Setup: l.Setup, Start: *rules.StartOr(r.options.Refute.Start), Verdict: kernel.Legal, Reason: given}, Game: l.Game}
	} else if a, item.failed = resolve.Position(ctx, &l.Setup, r.options); item.failed != nil {
		return item
	}
	item.verdict = a.Verdict
	r.certifyItem(ctx, item, &a)
	if r.html != "" {
		if item.story, item.failed = r.story(ctx, &a); item.failed != nil {
			return item
		}
	}
	var hint []string
	if r.format == legalJSON || r.explain {
		if hint, item.failed = r.hint(ctx, &a); item.failed != nil {
			return item
		}
	}
	switch r.format {
	case legalJSON:
		answer := legalAnswer(&a, r.explain)
		answer.EnPassantHint = hint
		if item.certificate != nil {
			answer.Certificate = r.certificate
		}
		answer.Line = item.line.Number
		item.answer = verb.JSON(answer)
	case legalTexel:
		item.answer = legalTokens(&a, l.Tokens)
	default:
		item.answer = lineText(&a)
		if r.explain && len(a.Game) == 0 {
			if text := story.Explain(&a.Decision); text != "" {
				item.answer += ". " + text
			}
			if len(hint) > 0 {
				item.answer += " " + hintText(hint)
			}
		}
	}
	return item
}

// lineText is an answer as a line of text: FEN, verdict, reason, and the game.
func lineText(a *resolve.Answer) string {
	text := a.Setup.FEN() + " " + verdictText(a)
	if len(a.Game) > 0 {
		text += ": " + numbered(&a.Start, a.Game)
	}
	return text
}

// malformed is the answer to a line that is no position.
func (r *legal) malformed(item *legalItem) string {
	switch r.format {
	case legalJSON:
		return verb.JSON(legalJSONAnswer{Schema: legalSchema, Line: item.line.Number, FEN: item.line.Text, Verdict: poslist.Malformed,
			Column: verb.ColumnOf(item.bad), Error: item.bad.Error()})
	case legalTexel:
		return item.line.Text + " unknown: fail: info: malformed"
	}
	return item.line.Text + " " + poslist.Malformed
}
