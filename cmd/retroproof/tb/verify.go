package tb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/retro"
	"retroproof/retro/table"
	"retroproof/retro/verify"
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
				o := retro.CompareOptions{Jobs: t.jobs, Most: r.Show, DTZ: r.DTZ, Progress: func(done, total int) {
					p.Update(fmt.Sprintf("%v: %d%%", m, 100*done/total))
				}}
				c, seconds, err := one(ctx, t, m, func() (*retro.Comparison, error) {
					return t.CompareSyzygy(ctx, files, m, o)
				})
				return &compareAnswer{Comparison: c, Seconds: seconds}, c.Differences == 0, err
			})
		})
		return cmp.Or(err, files.Close())
	})

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

// verifyRequest is what tb verify is asked.
type verifyRequest struct {
	allRequest
	dirRequest
	jobsRequest
	Show       int  `flag:"show" min:"1" doc:"wrong positions to show of a table"`
	ByPosition bool `flag:"by-position" doc:"derive every value by itself, from the legal moves of its position"`
}

var verifyVerb = verb.Of(verb.Verb{Name: "tb verify", Answers: []verb.Answer{&retro.Verified{}}},
	verifyRequest{jobsRequest: allJobs, Show: 10}, func(ctx context.Context, e *verb.Env, r *verifyRequest) error {
		dirs, err := r.Dir.List()
		if err != nil {
			return err
		}
		tables := retro.OpenDir(dirs...)
		defer tables.Close()
		materials, err := r.list(table.MaxMen, tables.Materials)
		if err == nil && len(materials) == 0 {
			err = fmt.Errorf("no table in %s", strings.Join(dirs, ", "))
		}
		if err != nil {
			return err
		}
		return eachTable(e, materials, func(p *progress.Job, i int, m table.Material) (verb.Answer, bool, error) {
			drop(tables, materials[:i], materials[i:])
			a, err := r.verify(ctx, tables, m, func(n verify.Progress) {
				p.Update(fmt.Sprintf("%d of %d tables verified, %v: %d%%", i, len(materials), n.Material, 100*n.Done/n.Total))
			})
			return a, a.Verdict == retro.Passed, err
		})
	})

// verify verifies a table.
func (r *verifyRequest) verify(ctx context.Context, tables *retro.Tables, m table.Material,
	progress func(verify.Progress)) (*retro.Verified, error) {
	begin := time.Now()
	found, err := tables.Verify(ctx, m, verify.Options{Jobs: r.Jobs, Most: r.Show, ByPosition: r.ByPosition,
		Progress: progress})
	a := &retro.Verified{Material: m, Verdict: retro.NotVerified, Seconds: time.Since(begin).Seconds()}
	var bad *table.FileError
	switch {
	case errors.As(err, &bad):
		a.File = bad.Error()
		return a, nil
	case err != nil:
		return a, err
	case found.OK():
		a.Verdict = retro.Passed
	}
	sides := retro.SidesOf(found.Counts)
	a.Positions, a.Sides, a.Wrong, a.Examples = sides[0].Legal+sides[1].Legal, &sides, found.WrongSize, found.Wrong
	return a, nil
}

// drop takes tables out of memory that those to come do not need.
func drop(tables *retro.Tables, past, rest []table.Material) {
	var needed []table.Material
	for _, m := range rest {
		needed = append(append(needed, m), m.Conversions()...)
	}
	for _, m := range past {
		for _, m := range append(m.Conversions(), m) {
			if !slices.Contains(needed, m) {
				tables.Drop(m)
			}
		}
	}
}
