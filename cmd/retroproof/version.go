package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"retroproof"
	"retroproof/cmd/retroproof/verb"
)

// build is what this program was built from.
var build = retroproof.BuildOf("retroproof")

func newVersionCommand(a *verb.Env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return a.PrintJSON(build)
			}
			_, err := fmt.Fprintln(a.Stdout, build)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print version, commit, Go version and platform as JSON")
	return cmd
}
