//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/limits"
	"retroproof/proofs/replay"
)

// peak runs the program and returns its exit code, and how much memory it had at most, in bytes.
func peak(t *testing.T, args ...string) (code int, most int64) {
	t.Helper()
	cmd := exec.Command("retroproof-check", args...) // see TestMain
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	most = int64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS != "darwin" {
		most <<= 10
	}
	if stderr.Len() > 3000 {
		t.Errorf("%v: a message of %d bytes", args, stderr.Len())
	}
	t.Logf("%v: %d, %d MB, %s", args, cmd.ProcessState.ExitCode(), most>>20, &stderr)
	return cmd.ProcessState.ExitCode(), most
}

// bomb writes a certificate with one line, in which a text is repeated.
func bomb(t *testing.T, start, head, text string, n int, tail string) string {
	t.Helper()
	h := &illegal.Header{Schema: illegal.Schema, Tool: "retroproof", Encoder: core.Version, Start: start, Positions: 1, Cores: []int64{}}
	header, err := h.Append(nil)
	expect.NoError(t, err)
	name := filepath.Join(t.TempDir(), "bomb.gz")
	f, err := os.Create(name)
	expect.NoError(t, err)
	defer f.Close()
	w, err := gzip.NewWriterLevel(f, gzip.BestSpeed)
	expect.NoError(t, err)
	w.Write(header)
	io.WriteString(w, head)
	const many = 1 << 14
	chunk := strings.Repeat(text, many)
	for range n / many {
		io.WriteString(w, chunk)
	}
	io.WriteString(w, tail+"\n")
	expect.NoError(t, w.Close())
	return name
}

// TestProcessMemory: the process stays below one gigabyte, and with less memory below less.
// (What a test that runs in this process takes is counted, too: the system begins with it.)
func TestProcessMemory(t *testing.T) {
	live := func() string {
		var steps strings.Builder
		for i := range 1 << 19 {
			fmt.Fprintf(&steps, "%d 1 0 1 2 0\n", i+5)
		}
		return writeFile(t, "f.lrat", steps.String())
	}
	for _, test := range []struct {
		args []string
		code int
		most int64
	}{
		{[]string{bomb(t, replay.Initial, `{"nodes":[1`, ",1", 30<<20, "]}")}, exitUndecided, 1e9},
		{[]string{bomb(t, replay.Initial, `{"nodes":[""`, `,""`, 1_000_000, "]}")}, exitNotVerified, 1e9}, // just below the limit
		{[]string{"--memory", "4", writeFile(t, "f.cnf", cnf), live()}, exitUndecided, 300e6},
		{[]string{"--memory", "4", "--rup", writeFile(t, "f.cnf", cnf), writeFile(t, "f.drup", strings.Repeat("1 2 0\n", 1<<17))}, exitUndecided, 300e6},
	} {
		if code, most := peak(t, test.args...); code != test.code || most > test.most {
			t.Errorf("%v: exit code %d, want %d; %d bytes of memory, want %d at most", test.args, code, test.code, most, test.most)
		}
	}
}

// TestLowMemory: where the system gives little, a check ends as with a lower limit, with a message and an exit code of its
// own. (Under a limit of addresses Go's runtime may not get as far as the program, or end it: then nothing can be said.)
func TestLowMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs limits as Linux has them")
	}
	file := bomb(t, replay.Initial, `{"nodes":[""`, `,""`, 1_000_000, "]}") // for which the default is enough
	ended := 0
	for _, kilobytes := range []string{"1600000", "1700000", "1800000", "2000000", "2200000"} {
		out, err := exec.Command("sh", "-c", "ulimit -v "+kilobytes+" && exec retroproof-check \"$@\"", "sh", file).CombinedOutput()
		if strings.Contains(string(out), "runtime: out of memory") {
			continue
		}
		ended++
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != exitUndecided || !strings.HasPrefix(string(out), "retroproof-check: ") || !strings.Contains(string(out), "memory limit reached") {
			t.Errorf("%s kB: %v, %.300s", kilobytes, err, out)
		}
	}
	if ended == 0 {
		t.Error("no limit under which the program comes to its end")
	}
	expect.ErrorIs(t, (&options{}).fit(10<<20), limits.ErrMemory, "10 MB")
}
