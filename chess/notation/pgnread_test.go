package notation

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// readGames reads all games of a text, and the errors of those that are bad.
func readGames(t testing.TB, text string) (games []*Game, bad []error) {
	t.Helper()
	r := NewPGNReader(strings.NewReader(text))
	for range len(text) + 2 {
		g, err := r.Read()
		switch {
		case err == io.EOF:
			return games, bad
		case err != nil:
			bad = append(bad, err)
		default:
			games = append(games, g)
		}
	}
	t.Fatalf("no end of %q", text)
	return nil, nil
}

// oneGame reads a text with one good game.
func oneGame(t testing.TB, text string) *Game {
	t.Helper()
	games, bad := readGames(t, text)
	if len(games) != 1 || len(bad) != 0 {
		t.Fatalf("%q: %d games, errors %v", text, len(games), bad)
	}
	return games[0]
}

func TestPGNRead(t *testing.T) {
	t.Parallel()
	var tt struct {
		name, text, moves string
		comments          map[int]string
		result            Result
	}
	for range expect.Rows(t, "testdata/pgn-read.tsv", &tt.name, &tt.text, &tt.moves, &tt.comments, &tt.result) {
		g := oneGame(t, tt.text)
		if strings.Join(g.Moves, " ") != tt.moves || !maps.Equal(g.Comments, tt.comments) || g.Result != tt.result {
			t.Errorf("%s: %v %v %s", tt.name, g.Moves, g.Comments, g.Result)
		}
		if moves, p, err := g.Play(); err != nil || len(moves) != len(g.Moves) || p == nil {
			t.Errorf("%s: played %v, %v, %v", tt.name, moves, p, err)
		}
	}
}

func TestPGNReadTags(t *testing.T) {
	t.Parallel()
	g := oneGame(t, `[Event "a \"b\" \\ c\d"] [ White   "M`+"\xfc"+`ller" ]
[Empty ""]
[SetUp "1"][FEN "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"][Result "1-0"]
1-0`)
	want := []Tag{{"Event", `a "b" \ c\d`}, {"White", "Müller"}, {"Empty", ""}}
	if !slices.Equal(g.Tags, want) || g.Result != WhiteWins || g.Start.FEN() != "4k3/8/8/8/8/8/P7/4K3 w - - 0 1" {
		t.Errorf("tags %q, %v, %v", g.Tags, g.Result, g.Start)
	}
	if g := oneGame(t, `[SetUp "1"][FEN "`+chess.InitialFEN+`"] *`); g.Start != (chess.Setup{}) {
		t.Errorf("the initial position is told: %v", g.Start)
	}
}

func TestPGNReadSeveral(t *testing.T) {
	t.Parallel()
	text := `{a comment before} [Event "1"]

1. e4 e5

[Event "2"]
1. d4 (1. Nf3 [Event "lost with it"]
1. c4 *
{between}
[Event "3"]
1. Nf9 {this is

[Event "in a comment, but who knows"] *
[Event "4"]
*
1. g3 * 1. b3 *

; after all
`
	games, bad := readGames(t, text)
	var moves []string
	for _, g := range games {
		moves = append(moves, strings.Join(g.Moves, " "))
	}
	expect.List(t, moves, []string{"e4 e5", "", "", "g3", "b3"}, "games")
	var messages []string
	for _, err := range bad {
		messages = append(messages, err.Error())
	}
	want := []string{
		`PGN line 6, column 7: "(" without its ")"`,
		`PGN line 10, column 4: move "Nf9": "f9" is not a square, want a letter a to h and a digit 1 to 8`,
	}
	expect.List(t, messages, want, "errors")
}

func TestPGNReadErrors(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", mostText+1)
	type malformed struct {
		text         string
		line, column int
		reason       PGNReason
		token        string
		detail       string
	}
	list := []malformed{
		{"[" + strings.Repeat("x", 256), 1, 1, TooLong, strings.Repeat("x", 256), `a tag name of more than 255 bytes`},
		{strings.Repeat("x", 256), 1, 1, TooLong, strings.Repeat("x", 256), `a word of more than 255 bytes`},
		{"{" + long, 1, 1, TooLong, "{", `a comment of more than 1048576 bytes`},
		{"{" + long[:mostText/2] + "}\n{" + long[:mostText/2] + "}", 2, 1, TooLong, "{", `comments of more than 1048576 bytes in a game`},
		{"[A \"" + long + "\"]", 1, 4, TooLong, `"`, `a tag value of more than 1048576 bytes`},
		{"[A \"" + long[:mostText/2] + "\"]\n[B \"" + long[:mostText/2+1] + "\"]", 2, 1, TooLong, "B", `more than 1000 tags, or 1048576 bytes of them`},
		{strings.Repeat("Nf3 Nf6 Ng1 Ng8\n", MostPlies/4) + "Nf3", MostPlies/4 + 1, 1, TooLong, "Nf3", `more than 20000 plies`},
	}
	var tt malformed
	for range expect.Rows(t, "testdata/pgn-errors.tsv", &tt.text, &tt.line, &tt.column, &tt.reason, &tt.token, &tt.detail) {
		list = append(list, tt)
	}
	for _, tt := range list {
		short := tt.text[:min(len(tt.text), 40)]
		_, bad := readGames(t, tt.text)
		var e *PGNError
		if len(bad) != 1 || !errors.As(bad[0], &e) {
			t.Errorf("%q: errors %v", short, bad)
			continue
		}
		if e.Line != tt.line || e.Column != tt.column || e.Reason != tt.reason || e.Token != tt.token || e.Detail != tt.detail {
			t.Errorf("%q: %s %.40q %v", short, e.Reason, e.Token, e)
		}
		expect.Equal(t, e.Reason == BadMove || e.Reason == BadStart, (e.Err != nil), "%q: wraps %v", short, e.Err)
	}
	var many strings.Builder
	for i := range MostTags + 1 {
		fmt.Fprintf(&many, "[T%d \"\"]\n", i)
	}
	if _, bad := readGames(t, many.String()); len(bad) != 1 || !strings.Contains(bad[0].Error(), "line 1001, column 1: more than 1000 tags") {
		t.Errorf("many tags: %v", bad)
	}
}

func TestPGNReadIOError(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "[", "[Event \"", "[Event \"x\"]", "1. e4", "1. e4 {", "1. e4 (", "%", "1. Nf9 "} {
		r := NewPGNReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(errBroken)))
		_, err := r.Read()
		if errors.As(err, new(*PGNError)) {
			_, err = r.Read()
		}
		expect.ErrorIs(t, err, errBroken, "%q", text)
	}
}

// TestPGNRoundTrip writes random games and reads them, and the golden games.
func TestPGNRoundTrip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 0))
	var all strings.Builder
	var want []Game
	for range games(t) / 2 {
		g := Game{Tags: []Tag{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "a \"b\" \\"}, {"Black", "ü"}}}
		g.Result = []Result{WhiteWins, BlackWins, Draw, Unfinished}[r.IntN(4)]
		var before *chess.Position
		randomGame(r, 80, func(p *chess.Position) {
			if before == nil {
				if g.Start = p.Setup(); g.Start == chess.InitialSetup() {
					g.Start = chess.Setup{}
				}
			} else {
				for _, m := range before.LegalMoves(nil) {
					if after := *before; true {
						if after.Make(m); after == *p {
							g.Moves = append(g.Moves, SAN(before, m))
						}
					}
				}
			}
			if r.IntN(10) == 0 {
				if g.Comments == nil {
					g.Comments = map[int]string{}
				}
				g.Comments[len(g.Moves)] = fmt.Sprintf("comment %d, 100%% %%true", len(g.Moves))
			}
			copied := *p
			before = &copied
		})
		want = append(want, g)
		all.WriteString(pgn(t, g))
		_, last, err := g.Play()
		if err != nil || *last != *before {
			t.Fatalf("played to %v, want %v, %v", last, before, err)
		}
	}
	got, bad := readGames(t, all.String())
	if len(bad) != 0 || len(got) != len(want) {
		t.Fatalf("%d games, want %d, errors %v", len(got), len(want), bad)
	}
	for i := range got {
		if !reflect.DeepEqual(*got[i], want[i]) {
			t.Fatalf("game %d\n%+v\nread as\n%+v", i, want[i], *got[i])
		}
	}
	for name, g := range pgnGames(t) {
		text := pgn(t, g)
		expect.Equal(t, pgn(t, *oneGame(t, text)), text, "%s", name)
	}
}

func TestPlayErrors(t *testing.T) {
	t.Parallel()
	_, _, err := (&Game{Moves: []string{"e4", "e4"}}).Play()
	if !errors.As(err, new(*MoveError)) || err.Error() != `ply 2: move "e4": no black pawn can go to e4` {
		t.Errorf("illegal move: %v", err)
	}
	_, _, err = (&Game{Start: chess.EmptySetup()}).Play()
	if !errors.As(err, new(*chess.PositionError)) {
		t.Errorf("no position: %v", err)
	}
}
