package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/story"
)

// The lines of a list are worked on in batches, so that a million positions that
// a glance refutes do not wait for channels, and written in their order.

const legalBatch = 64

// mostStories is how many positions one page has: more are no page to read, and all
// are in memory.
const mostStories = 1000

// legalItem is a line on its way.
type legalItem struct {
	number  int // in the file
	text    string
	answer  string
	verdict kernel.Verdict
	story   *story.Document // if there is to be a page
	bad     error           // malformed

	// Of an illegal position, if certificates are asked for: the certificate, or
	// why there is none.
	fen         string
	certificate *certify.Certificate
	uncertified error
}

// legalBatchJob is some lines, and a channel that is closed when they are done.
type legalBatchJob struct {
	items []legalItem
	done  chan struct{}
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
	reader := &legalReader{r: bufio.NewReaderSize(in, mostLine)}
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
func (r *legal) toStdout(ctx context.Context, in *legalReader, counts *legalCounts, progress *progress) error {
	if r.part != nil {
		if err := r.part.Begin(); err != nil {
			return withCode(exitIO, err)
		}
	}
	stdout := r.app.stdout
	if r.html == "-" {
		stdout = io.Discard
	}
	w := bufio.NewWriter(stdout)
	err := r.run(ctx, in, w, counts, progress)
	if ferr := w.Flush(); err == nil {
		err = withCode(exitIO, ferr)
	}
	if err != nil {
		return err
	}
	return r.finishCertificates()
}

// toFile writes the answers to a file, which gets its name when it is complete.
// Until then it is NAME.part, and the next run goes on with it.
func (r *legal) toFile(ctx context.Context, in *legalReader, counts *legalCounts, progress *progress) error {
	part := r.out + ".part"
	f, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return withCode(exitIO, err)
	}
	defer f.Close()
	end, err := r.resume(f, in, counts)
	if err != nil {
		return err
	}
	if counts.lines > 0 {
		fmt.Fprintf(r.app.stderr, "retroproof: %s has %d answers, going on\n", part, counts.lines)
	}
	if err := f.Truncate(end); err != nil {
		return withCode(exitIO, err)
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		return withCode(exitIO, err)
	}
	if r.part != nil {
		if err := r.part.Begin(); err != nil {
			return withCode(exitIO, err)
		}
	}
	w := bufio.NewWriter(f)
	err = r.run(ctx, in, w, counts, progress)
	if ferr := w.Flush(); err == nil && ferr != nil {
		err = withCode(exitIO, ferr)
	}
	if err != nil {
		return err
	}
	if err := r.finishCertificates(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return withCode(exitIO, err)
	}
	return withCode(exitIO, os.Rename(part, r.out))
}

// resume reads what an earlier run has written, and skips the lines of the input
// that it answers. It returns where the last complete answer ends.
func (r *legal) resume(f *os.File, in *legalReader, counts *legalCounts) (end int64, err error) {
	old := bufio.NewReader(f)
	for {
		text, err := old.ReadString('\n')
		if err == io.EOF {
			return end, nil // an incomplete line is answered again
		}
		if err != nil {
			return 0, withCode(exitIO, err)
		}
		item, err := in.next()
		if err != nil && err != io.EOF {
			return 0, err
		}
		if err == io.EOF {
			return 0, withCode(exitMalformed, fmt.Errorf("%s has more answers than %s has positions; remove it to start again", f.Name(), r.in))
		}
		want := item.text
		l, bad := parseLegalLine(item.text)
		if bad == nil {
			want = l.setup.FEN()
		}
		isJSON := strings.HasPrefix(text, "{")
		got, err := answeredFEN(text)
		if isJSON != (r.format == legalJSON) || bad == nil && (err != nil || got != want) {
			return 0, withCode(exitMalformed, fmt.Errorf("%s, line %d: not the answer to %s, line %d, in this format; remove it to start again", f.Name(), counts.lines+1, r.in, item.number))
		}
		certified, err := r.resumeCertificate(text, want)
		if err != nil {
			return 0, err
		}
		if !certified {
			in.unread(item)
			return end, nil
		}
		if bad != nil {
			counts.malformed++
		}
		counts.lines++
		end += int64(len(text))
	}
}

// run answers the rest of the input.
func (r *legal) run(ctx context.Context, in *legalReader, w *bufio.Writer, counts *legalCounts, progress *progress) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work := make(chan *legalBatchJob, r.jobs)
	order := make(chan *legalBatchJob, 2*r.jobs)
	var workers sync.WaitGroup
	for range r.jobs {
		workers.Go(func() {
			for job := range work {
				for i := range job.items {
					r.answer(ctx, &job.items[i])
				}
				close(job.done)
			}
		})
	}
	var readErr error
	go func() {
		defer close(order)
		defer close(work)
		size := 1 // the first answers come at once
		for readErr == nil && ctx.Err() == nil {
			job := &legalBatchJob{done: make(chan struct{})}
			for len(job.items) < size {
				item, err := in.next()
				if err != nil {
					readErr = err
					break
				}
				job.items = append(job.items, item)
				if r.in == "-" && in.r.Buffered() == 0 {
					break // whoever types wants an answer
				}
			}
			size = min(2*size, legalBatch)
			if len(job.items) == 0 {
				return
			}
			select {
			case order <- job:
			case <-ctx.Done():
				return
			}
			select {
			case work <- job:
			case <-ctx.Done():
				close(job.done) // nobody will
				return
			}
		}
	}()
	began, before := time.Now(), counts.lines
	var err error
	for job := range order {
		<-job.done
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			continue // what is on its way ends first
		}
		if err = r.write(w, job.items, counts); err != nil {
			cancel()
			continue
		}
		progress.Update(fmt.Sprintf("%v, %.0f a second", counts, float64(counts.lines-before)/time.Since(began).Seconds()))
	}
	workers.Wait()
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case readErr != nil && !errors.Is(readErr, io.EOF):
		return readErr
	}
	return nil
}

// write writes the answers of a batch and counts them.
func (r *legal) write(w *bufio.Writer, items []legalItem, counts *legalCounts) error {
	if err := r.keepCertificates(items); err != nil {
		return err
	}
	for i := range items {
		item := &items[i]
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

func sourceName(in string) string {
	if in == "-" {
		return "<stdin>"
	}
	return in
}

// answer answers one line.
func (r *legal) answer(ctx context.Context, item *legalItem) {
	l, err := parseLegalLine(item.text)
	if err != nil {
		item.bad = err
		item.answer = r.malformed(item)
		return
	}
	if l.game != "" {
		item.verdict = kernel.Legal
		item.answer = r.copied(item, &l)
		return
	}
	d, err := kernel.Decide(ctx, &l.setup, r.options)
	if err != nil {
		item.bad = err // of the start, which has been looked at
		item.answer = r.malformed(item)
		return
	}
	item.verdict = d.Verdict
	r.certifyItem(ctx, item, &d)
	if r.html != "" {
		item.story = story.New(&d)
	}
	switch r.format {
	case legalJSON:
		a := legalAnswer(&d, r.explain)
		if item.certificate != nil {
			a.Certificate = r.certificate
		}
		a.Line = item.number
		item.answer = jsonText(a)
	case legalTexel:
		item.answer = legalTokens(&d, l.tokens)
	default:
		item.answer = d.Setup.FEN() + " " + verdictText(&d)
		if text := d.Explain(); r.explain && text != "" {
			item.answer += ". " + text
		}
	}
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

// copied is the answer to a line that had a game already.
func (r *legal) copied(item *legalItem, l *legalLine) string {
	fen := l.setup.FEN()
	switch r.format {
	case legalJSON:
		return jsonText(legalJSONAnswer{Schema: legalSchema, Line: item.number, FEN: fen, Verdict: kernel.Legal.String(), Reason: "Given", Game: l.game})
	case legalTexel:
		return fen + " legal: proof: " + l.game
	}
	return fen + " legal Given"
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

// legalReader reads the lines of a list that are not blank.
type legalReader struct {
	r    *bufio.Reader
	line int
	err  error
	back *legalItem // to be returned once more
}

// unread makes next return a line again.
func (l *legalReader) unread(item legalItem) { l.back = &item }

// next returns the next line, or io.EOF.
func (l *legalReader) next() (legalItem, error) {
	if l.back != nil {
		item := *l.back
		l.back = nil
		return item, nil
	}
	for l.err == nil {
		text, err := l.r.ReadString('\n')
		l.line++
		l.err = err
		if text = strings.TrimSpace(text); text != "" {
			return legalItem{number: l.line, text: text}, nil
		}
	}
	return legalItem{}, l.err
}
