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
	"retroproof/proofs/folder"
)

// app is what a verb gets from the program. Verbs write answers to stdout and everything else to stderr, and never
// call os.Exit; they return an error, if need be one with an exit code.
type app struct {
	stdin  io.Reader
	stdout io.Writer // unbuffered; a failed write is noticed at the end and makes the program fail
	stderr io.Writer // shared with progress lines: safe for concurrent use

	progressMode progress.Mode
	verbose      bool // the verb logs what it does, and shows no progress
	term         *progress.Terminal
	json         bool // the verb's flag --json
	started      bool // a verb's own code has begun: from here on, errors are not about usage
}

// run is the whole program, apart from the process around it. It returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// After the first signal the verb cleans up; a second one ends the program at once.
	defer context.AfterFunc(ctx, stop)()

	a := &app{stdin: stdin, term: progress.NewTerminal(stderr)}
	out := &stickyWriter{w: a.term.Answers(stdout)}
	a.stdout, a.stderr = out, a.term
	root := newRootCommand(a)
	root.SetArgs(lenient.Arguments(texelArguments(args)))
	cmd, err := root.ExecuteContextC(ctx)
	a.term.Clear()

	code := exitCode(err)
	if err != nil && !a.started {
		code = exitUsage // from cobra: unknown flag, wrong number of arguments
	}
	var coded *exitError
	switch {
	case code == exitInterrupted:
		fmt.Fprintln(a.stderr, "retroproof: interrupted")
	case errors.As(err, &coded) && coded.err == nil:
	case err != nil:
		a.complain(err)
	}
	if code == exitUsage {
		topic := strings.TrimPrefix(cmd.CommandPath(), root.Name())
		if cmd.Name() == "help" {
			topic = ""
		}
		fmt.Fprintf(a.stderr, "retroproof: see \"retroproof help%s\"\n", topic)
	}
	if out.err != nil && (code == exitOK || code == exitSatisfiable || code == exitUnsatisfiable || code == exitNotVerified) {
		fmt.Fprintf(a.stderr, "retroproof: writing the answer: %v\n", out.err)
		code = exitIO
	}
	return code
}

// newRootCommand builds the tree of commands.
func newRootCommand(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:           "retroproof",
		Short:         "Prove and count things about chess",
		Version:       build.String(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().Var(&a.progressMode, "progress", "progress on stderr: auto, plain or none")
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
func prepare(a *app, cmd *cobra.Command) {
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
			a.started = true
			a.json, _ = cmd.Flags().GetBool("json") // an error means that there is no such flag
			return verb(cmd, args)
		}
	case cmd.Run == nil:
		cmd.Args = cobra.ArbitraryArgs
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return wrongCommand(cmd, args)
			}
			cmd.SetOut(a.stderr) // a mistake, so not on stdout
			cmd.Usage()
			return usageErrorf("%s needs a subcommand", cmd.CommandPath())
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
				return usageErrorf("unknown help topic %q%s", strings.Join(args, " "), didYouMean(suggestCommands(found, rest)))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// open opens a file for reading, or stdin for "-". Reading fails with the context's error once that is cancelled, even
// if it blocks on a pipe or a terminal that never delivers.
func (a *app) open(ctx context.Context, name string) (io.ReadCloser, error) {
	var source io.Reader = a.stdin
	var closer io.Closer
	if name != "-" {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s is a directory, want a file", name)
		}
		f, err := openFile(ctx, name)
		if err != nil {
			return nil, err
		}
		source, closer = f, f
	}
	r, w := io.Pipe()
	go func() {
		_, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{source}, make([]byte, 1<<18))
		w.CloseWithError(err)
		if closer != nil {
			closer.Close()
		}
	}()
	stop := context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	return &input{r, stop}, nil
}

// openFile opens a file, or returns the context's error once that is cancelled: a pipe is not open before somebody writes to
// it. What opens it then goes on waiting until the program ends.
func openFile(ctx context.Context, name string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := folder.OpenFile(name, folder.Links|folder.Pipes)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type input struct {
	*io.PipeReader
	stop func() bool
}

func (i *input) Close() error {
	i.stop()
	return i.PipeReader.Close()
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
