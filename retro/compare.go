package retro

import (
	"context"
	"fmt"
	"math/bits"

	"retroproof/chess"
	"retroproof/retro/syzygy"
	"retroproof/retro/table"
)

// CompareOptions are the options of [Tables.CompareSyzygy].
type CompareOptions struct {
	Jobs int // goroutines; 0 is 1
	Most int // the most differences to return; 0 is 10
	// DTZ compares distances, too: a win or loss without the fifty-move rule gets to a
	// capture, a pawn move or mate no later than to mate. It takes several times as long.
	DTZ      bool
	Progress func(done, total int) // words of the table, by side to move; calls do not overlap; may be nil
}

// Comparison is the outcome of [Tables.CompareSyzygy].
type Comparison struct {
	Material    table.Material `json:"material"`
	Positions   uint64         `json:"positions"` // that were compared, symmetrical ones once
	Cursed      uint64         `json:"cursed"`    // of these, mates that the fifty-move rule makes draws
	Differences uint64         `json:"differences"`
	Examples    []Difference   `json:"examples,omitempty"` // some of them
}

// A Difference is a position whose values contradict each other.
type Difference struct {
	FEN    string `json:"fen"`
	Reason string `json:"reason"`
}

// CompareSyzygy compares every position of a material's table with Syzygy's files: a win
// there, cursed or not, has to be one here, and so for draws and losses. Both tables
// leave a right to capture en passant out. The error is a [*table.MissingError] or a
// [*syzygy.MissingError] if a table or a file is missing.
func (ts *Tables) CompareSyzygy(ctx context.Context, files *syzygy.Tables, m table.Material,
	opt CompareOptions) (*Comparison, error) {
	t, err := ts.Load(ctx, m, max(opt.Jobs, 1))
	if err != nil {
		return nil, err
	}
	if opt.Most == 0 {
		opt.Most = 10
	}
	l := t.Layout
	out := &Comparison{Material: t.Material}
	progress := table.NewProgress(2*l.Words, opt.Progress)
	err = l.Scan(ctx, opt.Jobs, 2, func(_, side, from, to int) error {
		turn := chess.Color(side)
		var b table.Board
		part := Comparison{}
		for word := from; word < to; word++ {
			l.Place(&b, word)
			for set := l.Positions(&b, side); set != 0; set &= set - 1 {
				sq := bits.TrailingZeros64(set)
				p := l.Position(&b, uint8(sq), turn)
				if err := part.position(files, p, t.At(turn, word<<6|sq), opt); err != nil {
					return err
				}
			}
		}
		progress.Add(to-from, func() { out.add(&part, opt.Most) })
		return nil
	})
	return out, err
}

// add adds what one goroutine has found.
func (c *Comparison) add(part *Comparison, most int) {
	c.Positions += part.Positions
	c.Cursed += part.Cursed
	c.Differences += part.Differences
	n := min(len(part.Examples), most-len(c.Examples))
	c.Examples = append(c.Examples, part.Examples[:n]...)
}

// position compares a position.
func (c *Comparison) position(files *syzygy.Tables, p *chess.Position, v table.Value, opt CompareOptions) error {
	w, err := files.WDL(p)
	if err != nil {
		return err
	}
	c.Positions++
	if w == syzygy.CursedWin || w == syzygy.BlessedLoss {
		c.Cursed++
	}
	reason := ""
	switch {
	case (v.Result == table.Won) != (w > 0) || (v.Result == table.Lost) != (w < 0):
		reason = fmt.Sprintf("%s, Syzygy's file has a %s", v, w)
	case opt.DTZ && !p.IsCheckmate():
		dtz, err := files.DTZ(p)
		if err != nil {
			return err
		}
		reason = compareDTZ(v, w, dtz)
	}
	if reason == "" {
		return nil
	}
	c.Differences++
	if len(c.Examples) < opt.Most {
		c.Examples = append(c.Examples, Difference{p.FEN(), reason})
	}
	return nil
}

// compareDTZ returns what is wrong with a distance, or "".
func compareDTZ(v table.Value, w syzygy.WDL, dtz int) string {
	n := max(dtz, -dtz)
	cursed := w == syzygy.CursedWin || w == syzygy.BlessedLoss
	switch {
	case (dtz > 0) != (w > 0) || (dtz < 0) != (w < 0):
		return fmt.Sprintf("DTZ %d of a %s", dtz, w)
	case cursed != (n > 100):
		return fmt.Sprintf("DTZ %d of a %s", dtz, w)
	// The distance may be a ply too great.
	case w != syzygy.Draw && !cursed && n > v.Plies+1:
		return fmt.Sprintf("DTZ %d, and %s", dtz, v)
	}
	return ""
}
