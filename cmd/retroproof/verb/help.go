package verb

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
