package progress

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"retroproof/internal/expect"
)

// testProgress makes a progress with a clock of its own.
func testProgress(mode Mode, isTerminal bool) (*Job, *bytes.Buffer, *time.Time) {
	var b bytes.Buffer
	term := NewTerminal(&b)
	term.is = isTerminal
	now := time.Unix(1000, 0)
	p := New(term, mode)
	p.now = func() time.Time { return now }
	p.last = now
	if p.live {
		p.last = now.Add(-redrawEvery)
	}
	return p, &b, &now
}

func TestProgressPlain(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mode     Mode
		terminal bool
	}{{Auto, false}, {Plain, false}, {Plain, true}, {"", false}} {
		p, b, now := testProgress(test.mode, test.terminal)
		for i := range 100 {
			p.Update(fmt.Sprint("second ", i))
			*now = now.Add(time.Second)
		}
		p.Done()
		p.Update("late")
		expect.Equal(t, b.String(), "second 30\nsecond 60\nsecond 90\n", "%v", test)
	}
}

func TestProgressNone(t *testing.T) {
	t.Parallel()
	p, b, now := testProgress(None, true)
	p.Update("a")
	*now = now.Add(time.Hour)
	p.Update("b")
	p.Done()
	if b.Len() > 0 {
		t.Errorf("got %q", b)
	}
}

func TestProgressLive(t *testing.T) {
	t.Parallel()
	p, b, now := testProgress(Auto, true)
	p.term.width = func() int { return 10 }
	for i := range 10 {
		p.Update(fmt.Sprint("step ", i, " of many"))
		*now = now.Add(100 * time.Millisecond)
	}
	fmt.Fprintln(p.term, "warning")
	p.Done()
	p.Done()
	want := ""
	for _, step := range []string{"step 0 of", "step 2 of", "step 4 of", "step 6 of", "step 8 of"} {
		want += eraseLine + step
	}
	want += eraseLine + "warning\nstep 8 of" + eraseLine
	expect.Equal(t, b.String(), want, "screen")
}

func TestProgressConcurrent(t *testing.T) {
	t.Parallel()
	p, b, _ := testProgress(Auto, true)
	p.now, p.every = time.Now, time.Nanosecond
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 100 {
				p.Update(fmt.Sprint(i, " ", j))
				fmt.Fprintln(p.term, "line")
			}
		})
	}
	wg.Wait()
	p.Done()
	expect.Equal(t, strings.Count(b.String(), "line\n"), 800, "of 800 lines")
}

func TestProgressMode(t *testing.T) {
	t.Parallel()
	var m Mode
	if m.String() != "auto" || m.Set("plain") != nil || m.String() != "plain" || m.Set("fancy") == nil || m != Plain {
		t.Errorf("mode %q", m)
	}
}

// screen is a terminal that stdout and stderr share: what stands on its lines after
// all that was written.
type screen struct {
	lines []string
	at    int // in the last line
}

func (s *screen) Write(p []byte) (int, error) {
	if len(s.lines) == 0 {
		s.lines = []string{""}
	}
	for text := string(p); text != ""; {
		last := &s.lines[len(s.lines)-1]
		switch rest, erase := strings.CutPrefix(text, "\x1b[K"); {
		case erase:
			*last, text = (*last)[:s.at], rest
		case text[0] == '\r':
			s.at, text = 0, text[1:]
		case text[0] == '\n':
			s.lines, s.at, text = append(s.lines, ""), 0, text[1:]
		default:
			*last = (*last)[:s.at] + text[:1] + (*last)[min(s.at+1, len(*last)):]
			s.at, text = s.at+1, text[1:]
		}
	}
	return len(p), nil
}

// Answers stand on lines of their own, whatever progress is drawn meanwhile.
func TestAnswersOverProgress(t *testing.T) {
	t.Parallel()
	var s screen
	term := NewTerminal(&s)
	term.is = true
	stdout := &answerWriter{term, &s}
	check := func(when string, want ...string) {
		t.Helper()
		expect.Equal(t, strings.Join(s.lines, "\n"), strings.Join(want, "\n"), "%s", when)
	}
	term.draw("1 of 3 tables")
	fmt.Fprintln(stdout, "KRvK")
	check("an answer", "KRvK", "1 of 3 tables")
	term.draw("2 of 3")
	fmt.Fprint(stdout, "KQ")
	check("half an answer", "KRvK", "KQ")
	term.draw("2 of 3, news")
	check("progress behind it", "KRvK", "KQ")
	fmt.Fprint(stdout, "vK\nKBvK\n")
	check("the rest, and one more", "KRvK", "KQvK", "KBvK", "2 of 3, news")
	fmt.Fprintln(term, "retroproof: warning")
	check("a diagnostic", "KRvK", "KQvK", "KBvK", "retroproof: warning", "2 of 3, news")
	term.Clear()
	fmt.Fprintln(stdout, "done")
	check("the end", "KRvK", "KQvK", "KBvK", "retroproof: warning", "done", "")
}

// Only where stdout is the terminal, too, has anything to be taken away.
func TestAnswersElsewhere(t *testing.T) {
	t.Parallel()
	var stderr, stdout bytes.Buffer
	term := NewTerminal(&stderr)
	term.is = true
	expect.Equal[io.Writer](t, term.Answers(&stdout), &stdout, "a plain stdout")
}

func TestListProgress(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	l := &List{Job: &Job{now: func() time.Time { return now }}, unit: "lines", began: now}
	check := func(want string) {
		t.Helper()
		expect.Equal(t, l.text(), want, "l.text()")
	}
	check("0 lines")
	now = now.Add(20 * time.Second)
	l.Add(5)
	check("5 lines, 0.25 a second")
	l.total = 1005
	l.Add(45)
	l.Say("40 illegal, 10 legal")
	check("50 of 1005 lines (5 %), 2.5 a second, 6m22s left; 40 illegal, 10 legal")
	now = now.Add(30 * time.Second)
	check("50 of 1005 lines (5 %), 1.0 a second, 15m55s left; 40 illegal, 10 legal")
	l.Add(955)
	check("1005 of 1005 lines (100 %), 20 a second; 40 illegal, 10 legal")

	// What an earlier run has answered counts, but not for the rate.
	l = &List{Job: &Job{now: func() time.Time { return now }}, unit: "draws", total: 2000}
	l.Skip(1000)
	check("1000 of 2000 draws (50 %)")
	now = now.Add(2 * time.Second)
	l.Add(250)
	check("1250 of 2000 draws (62 %), 125 a second, 6s left")

	// A further stage has a number of draws and a rate of its own.
	l.Stage(300, "those that are chosen")
	check("0 of 300 draws (0 %); those that are chosen")
	l.Skip(100)
	now = now.Add(2 * time.Second)
	l.Add(50)
	check("150 of 300 draws (50 %), 25 a second, 6s left; those that are chosen")
}

func TestDurationText(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[float64]string{0.2: "0s", 59: "59s", 59.7: "1m00s", 3599: "59m59s", 3600: "1h00m", 86399: "23h59m", 90000: "1d01h", 1e12: "more than 1000 days"} {
		expect.Equal(t, durationText(seconds), want, "%g", seconds)
	}
}

// A list that is watched is drawn without any news, and not after its end.
func TestProgressWatched(t *testing.T) {
	t.Parallel()
	var s syncBuffer
	p := &Job{term: NewTerminal(&s), now: time.Now, every: time.Millisecond}
	shown := make(chan bool)
	p.watch(func() string { shown <- true; return "line" })
	<-shown
	<-shown // the first is drawn
	go func() { <-shown }()
	p.Done()
	p.Done()
	before := s.String()
	if !strings.HasPrefix(before, "line\n") {
		t.Errorf("got %q", before)
	}
	p.Update("late")
	expect.Equal(t, s.String(), before, "after the end")
}

// closer notes that a list was closed.
type closer struct {
	io.ReadCloser
	closed chan struct{}
}

func (c *closer) Close() error {
	close(c.closed)
	return c.ReadCloser.Close()
}

// A list is counted while goroutines answer its lines and the line is drawn.
func TestListProgressCounts(t *testing.T) {
	t.Parallel()
	var s syncBuffer
	l := &List{Job: &Job{term: NewTerminal(&s), now: time.Now, every: time.Millisecond}, unit: "lines", began: time.Now()}
	drawn := make(chan bool)
	l.watch(func() string { drawn <- true; return l.text() })
	list := &closer{io.NopCloser(strings.NewReader(strings.Repeat("line\n", 1000))), make(chan struct{})}
	l.Count(t.Context(), list)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 100 {
				l.Add(1)
				l.Say(fmt.Sprint("worker ", i))
			}
		})
	}
	<-drawn
	wg.Wait()
	<-list.closed // after the number is known
	<-drawn
	if got := l.text(); !strings.HasPrefix(got, "800 of 1000 lines (80 %), ") || !strings.Contains(got, "; worker ") {
		t.Errorf("got %q", got)
	}
	go func() { <-drawn }()
	l.Done()
}

// The end of the job ends the counting of its list.
func TestListProgressCountingEnds(t *testing.T) {
	t.Parallel()
	var s syncBuffer
	l := NewList(NewTerminal(&s), None, "lines", 0)
	r, w := io.Pipe()
	list := &closer{r, make(chan struct{})}
	l.Count(t.Context(), list)
	l.Done()
	for err := error(nil); err == nil; { // there is no end of this list
		_, err = io.WriteString(w, "line\n")
	}
	<-list.closed
	if got := l.text(); l.Shown() || got != "0 lines" {
		t.Errorf("shown %t, %q", l.Shown(), got)
	}
}

// syncBuffer is a buffer for several goroutines.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
