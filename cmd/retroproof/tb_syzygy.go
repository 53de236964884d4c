package main

import (
	"fmt"
	"os"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro/syzygy"
)

// syzygyAnswer is what Syzygy's files have for a position.
type syzygyAnswer struct {
	wdl   syzygy.WDL // with the clock of the position
	dtz   int
	moves map[chess.Move]syzygy.Move
}

// openSyzygy opens a directory, which must be there: files are looked for when positions ask for them.
func openSyzygy(dir string) (*syzygy.Tables, error) {
	if _, err := os.ReadDir(dir); err != nil {
		return nil, err
	}
	return syzygy.OpenDir(dir), nil
}

// probeSyzygy looks a position up, and its moves if they are wanted.
func probeSyzygy(files *syzygy.Tables, p *chess.Position, moves bool) (*syzygyAnswer, error) {
	a := &syzygyAnswer{moves: map[chess.Move]syzygy.Move{}}
	var err error
	if a.dtz, err = files.DTZ(p); err != nil {
		return nil, err
	}
	a.wdl = syzygy.WithClock(a.dtz, p.HalfmoveClock())
	if !moves {
		return a, nil
	}
	list, err := files.Moves(p)
	for _, m := range list {
		a.moves[m.Move] = m
	}
	return a, err
}

// text returns the result, and the distance if there is one.
func (a *syzygyAnswer) text(p *chess.Position) string {
	s := a.wdl.String()
	if a.wdl != syzygy.Draw {
		s += fmt.Sprintf(", DTZ %d", a.dtz)
	}
	if n := p.HalfmoveClock(); n > 0 {
		s += fmt.Sprintf(", with %s since a capture or pawn move", verb.Counted(n, "ply", "plies"))
	}
	return s
}

// tbSyzygyJSON is what Syzygy's files have.
type tbSyzygyJSON struct {
	WDL string `json:"wdl"`
	DTZ int    `json:"dtz_plies"`
}
