// Package verb is what the verbs of retroproof have in common: what they get from the program ([Env]), exit codes, how
// lists of positions are read and answers written, and flags that a request's struct declares.
package verb

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/retro/table"
	"retroproof/sat"
	"retroproof/web"
)

// Verb declares a command. Its flags, arguments, usage checks, completion, help and manual page, and the form on the
// page of "serve", follow from the tags of its request (see [Of]), from its answers, and from its section in the
// subject's help.
type Verb struct {
	Name    string   // its words, such as "ask rights"
	Use     string   // how its arguments are shown, if the fields of the request do not say it
	Answers []Answer // of each kind that it prints one, all zero; --json is there if there are any
	Form    *Form    // how the page may run it; nil for verbs that the page does not run
	Open    bool     // it takes positions with "?" for fields that are not known

	Complete  map[string]func() []string // values of flags that depend on what is installed, by flag
	Spellings map[string]string          // other names of flags, which may stand with one hyphen
	Moved     map[string]string          // command lines that have taken the place of flags, by flag

	request func() any // a pointer to a request with its defaults
	run     func(ctx context.Context, e *Env, request any) error
}

// Form says what the page's form of a verb is for. Its fields are those of the request with a tag "json".
type Form struct {
	Stdin  string // what the form's large field holds, which the verb reads as "-"; "" for verbs that read no file
	Flag   string // the flag whose value "-" is; "" for an argument
	Sample string // what stands there at first

	Evidence []string // the words by which the verb writes evidence; nil for verbs that have none
	Input    string   // the name that the text of the large field has among the evidence; "" for none
}

// Of makes a verb of a request with its defaults, a struct, and what runs it. The exported fields of the request, with
// those of embedded structs, have these tags:
//
//	arg              the argument, as help shows it: FEN|-, [FILE], MATERIAL...
//	flag, short      the name of a flag, and a letter
//	budget           the name of a budget, for the flag --budget that all of them share
//	doc, of          what help says, and the word in it that stands for the value
//	alone            the value of a flag that is given without one
//	min, max         bounds of a whole number
//	choice           the words that there are, separated by commas
//	needs, not       other flags: one of these must be given as well; none of those may be
//	rare             only --help-all shows the flag
//	json, page       the name in requests of the page; its bound there: max=N
//
// A field of type [Given] reports which flags were given.
func Of[Q any](v Verb, defaults Q, run func(ctx context.Context, e *Env, q *Q) error) *Verb {
	v.request = func() any { q := defaults; return &q }
	open := v.Open
	v.run = func(ctx context.Context, e *Env, request any) error {
		e.Reading.Open = open
		return run(ctx, e, request.(*Q))
	}
	return &v
}

// Request returns a pointer to a request with its defaults, for tests that look at its tags.
func (v *Verb) Request() any { return v.request() }

// Given reports whether a flag, a budget or, by its word in help, an argument was given.
type Given func(flag string) bool

// Any returns the first of some flags that was given, with its dashes; "" for none.
func (g Given) Any(flags ...string) string {
	for _, f := range flags {
		if g(f) {
			return "--" + f
		}
	}
	return ""
}

// Execute runs the verb with the words of a command line behind its name, as the program does.
func (v *Verb) Execute(ctx context.Context, e *Env, args ...string) error {
	root := &cobra.Command{Use: "retroproof", SilenceErrors: true, SilenceUsage: true}
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.DisableDefaultCmd = true
	s := Subject{Verbs: []*Verb{v}}
	s.add(e, root, map[*cobra.Command]*helpText{})
	prepare(e, root, new(bool))
	root.SetArgs(append(strings.Fields(v.Name), args...))
	return root.ExecuteContext(ctx)
}

// setGiven sets the fields of a request that report which flags were given.
func setGiven(fields []field, given Given) {
	for _, f := range fields {
		if at, ok := f.value.Addr().Interface().(*Given); ok {
			*at = given
		}
	}
}

// Subject is the verbs about one subject.
type Subject struct {
	Help   string // the text of their help: see help.txt of any subject
	Verbs  []*Verb
	Routes func() []web.Route // of the page; nil for none
	Others []Answer           // of each kind that only the page gets one, all zero
}

// word returns the last word of the verb's name.
func (v *Verb) word() string { return v.Name[strings.LastIndexByte(v.Name, ' ')+1:] }

// command makes the command of cobra.
func (v *Verb) command(e *Env, h *helpText) *cobra.Command {
	q := v.request()
	fields := fieldsOf(q)
	args := arguments(slices.DeleteFunc(slices.Clone(fields), func(f field) bool { return f.tag.Get("arg") == "" }))
	cmd := &cobra.Command{Use: strings.TrimSpace(v.word() + " " + v.Use), Short: h.short, Long: h.whole(),
		Example: h.examples()}
	if v.Use == "" {
		cmd.Use = strings.TrimSpace(v.word() + " " + args.use())
	}
	flags := cmd.Flags()
	if v.Spellings != nil {
		flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
			return pflag.NormalizedName(cmp.Or(v.Spellings[name], name))
		})
	}
	AddFlags(flags, q)
	how := &readingFlags{Ply: -1}
	if args.position() {
		AddFlags(flags, how)
	}
	if len(v.Answers) > 0 {
		flags.Bool("json", false, "print JSON, an object a line: see doc/json.md")
	}
	setGiven(fields, func(name string) bool {
		b := budgetsOf(flags)
		return flags.Changed(name) || b != nil && slices.Contains(b.given, name) || args.given(name, flags.NArg())
	})
	cmd.Args = args.check
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		if err := args.set(words); err != nil {
			return err
		}
		if err := CheckFlags(flags, q); err != nil {
			return err
		}
		var err error
		if e.Reading, err = how.reading(); err != nil {
			return err
		}
		return v.run(cmd.Context(), e, q)
	}
	v.complete(cmd, fields)
	return cmd
}

// arguments are the fields of a request that stand for arguments.
type arguments []field

// position reports whether one of the arguments is a position.
func (a arguments) position() bool {
	return slices.ContainsFunc(a, func(f field) bool { return strings.Contains(f.tag.Get("arg"), "FEN") })
}

func (a arguments) use() string {
	var words []string
	for _, f := range a {
		words = append(words, f.tag.Get("arg"))
	}
	return strings.Join(words, " ")
}

// given reports whether one of n words stands for the argument that help calls name: FEN for the tag "[FEN|-]".
func (a arguments) given(name string, n int) bool {
	i := slices.IndexFunc(a, func(f field) bool {
		word, _, _ := strings.Cut(strings.Trim(f.tag.Get("arg"), "[].|-"), "|")
		return word == name
	})
	return i >= 0 && i < n
}

// check compares the number of words with the arguments. An argument in brackets may be missing; one that ends in dots
// stands for any number of words.
func (a arguments) check(_ *cobra.Command, words []string) error {
	least, most := 0, len(a)
	for _, f := range a {
		text := f.tag.Get("arg")
		if !strings.HasPrefix(text, "[") && !strings.HasSuffix(text, "...") {
			least++
		}
		if strings.HasSuffix(strings.TrimSuffix(text, "]"), "...") {
			most = len(words)
		}
	}
	if len(words) >= least && len(words) <= most {
		return nil
	}
	return errArguments
}

// errArguments says that there are too many arguments, or too few; see prepare for the words.
var errArguments = errors.New("arguments")

// set puts the words of the command line into the fields.
func (a arguments) set(words []string) error {
	for _, f := range a {
		switch at := f.value.Addr().Interface().(type) {
		case *[]string:
			*at, words = words, nil
			continue
		case *string:
			if len(words) > 0 {
				*at = words[0]
			}
		case *uint64:
			if len(words) > 0 {
				n, err := ParseNumber(words[0], 64, f.tag.Get("doc"))
				if err != nil {
					return err
				}
				*at = n
			}
		default:
			panic("no argument has the type " + f.value.Type().String())
		}
		if len(words) > 0 {
			words = words[1:]
		}
	}
	return nil
}

// complete adds what a shell completes: words of flags, folders, materials, and files only where an argument is one.
func (v *Verb) complete(cmd *cobra.Command, fields []field) {
	for _, f := range fields {
		if f.name == "" {
			continue
		}
		words := v.Complete[f.name]
		if f.name == "solver" {
			words = sat.Names
		}
		if list := f.tag.Get("choice"); list != "" {
			words = func() []string { return strings.Split(list, ",") }
		}
		switch {
		case words != nil:
			// It fails only for a flag that there is not. Words that take a while to make are made when a shell asks.
			_ = cmd.RegisterFlagCompletionFunc(f.name,
				func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
					return words(), cobra.ShellCompDirectiveNoFileComp
				})
		case f.tag.Get("of") == "DIR" || f.name == "dir":
			_ = cmd.MarkFlagDirname(f.name)
		}
	}
	switch use := cmd.Use; {
	case strings.Contains(use, "MATERIAL"):
		cmd.ValidArgsFunction = completeMaterials
	case !strings.Contains(use, "FILE"):
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
}

// completeMaterials offers the materials of up to five men that begin as the word does,
// in capitals or not.
func completeMaterials(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for men := 3; men <= 5; men++ {
		for _, m := range table.Materials(men) {
			name := m.String()
			if len(word) <= len(name) && strings.EqualFold(name[:len(word)], word) {
				names = append(names, name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
