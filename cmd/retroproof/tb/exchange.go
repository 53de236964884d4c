package tb

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/gaviota"
	"retroproof/retro/table"
)

// formatRequest names the one format of others that tables are written in and read from.
type formatRequest struct {
	Format string `flag:"format" choice:"gaviota" doc:"format of the files; gaviota is the only one"`
}

var asGaviota = formatRequest{"gaviota"}

// exportRequest is what tb export is asked.
type exportRequest struct {
	menRequest
	tablesRequest
	formatRequest
	Out string `flag:"out" of:"DIR" doc:"the DIR to write to; it is made if it is not there"`
}

// exportAnswer is a file that was written.
type exportAnswer struct {
	verb.Head `schema:"retroproof.tb.export/1"`
	retro.Exported
	Seconds float64 `json:"seconds"`
}

var exportVerb = verb.Of(verb.Verb{Name: "tb export", Answers: []verb.Answer{&exportAnswer{}}},
	exportRequest{tablesRequest: fourMen, formatRequest: asGaviota},
	func(ctx context.Context, e *verb.Env, r *exportRequest) error {
		materials, err := r.list(gaviota.MaxMen, "export")
		switch {
		case err != nil:
			return err
		case r.Out == "":
			return verb.Usagef("want --out DIR, the directory to write to")
		}
		return r.with(e, func(t *Tables) error {
			if err := os.MkdirAll(r.Out, 0o777); err != nil {
				return err
			}
			return eachTable(e, materials, func(p *progress.Job, i int, m table.Material) (verb.Answer, bool, error) {
				text := fmt.Sprintf("%d of %d tables exported, %v", i, len(materials), m)
				p.Update(text)
				o := gaviota.WriteOptions{Jobs: t.jobs, Progress: func(done, total int) {
					p.Update(fmt.Sprintf("%s: %d%%", text, 100*done/total))
				}}
				x, seconds, err := one(ctx, t, m, func() (*retro.Exported, error) { return t.ExportGaviota(ctx, m, r.Out, o) })
				return &exportAnswer{Exported: x, Seconds: seconds}, x.AsPublished, err
			})
		})
	})

// Text writes a line.
func (a *exportAnswer) Text(w io.Writer) error {
	how := fmt.Sprintf("%.2f s", a.Seconds)
	if a.Found {
		how = "found"
	}
	same := "as published"
	if !a.AsPublished {
		same = "NOT as published, which has " + a.Published
	}
	_, err := fmt.Fprintf(w, "%s: %s, %d bytes, %s, MD5 %s, %s\n", a.Material, a.Name, a.Bytes, how, a.MD5, same)
	return err
}

// importRequest is what tb import is asked.
type importRequest struct {
	allRequest
	dirRequest
	jobsRequest
	formatRequest
	From string `flag:"from" of:"DIR" doc:"the DIR of the Gaviota files"`
}

// importAnswer is a table that was written.
type importAnswer struct {
	verb.Head `schema:"retroproof.tb.import/1"`
	Material  table.Material `json:"material"`
	File      string         `json:"file"`
	Bytes     int64          `json:"bytes"`
	Seconds   float64        `json:"seconds"`
}

var importVerb = verb.Of(verb.Verb{Name: "tb import", Answers: []verb.Answer{&importAnswer{}}},
	importRequest{jobsRequest: allJobs, formatRequest: asGaviota},
	func(ctx context.Context, e *verb.Env, r *importRequest) error {
		materials, err := r.list(gaviota.MaxMen, func() ([]table.Material, error) { return retro.GaviotaFiles(r.From) })
		switch {
		case r.From == "" && (err == nil || r.All):
			return verb.Usagef("want --from DIR, the directory of the files")
		case err == nil && len(materials) == 0:
			return fmt.Errorf("no file NAME%s in %s", gaviota.Suffix, r.From)
		case err != nil:
			return err
		}
		dirs, err := r.Dir.List()
		if err != nil {
			return err
		}
		if err := os.MkdirAll(dirs[0], 0o777); err != nil {
			return err
		}
		return eachTable(e, materials, func(p *progress.Job, i int, m table.Material) (verb.Answer, bool, error) {
			p.Update(fmt.Sprintf("%d of %d tables imported, %v", i, len(materials), m))
			begin := time.Now()
			name, size, err := retro.ImportGaviota(ctx, m, r.From, dirs[0], r.Jobs)
			return &importAnswer{Material: m, File: name, Bytes: size, Seconds: time.Since(begin).Seconds()}, true, err
		})
	})

// Text writes a line.
func (a *importAnswer) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s: %s, %d bytes, %.2f s\n", a.Material, a.File, a.Bytes, a.Seconds)
	return err
}
