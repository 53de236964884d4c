package notation

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// pgn returns what WriteTo writes.
func pgn(t *testing.T, g Game) string {
	t.Helper()
	var b strings.Builder
	n, err := g.WriteTo(&b)
	expect.NoError(t, err)
	expect.Equal(t, n, int64(b.Len()), "WriteTo says")
	return b.String()
}

// movetextOf returns the movetext of a PGN on one line.
func movetextOf(text string) string {
	_, moves, _ := strings.Cut(text, "\n\n")
	return strings.Join(strings.Fields(moves), " ")
}

func pgnGames(t *testing.T) map[string]Game {
	return map[string]Game{
		"empty.pgn": {},
		"mate.pgn": {
			Tags: []Tag{
				{"Annotator", `says "mate" \ C:\games`},
				{"White", "Müller, \"Fritz\""},
				{"Round", "3"},
			},
			Moves:  []string{"f3", "e5", "g4", "Qh4#"},
			Result: BlackWins,
		},
		"black-first.pgn": {
			Tags:  []Tag{{"Event", "KRK strategy"}, {"Variation", "Lemma 4"}},
			Start: mustParse(t, "8/8/8/3k4/4R3/5K2/8/8 b - - 0 9"),
			Moves: []string{"Kd6", "Kf4", "Kd5", "Ke3", "Kd6", "Kd4", "Kd7", "Kd5"},
			Comments: map[int]string{
				0: "RookSafe was the last step",
				2: "ApproachDiag",
				5: "a brace } and { another,\n\ta line end; and a semicolon",
				8: strings.Repeat("a word more ", 20),
			},
			Result: Unfinished,
		},
		"long.pgn": {
			Moves:    slices.Repeat([]string{"Nf3", "Nf6", "Ng1", "Ng8"}, 30),
			Comments: map[int]string{10: strings.Repeat("%percent 100% ", 30)},
			Result:   Draw,
		},
	}
}

func TestPGNGolden(t *testing.T) {
	t.Parallel()
	games := pgnGames(t)
	for _, name := range slices.Sorted(maps.Keys(games)) {
		expect.Compare(t, "testdata/"+name, pgn(t, games[name]))
	}
}

func TestPGNLines(t *testing.T) {
	t.Parallel()
	for name, g := range pgnGames(t) {
		text := pgn(t, g)
		if !strings.HasSuffix(text, "\n\n") || strings.Count(text, "\n\n") != 2 {
			t.Errorf("%s: want one empty line after the tags and one after the movetext:\n%s", name, text)
		}
		_, movetext, _ := strings.Cut(text, "\n\n")
		for line := range strings.Lines(movetext) {
			line = strings.TrimSuffix(line, "\n")
			if len(line) >= 80 || strings.HasPrefix(line, "%") || strings.HasSuffix(line, " ") {
				t.Errorf("%s: a bad line %q", name, line)
			}
		}
	}
}

func TestPGNMoveNumbers(t *testing.T) {
	t.Parallel()
	var tt struct {
		name, start string
		moves       []string
		comments    map[int]string
		want        string
	}
	for range expect.Rows(t, "testdata/pgn-movetext.tsv", &tt.name, &tt.start, &tt.moves, &tt.comments, &tt.want) {
		g := Game{Moves: tt.moves, Comments: tt.comments}
		if tt.start != "" {
			g.Start = mustParse(t, tt.start)
		}
		expect.Equal(t, movetextOf(pgn(t, g)), tt.want, "%s", tt.name)
	}
}

func TestPGNTags(t *testing.T) {
	t.Parallel()
	text := pgn(t, Game{Tags: []Tag{{"A", "x\"]\n[Event \"forged"}, {"Site", "here"}}, Start: chess.InitialSetup()})
	want := `[Event "?"]
[Site "here"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[A "x\"] [Event \"forged"]
`
	if got, _, _ := strings.Cut(text, "\n\n"); got+"\n" != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPGNRefuses(t *testing.T) {
	t.Parallel()
	for name, g := range map[string]Game{
		"no tag name":        {Tags: []Tag{{"", "x"}}},
		"bad tag name":       {Tags: []Tag{{"White Elo", "x"}}},
		"a tag twice":        {Tags: []Tag{{"White", "x"}, {"White", "y"}}},
		"the result as tag":  {Tags: []Tag{{"Result", "1-0"}}},
		"the start as tag":   {Tags: []Tag{{"FEN", chess.InitialFEN}}},
		"an unknown result":  {Result: "1-1"},
		"an empty move":      {Moves: []string{"e4", ""}},
		"a move and more":    {Moves: []string{"e4 e5"}},
		"a comment as move":  {Moves: []string{"{e4}"}},
		"a comment too far":  {Moves: []string{"e4"}, Comments: map[int]string{2: "x"}},
		"a comment before 0": {Comments: map[int]string{-1: "x"}},
	} {
		var b strings.Builder
		if n, err := g.WriteTo(&b); err == nil || n != 0 || b.Len() != 0 {
			t.Errorf("%s: wrote %d bytes, error %v", name, n, err)
		}
	}
}

// brokenWriter fails as a full disk does.
type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestPGNWriteError(t *testing.T) {
	t.Parallel()
	expect.ErrorIs(t, expect.Err(new(Game).WriteTo(brokenWriter{})), errBroken, "no tags and no moves")
}

// FuzzPGNText checks that no tag value and no comment can break out of its
// place, whatever is in it.
func FuzzPGNText(f *testing.F) {
	for _, s := range []string{"", "x", `"`, `\`, "}", "{", "\n%", "a %b", "\xff", "]\n[", strings.Repeat("% ", 60)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := pgn(t, Game{Tags: []Tag{{"A", s}}, Moves: []string{"e4", "e5"}, Comments: map[int]string{1: s}})
		tags, movetext, _ := strings.Cut(text, "\n\n")
		if strings.Count(tags, "\n") != 7 {
			t.Errorf("%q: not eight tags:\n%s", s, tags)
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "%") {
				t.Errorf("%q: a line that readers skip: %q", s, line)
			}
		}
		opening, closing := strings.Count(movetext, "{"), strings.Count(movetext, "}")
		if opening > 1 || opening != closing || strings.Contains(movetext, "\n\n\n") {
			t.Errorf("%q: not one comment:\n%s", s, movetext)
		}
		before, rest, _ := strings.Cut(movetext, "{")
		_, after, commented := strings.Cut(rest, "}")
		want := "1. e4 e5 *"
		if commented {
			want = "1. e4 1... e5 *"
		}
		expect.Equal(t, strings.Join(strings.Fields(before+" "+after), " "), want, "%q: moves", s)
		value := strings.TrimSuffix(tags[strings.LastIndex(tags, "\n[A \"")+len("\n[A \""):], "\"]")
		if bare := strings.NewReplacer(`\\`, "", `\"`, "").Replace(value); strings.ContainsAny(bare, "\"\\") {
			t.Errorf("%q: not escaped: %q", s, value)
		}
	})
}

func TestMoveNumber(t *testing.T) {
	t.Parallel()
	white, black := chess.InitialSetup(), chess.InitialSetup()
	black.Turn, black.FullmoveNumber = chess.Black, 7
	old := white
	old.FullmoveNumber = 0
	for _, tt := range []struct {
		start *chess.Setup
		want  string
	}{
		{&white, "1. 1... 2. 2... 3."}, {&black, "7... 8. 8... 9. 9..."}, {&old, "1. 1... 2. 2... 3."},
	} {
		var got []string
		for ply := range 5 {
			got = append(got, MoveNumber(tt.start, ply))
		}
		expect.Equal(t, strings.Join(got, " "), tt.want, "from %s: %s", tt.start, got)
	}
}
