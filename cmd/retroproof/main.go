// Command retroproof proves and counts things about chess: see "retroproof help".
package main

import (
	"io"
	"os"

	"retroproof/cmd/retroproof/ask"
	"retroproof/cmd/retroproof/endgame"
	"retroproof/cmd/retroproof/formulas"
	"retroproof/cmd/retroproof/games"
	"retroproof/cmd/retroproof/legal"
	"retroproof/cmd/retroproof/numbers"
	"retroproof/cmd/retroproof/serve"
	"retroproof/cmd/retroproof/tb"
	"retroproof/cmd/retroproof/verb"
)

// subjects are the verbs by subject, but for serve, which has the routes of all of them.
var subjects = []verb.Subject{
	verb.Own, ask.Subject, endgame.Subject, formulas.Subject, games.Subject, legal.Subject, numbers.Subject, tb.Subject,
}

// program is the whole program.
var program = verb.Program{Subjects: append(subjects, serve.Subject(subjects))}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return program.Run(args, stdin, stdout, stderr)
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
