package notation

import (
	"errors"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

func TestSAN(t *testing.T) {
	t.Parallel()
	var tt struct{ fen, uci, san string }
	for range expect.Rows(t, "testdata/san.tsv", &tt.fen, &tt.uci, &tt.san) {
		p := mustPosition(t, tt.fen)
		m, err := ParseUCI(p, tt.uci)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := SAN(p, m); got != tt.san || m.UCI() != tt.uci || m.String() != tt.uci {
			t.Errorf("%s: %s is %s, want %s", tt.fen, m, got, tt.san)
		}
		if back, err := ParseSAN(p, tt.san); back != m || err != nil {
			t.Errorf("%s: %s read as %v, %v", tt.fen, tt.san, back, err)
		}
	}
	expect.Equal(t, chess.NoMove.UCI(), "0000", "no move prints as %s", chess.NoMove)
}

func TestParseSANLeniencies(t *testing.T) {
	t.Parallel()
	var tt struct{ fen, text, uci string }
	for range expect.Rows(t, "testdata/san-leniencies.tsv", &tt.fen, &tt.text, &tt.uci) {
		p := mustPosition(t, tt.fen)
		if m, err := ParseSAN(p, tt.text); err != nil || m.UCI() != tt.uci {
			t.Errorf("%s: %q read as %v, %v, want %s", tt.fen, tt.text, m, err, tt.uci)
		}
	}
}

func TestParseSANErrors(t *testing.T) {
	t.Parallel()
	knights := "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
	passant := "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	for _, tt := range []struct {
		fen, text string
		reason    MoveReason
		message   string
	}{
		{chess.InitialFEN, "", NotAMove, `move "": no move`},
		{chess.InitialFEN, "+", NotAMove, `move "+": no move`},
		{chess.InitialFEN, "Nf9", NotAMove, `move "Nf9": "f9" is not a square, want a letter a to h and a digit 1 to 8`},
		{chess.InitialFEN, "N", NotAMove, `move "N": want the square it goes to`},
		{chess.InitialFEN, "e", NotAMove, `move "e": want the square it goes to`},
		{chess.InitialFEN, "=Q", NotAMove, `move "=Q": want the square it goes to`},
		{chess.InitialFEN, "nf3", NotAMove, `move "nf3": "n" before f3, want at most a file and a rank`},
		{chess.InitialFEN, "Nxxf3", NotAMove, `move "Nxxf3": "xx" before f3, want at most a file and a rank`},
		{chess.InitialFEN, "Nf3=Q", NotAMove, `move "Nf3=Q": a knight that becomes a queen`},
		{chess.InitialFEN, "e8=K", NotAMove, `move "e8=K": "=K" is not a square, want a letter a to h and a digit 1 to 8`},
		{chess.InitialFEN, "\xff\xfe\x00", NotAMove, `move "\xff\xfe\x00": "\xfe\x00" is not a square, want a letter a to h and a digit 1 to 8`},
		{chess.InitialFEN, "Nd4", IllegalMove, `move "Nd4": no white knight can go to d4`},
		{chess.InitialFEN, "Nb3f3", IllegalMove, `move "Nb3f3": no white knight on b3`},
		{chess.InitialFEN, "e5", IllegalMove, `move "e5": no white pawn can go to e5`},
		{chess.InitialFEN, "Nxf3", IllegalMove, `move "Nxf3": not a capture`},
		{chess.InitialFEN, "O-O", IllegalMove, `move "O-O": white cannot castle kingside`},
		{chess.InitialFEN, "O-O-O", IllegalMove, `move "O-O-O": white cannot castle queenside`},
		{chess.InitialFEN, "e4=Q", IllegalMove, `move "e4=Q": no promotion on e4`},
		{chess.InitialFEN, "e4 e.p.", IllegalMove, `move "e4 e.p.": not a capture en passant`},
		{knights, "Nd2", AmbiguousMove, `move "Nd2": ambiguous, Nbd2 or Nfd2`},
		{passant, "d6", IllegalMove, `move "d6": want the file of the capturing pawn, as in "exd6"`},
		{passant, "5xd6", IllegalMove, `move "5xd6": want the file of the capturing pawn, as in "exd6"`},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", IllegalMove, `move "a8": want what the pawn becomes, as in "a8=Q+"`},
		{"4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Nd5", IllegalMove, `move "Nd5": the knight on c3 would leave its king in check`},
		{"4k3/8/8/8/1b6/8/8/4K3 w - - 0 1", "Kd2", IllegalMove, `move "Kd2": the king would be in check on d2`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kg1", IllegalMove, `move "Kg1": no white king can go to g1`},
	} {
		m, err := ParseSAN(mustPosition(t, tt.fen), tt.text)
		var e *MoveError
		if !errors.As(err, &e) || m != chess.NoMove {
			t.Errorf("%q: %v, %v", tt.text, m, err)
			continue
		}
		if e.Reason != tt.reason || e.Text != tt.text || err.Error() != tt.message {
			t.Errorf("%q: %s\n got %s\nwant %s", tt.text, e.Reason, err, tt.message)
		}
	}
}

func TestParseUCIErrors(t *testing.T) {
	t.Parallel()
	var tt struct {
		text    string
		reason  MoveReason
		message string
	}
	for range expect.Rows(t, "testdata/uci-errors.tsv", &tt.text, &tt.reason, &tt.message) {
		m, err := ParseUCI(chess.InitialPosition(), tt.text)
		var e *MoveError
		if !errors.As(err, &e) || m != chess.NoMove || e.Reason != tt.reason || err.Error() != tt.message {
			t.Errorf("%q: %v\n got %v\nwant %s", tt.text, m, err, tt.message)
		}
	}
	p := mustPosition(t, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	if _, err := ParseUCI(p, "a7a8"); err == nil || err.Error() != `move "a7a8": want what the pawn becomes, as in "a8=Q+"` {
		t.Errorf("promotion left out: %v", err)
	}
}

// TestMoveTexts prints and reads every legal move of random games, and checks
// that no two moves print alike and that no part of a SAN can be left out.
func TestMoveTexts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 0))
	for range games(t) / 2 {
		randomGame(r, 120, func(p *chess.Position) { checkMoveTexts(t, p) })
		for range 10 {
			checkMoveTexts(t, crowdedPosition(r))
		}
	}
}

func checkMoveTexts(t *testing.T, p *chess.Position) {
	t.Helper()
	before := *p
	for _, m := range p.LegalMoves(nil) {
		san := SAN(p, m)
		if back, err := ParseSAN(p, san); back != m || err != nil {
			t.Fatalf("%v: %v printed as %s, read as %v, %v", p, m, san, back, err)
		}
		if back, err := ParseUCI(p, m.UCI()); back != m || err != nil {
			t.Fatalf("%v: %v read as %v, %v", p, m, back, err)
		}
		if m.IsCastling() {
			continue
		}
		if kind := p.At(m.From()).Kind(); kind != chess.Pawn && p.Captured(m) == chess.NoMan {
			// Without what tells it from others the move must be ambiguous.
			bare := chess.MakeMan(chess.White, kind).String() + m.To().String()
			_, err := ParseSAN(p, bare)
			if (err != nil) != (len(trimMark(san)) > len(bare)) {
				t.Fatalf("%v: %s, but %s: %v", p, san, bare, err)
			}
		}
	}
	if *p != before {
		t.Fatalf("%v has become %v", &before, p)
	}
}

func trimMark(san string) string {
	if last := san[len(san)-1]; last == '+' || last == '#' {
		return san[:len(san)-1]
	}
	return san
}
