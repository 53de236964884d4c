package main

import "github.com/spf13/cobra"

// verb is a subcommand with those below it.
type verb struct {
	command func(*app) *cobra.Command
	below   []verb
}

// verbs are all subcommands. Help sorts them by name.
var verbs = []verb{
	// Legality.
	{command: newLegalCommand},
	{command: newProofgameCommand},
	{command: newProofkernelCommand},
	{command: newRevmovesCommand},
	{newAskCommand, []verb{
		{command: newAskLastMovesCommand},
		{command: newAskRightsCommand},
		{command: newAskFieldsCommand},
		{command: newAskWhoCommand},
		{command: newAskPromotedCommand},
		{command: newAskCapturesCommand},
		{command: newAskTempoCommand},
		{command: newAskReleaseCommand},
		{command: newAskLevelCommand},
	}},

	// Numbers.
	{newCountCommand, []verb{
		{command: newCountArmiesCommand},
		{command: newCountPairsCommand},
		{command: newCountPositionsCommand},
	}},
	{command: newRankCommand},
	{command: newUnrankCommand},
	{command: newSampleCommand},
	{command: newRndfenCommand},
	{newEstimateCommand, []verb{{command: newEstimateRunCommand}, {command: newEstimateMergeCommand}}},
	{command: newPerftCommand},

	// Endgames.
	{newKRKCommand, []verb{
		{command: newKRKProveCommand},
		{command: newKRKCountCommand},
		{command: newKRKPlayCommand},
		{command: newKRKCheckCommand},
		{command: newKRKCompareCommand},
	}},
	{newStrategyCommand, []verb{
		{command: newStrategyListCommand},
		{command: newStrategyProveCommand},
		{command: newStrategyCountCommand},
		{command: newStrategyPlayCommand},
		{command: newStrategyCheckCommand},
		{command: newStrategyCompareCommand},
	}},
	{newTBCommand, []verb{
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
	{command: newSolveCommand},
	{command: newReachCommand},
	{command: newUrsaCommand},
	{command: newServeCommand},
	{command: newVersionCommand},
}

// addVerbs adds verbs below a command.
func addVerbs(a *app, to *cobra.Command, verbs []verb) {
	for _, v := range verbs {
		cmd := v.command(a)
		addVerbs(a, cmd, v.below)
		to.AddCommand(cmd)
	}
}
