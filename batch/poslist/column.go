package poslist

import (
	"errors"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/chess/lenient"
)

// Column returns where in its line a mistake of a position is, in bytes from 1; 0 if that is not known.
func Column(err error) int {
	var line *batch.LineError
	var fen *chess.FENError
	var form *lenient.Error
	switch {
	case errors.As(err, &form):
		return form.Column
	case errors.As(err, &line):
		return line.Column
	case errors.As(err, &fen):
		return fen.Column
	}
	return 0
}
