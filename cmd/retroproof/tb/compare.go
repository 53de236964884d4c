package tb

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/retro"
	"retroproof/retro/syzygy"
	"retroproof/retro/table"
)

// compareRequest is what tb compare is asked.
type compareRequest struct {
	menRequest
	tablesRequest
	Syzygy string `flag:"syzygy" of:"DIR" doc:"the DIR of Syzygy's files"`
	Show   int    `flag:"show" min:"1" doc:"differences to show of a table"`
	DTZ    bool   `flag:"dtz" doc:"compare distances, too"`
}

// compareAnswer is a table that was compared.
type compareAnswer struct {
	verb.Head `schema:"retroproof.tb.compare/1"`
	retro.Comparison
	Seconds float64 `json:"seconds"`
}

var compareVerb = verb.Of(verb.Verb{Name: "tb compare", Answers: []verb.Answer{&compareAnswer{}}},
	compareRequest{tablesRequest: fourMen, Show: 10}, func(ctx context.Context, e *verb.Env, r *compareRequest) error {
		materials, err := r.list(table.MaxMen, "compare")
		switch {
		case err != nil:
			return err
		case r.Syzygy == "":
			return verb.Usagef("want --syzygy DIR, the directory of Syzygy's files")
		}
		files, err := OpenSyzygy(r.Syzygy)
		if err != nil {
			return err
		}
		err = r.with(e, func(t *Tables) error {
			return eachTable(e, materials, func(p *progress.Job, _ int, m table.Material) (verb.Answer, bool, error) {
				a, err := r.compare(ctx, t, files, m,
					func(done, total int) { p.Update(fmt.Sprintf("%v: %d%%", m, 100*done/total)) })
				return a, a.Differences == 0, err
			})
		})
		return cmp.Or(err, files.Close())
	})

// compare compares a table.
func (r *compareRequest) compare(ctx context.Context, t *Tables, files *syzygy.Tables, m table.Material,
	progress func(done, total int)) (a *compareAnswer, err error) {
	a = &compareAnswer{}
	a.Seconds, err = t.one(ctx, m, func() error {
		c, err := t.CompareSyzygy(ctx, files, m,
			retro.CompareOptions{Jobs: t.jobs, Most: r.Show, DTZ: r.DTZ, Progress: progress})
		if err == nil {
			a.Comparison = *c
		}
		return err
	})
	return a, err
}

// Text writes a line, and one for each difference that is shown.
func (a *compareAnswer) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s: %d positions, %d cursed, %s, %.2f s\n", a.Material, a.Positions, a.Cursed,
		answer.Counted(int(a.Differences), "difference", "differences"), a.Seconds)
	for _, d := range a.Examples {
		if err == nil {
			_, err = fmt.Fprintf(w, "  %s: %s\n", d.FEN, d.Reason)
		}
	}
	return err
}
