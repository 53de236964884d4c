package syzygy

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"retroproof/chess"
	"retroproof/retro/table"
)

// Tables is a set of files in which positions are looked up. It is safe for concurrent
// use.
type Tables struct {
	dirs  []string
	cache *table.Cache

	mu    sync.RWMutex
	files map[string]*File
}

// OpenDir returns the tables whose files are in some directories, of which the first
// that has a file is taken. Files are opened when they are needed.
func OpenDir(dirs ...string) *Tables {
	return &Tables{dirs: dirs, cache: table.NewCache(table.CacheBytes), files: map[string]*File{}}
}

// Close closes the files.
func (t *Tables) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var errs []error
	for _, f := range t.files {
		errs = append(errs, f.Close())
	}
	clear(t.files)
	return errors.Join(errs...)
}

// file returns a file of a material.
func (t *Tables) file(k kind, m table.Material) (*File, error) {
	m = m.Canonical()
	name := k.fileName(m)
	t.mu.RLock()
	f := t.files[name]
	t.mu.RUnlock()
	if f != nil {
		return f, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if f := t.files[name]; f != nil {
		return f, nil
	}
	f, err := table.OpenIn(t.dirs, name, func(path string) (*File, error) { return open(path, k, m, t.cache) })
	switch {
	case err == nil:
		t.files[name] = f
	case errors.Is(err, fs.ErrNotExist):
		err = &MissingError{File: name, Dir: strings.Join(t.dirs, ", ")}
	}
	return f, err
}

// stored returns the result that a file has for a position.
func (t *Tables) stored(p *chess.Position) (WDL, error) {
	m := table.MaterialOfPosition(p)
	if m == (table.Material{}) {
		return Draw, nil
	}
	f, err := t.file(wdlFile, m)
	if err != nil {
		return 0, err
	}
	v, in, _, err := f.value(p, m)
	if err == nil && v > 4 {
		err = f.Errorf(in.data, "result %d, want 0 to 4", v)
	}
	return WDL(v - 2), err
}

// zeroes reports whether a move is a capture or a pawn move, after which plies are counted anew.
func zeroes(p *chess.Position, m chess.Move) bool {
	return p.At(m.From()).Kind() == chess.Pawn || p.Captured(m) != chess.NoMan
}

// after calls f with the position after a move.
func after[V any](p *chess.Position, m chess.Move, f func(p *chess.Position) (V, error)) (V, error) {
	undo := p.Make(m)
	v, err := f(p)
	p.Unmake(m, undo)
	return v, err
}

// byCaptures is withCaptures without saying what gives the result.
func (t *Tables) byCaptures(p *chess.Position) (WDL, error) {
	w, _, err := t.withCaptures(p)
	return w, err
}

// withCaptures returns the result of a position without a right to capture en passant,
// and whether a capture alone gives it. What a file has is anything that is not better
// than a capture.
func (t *Tables) withCaptures(p *chess.Position) (w WDL, byCapture bool, err error) {
	best := WDL(-3)
	if p.Side(p.Turn().Other()).Count() > 1 {
		var list [128]chess.Move
		for _, m := range p.LegalMoves(list[:0]) {
			if m.IsEnPassant() || p.Captured(m) == chess.NoMan {
				continue
			}
			v, err := after(p, m, t.byCaptures)
			if err != nil {
				return 0, false, err
			}
			best = max(best, -v)
			if best == Win {
				return Win, true, nil
			}
		}
	}
	v, err := t.stored(p)
	if err != nil {
		return 0, false, err
	}
	if best >= v {
		return best, best > 0, nil
	}
	return v, false, nil
}

// enPassant returns the best result of a legal capture en passant; found is false if
// there is none.
func (t *Tables) enPassant(p *chess.Position) (best WDL, found, others bool, err error) {
	if p.CapturableEnPassant() == chess.NoSquare {
		return 0, false, true, nil
	}
	best = -3
	var list [128]chess.Move
	for _, m := range p.LegalMoves(list[:0]) {
		if !m.IsEnPassant() {
			others = true
			continue
		}
		v, err := after(p, m, t.byCaptures)
		if err != nil {
			return 0, false, false, err
		}
		best, found = max(best, -v), true
	}
	return best, found, others, nil
}

// errCastling is returned for positions with castling rights.
var errCastling = errors.New("castling rights: Syzygy tables have no positions with them")

// ofCopy returns what f, which may change a position meanwhile, says of one without castling rights.
func ofCopy[V any](p *chess.Position, f func(p *chess.Position) (V, error)) (v V, err error) {
	if p.Castling() != chess.NoCastling {
		return v, errCastling
	}
	q := *p
	return f(&q)
}

// WDL returns the result of a position whose last move was a capture or a pawn move: the
// clock of the position is left out. The error is a [*MissingError] if a file is
// missing, or a [*table.FileError] if something is wrong with one.
func (t *Tables) WDL(p *chess.Position) (WDL, error) {
	return ofCopy(p, t.wdl)
}

// wdl is WDL of a position that it may change meanwhile.
func (t *Tables) wdl(p *chess.Position) (WDL, error) {
	w, err := t.byCaptures(p)
	if err != nil {
		return 0, err
	}
	e, found, others, err := t.enPassant(p)
	switch {
	case err != nil:
		return 0, err
	case found && (e >= w || w == Draw && !others): // without the capture it is stalemate
		return e, nil
	}
	return w, nil
}

// zeroing returns the distance of a position whose best move is a capture or pawn move.
func zeroing(w WDL) int { return [...]int{-1, -101, 0, 101, 1}[w+2] }

// DTZ returns the distance to the next capture or pawn move in plies, with best play for
// the result: positive if the side to move wins, negative if it loses, 0 for a draw. 100
// is added to wins that the fifty-move rule makes draws, and taken from such losses. A
// distance may be one too small or too great, never so that the result changes. Mate
// counts as a capture. Errors are those of WDL.
func (t *Tables) DTZ(p *chess.Position) (int, error) {
	return ofCopy(p, t.dtz)
}

func (t *Tables) dtz(p *chess.Position) (int, error) {
	d, err := t.withoutEnPassant(p)
	if err != nil {
		return 0, err
	}
	e, found, others, err := t.enPassant(p)
	if err != nil || !found {
		return d, err
	}
	z := zeroing(e)
	better := z >= 0 || !others
	switch {
	case d < -100:
		better = z >= 0
	case d < 0:
		better = z >= 0 || z < -100
	case d > 100:
		better = z > 0
	case d > 0:
		better = z == 1
	}
	if better {
		return z, nil
	}
	return d, nil
}

// withoutEnPassant is dtz without captures en passant in the position itself.
func (t *Tables) withoutEnPassant(p *chess.Position) (int, error) {
	w, byCapture, err := t.withCaptures(p)
	switch {
	case err != nil:
		return 0, err
	case w == Draw:
		return 0, nil
	case byCapture:
		return zeroing(w), nil
	}
	var list [128]chess.Move
	moves := p.LegalMoves(list[:0])
	if w > 0 {
		for _, m := range moves {
			if p.At(m.From()).Kind() != chess.Pawn || p.Captured(m) != chess.NoMan {
				continue
			}
			v, err := after(p, m, t.wdl)
			if err != nil {
				return 0, err
			}
			if -v == w {
				return zeroing(w), nil
			}
		}
	}
	switch d, ok, err := t.storedDistance(p, w); {
	case err != nil:
		return 0, err
	case ok && w > 0:
		return zeroing(w) + d, nil
	case ok:
		return zeroing(w) - d, nil
	}
	return t.byMoves(p, w, moves)
}

// storedDistance returns what the file has for a position with a result; ok is false if
// it has the other side to move only.
func (t *Tables) storedDistance(p *chess.Position, w WDL) (d int, ok bool, err error) {
	m := table.MaterialOfPosition(p)
	f, err := t.file(dtzFile, m)
	if err != nil {
		return 0, false, err
	}
	v, in, ok, err := f.value(p, m)
	if err != nil || !ok {
		return 0, ok, err
	}
	which := map[WDL]int{Win: 0, Loss: 1, CursedWin: 2, BlessedLoss: 3}[w]
	if in.flags&flagMapped != 0 {
		if v >= len(in.maps[which]) {
			return 0, false, f.Errorf(in.data, "distance %d of %d", v, len(in.maps[which]))
		}
		v = int(in.maps[which][v])
	}
	if plies := [...]byte{flagWinPlies, flagLossPlies, 0, 0}[which]; in.flags&plies == 0 {
		v *= 2 // the file has moves
	}
	return v, true, nil
}

// byMoves finds the distance of a position with a result by those that its moves lead
// to.
func (t *Tables) byMoves(p *chess.Position, w WDL, moves []chess.Move) (int, error) {
	best, found := 0, false
	take := func(d int) {
		if !found || d < best {
			best, found = d, true
		}
	}
	if w < 0 {
		take(-1)
	}
	for _, m := range moves {
		zeroed := zeroes(p, m)
		if zeroed && w > 0 {
			continue
		}
		undo := p.Make(m)
		d, err := t.afterMove(p, w, zeroed)
		mate := w > 0 && d == 1 && p.IsCheckmate()
		p.Unmake(m, undo)
		switch {
		case err != nil:
			return 0, err
		case w < 0:
			take(d)
		case mate:
			take(1)
		case d > 0:
			take(d + 1)
		}
	}
	return best, nil
}

// afterMove returns the distance for the side that has moved to a position, when the one
// before had a result. For a loss the move is counted.
func (t *Tables) afterMove(p *chess.Position, w WDL, zeroed bool) (int, error) {
	if zeroed {
		if w == Loss {
			return -1, nil
		}
		v, err := t.byCaptures(p)
		if v == Win {
			return 0, err
		}
		return -101, err
	}
	d, err := t.dtz(p)
	if w < 0 {
		return -d - 1, err
	}
	return -d, err
}

// Move is a legal move of a position, with what it leads to for the side that plays it.
type Move struct {
	Move  chess.Move
	Value // counted from the position before the move, the move included
}

// Value returns the result of a position with its clock, and the distance. Errors are those of WDL.
func (t *Tables) Value(p *chess.Position) (Value, error) {
	dtz, err := t.DTZ(p)
	return Value{WithClock(dtz, p.HalfmoveClock()), dtz}, err
}

// Moves returns the legal moves of a position, best first: by result, then wins with the
// shortest distance and losses with the longest first, then in the order of the squares.
// Errors are those of WDL.
func (t *Tables) Moves(p *chess.Position) ([]Move, error) {
	if p.Castling() != chess.NoCastling {
		return nil, errCastling
	}
	q := *p
	var out []Move
	for _, m := range p.LegalMoves(nil) {
		zeroed := zeroes(p, m)
		undo := q.Make(m)
		w, err := t.wdl(&q)
		v := Value{-w, zeroing(-w)}
		if err == nil && !zeroed {
			v.DTZ, err = t.dtz(&q)
			v.DTZ = -v.DTZ
			switch {
			case v.DTZ > 0 && !q.IsCheckmate():
				v.DTZ++
			case v.DTZ < 0:
				v.DTZ--
			}
			v.WDL = WithClock(v.DTZ, p.HalfmoveClock())
		}
		q.Unmake(m, undo)
		if err != nil {
			return nil, err
		}
		out = append(out, Move{m, v})
	}
	slices.SortFunc(out, func(a, b Move) int {
		// Of losses the longest is best, whose number is the least.
		return cmp.Or(-cmp.Compare(a.WDL, b.WDL), cmp.Compare(a.DTZ, b.DTZ), table.CompareMoves(a.Move, b.Move))
	})
	return out, nil
}

// WithClock returns the result of a position with a distance dtz, as DTZ returns it, if clock
// plies have been played since the last capture or pawn move: a win that is not reached by
// ply 100 is a cursed win. Distances may be off by one ply, so the result may be wrong where
// the sum is 100 or 101.
func WithClock(dtz, clock int) WDL {
	switch {
	case dtz > 0 && dtz+clock > 100:
		return CursedWin
	case dtz > 0:
		return Win
	case dtz < 0 && clock-dtz > 100:
		return BlessedLoss
	case dtz < 0:
		return Loss
	}
	return Draw
}
