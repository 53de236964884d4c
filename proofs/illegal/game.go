package illegal

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"retroproof/proofs/replay"
)

// Game proves that a position is legal: the moves that lead to it from the start, as UCI has
// them, separated by single spaces. Package replay has the rules of chess and of the notation.
type Game struct {
	FEN   string `json:"fen"`
	Moves string `json:"moves"`
}

// gameLine is the line of a game. The line of a tree has other fields.
type gameLine struct {
	Game *Game `json:"game"`
}

// isGame reports whether a line begins like that of a game.
func isGame(line []byte) bool { return bytes.HasPrefix(line, []byte(`{"game":`)) }

// Append appends the game as one line of JSON, with its newline. This is the only accepted
// form: ReadGame compares.
func (g *Game) Append(dst []byte) ([]byte, error) { return AppendLine(dst, gameLine{g}) }

// longestGame is the largest length in bytes of a game's line: the longest possible game of
// chess is shorter.
const longestGame = 1 << 18

// ReadGame reads a line. It rejects everything that Append does not write. If there is an
// error, it returns what could be read, so that messages can name it.
func ReadGame(line []byte) (*Game, error) {
	l := gameLine{&Game{}}
	if len(line) > longestGame {
		return l.Game, because(ErrLimit, "a game of %d bytes", len(line))
	}
	if err := json.Unmarshal(line, &l); err != nil || l.Game == nil {
		return &Game{}, because(ErrGame, "%.200w", cmp.Or(err, errors.New("no game")))
	}
	if !Canonical(bytes.TrimSuffix(line, []byte("\n")), l) {
		return l.Game, because(ErrGame, "not written as it should be: a field twice, blanks, or another order")
	}
	return l.Game, nil
}

// check replays the game from a start.
func (g *Game) check(start string, o replay.Options) (replay.Result, error) {
	var moves []string
	if g.Moves != "" {
		moves = strings.Split(g.Moves, " ")
	}
	r, err := replay.Check(start, g.FEN, moves, o)
	if err != nil {
		return r, because(ErrGame, "%w", err)
	}
	return r, nil
}
