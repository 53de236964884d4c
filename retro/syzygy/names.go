package syzygy

import (
	"fmt"

	"retroproof/chess"
	"retroproof/retro/table"
)

// A kind of file.
type kind uint8

const (
	wdlFile kind = iota
	dtzFile
)

const (
	// WDLSuffix and DTZSuffix are the ends of the names of files, as in KRvK.rtbw.
	WDLSuffix = ".rtbw"
	DTZSuffix = ".rtbz"
)

func (k kind) suffix() string {
	if k == wdlFile {
		return WDLSuffix
	}
	return DTZSuffix
}

// fileName returns the name of a material's file. The colours that name it are those
// that name our tables.
func (k kind) fileName(m table.Material) string { return m.Canonical().String() + k.suffix() }

// A MissingError says that a file is needed and not there.
type MissingError struct {
	File string // its name
	Dir  string // where it was looked for
}

// Error names the file.
func (e *MissingError) Error() string {
	return fmt.Sprintf("no Syzygy file %s in %s", e.File, e.Dir)
}

// WDL is the result of a position for the side to move with the fifty-move rule,
// counted from a capture or pawn move.
type WDL int8

const (
	Loss        WDL = -2
	BlessedLoss WDL = -1 // mated but for the rule
	Draw        WDL = 0
	CursedWin   WDL = 1 // mates but for the rule
	Win         WDL = 2
)

// String returns "win", "cursed win", "draw", "blessed loss" or "loss".
func (w WDL) String() string {
	switch w {
	case Loss:
		return "loss"
	case BlessedLoss:
		return "blessed loss"
	case Draw:
		return "draw"
	case CursedWin:
		return "cursed win"
	case Win:
		return "win"
	}
	return fmt.Sprintf("WDL(%d)", int8(w))
}

// MarshalText is String.
func (w WDL) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// Value is what files have for a position.
type Value struct {
	WDL WDL `json:"wdl"` // with the fifty-move rule and the clock of the position
	// DTZ is the distance to the next capture or pawn move, and 100 more for a cursed win or blessed loss; negative for
	// losses.
	DTZ int `json:"dtz_plies"`
}

// man is the code of a man in a file: its kind, from 1 for a pawn to 6 for a king, and
// 8 more for one of the other colour.
type man uint8

const (
	pawn man = 1
	king man = 6

	otherColor man = 8
)

func (m man) color() chess.Color { return chess.Color(m >> 3) }
func (m man) kind() chess.Kind   { return chess.Kind(7 - m&7) }
func (m man) valid() bool        { return m&7 >= pawn && m&7 <= king }
