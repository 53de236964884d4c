package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/format"
	"retroproof/retro/gaviota"
	"retroproof/retro/material"
)

// tbImport is one run of tb import.
type tbImport struct {
	app    *verb.Env
	dirs   tableDirs
	format foreignFormat
	from   string
	all    bool
	jobs   int
	json   bool
}

func newTBImportCommand(a *verb.Env) *cobra.Command {
	v := &tbImport{app: a}
	cmd := &cobra.Command{
		Use:   "import MATERIAL...",
		Short: "Read Gaviota files, and write them as tables",
		Long: `Read Gaviota files, NAME` + gaviota.Suffix + `, and write them as files NAME` + format.Suffix + ` into the first
of the directories. Every cell is read: a position without a value, or a value
without a position, is an error that names the file and the place. That the values
are right is what "retroproof tb verify" shows.

The other verbs use Gaviota files as they are, where --dir has them and no file
NAME` + format.Suffix + `.`,
		Example: `  retroproof tb import --all --from gaviota --dir tables
  retroproof tb import KRvK --from gaviota`,
		RunE: func(cmd *cobra.Command, args []string) error {
			materials, err := parseMaterials(args)
			switch {
			case err != nil:
				return err
			case v.all == (len(args) > 0):
				return verb.Usagef("want either names of materials, as KRvK, or --all")
			case v.from == "":
				return verb.Usagef("want --from DIR, the directory of the files")
			case v.jobs < 1:
				return verb.Usagef("--jobs %d, want at least 1", v.jobs)
			}
			if err := v.dirs.check(); err != nil {
				return err
			}
			if err := v.format.check(); err != nil {
				return err
			}
			for _, m := range materials {
				if !gaviota.Exists(m) {
					return verb.WithCode(verb.ExitMalformed, fmt.Errorf("material %s has %d men, want 3 to %d", m, m.Men(), gaviota.MaxMen))
				}
			}
			return v.run(cmd.Context(), materials)
		},
	}
	fl := cmd.Flags()
	v.dirs.add(fl)
	v.format.add(fl)
	fl.StringVar(&v.from, "from", "", "the `DIR` of the Gaviota files")
	fl.BoolVar(&v.all, "all", false, "import all files in the directory")
	fl.IntVar(&v.jobs, "jobs", runtime.GOMAXPROCS(0), "goroutines at work at once")
	fl.BoolVar(&v.json, "json", false, "print JSON, one object a table")
	return cmd
}

// tbImportJSON is a table of tb import --json.
type tbImportJSON struct {
	Schema   string  `json:"schema"`
	Material string  `json:"material"`
	File     string  `json:"file"`
	Bytes    int64   `json:"bytes"`
	Seconds  float64 `json:"seconds"`
}

func (v *tbImport) run(ctx context.Context, materials []material.Material) error {
	if v.all {
		var err error
		if materials, err = retro.GaviotaFiles(v.from); err != nil {
			return verb.WithCode(verb.ExitIO, err)
		}
		if len(materials) == 0 {
			return verb.WithCode(verb.ExitIO, fmt.Errorf("no file NAME%s in %s", gaviota.Suffix, v.from))
		}
	}
	to := v.dirs.dirs[0]
	if err := os.MkdirAll(to, 0o777); err != nil {
		return verb.WithCode(verb.ExitIO, err)
	}
	p := v.app.NewProgress(v.app.ProgressMode)
	defer p.Done()
	for i, m := range materials {
		p.Update(fmt.Sprintf("%d of %d tables imported, %v", i, len(materials), m))
		begin := time.Now()
		name, size, err := retro.ImportGaviota(ctx, m, v.from, to, v.jobs)
		if err != nil {
			return err
		}
		seconds := time.Since(begin).Seconds()
		if v.json {
			err = v.app.PrintJSON(tbImportJSON{Schema: "retroproof.tb.import/1", Material: m.Canonical().String(), File: name, Bytes: size, Seconds: seconds})
		} else {
			_, err = fmt.Fprintf(v.app.Stdout, "%s: %s, %d bytes, %.2f s\n", m.Canonical(), name, size, seconds)
			err = verb.WithCode(verb.ExitIO, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
