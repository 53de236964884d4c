package verb

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/batch"
	"retroproof/chess/lenient"
)

// helpText is what a subject's help says of one command.
type helpText struct {
	name, short string
	doc         string   // the page of doc/ about it, "" for none
	text        string   // what --help prints
	more        string   // what --help-all adds
	example     []string // command lines
}

// parseHelp reads the text of a subject's help. A section is
//
//	== ask rights: Who may still castle, and whether a capture en passant is proven
//	doc/ask.md
//
//	What --help prints.
//
//	--
//	What --help-all and the manual page add.
//
//	$ retroproof ask rights "r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R b - - 0 1"
//
// The page, the text behind "--" and the examples may be missing.
func parseHelp(text string) map[string]*helpText {
	sections := map[string]*helpText{}
	for section := range strings.SplitSeq("\n"+text, "\n== ") {
		head, body, _ := strings.Cut(section, "\n")
		name, short, ok := strings.Cut(head, ": ")
		if !ok {
			continue
		}
		h := &helpText{name: name, short: short}
		into := &h.text
		for line := range strings.SplitSeq(body, "\n") {
			switch {
			case strings.HasPrefix(line, "doc/") && h.text == "":
				h.doc = line
			case line == "--":
				into = &h.more
			case strings.HasPrefix(line, "$ "):
				h.example = append(h.example, strings.TrimPrefix(line, "$ "))
			default:
				*into += line + "\n"
			}
		}
		h.text, h.more = strings.Trim(h.text, "\n"), strings.Trim(h.more, "\n")
		sections[name] = h
	}
	return sections
}

// whole is the text of the manual page.
func (h *helpText) whole() string {
	text := h.text
	if h.more != "" {
		text += "\n\n" + h.more
	}
	if h.doc != "" {
		text += "\n\nSee also " + h.doc + "."
	}
	return text
}

func (h *helpText) examples() string {
	if len(h.example) == 0 {
		return ""
	}
	return "  " + strings.Join(h.example, "\n  ")
}

// HelpLines is how many lines the help of a verb has at most, and HelpWidth how many columns.
const (
	HelpLines = 40
	HelpWidth = 130
)

// rareFlag is the annotation of flags that only --help-all shows.
const rareFlag = "rare"

// writeHelp writes what is said of a command: on one screen, or, with all, everything.
func writeHelp(w io.Writer, cmd *cobra.Command, h *helpText, all bool) {
	// The parts are in the order of what cobra prints, of which this is a shorter form; hidden is whether it leaves out
	// any.
	text, examples, hidden := cmd.Long, strings.Split(cmd.Example, "\n"), false
	if text == "" {
		text = cmd.Short
	}
	if h != nil && !all {
		text = h.text
		hidden = h.more != "" || len(examples) > 2
		examples = examples[:min(2, len(examples))]
	}
	fmt.Fprintf(w, "%s\n\nUsage:\n", text)
	if cmd.HasSubCommands() {
		fmt.Fprintf(w, "  %s [command]\n\nCommands:\n", cmd.CommandPath())
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == "help" {
				fmt.Fprintf(w, "  %-*s  %s\n", cmd.NamePadding(), c.Name(), c.Short)
			}
		}
	} else {
		fmt.Fprintf(w, "  %s\n", cmd.UseLine())
	}
	if examples[0] != "" {
		fmt.Fprintf(w, "\nExamples:\n%s\n", strings.Join(examples, "\n"))
	}
	// Rare flags are for --help-all.
	shown := pflag.NewFlagSet("", pflag.ContinueOnError)
	shown.SortFlags = true
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if rare := f.Annotations[rareFlag] != nil; all || !rare {
			shown.AddFlag(f)
		} else {
			hidden = true
		}
	})
	if usage := shown.FlagUsages(); usage != "" {
		fmt.Fprintf(w, "\nFlags:\n%s", usage)
	}
	if budgets := budgetsOf(cmd.Flags()); budgets != nil {
		if all {
			fmt.Fprintf(w, "\nBudgets:\n%s", budgets.usage())
		}
		hidden = hidden || !all
	}
	fmt.Fprintf(w, "\nGlobal flags:\n%s", cmd.Root().PersistentFlags().FlagUsages())
	var see []string
	if hidden {
		see = append(see, "--help-all")
	}
	if h != nil && h.doc != "" && !all {
		see = append(see, h.doc)
	}
	if see != nil {
		fmt.Fprintf(w, "\nSee also %s.\n", strings.Join(see, " and "))
	}
	if cmd.HasSubCommands() {
		fmt.Fprintf(w, "\nUse \"%s [command] --help\" for more information about a command.\n", cmd.CommandPath())
	}
}

// What is said about a command line that cannot be understood: what is wrong in plain
// words, and what was probably meant.

// wrongCommand is the error about a subcommand that does not exist.
func wrongCommand(cmd *cobra.Command, args []string) error {
	word, whole := args[0], strings.Join(args, " ")
	if _, err := lenient.ParseSetup(whole); err == nil || lenient.FormOf(whole) != lenient.FEN {
		return Usagef("a position without a command: %s FEN, or another that takes one", cmd.Root().Name()+" legal")
	}
	text, suggested := fmt.Sprintf("unknown command %q", batch.Cut(word, 80)), suggestCommands(cmd, args)
	if cmd.HasParent() || len(suggested) == 0 {
		text += fmt.Sprintf(" for %q", cmd.CommandPath())
	}
	return Usagef("%s%s", text, didYouMean(suggested))
}

// suggestCommands returns the subcommands that a word is like or, without such, those
// below other commands that have this name.
func suggestCommands(cmd *cobra.Command, args []string) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if like := closest(args[0], names); len(like) > 0 {
		return like
	}
	var elsewhere []string
	root := cmd.Root()
	for _, group := range append([]*cobra.Command{root}, root.Commands()...) {
		for _, c := range group.Commands() {
			if group != cmd && c.IsAvailableCommand() && strings.EqualFold(c.Name(), args[0]) {
				elsewhere = append(elsewhere, strings.TrimPrefix(c.CommandPath(), root.Name()+" "))
			}
		}
	}
	return elsewhere
}

// didYouMean asks for one of some words, or nothing.
func didYouMean(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return ", did you mean " + strings.Join(words, " or ") + "?"
}

// flagError puts what the flag parser says in plain words.
func flagError(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
		syntax  *pflag.InvalidSyntaxError
	)
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	case errors.As(err, &missing):
		_, usage := pflag.UnquoteUsage(missing.GetFlag())
		return Usagef("--%s needs a value: %s", missing.GetFlag().Name, usage)
	case errors.As(err, &invalid):
		return Usagef("--%s %q: %s", invalid.GetFlag().Name, batch.Cut(invalid.GetValue(), 80), wantedValue(invalid))
	case errors.As(err, &syntax):
		return Usagef("%q is no flag", batch.Cut(syntax.GetSpecifiedFlag(), 80))
	}
	return WithCode(ExitUsage, err)
}

// unknownFlag is the error about a flag that does not exist.
func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	short := err.GetSpecifiedShortnames()
	if short == "" {
		return Usagef("unknown flag: --%s%s", batch.Cut(err.GetSpecifiedName(), 80),
			didYouMean(suggestFlags(cmd, err.GetSpecifiedName())))
	}
	name, _, _ := strings.Cut(short, "=")
	if _, notNumber := strconv.ParseFloat(short, 64); notNumber == nil {
		return Usagef(`"-%s": want a number that is not negative`, batch.Cut(short, 80))
	}
	if len(name) == 1 {
		return Usagef("unknown flag: -%s", name)
	}
	return Usagef("unknown flag: -%s%s", batch.Cut(name, 80), didYouMean(suggestFlags(cmd, name)))
}

// suggestFlags returns the flags of a command that a name is like.
func suggestFlags(cmd *cobra.Command, name string) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	like := closest(name, names)
	for i := range like {
		like[i] = "--" + like[i]
	}
	return like
}

// closest returns the words that a word was probably meant to be: those with the fewest
// mistakes, if these are at most one in three letters. What is left out at the end
// counts as one mistake.
func closest(word string, words []string) (like []string) {
	word = strings.ToLower(word)
	least := len(word)/3 + 1
	for _, w := range words {
		d := editDistance(word, w)
		if len(word) > 1 && strings.HasPrefix(w, word) {
			d = 1
		}
		switch {
		case d < least:
			least, like = d, []string{w}
		case d == least && like != nil:
			like = append(like, w)
		}
	}
	return like
}

// editDistance returns how many letters have to be put in, taken out, exchanged or
// swapped with the next to make one word of another.
func editDistance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// wantedValue says what the value of a flag should have been.
func wantedValue(err *pflag.InvalidValueError) string {
	var number *strconv.NumError
	isNumber := errors.As(err, &number)
	if isNumber && errors.Is(number.Err, strconv.ErrRange) {
		return "the number is too large"
	}
	switch err.GetFlag().Value.Type() {
	case "intSlice":
		return "want whole numbers, separated by commas"
	case "int", "int64":
		return "want a whole number"
	case "uint64":
		return "want a whole number, 0 or more"
	case "float64":
		return "want a number"
	case "bool":
		return "want true or false, or no value"
	case "duration":
		return "want a time with its unit, such as 30s, 5m or 1h30m"
	}
	return errors.Unwrap(err).Error()
}
