package main

import (
	"github.com/spf13/cobra"

	"retroproof/cmd/retroproof/verb"
)

// entry is a subcommand with those below it.
type entry struct {
	command func(*verb.Env) *cobra.Command
	below   []entry
}

// verbs are all subcommands. Help sorts them by name.
var verbs = []entry{
	// Legality.

	// Numbers.

	// Endgames.
	{newKRKCommand, []entry{
		{command: newKRKProveCommand},
		{command: newKRKCountCommand},
		{command: newKRKPlayCommand},
		{command: newKRKCheckCommand},
		{command: newKRKCompareCommand},
	}},
	{newStrategyCommand, []entry{
		{command: newStrategyListCommand},
		{command: newStrategyProveCommand},
		{command: newStrategyCountCommand},
		{command: newStrategyPlayCommand},
		{command: newStrategyCheckCommand},
		{command: newStrategyCompareCommand},
	}},

	// Formulas, and the program.
	{command: newServeCommand},
}

// addVerbs adds verbs below a command.
func addVerbs(a *verb.Env, to *cobra.Command, verbs []entry) {
	for _, v := range verbs {
		cmd := v.command(a)
		to.AddCommand(cmd)
		completeFlags(cmd, cmd.LocalFlags())
		completeArguments(cmd)
		addVerbs(a, cmd, v.below)
	}
}
