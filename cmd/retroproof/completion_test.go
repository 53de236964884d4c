package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
)

// Every value that the shell completes is one that help names, and no name in the
// table is that of no flag.
func TestFlagValues(t *testing.T) {
	described := map[string]bool{"solver": true, "lemma": true} // help names some only
	found := map[string]bool{}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			list := valuesOf(cmd, f.Name)
			found[f.Name] = true
			if cmd.HasParent() {
				found[cmd.Parent().Name()+" --"+f.Name] = true
			}
			if list == nil || described[f.Name] {
				return
			}
			for _, v := range list() {
				if !strings.Contains(f.Usage, v) {
					t.Errorf("%s --%s: %q is not in %q", cmd.CommandPath(), f.Name, v, f.Usage)
				}
			}
		})
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(program.Root(&verb.Env{Term: progress.NewTerminal(&bytes.Buffer{})}))
	for name := range flagValues {
		if !found[name] {
			t.Errorf("there is no flag --%s", name)
		}
	}
}
