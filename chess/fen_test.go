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
	t.Parallel()
	for _, fen := range roundTripFENs {
		s := mustParse(t, fen)
		expect.Equal(t, s.FEN(), fen, "printed as")
	}
}

func TestParseFENFields(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	want := WhiteQueenside | BlackKingside | BlackQueenside
	for _, text := range []string{"Qkq", "Qqk", "kQq", "kqQ", "qQk", "qkQ"} {
		s := mustParse(t, "r3k2r/8/8/8/8/8/8/R3K2R b "+text+" - 0 1")
		expect.Equal(t, s.Castling, want, "%s read as", text)
	}
}

func TestParseFENLeniencies(t *testing.T) {
	t.Parallel()
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

// malformedFEN is a text with the error that it gives.
type malformedFEN struct {
	fen    string
	reason FENReason
	field  FENField
	column int
	token  string
}

// malformedFENs holds at least one text for each reason.
func malformedFENs(t testing.TB) (list []malformedFEN) {
	t.Helper()
	var m malformedFEN
	for range expect.Rows(t, "testdata/malformed-fens.tsv", &m.fen, &m.reason, &m.field, &m.column, &m.token) {
		list = append(list, m)
	}
	return append(list, malformedFEN{"8/8/\xff7/8/8/8/8/8 w - - 0 1", BadPieceLetter, FieldBoard, 5, "\xff"})
}

func TestParseFENRefuses(t *testing.T) {
	t.Parallel()
	covered := map[FENReason]bool{}
	for _, tt := range malformedFENs(t) {
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
	t.Parallel()
	var tt struct{ fen, want string }
	for range expect.Rows(t, "testdata/fen-error-messages.tsv", &tt.fen, &tt.want) {
		_, err := ParseFEN(tt.fen)
		if err == nil || err.Error() != tt.want {
			t.Errorf("ParseFEN(%q)\n got %v\nwant %s", tt.fen, err, tt.want)
		}
	}
}

func TestLongTokensAreCut(t *testing.T) {
	t.Parallel()
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
	for _, tt := range malformedFENs(f) {
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
