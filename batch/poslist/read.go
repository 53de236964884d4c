package poslist

import (
	"io"

	"retroproof/batch"
	"retroproof/chess/lenient"
)

// NewReader returns the reader of a list of positions, each in any form: those of several lines are gathered, and what
// is no FEN becomes one. tell, which may be nil, is told what is supposed where a text does not say it.
func NewReader(in io.Reader, reading lenient.Reading, tell func(p *lenient.Position)) *batch.Reader {
	list := batch.NewReader(in)
	list.Gather = lenient.Block
	list.Rewrite = func(text string) (string, error) {
		p, err := reading.Read(text)
		if err != nil {
			return "", err
		}
		if tell != nil && p.Supposed != "" {
			tell(&p)
		}
		if p.Form == lenient.FEN && reading.Side == "" {
			return text, nil // with what stands behind it
		}
		return p.FEN, nil
	}
	return list
}
