package lenient

import (
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

func TestFEN(t *testing.T) {
	t.Parallel()
	const board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
	for text, want := range map[string]string{
		board + " B KQkq E3 0 1":                          board + " b KQkq e3 0 1",
		board + "  W  KQkq\t-":                            board + "  w  KQkq\t-",
		board + " b KQkq - bm e5 d5; id \"a; b: c\";":     board + " b KQkq -",
		board + " b KQkq - hmvc 3; fmvn 20; ce 5;":        board + " b KQkq - 3 20",
		board + " b KQkq - bm e5; # a remark; or two":     board + " b KQkq -",
		board + " b KQkq - fmvn 20;":                      board + " b KQkq - 0 20",
		board + " b KQkq - 0 1 ;D1 20 ;D2 400":            board + " b KQkq - 0 1",
		board + " b KQkq - 7 9 hmvc 3;":                   board + " b KQkq - 7 9",
		board + " b KQkq - # after 1. e4":                 board + " b KQkq -",
		board + " b KQkq - 0 1 # after 1. e4; or not":     board + " b KQkq - 0 1",
		board + " b KQkq - 0 1 bm e5":                     board + " b KQkq - 0 1 bm e5",
		board + " b KQkq - 0 1 unknown: info: a; b":       board + " b KQkq - 0 1 unknown: info: a; b",
		board + " b KQkq - 0 1 illegal Reason. One; two.": board + " b KQkq - 0 1 illegal Reason. One; two.",
		board + " X KQkq E9 0 1":                          board + " X KQkq E9 0 1",
		"B B":                                             "B b",
		"":                                                "",
		"49444060874307007942560232630767711417259502539": "49444060874307007942560232630767711417259502539",
	} {
		if got := Clean(text); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", text, got, want)
		}
	}
}

// FuzzFEN: whatever the parser takes is left as it is, and nothing is changed twice.
func FuzzFEN(f *testing.F) {
	f.Add(chess.InitialFEN)
	f.Add(`8/8/8/8/8/8/8/K1k5 W - - hmvc 3; id "#";`)
	f.Add("8/8/8/8/8/8/8/K1k5 w - E3 0 1 ;D1 3 # x")
	f.Fuzz(func(t *testing.T, text string) {
		got := Clean(text)
		if _, err := chess.ParseFEN(text); err == nil && got != text {
			t.Errorf("%q becomes %q", text, got)
		}
		expect.Equal(t, Clean(got), got, "%q becomes", text)
	})
}

func TestArguments(t *testing.T) {
	t.Parallel()
	const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, test := range []struct{ args, want string }{ // of want, "_" stands for a blank within an argument
		{"legal " + fen, "legal " + strings.ReplaceAll(fen, " ", "_")},
		{"legal --json " + fen + " --explain", "legal --json " + strings.ReplaceAll(fen, " ", "_") + " --explain"},
		{"perft 8/8/8/8/8/8/8/K1k5 W - -", "perft 8/8/8/8/8/8/8/K1k5_W_-_-"},
		{"krk check 8/8/8/3k4/8/8/8/K6R w - - Rc1", "krk check 8/8/8/3k4/8/8/8/K6R_w_-_- Rc1"},
		{"krk check 8/8/8/3k4/8/8/8/K6R w - - 0 1 8/8/8/3k4/8/8/8/K1R5 b - - 1 1",
			"krk check 8/8/8/3k4/8/8/8/K6R_w_-_-_0_1 8/8/8/3k4/8/8/8/K1R5_b_-_-_1_1"},
		{"legal --start=8/8/8/8/8/8/8/K1k5 w - - 0 1 8/8/8/8/8/8/8/1Kk5 w - - 0 1",
			"legal --start=8/8/8/8/8/8/8/K1k5_w_-_-_0_1 8/8/8/8/8/8/8/1Kk5_w_-_-_0_1"},
		// Mistakes.
		{"legal rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 --json", "legal rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1 --json"},
		{"legal 8/8/8/8/8/8/8/K1k5 w", "legal 8/8/8/8/8/8/8/K1k5 w"},
		{"legal 8/8/8/8/8/8/8/K1k5 w HAha -", "legal 8/8/8/8/8/8/8/K1k5_w_HAha_-"},
		// Others.
		{"solve a/b c d e f g", "solve a/b c d e f g"},
		{"tb build KRvK", "tb build KRvK"},
		{"proofgame -w 1:5 -f a/b -o c/d", "proofgame -w 1:5 -f a/b -o c/d"},
	} {
		got := Arguments(strings.Fields(test.args))
		want := strings.Fields(test.want)
		for i := range want {
			want[i] = strings.ReplaceAll(want[i], "_", " ")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %q\nwant %q", test.args, got, want)
		}
	}
	quoted := []string{"legal", fen}
	if got := Arguments(quoted); !slices.Equal(got, quoted) {
		t.Errorf("%q", got)
	}
}
