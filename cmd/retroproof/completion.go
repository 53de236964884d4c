package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/batch/progress"
	"retroproof/encode"
	"retroproof/proofs/krk/spec"
	"retroproof/proofs/survey/numbering"
	"retroproof/retro/material"
	"retroproof/sat"
)

// flagValues are the values of the flags that take one of a few words, by the names
// of the flags, for completion in the shell. Where a flag means something else below one
// of the verbs, that has a name of its own, "VERB --FLAG".
var flagValues = map[string]func() []string{
	"progress":     values(progress.Auto, progress.Plain, progress.None),
	"scheme":       values(numbering.CPI, numbering.Urposition, numbering.RepairedUrposition),
	"solver":       sat.Names,
	"proof-format": values(sat.ProofText, sat.ProofBinary),
	"en-passant":   values("legal", "field"),
	"defender":     values("optimal", "random", "given"),
	"choice":       values("first", "longest", "random"),
	"encoding":     encodings,
	"lemma":        lemmaKeys,
	"search":       values("linear", "binary"),
}

// takesFolder reports whether a flag takes a folder.
func takesFolder(f *pflag.Flag) bool {
	name, _ := pflag.UnquoteUsage(f)
	return name == "DIR" || f.Name == "dir"
}

func values[T ~string](words ...T) func() []string {
	return func() []string {
		list := make([]string, len(words))
		for i, w := range words {
			list[i] = string(w)
		}
		return list
	}
}

func encodings() []string {
	return []string{encode.Order.String(), encode.OneHot.String(), encode.Binary.String()}
}

func lemmaKeys() []string {
	var keys []string
	for _, l := range append(spec.Lemmas(), spec.Controls()...) {
		keys = append(keys, l.Key)
	}
	return keys
}

// valuesOf returns the values of a command's flag, or nil if it takes others.
func valuesOf(cmd *cobra.Command, flag string) func() []string {
	if parent := cmd.Parent(); parent != nil {
		if list := flagValues[parent.Name()+" --"+flag]; list != nil {
			return list
		}
	}
	return flagValues[flag]
}

// completeFlags adds the completion of values to a command's flags.
func completeFlags(cmd *cobra.Command, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		switch list := valuesOf(cmd, f.Name); {
		case list != nil:
			// It fails only for a flag that there is not.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(list(), cobra.ShellCompDirectiveNoFileComp))
		case takesFolder(f):
			_ = cmd.MarkFlagDirname(f.Name)
		}
	})
}

// completeArguments adds the completion of arguments: materials for the verbs that take
// some, and nothing, not even files, for those that take positions or numbers.
func completeArguments(cmd *cobra.Command) {
	if cmd.ValidArgsFunction != nil {
		return
	}
	switch use := cmd.Use; {
	case strings.Contains(use, "MATERIAL"):
		cmd.ValidArgsFunction = completeMaterials
	case !strings.Contains(use, "FILE") && !cmd.HasSubCommands():
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
}

// completeMaterials offers the materials of up to five men that begin as the word does,
// in capitals or not.
func completeMaterials(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for men := 3; men <= 5; men++ {
		for _, m := range material.All(men) {
			name := m.String()
			if len(word) <= len(name) && strings.EqualFold(name[:len(word)], word) {
				names = append(names, name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
