package progress

import (
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// A Terminal is stderr: it keeps the redrawn progress line apart from diagnostics and,
// if stdout is the terminal as well, from answers.
type Terminal struct {
	mu      sync.Mutex
	w       io.Writer
	is      bool // really a terminal
	drawn   string
	midLine bool // the last answer has left the cursor behind it: nothing is drawn there
	width   func() int
}

// NewTerminal makes one of what stderr is.
func NewTerminal(w io.Writer) *Terminal {
	t := &Terminal{w: w, width: func() int { return 80 }}
	if f, ok := w.(*os.File); ok && IsTerminal(w) && os.Getenv("TERM") != "dumb" && understandsEscapes(f) {
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

// IsTerminal reports whether something is read from a terminal or written to one.
func IsTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

const eraseLine = "\r\x1b[K"

// visible reports whether the progress line stands on the terminal; t.mu is held.
func (t *Terminal) visible() bool { return t.drawn != "" && !t.midLine }

// Is reports whether it is really a terminal.
func (t *Terminal) Is() bool { return t.is }

// Write writes diagnostics above the progress line.
func (t *Terminal) Write(p []byte) (int, error) { return t.above(t.w, p, false) }

// above writes above the progress line. Of answers it notes whether the last one is complete.
func (t *Terminal) above(w io.Writer, p []byte, answers bool) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(p) == 0 {
		return 0, nil
	}
	if t.visible() {
		io.WriteString(t.w, eraseLine)
	}
	n, err := w.Write(p)
	if answers {
		t.midLine = p[len(p)-1] != '\n'
	}
	if t.visible() {
		io.WriteString(t.w, t.drawn)
	}
	return n, err
}

// draw replaces the progress line, cut to the terminal's width so that it stays one line.
func (t *Terminal) draw(text string) {
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

// Clear takes the progress line away.
func (t *Terminal) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.visible() {
		io.WriteString(t.w, eraseLine)
	}
	t.drawn = ""
}

// Answers returns the writer for what goes to stdout. If both are the terminal, the
// progress line is taken away before every answer, and drawn again below it.
func (t *Terminal) Answers(stdout io.Writer) io.Writer {
	if !t.is || !IsTerminal(stdout) {
		return stdout
	}
	return &answerWriter{t, stdout}
}

// answerWriter is stdout where it is the terminal that stderr is.
type answerWriter struct {
	term   *Terminal
	stdout io.Writer
}

// Write writes above the progress line.
func (a *answerWriter) Write(p []byte) (int, error) { return a.term.above(a.stdout, p, true) }
