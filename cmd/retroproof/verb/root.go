package verb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"retroproof"
	"retroproof/batch/progress"
	"retroproof/chess/lenient"
	"retroproof/internal/answer"
)

// Program is the whole program: its verbs, by subject.
type Program struct{ Subjects []Subject }

// Verbs returns all verbs, by name.
func (p *Program) Verbs() (list []*Verb) {
	for _, s := range p.Subjects {
		list = append(list, s.Verbs...)
	}
	slices.SortFunc(list, func(a, b *Verb) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Run runs the program, apart from the process around it, and returns the exit code.
func (p *Program) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// After the first signal the verb cleans up; a second one ends the program at once.
	defer context.AfterFunc(ctx, stop)()

	e := &Env{Stdin: stdin, Term: progress.NewTerminal(stderr)}
	out := &stickyWriter{w: e.Term.Answers(stdout)}
	e.Stdout, e.Stderr = out, e.Term
	root := p.called(args).Root(e)
	args, err := p.spell(args)
	cmd := root
	if err == nil {
		root.SetArgs(lenient.Arguments(args))
		cmd, err = root.ExecuteContextC(ctx)
	}
	e.Term.Clear()

	code := Code(err)
	if err != nil && !e.Started {
		code = ExitUsage // from cobra: unknown flag, wrong number of arguments
	}
	var coded *ExitError
	switch {
	case code == ExitInterrupted:
		fmt.Fprintln(e.Stderr, "retroproof: interrupted")
	case errors.As(err, &coded) && coded.Err == nil:
	case err != nil:
		e.Complain(err)
	}
	if code == ExitUsage {
		topic := strings.TrimPrefix(cmd.CommandPath(), root.Name())
		if cmd.Name() == "help" {
			topic = ""
		}
		fmt.Fprintf(e.Stderr, "retroproof: see \"retroproof help%s\"\n", topic)
	}
	if out.err != nil && (code == ExitOK || code == ExitSatisfiable || code == ExitUnsatisfiable ||
		code == ExitNotVerified) {
		fmt.Fprintf(e.Stderr, "retroproof: writing the answer: %v\n", out.err)
		code = ExitIO
	}
	return code
}

// verbAt returns where in a command line the verb stands, -1 for nowhere. Before it may stand --progress, and its
// value.
func verbAt(args []string) int {
	var mode progress.Mode
	return slices.IndexFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") && mode.Set(a) != nil })
}

// called is the program without the subjects that a command line does not need, as to make all commands takes
// milliseconds. Without a verb, or with one that is not declared, such as help, it is the whole program.
func (p *Program) called(args []string) *Program {
	if at := verbAt(args); at >= 0 {
		for _, s := range p.Subjects {
			for _, v := range s.Verbs {
				if word, _, _ := strings.Cut(v.Name, " "); word == args[at] {
					return &Program{Subjects: []Subject{s}}
				}
			}
		}
	}
	return p
}

// spell gives the other spellings of a verb's flags, which may stand with one hyphen, the second one. Its error says
// what has taken the place of a flag.
func (p *Program) spell(args []string) ([]string, error) {
	at := verbAt(args)
	if at < 0 {
		return args, nil
	}
	for _, v := range p.Verbs() {
		if v.Name != args[at] || v.Spellings == nil && v.Moved == nil {
			continue
		}
		args = slices.Clone(args)
		for i := at + 1; i < len(args) && args[i] != "--"; i++ {
			name, _, _ := strings.Cut(args[i], "=")
			if word := strings.TrimPrefix(name, "-"); word != name && v.Spellings[word] != "" {
				args[i] = "-" + args[i]
			}
			if flag, ok := strings.CutPrefix(name, "--"); ok && v.Moved[flag] != "" {
				return nil, Usagef("%s has no --%s any more, want: retroproof %s", v.Name, flag, v.Moved[flag])
			}
		}
	}
	return args, nil
}

// Root builds the tree of commands.
func (p *Program) Root(e *Env) *cobra.Command {
	root := &cobra.Command{
		Use:           "retroproof",
		Short:         "Prove and count things about chess",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(e.Stdin)
	root.SetOut(e.Stdout)
	root.SetErr(e.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().Var(&e.ProgressMode, "progress", "progress on stderr: auto, plain or none")
	all := root.PersistentFlags().Bool("help-all", false, "full help: all examples, flags and budgets")
	texts := map[*cobra.Command]*helpText{}
	for _, s := range p.Subjects {
		s.add(e, root, texts)
	}
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		writeHelp(cmd.OutOrStdout(), cmd, texts[cmd], *all)
	})
	root.SetHelpCommand(newHelpCommand(root))
	root.InitDefaultCompletionCmd()
	modes := []string{string(progress.Auto), string(progress.Plain), string(progress.None)}
	// It fails only for a flag that there is not.
	_ = root.RegisterFlagCompletionFunc("progress", cobra.FixedCompletions(modes, cobra.ShellCompDirectiveNoFileComp))
	prepare(e, root, all)
	// Cobra's own way to print another line is a template: the linker keeps all methods of all types for one, 3 MB.
	version, group := root.Flags().BoolP("version", "v", false, "version for retroproof"), root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *version {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), Build)
			return err
		}
		return group(cmd, args)
	}
	return root
}

// add adds a subject's verbs, and commands that stand for groups of them.
func (s *Subject) add(e *Env, root *cobra.Command, texts map[*cobra.Command]*helpText) {
	sections := parseHelp(s.Help)
	declared := map[string]*Verb{}
	for _, v := range s.Verbs {
		declared[v.Name] = v
	}
	var add func(name string) *cobra.Command
	added := map[string]*cobra.Command{"": root}
	add = func(name string) *cobra.Command {
		if cmd := added[name]; cmd != nil {
			return cmd
		}
		h := sections[name]
		if h == nil {
			h = &helpText{}
		}
		group, word := "", name
		if i := strings.LastIndexByte(name, ' '); i >= 0 {
			group, word = name[:i], name[i+1:]
		}
		cmd := &cobra.Command{Use: word, Short: h.short, Long: h.whole(), Example: h.examples()}
		if v := declared[name]; v != nil {
			cmd = v.command(e, h)
		}
		added[name], texts[cmd] = cmd, h
		add(group).AddCommand(cmd)
		return cmd
	}
	for _, v := range s.Verbs {
		add(v.Name)
	}
}

// prepare makes every command note that its own code has begun, and say in plain words what arguments it takes; and it
// makes a command that is only a group of others fail when it is called without or with an unknown subcommand: cobra
// would print help and exit with 0.
func prepare(e *Env, cmd *cobra.Command, all *bool) {
	for _, c := range cmd.Commands() {
		prepare(e, c, all)
	}
	check := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if *all || check == nil || check(cmd, args) == nil {
			return nil
		}
		found := answer.Counted(len(args), "argument", "arguments")
		return Usagef("found %s, want: %s %s", found, cmd.Parent().CommandPath(), cmd.Use)
	}
	switch run := cmd.RunE; {
	case run != nil:
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if *all && cmd.Name() != "help" {
				return cmd.Help()
			}
			e.Started = true
			e.JSON, _ = cmd.Flags().GetBool("json") // an error means that there is no such flag
			return run(cmd, args)
		}
	case cmd.Run == nil:
		cmd.Args = cobra.ArbitraryArgs
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return wrongCommand(cmd, args)
			}
			if *all {
				return cmd.Help()
			}
			cmd.SetOut(e.Stderr) // a mistake, so not on stdout
			cmd.Help()
			return Usagef("%s needs a subcommand", cmd.CommandPath())
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
				return Usagef("unknown help topic %q%s", strings.Join(args, " "), didYouMean(suggestCommands(found, rest)))
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

// Build is what this program was built from.
var Build = retroproof.BuildOf("retroproof")

// Own is the verb about the program itself.
var Own = Subject{Help: `
== version: Print the version
doc/install.md

Print the version, the commit, and the version of Go that the program was built with.

$ retroproof version
`, Verbs: []*Verb{Of(Verb{Name: "version", Answers: []Answer{&version{}}}, struct{}{},
	func(_ context.Context, e *Env, _ *struct{}) error {
		text := Build.String()
		if e.JSON {
			text = JSON(Build)
		}
		_, err := fmt.Fprintln(e.Stdout, text)
		return err
	})}, Others: []Answer{&FormAnswer{}, &ProgressAnswer{}, &EvidenceAnswer{}}}

// version is the answer, which in JSON is a [retroproof.Build].
type version struct {
	Head `schema:"retroproof.version/1"`
}
