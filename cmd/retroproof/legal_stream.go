package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// mostStories is how many positions one page has: more are no page to read, and all
// are in memory.
const mostStories = 1000

// legalItem is the answer to a line.
type legalItem struct {
	line    numberedLine
	answer  string
	verdict kernel.Verdict
	story   *story.Document // if there is to be a page
	bad     error           // malformed
	notGame error           // why the game that the line had is none
	failed  error           // ends the run

	// Of a decided position, if certificates are asked for: the certificate, or
	// why there is none.
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
	progress := r.app.newListProgress(ctx, r.in, "lines")
	defer progress.Done()
	in, err := r.app.open(ctx, r.in)
	if err != nil {
		return err
	}
	defer in.Close()
	reader := &listReader{r: bufio.NewReaderSize(in, 1<<16)}
	if err := r.openPart(); err != nil {
		return err
	}
	var counts legalCounts
	if r.out == "-" {
		err = r.toStdout(ctx, reader, &counts, progress)
	} else {
		err = r.toFile(ctx, reader, &counts, progress)
	}
	if err == nil && r.html != "" {
		err = r.page()
	}
	if err != nil {
		return err
	}
	if err := r.dropPart(); err != nil {
		return err
	}
	if counts.malformed > 0 {
		return silentExit(exitMalformed)
	}
	return nil
}

// toStdout writes the answers to stdout. Nothing can be resumed.
func (r *legal) toStdout(ctx context.Context, in *listReader, counts *legalCounts, progress *listProgress) error {
	stdout := r.app.stdout
	if r.html == "-" {
		stdout = io.Discard
	}
	if err := r.run(ctx, in, stdout, counts, progress); err != nil {
		return err
	}
	return r.finishCertificates()
}

// toFile writes the answers to a file.
func (r *legal) toFile(ctx context.Context, in *listReader, counts *legalCounts, progress *listProgress) error {
	part, err := openPartFile(r.out)
	if err != nil {
		return err
	}
	defer part.Close()
	_, err = part.resume(in, r.in, func(answer string, line numberedLine) (bool, error) {
		return r.same(part, answer, line, counts)
	})
	if err != nil {
		return err
	}
	if counts.lines > 0 {
		fmt.Fprintf(r.app.stderr, "retroproof: %s has %d answers, going on\n", part.Name(), counts.lines)
	}
	progress.skip(counts.lines)
	if err := r.run(ctx, in, part, counts, progress); err != nil {
		part.interrupted(r.app, err)
		return err
	}
	if err := r.finishCertificates(); err != nil {
		return err
	}
	return part.finish()
}

// same says whether an answer that an earlier run has written is the one to a line,
// and counts it.
func (r *legal) same(part *partFile, answer string, line numberedLine, counts *legalCounts) (bool, error) {
	l, bad := line.parse()
	if bad != nil {
		if answer != r.malformed(&legalItem{line: line, bad: bad}) {
			return false, part.otherAnswer(counts.lines+1, r.in, line)
		}
	} else {
		want := l.setup.FEN()
		got, err := answeredFEN(answer)
		if strings.HasPrefix(answer, "{") != (r.format == legalJSON) || err != nil || got != want {
			return false, part.otherAnswer(counts.lines+1, r.in, line)
		}
		if certified, err := r.resumeCertificate(answer, want); err != nil || !certified {
			return false, err
		}
	}
	if bad != nil || l.proven && r.options.Given(&l.setup, l.game) != nil {
		counts.malformed++
	}
	counts.lines++
	return true, nil
}

// quickLines are given to a worker at once if no games are sought.
const quickLines = 64

// run answers the rest of the input.
func (r *legal) run(ctx context.Context, in *listReader, out io.Writer, counts *legalCounts, progress *listProgress) error {
	if r.part != nil {
		if err := r.part.Begin(); err != nil {
			return withCode(exitIO, err)
		}
	}
	w := bufio.NewWriter(out)
	most := 1
	if r.options.NoGame {
		most = quickLines
	}
	return (&inOrder[*legalItem]{
		in: in, jobs: r.jobs, most: most, impatient: r.in == "-",
		answer: r.answer, progress: progress,
		write: func(items []*legalItem) error {
			if err := r.write(w, items, counts); err != nil {
				return err
			}
			progress.say(counts.String())
			return nil
		},
	}).run(ctx)
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
			r.app.complain(fmt.Errorf("%s:%d: %w", sourceName(r.in), item.line.number, item.bad))
		case item.verdict == kernel.Illegal:
			counts.illegal++
		case item.verdict == kernel.Legal:
			counts.legal++
		default:
			counts.unknown++
		}
		if item.notGame != nil {
			counts.malformed++
			r.app.complain(fmt.Errorf("%s:%d: the game is none and does not count: %w", sourceName(r.in), item.line.number, item.notGame))
		}
		if item.story != nil {
			if r.stories = append(r.stories, item.story); len(r.stories) > mostStories {
				return usageErrorf("--html: more than %d positions for one page", mostStories)
			}
		}
		w.WriteString(item.answer)
		w.WriteByte('\n')
	}
	return withCode(exitIO, w.Flush())
}

// answer answers one line.
func (r *legal) answer(ctx context.Context, line numberedLine) *legalItem {
	item := &legalItem{line: line}
	l, err := line.parse()
	if err != nil {
		item.bad = err
		item.answer = r.malformed(item)
		return item
	}
	if l.proven {
		if item.notGame = r.options.Given(&l.setup, l.game); item.notGame == nil {
			r.copied(ctx, item, &l)
			return item
		}
	}
	a, err := resolve.Position(ctx, &l.setup, r.options)
	if err != nil {
		item.failed = err
		return item
	}
	item.verdict = a.Verdict
	r.certifyItem(ctx, item, &a)
	if r.tell(ctx, item, &a); item.failed != nil {
		return item
	}
	switch r.format {
	case legalJSON:
		answer := legalAnswer(&a, r.explain)
		if item.certificate != nil {
			answer.Certificate = r.certificate
		}
		answer.Line = item.line.number
		item.answer = jsonText(answer)
	case legalTexel:
		item.answer = legalTokens(&a, l.tokens)
	default:
		item.answer = lineText(&a)
		if text := a.Explain(); r.explain && len(a.Game) == 0 && text != "" {
			item.answer += ". " + text
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

// tell adds what the page has about a position, if there is one.
func (r *legal) tell(ctx context.Context, item *legalItem, a *resolve.Answer) {
	if r.html != "" {
		item.story, item.failed = r.story(ctx, a)
	}
}

// malformed is the answer to a line that is no position.
func (r *legal) malformed(item *legalItem) string {
	switch r.format {
	case legalJSON:
		return jsonText(legalJSONAnswer{Schema: legalSchema, Line: item.line.number, FEN: item.line.text, Verdict: malformedVerdict,
			Column: columnOf(item.bad), Error: item.bad.Error()})
	case legalTexel:
		return item.line.text + " unknown: fail: info: malformed"
	}
	return item.line.text + " " + malformedVerdict
}

// given is the reason of a legal verdict: the line had a game.
const given = "Given"

// copied answers a line that had a game.
func (r *legal) copied(ctx context.Context, item *legalItem, l *listLine) {
	item.verdict = kernel.Legal
	a := resolve.Answer{Decision: kernel.Decision{Setup: l.setup, Start: r.start(), Verdict: kernel.Legal, Reason: given}, Game: l.game}
	r.certifyItem(context.Background(), item, &a)
	if r.tell(ctx, item, &a); item.failed != nil {
		return
	}
	switch r.format {
	case legalJSON:
		answer := legalAnswer(&a, false)
		if item.certificate != nil {
			answer.Certificate = r.certificate
		}
		answer.Line = item.line.number
		item.answer = jsonText(answer)
	case legalTexel:
		item.answer = legalTokens(&a, nil)
	default:
		item.answer = lineText(&a)
	}
}

func jsonText(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // strings and numbers are always encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}
