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
	{newTBCommand, []entry{
		{command: newTBBuildCommand},
		{command: newTBVerifyCommand},
		{command: newTBStatsCommand},
		{command: newTBProbeCommand},
		{command: newTBLineCommand},
		{command: newTBExportCommand},
		{command: newTBImportCommand},
		{command: newTBCompareCommand},
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
