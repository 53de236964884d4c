// Command retroproof proves and counts things about chess: see "retroproof help".
package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"retroproof/cmd/retroproof/ask"
	"retroproof/cmd/retroproof/formulas"
	"retroproof/cmd/retroproof/games"
	"retroproof/cmd/retroproof/legal"
	"retroproof/cmd/retroproof/numbers"
	"retroproof/cmd/retroproof/tb"
	"retroproof/cmd/retroproof/verb"
)

// subjects are the verbs by subject.
var subjects = []verb.Subject{verb.Own, ask.Subject, formulas.Subject, games.Subject, legal.Subject, numbers.Subject, tb.Subject}

// program is the whole program.
var program = verb.Program{
	Subjects: subjects,
	Others:   func(e *verb.Env, root *cobra.Command) { addVerbs(e, root, verbs) },
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return program.Run(args, stdin, stdout, stderr)
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
