package retro

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// The example of the notebook: king d8 = 59, king e6 = 44, rook c1 = 2, Black to
// move.
func TestSeedExample(t *testing.T) {
	t.Parallel()
	const fen = "3K4/8/4k3/8/8/8/8/2r5 b - - 0 1"
	s, err := chess.ParseFEN(fen)
	expect.NoError(t, err)
	for pieces, want := range map[PieceString]uint64{
		"Kkr":  59 | 44<<8 | 2<<16,
		"Krk":  59 | 2<<8 | 44<<16,
		"rKk":  2 | 59<<8 | 44<<16,
		"KQkr": 59 | 0xff<<8 | 44<<16 | 2<<24, // the queen is captured
		"Kkrr": 59 | 44<<8 | 2<<16 | 0xff<<24,
	} {
		got, err := pieces.Integer(s)
		if err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", pieces, got, err, want)
		}
		back, err := pieces.Setup(want)
		if err != nil || back.FEN() != fen {
			t.Errorf("%s: %s, %v, want %s", pieces, back.FEN(), err, fen)
		}
	}
	s.Turn = chess.White
	if got, err := PieceString("Kkr").Integer(s); err != nil || got != 59|44<<8|2<<16|1<<24 {
		t.Errorf("White to move: %d, %v", got, err)
	}
}

// Of equal men the first letter has the highest square.
func TestSeedEqualMen(t *testing.T) {
	t.Parallel()
	s, err := chess.ParseFEN("8/8/8/3k4/8/8/8/KBB5 w - - 0 1")
	expect.NoError(t, err)
	got, err := PieceString("KBBk").Integer(s)
	if want := uint64(0 | 2<<8 | 1<<16 | 35<<24 | 1<<32); err != nil || got != want {
		t.Errorf("%d, %v, want %d", got, err, want)
	}
	if back, err := PieceString("KBBk").Setup(0 | 1<<8 | 2<<16 | 35<<24 | 1<<32); err != nil || back != s {
		t.Errorf("%s, %v, want %s", back.FEN(), err, s.FEN())
	}
}

func TestSeedErrors(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "K", "KRvK", "KRKk", "kRk", "KXk", "KRRRRRRk", "KRk "} {
		var wrong *table.MaterialError
		if ps, err := ParsePieces(text); !errors.As(err, &wrong) {
			t.Errorf("%q: %q, %v", text, ps, err)
		}
	}
	for n, want := range map[uint64]string{
		59 | 44<<8 | 64<<16:         "byte 2, for r, is 64",
		59 | 0xff<<8 | 2<<16:        "byte 1, for k, is 255",
		59 | 59<<8 | 2<<16:          "K and k both stand on d8",
		59 | 44<<8 | 2<<16 | 2<<24:  "2 above the men's bytes",
		59 | 44<<8 | 2<<16 | 1<<32:  "256 above the men's bytes",
		1<<64 - 1:                   "byte 0, for K, is 255",
		59 | 44<<8 | 0xfe<<16:       "or 255 if it is captured",
		59 | 44<<8 | 44<<16 | 1<<24: "k and r both stand on e6",
	} {
		var wrong *PiecesError
		if s, err := PieceString("Kkr").Setup(n); !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %s, %v, want %q", n, s.FEN(), err, want)
		}
	}
	s, err := chess.ParseFEN("3K4/8/4k3/8/8/8/8/2rR4 b - - 0 1")
	expect.NoError(t, err)
	var wrong *PiecesError
	if n, err := PieceString("Kkr").Integer(s); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "Rd1") {
		t.Errorf("%d, %v", n, err)
	}
}

func TestSeedSubEndgames(t *testing.T) {
	t.Parallel()
	var pieces PieceString
	var want []PieceString
	for range expect.Rows(t, "testdata/sub-endgames.tsv", &pieces, &want) {
		expect.List(t, pieces.SubEndgames(), want, "%s", pieces)
	}
}

// TestSeedRoundTrip goes from positions to integers and back.
func TestSeedRoundTrip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"KRk", "Kkr", "KBBk", "kNNK", "KBNk", "qKrk", "KPPkp", "RBKNQkr"} {
		t.Run(name, func(t *testing.T) {
			ps, err := ParsePieces(name)
			expect.NoError(t, err)
			for range 200 {
				p := tabletest.RandomPosition(r, ps.Material())
				n, err := ps.Integer(p.Setup())
				expect.NoError(t, err)
				if s, err := ps.Setup(n); err != nil || s != p.Setup() {
					t.Errorf("%s, %d: %s, %v, want %s", ps, n, s.FEN(), err, p.FEN())
				}
			}
		})
	}
}
