// Package progress shows on stderr how far a long job is: a line that is redrawn on a terminal, a line every
// 30 seconds elsewhere. Goroutines may share what it has.
package progress

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"retroproof/batch"
)

// A Mode is the value of --progress.
type Mode string

// The modes. The zero value is auto.
const (
	Auto  Mode = "auto"  // a line that is redrawn on a terminal, plain otherwise
	Plain Mode = "plain" // a line every 30 seconds
	None  Mode = "none"
)

// String returns the mode's name.
func (m *Mode) String() string {
	if *m == "" {
		return string(Auto)
	}
	return string(*m)
}

// Set parses a mode.
func (m *Mode) Set(s string) error {
	switch p := Mode(s); p {
	case Auto, Plain, None:
		*m = p
		return nil
	}
	return fmt.Errorf("must be auto, plain or none")
}

// Type names the type for the help text.
func (m *Mode) Type() string { return "MODE" }

// How often progress is shown.
const (
	redrawEvery = 200 * time.Millisecond
	watchEvery  = time.Second // of lists, whose numbers and times change all the time
	plainEvery  = 30 * time.Second
)

// A Job shows how a long job is getting on. It is safe for concurrent use and cheap to update: call
// Update as often as something has changed.
type Job struct {
	mu    sync.Mutex
	term  *Terminal
	tell  func(text string) // in place of a terminal
	live  bool              // redraw one line
	every time.Duration     // 0: silent
	last  time.Time
	now   func() time.Time
	quit  chan struct{} // ends watch
}

// New starts a job's progress.
func New(term *Terminal, mode Mode) *Job {
	p := &Job{term: term, now: time.Now}
	switch {
	case mode == None:
	case mode != Plain && term.is:
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

// To starts the progress of a job, and calls a function with it as often as a line would be redrawn.
func To(tell func(text string)) *Job { return &Job{tell: tell, every: redrawEvery, now: time.Now} }

// Update says where the job is. It is shown if the last line is old enough.
func (j *Job) Update(text string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.every == 0 {
		return
	}
	now := j.now()
	if now.Sub(j.last) < j.every {
		return
	}
	j.last = now
	j.show(text)
}

// show shows a line; p.mu is held.
func (j *Job) show(text string) {
	switch {
	case j.tell != nil:
		j.tell(text)
	case j.live:
		j.term.draw(text)
	default:
		fmt.Fprintln(j.term, text)
	}
}

// watch shows what text returns, every second on a terminal, until Done. In place of
// Update it is for jobs of which for long only the time may change.
func (j *Job) watch(text func() string) {
	if j.every == 0 {
		return
	}
	every := j.every
	if j.live {
		every = watchEvery
	}
	j.quit = make(chan struct{})
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-j.quit:
				return
			case <-tick.C:
			}
			line := text()
			j.mu.Lock()
			if j.every > 0 {
				j.show(line)
			}
			j.mu.Unlock()
		}
	}()
}

// Done ends the job's progress and takes the redrawn line away.
func (j *Job) Done() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.live && j.every > 0 {
		j.term.Clear()
	}
	if j.quit != nil && j.every > 0 {
		close(j.quit)
	}
	j.every = 0
}

// A List shows how far a list is: how many lines are answered and of how many,
// the verdicts, the rate, and the time that is left at that rate. It is safe
// for concurrent use.
type List struct {
	*Job
	unit string // what is counted: lines, draws

	counts  sync.Mutex // guards what follows
	done    int64      // those of an earlier run included
	skipped int64      // answered by an earlier run
	total   int64      // 0 while it is not known
	note    string     // the verdicts
	began   time.Time
	stop    context.CancelFunc // of the counting
}

// NewList starts the progress of so many of a unit, as lines, or of a number that is not known if total is 0.
func NewList(term *Terminal, mode Mode, unit string, total int64) *List {
	l := &List{Job: New(term, mode), unit: unit, total: total}
	l.began = l.now()
	l.watch(l.text)
	return l
}

// Shown reports whether anything is shown.
func (l *List) Shown() bool { return l.every > 0 }

// Count counts the lines of a list while it is worked through, and closes it. It is called once, before the work
// begins.
func (l *List) Count(ctx context.Context, list io.ReadCloser) {
	ctx, l.stop = context.WithCancel(ctx)
	go func() {
		defer list.Close()
		if n, ok := batch.CountLines(ctx, list); ok {
			l.counts.Lock()
			defer l.counts.Unlock()
			l.total = n
		}
	}()
}

// Skip says how many lines an earlier run has answered.
func (l *List) Skip(n int) {
	l.counts.Lock()
	defer l.counts.Unlock()
	l.skipped += int64(n)
	l.done += int64(n)
	l.began = l.now() // what the earlier run has done was only read
}

// Add says how many more lines are answered. They need not be written yet: a line
// that takes long holds up those behind it.
func (l *List) Add(n int) {
	l.counts.Lock()
	defer l.counts.Unlock()
	l.done += int64(n)
}

// Say sets what is shown of the lines that are written, such as verdicts.
func (l *List) Say(note string) {
	l.counts.Lock()
	defer l.counts.Unlock()
	l.note = note
}

// Stage begins to count anew, from 0 to a number of draws, and says what they are.
func (l *List) Stage(draws int, note string) {
	l.counts.Lock()
	defer l.counts.Unlock()
	l.done, l.skipped, l.total, l.note = 0, 0, int64(draws), note
	l.began = l.now()
}

// text is the progress line.
func (l *List) text() string {
	l.counts.Lock()
	defer l.counts.Unlock()
	var b strings.Builder
	if l.total > 0 {
		fmt.Fprintf(&b, "%d of %d %s (%.0f %%)", l.done, l.total, l.unit, 100*float64(l.done)/float64(l.total))
	} else {
		fmt.Fprintf(&b, "%d %s", l.done, l.unit)
	}
	if rate := float64(l.done-l.skipped) / l.now().Sub(l.began).Seconds(); rate > 0 {
		fmt.Fprintf(&b, ", %s a second", rateText(rate))
		if left := float64(l.total-l.done) / rate; left > 0 {
			fmt.Fprintf(&b, ", %s left", durationText(left))
		}
	}
	if l.note != "" {
		b.WriteString("; " + l.note)
	}
	return b.String()
}

// Done ends the progress and takes its line away.
func (l *List) Done() {
	if l.stop != nil {
		l.stop()
	}
	l.Job.Done()
}

// rateText writes a rate with two digits at least.
func rateText(rate float64) string {
	switch {
	case rate >= 10:
		return fmt.Sprintf("%.0f", rate)
	case rate >= 1:
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.2g", rate)
}

// durationText writes a number of seconds with its two greatest units: 3h05m, 12m40s,
// 7s.
func durationText(seconds float64) string {
	const day = 24 * 60 * 60
	if seconds > 1000*day {
		return "more than 1000 days"
	}
	s := int64(seconds + 0.5)
	switch {
	case s >= day:
		return fmt.Sprintf("%dd%02dh", s/day, s%day/3600)
	case s >= 3600:
		return fmt.Sprintf("%dh%02dm", s/3600, s%3600/60)
	case s >= 60:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	}
	return fmt.Sprintf("%ds", s)
}
