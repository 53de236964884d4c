package progress_test

import (
	"os"

	"retroproof/batch/progress"
)

// Progress goes where diagnostics go, to stderr as a rule: here it is not a terminal, and a line is shown every 30
// seconds.
func Example() {
	term := progress.NewTerminal(os.Stdout)
	l := progress.NewList(term, progress.Auto, "lines", 3)
	defer l.Done()
	for range 3 {
		l.Add(1)
	}
	os.Stdout.WriteString("all answered\n")
	// Output:
	// all answered
}
