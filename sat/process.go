package sat

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// A ProgramRun is what a program has done.
type ProgramRun struct {
	Code   int    // its exit code
	Output []byte // its stdout
	Said   string // the end of its stderr, in a form to append to an error message; "" if there is none
}

// Answered reports whether the exit code is one of those with which solvers and model checkers answer.
func (p *ProgramRun) Answered() bool { return p.Code == 0 || p.Code == 10 || p.Code == 20 }

// RunProgram runs a program to its end, which may write so many bytes to stdout. When the context ends, it is killed
// with the processes that it has started: solvers are often wrapped in scripts.
func RunProgram(ctx context.Context, path string, args []string, most int) (*ProgramRun, error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	out, stderr := &cappedBuffer{limit: most, full: cancel}, &tailBuffer{limit: 2048}
	cmd := exec.CommandContext(inner, path, args...)
	cmd.Stdout, cmd.Stderr = out, stderr
	killWithChildren(cmd)
	cmd.WaitDelay = time.Second // a grandchild outside the group may keep the pipe open
	err := cmd.Run()
	run := &ProgramRun{Output: out.b, Said: stderr.quoted()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case out.overflow:
		return nil, fmt.Errorf("wrote more than %d bytes%s", most, run.Said)
	case errors.As(err, &exit) && exit.Exited():
		run.Code = exit.ExitCode()
	case err != nil:
		return nil, fmt.Errorf("%w%s", err, run.Said)
	}
	return run, nil
}

// cappedBuffer collects output up to a limit, then calls full and drops the rest.
type cappedBuffer struct {
	b        []byte
	limit    int
	overflow bool
	full     func()
}

func (c *cappedBuffer) Write(p []byte) (int, error) {
	if c.overflow = c.overflow || len(c.b)+len(p) > c.limit; c.overflow {
		c.full()
		return len(p), nil
	}
	c.b = append(c.b, p...)
	return len(p), nil
}

// tailBuffer keeps the end of what is written to it.
type tailBuffer struct {
	b     []byte
	limit int
}

func (t *tailBuffer) Write(p []byte) (int, error) {
	t.b = append(t.b, p[max(0, len(p)-t.limit):]...)
	if len(t.b) > 2*t.limit {
		t.b = append(t.b[:0], t.b[len(t.b)-t.limit:]...)
	}
	return len(p), nil
}

// quoted returns the tail in a form to append to an error message, empty if there is none.
func (t *tailBuffer) quoted() string {
	text := strings.TrimSpace(string(t.b[max(0, len(t.b)-t.limit):]))
	if text == "" {
		return ""
	}
	return fmt.Sprintf("; it wrote to stderr: %q", text)
}
