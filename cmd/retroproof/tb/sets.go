package tb

import (
	"context"

	"retroproof/cmd/retroproof/verb"
	"retroproof/retro/report"
	"retroproof/retro/table"
)

// sets prints the sets of piece strings.
func (r *statsRequest) sets(ctx context.Context, e *verb.Env, t *Tables) error {
	if len(r.Materials) == 0 {
		return verb.Usagef("--seed needs piece strings, as KRk")
	}
	var list []report.PieceString
	for _, text := range r.Materials {
		ps, err := report.ParsePieces(text)
		if err == nil {
			_, err = ParseMaterial(text, table.MaxMen)
		}
		if err != nil {
			return err
		}
		list = append(list, ps)
	}
	r.Distribution = true
	for i, ps := range list {
		a := &report.Sets{Pieces: ps, Material: ps.Material().Canonical(),
			SubEndgames: append([]report.PieceString{}, ps.SubEndgames()...),
			Alone:       report.SetSizes{Sets: []uint64{}}, Together: report.SetSizes{Sets: []uint64{}}}
		for i, p := range append([]report.PieceString{ps}, a.SubEndgames...) {
			s, err := r.count(ctx, t, p.Material().Canonical())
			if err != nil {
				return err
			}
			if i == 0 {
				a.Alone.Add(&s.Statistics)
			}
			a.Together.Add(&s.Statistics)
		}
		if err := printApart(e, a, i); err != nil {
			return err
		}
	}
	return nil
}
