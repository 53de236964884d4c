package notation

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
)

func FuzzSAN(f *testing.F) {
	for _, san := range []string{"e4", "Nf3", "O-O", "0-0-0+", "exd6 e.p.", "a8=Q#", "axb8(N)", "N1xd2!?", "e2-e4", "Pe4", "--", "R:a1"} {
		for i := range fens {
			f.Add(fens[i], san)
		}
	}
	for _, fen := range fens {
		f.Add(fen, "exd6ep")
		f.Add(fen, "b8=N")
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := chess.ParsePosition(fen)
		if err != nil {
			return
		}
		before := *p
		checkMoveTexts(t, p)
		moves := p.LegalMoves(nil)
		for name, parse := range map[string]func(*chess.Position, string) (chess.Move, error){"SAN": ParseSAN, "UCI": ParseUCI} {
			m, err := parse(p, text)
			var e *MoveError
			switch {
			case err == nil && !slices.Contains(moves, m):
				t.Fatalf("%s: %q read as %s is %v, which is not legal", fen, text, name, m)
			case err == nil && name == "UCI" && m.UCI() != text:
				t.Fatalf("%s: %q read as %v", fen, text, m)
			case err != nil && (m != chess.NoMove || !errors.As(err, &e) || e.Text != text || e.Detail == "" || strings.Contains(err.Error(), "\n")):
				t.Fatalf("%s: %q read as %s: %v, %v", fen, text, name, m, err)
			}
		}
		if *p != before {
			t.Fatalf("%v has become %v", &before, p)
		}
	})
}

// FuzzPGN reads whatever it is, and writes and reads again what could be read.
func FuzzPGN(f *testing.F) {
	for _, text := range []string{
		"", "*", "1. e4 e5 *", "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/P7/4K3 w - - 0 1\"]\n\n1. a4 {x} ; y\nKd7 $1 (1... Ke7 (1... Kf8)) 1-0\n",
		"1. e4 {abc", "1. e4 (", "[Event \"", "\ufeff%x\n1.e4!?", "1. Nf9 *\n[Event \"2\"]\n*", "{\xff}[A \"\xfc\\\"\"]*", "1. e4 a6 2. e5 d5 3. exd6 e.p. *",
		"{{} *", ";}\n*", "{ %a\n%b } *",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, bad := readGames(t, text)
		for _, err := range bad {
			var e *PGNError
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 || e.Reason == "" || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: %#v", text, err)
			}
		}
		for _, g := range games[:min(len(games), 10)] {
			if moves, _, err := g.Play(); err != nil || len(moves) != len(g.Moves) {
				t.Fatalf("%q: read %v, played %v, %v", text, g.Moves, moves, err)
			}
			written := pgn(t, *g)
			again := oneGame(t, written)
			if !slices.Equal(g.Moves, again.Moves) || g.Start != again.Start || g.Result != again.Result {
				t.Fatalf("%q: %+v written and read %+v", text, g, again)
			}
			// Writing replaces what PGN cannot hold; after that nothing changes.
			twice := pgn(t, *again)
			if third := oneGame(t, twice); twice != written && !reflect.DeepEqual(third, again) {
				t.Fatalf("%q: %q, then %q", text, written, twice)
			}
		}
	})
}
