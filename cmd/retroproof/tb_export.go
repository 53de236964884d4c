package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/gaviota"
	"retroproof/retro/material"
)

// gaviotaFormat is the one format of others that tables are written in and read from.
const gaviotaFormat = "gaviota"

// foreignFormat is the flag --format.
type foreignFormat string

func (f *foreignFormat) add(fl *pflag.FlagSet) {
	fl.StringVar((*string)(f), "format", gaviotaFormat, "format of the files; "+gaviotaFormat+" is the only one")
}

func (f foreignFormat) check() error {
	if f != gaviotaFormat {
		return verb.Usagef("--format %q, want %s", string(f), gaviotaFormat)
	}
	return nil
}

// tbExport is one run of tb export.
type tbExport struct {
	app    *verb.Env
	tables answerTables
	format foreignFormat
	out    string
	men    int
	json   bool
}

func newTBExportCommand(a *verb.Env) *cobra.Command {
	v := &tbExport{app: a, tables: answerTables{app: a}}
	cmd := &cobra.Command{
		Use:   "export MATERIAL...",
		Short: "Write tables as Gaviota files",
		Long: `Write tables as Gaviota files, NAME` + gaviota.Suffix + `, which engines, interfaces and
python-chess read. They are the published files to the byte: the MD5 sum of each is
compared with that of the published one, and the exit code is 1 if one differs.

A file that is there already, and can be read, is kept and compared. An interrupted
export leaves complete files only, and the same command takes it up again.`,
		Example: `  retroproof tb export --men 4 --out gaviota
  retroproof tb export KRvK KQvKR --dir tables --out gaviota`,
		RunE: func(cmd *cobra.Command, args []string) error {
			materials, err := parseMaterials(args)
			switch {
			case err != nil:
				return err
			case cmd.Flags().Changed("men") && (v.men < 3 || v.men > gaviota.MaxMen):
				return verb.Usagef("--men %d, want 3 to %d", v.men, gaviota.MaxMen)
			case v.men == 0 && len(args) == 0:
				return verb.Usagef("nothing to export: want names of materials, as KRvK, or --men N")
			case v.out == "":
				return verb.Usagef("want --out DIR, the directory to write to")
			}
			for _, m := range materials {
				if !gaviota.Exists(m) {
					return verb.WithCode(verb.ExitMalformed, fmt.Errorf("material %s has %d men, want 3 to %d", m, m.Men(), gaviota.MaxMen))
				}
			}
			for n := 3; n <= v.men; n++ {
				materials = append(materials, material.All(n)...)
			}
			return v.run(cmd.Context(), materials)
		},
	}
	fl := cmd.Flags()
	v.tables.add(fl)
	v.format.add(fl)
	fl.StringVar(&v.out, "out", "", "the `DIR` to write to; it is made if it is not there")
	fl.IntVar(&v.men, "men", 0, "export all tables with up to this many men, kings included")
	fl.BoolVar(&v.json, "json", false, "print JSON, one object a file")
	return cmd
}

// tbExportJSON is a file of tb export --json.
type tbExportJSON struct {
	Schema      string  `json:"schema"`
	Material    string  `json:"material"`
	File        string  `json:"file"`
	Found       bool    `json:"found"` // it was there before
	Bytes       int64   `json:"bytes"`
	MD5         string  `json:"md5"`
	AsPublished bool    `json:"as_published"`
	Seconds     float64 `json:"seconds"`
}

func (v *tbExport) run(ctx context.Context, materials []material.Material) (err error) {
	if err := v.format.check(); err != nil {
		return err
	}
	if err := v.tables.open(); err != nil {
		return err
	}
	defer func() {
		if cerr := v.tables.close(); err == nil {
			err = cerr
		}
	}()
	if err := os.MkdirAll(v.out, 0o777); err != nil {
		return verb.WithCode(verb.ExitIO, err)
	}
	p := v.app.NewProgress(v.app.ProgressMode)
	defer p.Done()
	code := verb.ExitOK
	for i, m := range materials {
		p.Update(fmt.Sprintf("%d of %d tables exported, %v", i, len(materials), m))
		begin := time.Now()
		var e *retro.Exported
		if err := v.tables.answer(ctx, 0, func(ts *retro.Tables) error {
			var err error
			e, err = ts.ExportGaviota(ctx, m, v.out, gaviota.WriteOptions{Jobs: v.tables.jobs, Progress: func(done, total int) {
				p.Update(fmt.Sprintf("%d of %d tables exported, %v: %d%%", i, len(materials), m, 100*done/total))
			}})
			return err
		}); err != nil {
			return err
		}
		if v.tables.ts.HasFile(m) {
			v.tables.ts.Drop(m) // it can be loaded again
		}
		if !e.AsPublished() {
			code = verb.ExitNotVerified
		}
		if err := v.print(e, time.Since(begin).Seconds()); err != nil {
			return err
		}
	}
	return verb.Exit(code)
}

func (v *tbExport) print(e *retro.Exported, seconds float64) error {
	if v.json {
		return v.app.PrintJSON(tbExportJSON{Schema: "retroproof.tb.export/1", Material: e.Material.String(), File: e.Name, Found: e.Found,
			Bytes: e.Bytes, MD5: e.MD5, AsPublished: e.AsPublished(), Seconds: seconds})
	}
	how := fmt.Sprintf("%.2f s", seconds)
	if e.Found {
		how = "found"
	}
	same := "as published"
	if !e.AsPublished() {
		same = "NOT as published, which has " + e.Published
	}
	_, err := fmt.Fprintf(v.app.Stdout, "%s: %s, %d bytes, %s, MD5 %s, %s\n", e.Material, e.Name, e.Bytes, how, e.MD5, same)
	return verb.WithCode(verb.ExitIO, err)
}
