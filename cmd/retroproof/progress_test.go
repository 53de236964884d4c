package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// testProgress makes a progress with a clock of its own.
func testProgress(mode progressMode, isTerminal bool) (*progress, *bytes.Buffer, *time.Time) {
	var b bytes.Buffer
	a := &app{term: newTerminal(&b)}
	a.term.is = isTerminal
	now := time.Unix(1000, 0)
	p := a.newProgress(mode)
	p.now = func() time.Time { return now }
	p.last = now
	if p.live {
		p.last = now.Add(-redrawEvery)
	}
	return p, &b, &now
}

func TestProgressPlain(t *testing.T) {
	for _, test := range []struct {
		mode     progressMode
		terminal bool
	}{{progressAuto, false}, {progressPlain, false}, {progressPlain, true}, {"", false}} {
		p, b, now := testProgress(test.mode, test.terminal)
		for i := range 100 {
			p.Update(fmt.Sprint("second ", i))
			*now = now.Add(time.Second)
		}
		p.Done()
		p.Update("late")
		if got := b.String(); got != "second 30\nsecond 60\nsecond 90\n" {
			t.Errorf("%v: got %q", test, got)
		}
	}
}

func TestProgressNone(t *testing.T) {
	p, b, now := testProgress(progressNone, true)
	p.Update("a")
	*now = now.Add(time.Hour)
	p.Update("b")
	p.Done()
	if b.Len() > 0 {
		t.Errorf("got %q", b)
	}
}

func TestProgressLive(t *testing.T) {
	p, b, now := testProgress(progressAuto, true)
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
	if b.String() != want {
		t.Errorf("got  %q\nwant %q", b, want)
	}
}

func TestProgressConcurrent(t *testing.T) {
	p, b, _ := testProgress(progressAuto, true)
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
	if n := strings.Count(b.String(), "line\n"); n != 800 {
		t.Errorf("%d of 800 lines", n)
	}
}

func TestProgressMode(t *testing.T) {
	var m progressMode
	if m.String() != "auto" || m.Set("plain") != nil || m.String() != "plain" || m.Set("fancy") == nil || m != progressPlain {
		t.Errorf("mode %q", m)
	}
}
