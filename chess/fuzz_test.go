package chess

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func FuzzParsePosition(f *testing.F) {
	for _, tt := range perftPositions {
		f.Add(tt.fen)
	}
	for _, fen := range perftSpecial {
		f.Add(fen)
	}
	f.Add("QQQQQQQQ/QQQQQQQQ/8/8/8/5QQQ/7Q/K6k b - - 0 0")
	f.Add("k7/8/8/8/8/8/8/K6r b - - 0 1")
	f.Add("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := ParsePosition(fen)
		if err != nil {
			var syntax *FENError
			var diagram *PositionError
			if p != nil || !errors.As(err, &syntax) && !errors.As(err, &diagram) || err.Error() == "" {
				t.Fatalf("%q: %v, %v", fen, p, err)
			}
			return
		}
		s, _ := ParseFEN(fen)
		if p.Setup() != s || p.FEN() != s.FEN() {
			t.Fatalf("%q: %v, want %v", fen, p, s)
		}
		compareRules(t, p, map[string]int{})
		checkMoveTexts(t, p)
	})
}

func FuzzSAN(f *testing.F) {
	for _, san := range []string{"e4", "Nf3", "O-O", "0-0-0+", "exd6 e.p.", "a8=Q#", "axb8(N)", "N1xd2!?", "e2-e4", "Pe4", "--", "R:a1"} {
		for i := range perftPositions {
			f.Add(perftPositions[i].fen, san)
		}
	}
	for _, fen := range perftSpecial {
		f.Add(fen, "exd6ep")
		f.Add(fen, "b8=N")
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParsePosition(fen)
		if err != nil {
			return
		}
		before := *p
		moves := p.LegalMoves(nil)
		for name, parse := range map[string]func(string) (Move, error){"SAN": p.ParseSAN, "UCI": p.ParseUCI} {
			m, err := parse(text)
			var e *MoveError
			switch {
			case err == nil && !slices.Contains(moves, m):
				t.Fatalf("%s: %q read as %s is %v, which is not legal", fen, text, name, m)
			case err == nil && name == "UCI" && m.UCI() != text:
				t.Fatalf("%s: %q read as %v", fen, text, m)
			case err != nil && (m != NoMove || !errors.As(err, &e) || e.Text != text || e.Detail == "" || strings.Contains(err.Error(), "\n")):
				t.Fatalf("%s: %q read as %s: %v, %v", fen, text, name, m, err)
			}
		}
		if *p != before {
			t.Fatalf("%v has become %v", &before, p)
		}
	})
}

// FuzzMoves plays games in which each byte chooses a move, takes all back, and
// compares with the slow rules.
func FuzzMoves(f *testing.F) {
	f.Add(InitialFEN, []byte("some opening"))
	for _, tt := range perftPositions {
		f.Add(tt.fen, []byte{0, 1, 2, 3, 40, 50, 60})
	}
	for _, fen := range perftSpecial {
		f.Add(fen, []byte{200, 100, 50, 25, 12, 6, 3, 1})
	}
	f.Fuzz(func(t *testing.T, fen string, choices []byte) {
		p, err := ParsePosition(fen)
		if err != nil {
			return
		}
		type played struct {
			before Position
			move   Move
			undo   Undo
		}
		var game []played
		for _, choice := range choices[:min(len(choices), 100)] {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[int(choice)%len(moves)]
			before := *p
			game = append(game, played{before, m, p.Make(m)})
			if got, want := p.Setup(), slowMake(before.Setup(), slowOf(m)); got != want {
				t.Fatalf("%v: after %v %v, want %v", &before, m, got, want)
			}
			if p.Key() != p.computeKey() {
				t.Fatalf("%v: key", p)
			}
		}
		compareRules(t, p, map[string]int{})
		for _, ply := range slices.Backward(game) {
			p.Unmake(ply.move, ply.undo)
			if *p != ply.before {
				t.Fatalf("taking back %v: %+v, want %+v", ply.move, *p, ply.before)
			}
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
