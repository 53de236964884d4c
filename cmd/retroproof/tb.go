package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/format"
	"retroproof/retro/material"
)

func newTBCommand(*verb.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "tb",
		Short: "Depth-to-mate tablebases: build, verify, look up, exchange",
		Long: `Depth-to-mate tablebases: the value of every position of a material, a win, a
draw or a loss for the side to move, with the plies to mate.

Materials are named KRvK, or KRK or krk, as the files of Nalimov and Gaviota are, or
as a piece string with capitals for White, KRk. Both colours have one table: KvKR
is found in KRvK.

Tables are files NAME` + format.Suffix + ` in the directories that --dir names, else the
environment variable ` + tableDirsVariable + ` (a list like PATH), else ` + defaultTableDir + `.`,
	}
}

const (
	tableDirsVariable = "RETROPROOF_TABLES"
	defaultTableDir   = "tables"
)

// tableDirs are the directories of tables, from --dir.
type tableDirs struct{ dirs []string }

// add adds the flag.
func (d *tableDirs) add(fl *pflag.FlagSet) { d.addAs(fl, "dir") }

// addAs adds the flag under another name.
func (d *tableDirs) addAs(fl *pflag.FlagSet, name string) {
	def := filepath.SplitList(os.Getenv(tableDirsVariable))
	if len(def) == 0 {
		def = []string{defaultTableDir}
	}
	fl.StringArrayVar(&d.dirs, name, def, "directory of the tables; may be given several times")
}

// check refuses a directory without a name, which would be the current one by
// mistake.
func (d *tableDirs) check() error {
	for _, dir := range d.dirs {
		if dir == "" {
			return verb.Usagef("--dir is empty, want the name of a directory")
		}
	}
	return nil
}

// text names the directories.
func (d *tableDirs) text() string { return strings.Join(d.dirs, ", ") }

// open returns the tables in the directories, which are looked for when they are
// needed. The caller closes them.
func (d *tableDirs) open() (*retro.Tables, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	return retro.OpenDir(d.dirs...), nil
}

// parseMaterials reads names of materials, in any notation of material.Parse.
func parseMaterials(names []string) ([]material.Material, error) {
	materials := make([]material.Material, len(names))
	for i, name := range names {
		m, err := material.Parse(name)
		if err != nil {
			return nil, err
		}
		materials[i] = m
	}
	return materials, nil
}
