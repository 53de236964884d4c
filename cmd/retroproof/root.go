package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"retroproof/batch/progress"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
)

// run is the whole program, apart from the process around it. It returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// After the first signal the verb cleans up; a second one ends the program at once.
	defer context.AfterFunc(ctx, stop)()

	a := &verb.Env{Stdin: stdin, Term: progress.NewTerminal(stderr)}
	out := &stickyWriter{w: a.Term.Answers(stdout)}
	a.Stdout, a.Stderr = out, a.Term
	root := newRootCommand(a)
	root.SetArgs(lenient.Arguments(texelArguments(args)))
	cmd, err := root.ExecuteContextC(ctx)
	a.Term.Clear()

	code := verb.Code(err)
	if err != nil && !a.Started {
		code = verb.ExitUsage // from cobra: unknown flag, wrong number of arguments
	}
	var coded *verb.ExitError
	switch {
	case code == verb.ExitInterrupted:
		fmt.Fprintln(a.Stderr, "retroproof: interrupted")
	case errors.As(err, &coded) && coded.Err == nil:
	case err != nil:
		a.Complain(err)
	}
	if code == verb.ExitUsage {
		topic := strings.TrimPrefix(cmd.CommandPath(), root.Name())
		if cmd.Name() == "help" {
			topic = ""
		}
		fmt.Fprintf(a.Stderr, "retroproof: see \"retroproof help%s\"\n", topic)
	}
	if out.err != nil && (code == verb.ExitOK || code == verb.ExitSatisfiable || code == verb.ExitUnsatisfiable || code == verb.ExitNotVerified) {
		fmt.Fprintf(a.Stderr, "retroproof: writing the answer: %v\n", out.err)
		code = verb.ExitIO
	}
	return code
}

// newRootCommand builds the tree of commands.
func newRootCommand(a *verb.Env) *cobra.Command {
	root := &cobra.Command{
		Use:           "retroproof",
		Short:         "Prove and count things about chess",
		Version:       build.String(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().Var(&a.ProgressMode, "progress", "progress on stderr: auto, plain or none")
	addVerbs(a, root, verbs)
	root.SetHelpCommand(newHelpCommand(root))
	root.InitDefaultCompletionCmd()
	completeFlags(root, root.PersistentFlags())
	prepare(a, root)
	return root
}

// prepare makes every command note that its own code has begun, say in plain words what arguments it takes, and
// complete them; and it makes a command that is only a group of others fail when it is called without or with an
// unknown subcommand: cobra would print help and exit with 0.
func prepare(a *verb.Env, cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		prepare(a, c)
	}
	completeFlags(cmd, cmd.LocalFlags())
	completeArguments(cmd)
	cmd.Args = countArguments(cmd.Args)
	switch {
	case cmd.RunE != nil:
		verb := cmd.RunE
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			a.Started = true
			a.JSON, _ = cmd.Flags().GetBool("json") // an error means that there is no such flag
			return verb(cmd, args)
		}
	case cmd.Run == nil:
		cmd.Args = cobra.ArbitraryArgs
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return wrongCommand(cmd, args)
			}
			cmd.SetOut(a.Stderr) // a mistake, so not on stdout
			cmd.Usage()
			return verb.Usagef("%s needs a subcommand", cmd.CommandPath())
		}
	}
}

// newHelpCommand replaces cobra's, which exits with 0 after an unknown topic.
func newHelpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]...",
		Short: "Help about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				found := root
				if err == nil {
					found = cmd
				} else {
					rest = args
				}
				return verb.Usagef("unknown help topic %q%s", strings.Join(args, " "), didYouMean(suggestCommands(found, rest)))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// stickyWriter remembers the first error, for verbs that print with fmt and do not look.
type stickyWriter struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

func (s *stickyWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}
