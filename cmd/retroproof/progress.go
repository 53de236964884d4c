package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// progressMode is the value of --progress.
type progressMode string

// The modes. The zero value is auto.
const (
	progressAuto  progressMode = "auto"  // a line that is redrawn on a terminal, plain otherwise
	progressPlain progressMode = "plain" // a line every 30 seconds
	progressNone  progressMode = "none"
)

// String returns the mode's name.
func (m *progressMode) String() string {
	if *m == "" {
		return string(progressAuto)
	}
	return string(*m)
}

// Set parses a mode.
func (m *progressMode) Set(s string) error {
	switch p := progressMode(s); p {
	case progressAuto, progressPlain, progressNone:
		*m = p
		return nil
	}
	return fmt.Errorf("must be auto, plain or none")
}

// Type names the type for the help text.
func (m *progressMode) Type() string { return "MODE" }

// How often progress is shown.
const (
	redrawEvery = 200 * time.Millisecond
	watchEvery  = time.Second // of lists, whose numbers and times change all the time
	plainEvery  = 30 * time.Second
)

// progress shows how a long job is getting on, on stderr. It is safe for concurrent use and cheap to update: call
// Update as often as something has changed.
type progress struct {
	mu    sync.Mutex
	term  *terminal
	live  bool          // redraw one line
	every time.Duration // 0: silent
	last  time.Time
	now   func() time.Time
	quit  chan struct{} // ends watch
}

// newProgress starts a job's progress; mode is normally a.progressMode, which the flag --progress sets.
func (a *app) newProgress(mode progressMode) *progress {
	p := &progress{term: a.term, now: time.Now}
	switch {
	case mode == progressNone, a.verbose:
	case mode != progressPlain && a.term.is:
		p.live, p.every = true, redrawEvery
	default:
		p.every = plainEvery
	}
	p.last = p.now()
	if p.live {
		p.last = p.last.Add(-redrawEvery) // the first line at once; plain lines only for jobs that take long
	}
	return p
}

// Update says where the job is. It is shown if the last line is old enough.
func (p *progress) Update(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.every == 0 {
		return
	}
	now := p.now()
	if now.Sub(p.last) < p.every {
		return
	}
	p.last = now
	p.show(text)
}

// show shows a line; p.mu is held.
func (p *progress) show(text string) {
	if p.live {
		p.term.draw(text)
	} else {
		fmt.Fprintln(p.term, text)
	}
}

// watch shows what text returns, every second on a terminal, until Done. In place of
// Update it is for jobs of which for long only the time may change.
func (p *progress) watch(text func() string) {
	if p.every == 0 {
		return
	}
	every := p.every
	if p.live {
		every = watchEvery
	}
	p.quit = make(chan struct{})
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-p.quit:
				return
			case <-tick.C:
			}
			line := text()
			p.mu.Lock()
			if p.every > 0 {
				p.show(line)
			}
			p.mu.Unlock()
		}
	}()
}

// Done ends the job's progress and takes the redrawn line away.
func (p *progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live && p.every > 0 {
		p.term.clear()
	}
	if p.quit != nil && p.every > 0 {
		close(p.quit)
	}
	p.every = 0
}

// terminal is stderr: it keeps the redrawn progress line apart from diagnostics and,
// if stdout is the terminal as well, from answers.
type terminal struct {
	mu      sync.Mutex
	w       io.Writer
	is      bool // really a terminal
	drawn   string
	midLine bool // the last answer has left the cursor behind it: nothing is drawn there
	width   func() int
}

func newTerminal(w io.Writer) *terminal {
	t := &terminal{w: w, width: func() int { return 80 }}
	if f, ok := w.(*os.File); ok && isTerminal(w) && os.Getenv("TERM") != "dumb" && understandsEscapes(f) {
		t.is = true
		t.width = func() int {
			if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
				return w
			}
			return 80
		}
	}
	return t
}

// isTerminal reports whether something is read from a terminal or written to one.
func isTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

const eraseLine = "\r\x1b[K"

// visible reports whether the progress line stands on the terminal; t.mu is held.
func (t *terminal) visible() bool { return t.drawn != "" && !t.midLine }

// Write writes diagnostics above the progress line.
func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.visible() {
		return t.w.Write(p)
	}
	io.WriteString(t.w, eraseLine)
	n, err := t.w.Write(p)
	io.WriteString(t.w, t.drawn)
	return n, err
}

// draw replaces the progress line, cut to the terminal's width so that it stays one line.
func (t *terminal) draw(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	line := []rune(text)
	if w := t.width() - 1; len(line) > w {
		line = line[:max(w, 0)]
	}
	t.drawn = string(line)
	if t.visible() {
		io.WriteString(t.w, eraseLine+t.drawn)
	}
}

// clear takes the progress line away.
func (t *terminal) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.visible() {
		io.WriteString(t.w, eraseLine)
	}
	t.drawn = ""
}

// answers returns the writer for what goes to stdout. If both are the terminal, the
// progress line is taken away before every answer, and drawn again below it.
func (t *terminal) answers(stdout io.Writer) io.Writer {
	if !t.is || !isTerminal(stdout) {
		return stdout
	}
	return &answerWriter{t, stdout}
}

// answerWriter is stdout where it is the terminal that stderr is.
type answerWriter struct {
	term   *terminal
	stdout io.Writer
}

// Write writes above the progress line.
func (a *answerWriter) Write(p []byte) (int, error) {
	t := a.term
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(p) == 0 {
		return 0, nil
	}
	if t.visible() {
		io.WriteString(t.w, eraseLine)
	}
	n, err := a.stdout.Write(p)
	t.midLine = p[len(p)-1] != '\n'
	if t.visible() {
		io.WriteString(t.w, t.drawn)
	}
	return n, err
}
