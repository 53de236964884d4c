package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

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
	number  int // of the line in the file
	text    string
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

// legalCounts is what progress tells.
type legalCounts struct{ lines, legal, illegal, unknown, malformed int }

func (c legalCounts) String() string {
	return fmt.Sprintf("%d lines: %d illegal, %d legal, %d unknown, %d malformed", c.lines, c.illegal, c.legal, c.unknown, c.malformed)
}

// stream answers a list.
func (r *legal) stream(ctx context.Context) error {
	in, err := r.app.open(ctx, r.in)
	if err != nil {
		return err
	}
	defer in.Close()
	reader := &listReader{r: bufio.NewReaderSize(in, mostLine)}
	progress := r.app.newProgress(r.app.progressMode)
	defer progress.Done()

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
func (r *legal) toStdout(ctx context.Context, in *listReader, counts *legalCounts, progress *progress) error {
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
func (r *legal) toFile(ctx context.Context, in *listReader, counts *legalCounts, progress *progress) error {
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
	if err := r.run(ctx, in, part, counts, progress); err != nil {
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
	want := line.text
	l, bad := parseListLine(line.text)
	if bad == nil {
		want = l.setup.FEN()
	}
	got, err := answeredFEN(answer)
	if strings.HasPrefix(answer, "{") != (r.format == legalJSON) || bad == nil && (err != nil || got != want) {
		return false, part.otherAnswer(counts.lines+1, r.in, line)
	}
	if bad == nil {
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
func (r *legal) run(ctx context.Context, in *listReader, out io.Writer, counts *legalCounts, progress *progress) error {
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
	began, before := time.Now(), counts.lines
	return (&inOrder[*legalItem]{
		in: in, jobs: r.jobs, most: most, impatient: r.in == "-",
		answer: r.answer,
		write: func(items []*legalItem) error {
			if err := r.write(w, items, counts); err != nil {
				return err
			}
			progress.Update(fmt.Sprintf("%v, %.0f a second", counts, float64(counts.lines-before)/time.Since(began).Seconds()))
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
			fmt.Fprintf(r.app.stderr, "retroproof: %s:%d: %v\n", sourceName(r.in), item.number, item.bad)
		case item.verdict == kernel.Illegal:
			counts.illegal++
		case item.verdict == kernel.Legal:
			counts.legal++
		default:
			counts.unknown++
		}
		if item.notGame != nil {
			counts.malformed++
			fmt.Fprintf(r.app.stderr, "retroproof: %s:%d: the game is none and does not count: %v\n", sourceName(r.in), item.number, item.notGame)
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
	item := &legalItem{number: line.number, text: line.text}
	l, err := parseListLine(item.text)
	if err != nil {
		item.bad = err
		item.answer = r.malformed(item)
		return item
	}
	if l.proven {
		if item.notGame = r.options.Given(&l.setup, l.game); item.notGame == nil {
			r.copied(item, &l)
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
	if r.html != "" {
		item.story = storyOf(&a)
	}
	switch r.format {
	case legalJSON:
		answer := legalAnswer(&a, r.explain)
		if item.certificate != nil {
			answer.Certificate = r.certificate
		}
		answer.Line = item.number
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

// malformed is the answer to a line that is no position.
func (r *legal) malformed(item *legalItem) string {
	switch r.format {
	case legalJSON:
		return jsonText(legalJSONAnswer{Schema: legalSchema, Line: item.number, FEN: item.text, Verdict: kernel.Unknown.String(), Error: item.bad.Error()})
	case legalTexel:
		return item.text + " unknown: fail: info: malformed"
	}
	return item.text + " malformed"
}

// given is the reason of a legal verdict: the line had a game.
const given = "Given"

// copied answers a line that had a game.
func (r *legal) copied(item *legalItem, l *listLine) {
	item.verdict = kernel.Legal
	a := resolve.Answer{Decision: kernel.Decision{Setup: l.setup, Start: r.start(), Verdict: kernel.Legal, Reason: given}, Game: l.game}
	r.certifyItem(context.Background(), item, &a)
	switch r.format {
	case legalJSON:
		answer := legalAnswer(&a, false)
		if item.certificate != nil {
			answer.Certificate = r.certificate
		}
		answer.Line = item.number
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
