// Command peers measures retroproof beside other programs that do the same work, as far as they are installed, and
// writes a table of CPU times and ratios. "make peers" runs it in the module's folder. Programs that no package has are
// given by path, in the environment: TEXELUTIL, RTBGEN, POPEYE.
//
//	rows.go           the work, a row each
//	families.go       the formulas that solvers are compared on; a seed picks one of a family
//	formula.go        clauses, gates, shuffling
//	combinatorial.go  random formulas, and what is counted or put together
//	circuits.go       bounded model checking, multipliers, factoring, hashes
//
// The two commands of a row run in turn, as often as -runs says, and the medians are compared: so the load of the
// machine is much the same for both. A peer that fails, answers otherwise than expected, or contradicts this program on
// a formula is an error, not a ratio.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	runs := flag.Int("runs", 3, "runs of each command, of which the median counts")
	rows := flag.String("rows", "", "only rows whose name this regular expression matches")
	limit := flag.Duration("limit", time.Minute, "give up on a process after this CPU time, and count twice as much")
	write := flag.String("write", "", "write the table to this file")
	solvers := flag.Bool("families", false, "other rows: every family of formulas with every solver")
	flag.Parse()
	list := comparisons
	if *solvers {
		list = allFamilies()
	}
	if err := compare(list, *runs, *rows, *limit, *write); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// compare measures those of some rows that a pattern matches.
func compare(list []comparison, runs int, pattern string, limit time.Duration, file string) error {
	wanted, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	if runs < 1 {
		return errors.New("-runs: want at least 1")
	}
	dir, err := os.MkdirTemp("", "retroproof-peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	own, err := filepath.Abs(filepath.Join("bin", "retroproof"))
	if err != nil {
		return err
	}
	m := &measurement{dir: dir, own: own, runs: runs, limit: limit}
	var table strings.Builder
	fmt.Fprintf(&table, "| work | retroproof | peer | its time | ratio |\n|---|---|---|---|---|\n")
	measured := 0
	for _, r := range list {
		if !wanted.MatchString(r.name) {
			continue
		}
		path, err := r.find()
		if err != nil {
			fmt.Printf("%s: %s is not there: left out\n", r.name, r.peer)
			continue
		}
		line, err := m.row(&r, path)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		fmt.Print(line)
		table.WriteString(line)
		measured++
	}
	if measured == 0 {
		return errors.New("nothing was compared: none of the peers is there, or -rows matches none")
	}
	if file == "" {
		return nil
	}
	return os.WriteFile(file, []byte(page(table.String(), runs)), 0o666)
}

// page is the document: the table, and what it was measured on.
func page(table string, runs int) string {
	return fmt.Sprintf(`# Side by side with peers

`+"`make peers`"+` writes this page: CPU seconds of whole commands, the median of %d runs, taken in turn with the
peer's on the same machine. A ratio below 1 means that retroproof needs less. Compare ratios, not seconds.

%s
Measured on %s, %s/%s, %d processors, %s.
`, runs, table, time.Now().UTC().Format("2006-01-02"), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), processor())
}

// processor names the processor, where Linux says it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return "an unknown processor"
}

// A measurement runs commands in a folder.
type measurement struct {
	dir   string
	own   string // the program's path
	runs  int
	limit time.Duration
}

// row prepares the files of a row and returns its line of the table. A command that takes longer than the limit once is
// not run again.
func (m *measurement) row(r *comparison, peer string) (string, error) {
	if r.prepare != nil {
		if err := r.prepare(m); err != nil {
			return "", err
		}
	}
	var seconds [2][]float64
	var late [2]bool
	answers := map[string]int{} // to formulas
	for range m.runs {
		for i, c := range []command{r.ours, r.theirs} {
			if late[i] {
				continue
			}
			t, err := m.time([]string{m.own, peer}[i], c, answers)
			if errors.Is(err, errLate) {
				late[i] = true
				seconds[i] = nil
			} else if err != nil {
				return "", err
			}
			seconds[i] = append(seconds[i], t.Seconds())
		}
	}
	ours, theirs := median(seconds[0]), median(seconds[1])
	sign := map[[2]bool]string{{true, false}: "> ", {false, true}: "< ", {true, true}: "? "}[late]
	more := map[bool]string{true: "> "}
	return fmt.Sprintf("| %s | %s%.2f | %s | %s%.2f | %s%.2f |\n",
		r.name, more[late[0]], ours, r.peer, more[late[1]], theirs, sign, ours/max(theirs, 0.001)), nil
}

// errLate says that a process took longer than the limit.
var errLate = errors.New("too late")

// time runs a command and returns the CPU time of it and of what it started. A solver's answer to a file has to be that
// in answers, if there is one.
func (m *measurement) time(program string, c command, answers map[string]int) (total time.Duration, err error) {
	var late error
	script := fmt.Sprintf(`ulimit -t %.0f; exec "$@"`, m.limit.Seconds()+1)
	for _, args := range c.args {
		words := strings.Split(args, " ")
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "\x00", " ")
		}
		cmd := exec.Command("sh", append([]string{"-c", script, "sh", program}, words...)...)
		cmd.Dir = m.dir
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			return 0, err
		}
		took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		if took >= m.limit {
			total, late = total+2*m.limit, errLate
			continue
		}
		total += took
		var exit *exec.ExitError
		if err != nil && !(errors.As(err, &exit) && slices.Contains(c.codes, exit.ExitCode())) {
			return 0, fmt.Errorf("%s %s: %w\n%s", program, args, err, bytes.TrimSpace(out))
		}
		if c.says != nil && !c.says.Match(out) {
			return 0, fmt.Errorf("%s %s: the answer lacks %v:\n%s", program, args, c.says, bytes.TrimSpace(out))
		}
		file, code := words[len(words)-1], cmd.ProcessState.ExitCode()
		if slices.Contains(c.codes, code) && cmp.Or(answers[file], code) != code {
			return 0, fmt.Errorf("%s %s: exit code %d, and %d before", program, args, code, answers[file])
		}
		answers[file] = code
	}
	return total, late
}

// run runs the program itself, to prepare files.
func (m *measurement) run(args ...string) error {
	cmd := exec.Command(m.own, args...)
	cmd.Dir = m.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("retroproof %s: %w\n%s", strings.Join(args, " "), err, bytes.TrimSpace(out))
	}
	return nil
}

// median returns the middle one, or the upper one of the two in the middle.
func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
