package chess

import (
	"errors"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// roundTripFENs are printed exactly as they are read.
var roundTripFENs = []string{
	InitialFEN,
	"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R w Kq - 12 34",
	"8/8/8/8/8/8/8/8 w - - 0 1",                                   // no kings
	"KKKKKKKK/pppppppp/8/8/8/8/8/PPPPPPPP b k - 0 1",              // too many kings, pawns on the last ranks
	"8/8/8/8/8/8/8/8 w - h3 0 1",                                  // the mover's own en passant square
	"r1b5/2pp1ppp/p1n5/np6/K1kPp3/b1q1r3/8/8 w - - 0 1",           // every length of run but 8
	"k1p1p1p1/1p1p1p1p/2p2p2/3pp3/p6p/pp4pp/ppp2ppp/K7 w - - 0 0", // a 0 as move number
	"8/8/8/8/8/8/8/KRk5 b - - 17 123456789",
}

func TestFENRoundTrip(t *testing.T) {
	for _, fen := range roundTripFENs {
		s := mustParse(t, fen)
		expect.Equal(t, s.FEN(), fen, "printed as")
	}
}

func TestParseFENFields(t *testing.T) {
	s := mustParse(t, "7k/8/8/8/8/8/8/K7 b Qk c6 7 89")
	want := EmptySetup()
	want.Board[A1] = WhiteKing
	want.Board[H8] = BlackKing
	want.Turn = Black
	want.Castling = WhiteQueenside | BlackKingside
	want.EnPassant = MakeSquare(2, 5)
	want.HalfmoveClock = 7
	want.FullmoveNumber = 89
	expect.Equal(t, s, want, "s")
}

func TestCastlingInAnyOrder(t *testing.T) {
	want := WhiteQueenside | BlackKingside | BlackQueenside
	for _, text := range []string{"Qkq", "Qqk", "kQq", "kqQ", "qQk", "qkQ"} {
		s := mustParse(t, "r3k2r/8/8/8/8/8/8/R3K2R b "+text+" - 0 1")
		expect.Equal(t, s.Castling, want, "%s read as", text)
	}
}

func TestParseFENLeniencies(t *testing.T) {
	const fen = "8/8/8/3k4/4R3/5K2/8/8 b - - 0 1"
	want := mustParse(t, fen)
	for _, text := range []string{
		"8/8/8/3k4/4R3/5K2/8/8 b - -",
		"8/8/8/3k4/4R3/5K2/8/8 b - - ",
		"8/8/8/3k4/4R3/5K2/8/8 b - -\t\r\n",
		"  " + fen + "\t ",
		strings.ReplaceAll(fen, " ", " \t "),
		fen + "\n",
		fen + "\r\n",
		fen + "\r",
	} {
		s, err := ParseFEN(text)
		if err != nil || s != want {
			t.Errorf("ParseFEN(%q) = %v, %v", text, s, err)
		}
	}
}

// malformedFENs holds at least one text for each reason.
var malformedFENs = []struct {
	fen    string
	reason FENReason
	field  FENField
	column int
	token  string
}{
	{"", MissingField, FieldBoard, 1, ""},
	{" \t\n", MissingField, FieldBoard, 3, ""},
	{"8/8/8/8/8/8/8/8", MissingField, FieldSideToMove, 16, ""},
	{"8/8/8/8/8/8/8/8 w ", MissingField, FieldCastling, 19, ""},
	{"8/8/8/8/8/8/8/8 w -", MissingField, FieldEnPassant, 20, ""},
	{"8/8/8/8/8/8/8/8 w - - 0", MissingField, FieldFullmoveNumber, 24, ""},
	{"8/8/8/8/8/8/8/8 w - - 0 1 bm Kd5; ", ExtraField, FieldFullmoveNumber, 27, "bm Kd5;"},
	{"8/8/8/8/8/8/8/8 w - - 0 1\n\n", BadNumber, FieldFullmoveNumber, 25, "1\n"},

	{"8/8/8/8/8/8/8/8/8 w - - 0 1", TooManyRanks, FieldBoard, 17, "8"},
	{"8/8/8/8/8/8/8/8/8/x w - - 0 1", TooManyRanks, FieldBoard, 17, "8/x"},
	{"8/8/8/8/8/8/8/8/ w - - 0 1", TooManyRanks, FieldBoard, 17, ""},
	{"8/8/8/8/8/8/8 w - - 0 1", TooFewRanks, FieldBoard, 1, "8/8/8/8/8/8/8"},
	{" 8 w - - 0 1", TooFewRanks, FieldBoard, 2, "8"},
	{"8/ppppppppp/8/8/8/8/8/8 w - - 0 1", RankTooLong, FieldBoard, 3, "ppppppppp"},
	{"8/8/8/8/8/8/8/7Rk w - - 0 1", RankTooLong, FieldBoard, 15, "7Rk"},
	{"8/8/8/8/8/8/8/k8 w - - 0 1", RankTooLong, FieldBoard, 15, "k8"},
	{"8/ppp4/8/8/8/8/8/8 w - - 0 1", RankTooShort, FieldBoard, 3, "ppp4"},
	{"8/8//8/8/8/8/8 w - - 0 1", RankTooShort, FieldBoard, 5, ""},
	{"rnbxkbnr/8/8/8/8/8/8/8 w - - 0 1", BadPieceLetter, FieldBoard, 4, "x"},
	{"♔7/8/8/8/8/8/8/8 w - - 0 1", BadPieceLetter, FieldBoard, 1, "♔"},
	{"8/8/\xff7/8/8/8/8/8 w - - 0 1", BadPieceLetter, FieldBoard, 5, "\xff"},
	{"8/.7/8/8/8/8/8/8 w - - 0 1", BadPieceLetter, FieldBoard, 3, "."},
	{"8/?7/8/8/8/8/8/8 w - - 0 1", BadPieceLetter, FieldBoard, 3, "?"},
	{"8/9/8/8/8/8/8/8 w - - 0 1", BadDigit, FieldBoard, 3, "9"},
	{"8/8/80/8/8/8/8/8 w - - 0 1", BadDigit, FieldBoard, 6, "0"},
	{"8/8/44/8/8/8/8/8 w - - 0 1", AdjacentDigits, FieldBoard, 5, "44"},
	{"8/8/k111r3/8/8/8/8/8 w - - 0 1", AdjacentDigits, FieldBoard, 6, "11"},

	{"8/8/8/8/8/8/8/8 W - - 0 1", BadSideToMove, FieldSideToMove, 17, "W"},
	{"8/8/8/8/8/8/8/8 white - - 0 1", BadSideToMove, FieldSideToMove, 17, "white"},
	{"8/8/8/8/8/8/8/8 - - 0 1", BadSideToMove, FieldSideToMove, 17, "-"},

	{"8/8/8/8/8/8/8/8 w HAha - 0 1", BadCastlingLetter, FieldCastling, 19, "H"},
	{"8/8/8/8/8/8/8/8 w K- - 0 1", BadCastlingLetter, FieldCastling, 20, "-"},
	{"8/8/8/8/8/8/8/8 w KQQ - 0 1", RepeatedCastling, FieldCastling, 21, "Q"},
	{"8/8/8/8/8/8/8/8 w kKk - 0 1", RepeatedCastling, FieldCastling, 21, "k"},

	{"8/8/8/8/8/8/8/8 w - e 0 1", BadEnPassant, FieldEnPassant, 21, "e"},
	{"8/8/8/8/8/8/8/8 w - 0 1", BadEnPassant, FieldEnPassant, 21, "0"},
	{"8/8/8/8/8/8/8/8 w - i6 0 1", BadEnPassant, FieldEnPassant, 21, "i6"},
	{"8/8/8/8/8/8/8/8 w - e4 0 1", BadEnPassantRank, FieldEnPassant, 21, "e4"},

	{"8/8/8/8/8/8/8/8 w - - -1 1", BadNumber, FieldHalfmoveClock, 23, "-1"},
	{"8/8/8/8/8/8/8/8 w - - +1 1", BadNumber, FieldHalfmoveClock, 23, "+1"},
	{"8/8/8/8/8/8/8/8 w - - 0 01", BadNumber, FieldFullmoveNumber, 25, "01"},
	{"8/8/8/8/8/8/8/8 w - - 0 1.5", BadNumber, FieldFullmoveNumber, 25, "1.5"},
	{"8/8/8/8/8/8/8/8 w - - bm Kd5;", BadNumber, FieldHalfmoveClock, 23, "bm"},
	{"8/8/8/8/8/8/8/8 w - - 0 1234567890", NumberTooLarge, FieldFullmoveNumber, 25, "1234567890"},
}

func TestParseFENRefuses(t *testing.T) {
	covered := map[FENReason]bool{}
	for _, tt := range malformedFENs {
		s, err := ParseFEN(tt.fen)
		var e *FENError
		if !errors.As(err, &e) {
			t.Errorf("ParseFEN(%q) = %v, %v, want a *FENError", tt.fen, s, err)
			continue
		}
		expect.Equal(t, s, (Setup{}), "ParseFEN(%q) returns a Setup next to its error", tt.fen)
		if e.Reason != tt.reason || e.Field != tt.field || e.Column != tt.column || e.Token != tt.token {
			t.Errorf("ParseFEN(%q):\n got %s, %s, column %d, %q\nwant %s, %s, column %d, %q",
				tt.fen, e.Reason, e.Field, e.Column, e.Token, tt.reason, tt.field, tt.column, tt.token)
		}
		checkFENError(t, tt.fen, err)
		covered[e.Reason] = true
	}
	for _, r := range []FENReason{
		MissingField, ExtraField, TooManyRanks, TooFewRanks, RankTooLong, RankTooShort, BadPieceLetter, BadDigit,
		AdjacentDigits, BadSideToMove, BadCastlingLetter, RepeatedCastling, BadEnPassant, BadEnPassantRank, BadNumber,
		NumberTooLarge,
	} {
		if !covered[r] {
			t.Errorf("no malformed FEN has the reason %s", r)
		}
	}
}

// checkFENError holds an error to what its documentation promises.
func checkFENError(t *testing.T, fen string, err error) {
	t.Helper()
	var e *FENError
	if !errors.As(err, &e) {
		t.Fatalf("%q: error %T, want *FENError", fen, err)
	}
	expect.Equal(t, e.FEN, fen, "the error on")
	if e.Column < 1 || e.Column > len(fen)+1 || !strings.HasPrefix(fen[e.Column-1:], e.Token) {
		t.Errorf("%q: token %q is not at column %d", fen, e.Token, e.Column)
	}
	if e.Found == "" || e.Expected == "" {
		t.Errorf("%q: the error says found %q, expected %q", fen, e.Found, e.Expected)
	}
	if msg := e.Error(); strings.ContainsAny(msg, "\n\r") || len(msg) > 600 {
		t.Errorf("%q: the message is not a readable line: %q", fen, msg)
	}
}

func TestFENErrorMessages(t *testing.T) {
	var tt struct{ fen, want string }
	for range expect.Rows(t, "testdata/fen-error-messages.tsv", &tt.fen, &tt.want) {
		_, err := ParseFEN(tt.fen)
		if err == nil || err.Error() != tt.want {
			t.Errorf("ParseFEN(%q)\n got %v\nwant %s", tt.fen, err, tt.want)
		}
	}
}

func TestLongTokensAreCut(t *testing.T) {
	_, err := ParseFEN(strings.Repeat("é", 1000))
	checkFENError(t, strings.Repeat("é", 1000), err)
	_, err = ParseFEN("8/8/8/8/8/8/8/8 " + strings.Repeat("é", 1000))
	checkFENError(t, "8/8/8/8/8/8/8/8 "+strings.Repeat("é", 1000), err)
	if !strings.HasSuffix(err.Error(), `"...`) || strings.Contains(err.Error(), `\x`) {
		t.Errorf("the token is not cut between characters: %s", err)
	}
}

func FuzzParseFEN(f *testing.F) {
	for _, fen := range roundTripFENs {
		f.Add(fen)
	}
	for _, tt := range malformedFENs {
		f.Add(tt.fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		s, err := ParseFEN(fen)
		if err != nil {
			checkFENError(t, fen, err)
			return
		}
		again, err := ParseFEN(s.FEN())
		if err != nil || again != s {
			t.Errorf("%q parsed to %+v, printed as %q, which parses to %+v, %v", fen, s, s.FEN(), again, err)
		}
		// The fields of a text that parses are the canonical ones, but for the
		// order of the castling rights.
		fields, want := strings.Fields(fen), strings.Fields(s.FEN())
		for i, text := range fields {
			if i == int(FieldCastling) && len(text) == len(want[i]) {
				continue
			}
			expect.Equal(t, text, want[i], "%q: %s printed as", fen, FENField(i))
		}
	})
}
