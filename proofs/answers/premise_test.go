package answers_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/ask"
	"retroproof/kernel/certify"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/proofs/replay"
)

// TestPremiseOfGames: a game is accepted only if each of its moves keeps the premise.
func TestPremiseOfGames(t *testing.T) {
	t.Parallel()
	const (
		pawns = "r3k3/1P5p/8/8/8/8/8/4K2R w K - 0 1"
		after = "Q3k3/7p/8/8/8/8/8/4K2R b K - 0 1"
	)
	for _, tt := range []struct {
		name, moves, goal, premise string
		rejected                   error
	}{
		{"promotes", "b7a8q", after, `{"no_promotion":"w"}`, &replay.Error{}},
		{"both promote", "b7a8q", after, `{"no_promotion":"wb"}`, &replay.Error{}},
		{"the other side", "b7a8q", after, `{"no_promotion":"b"}`, nil},
		{"captured", "b7a8q", after, `{"never_moved":["a8"]}`, &replay.Error{}},
		{"moved", "b7a8q", after, `{"never_moved":["b7"]}`, &replay.Error{}},
		{"stays", "b7a8q", after, `{"never_moved":["h7"]}`, nil},
		{"on its colour", "b7a8q", after, `{"monochromatic":true}`, nil},
		{"another colour", "h1h2", "r3k3/1P5p/8/8/8/8/7R/4K3 b - - 0 1", `{"monochromatic":true}`, &replay.Error{}},
		{"another colour of Black's", "e1d2 h7h6", "r3k3/1P6/7p/8/8/8/3K4/7R w - - 0 1", `{"monochromatic":true}`, &replay.Error{}},
		{"castles short", "e1g1", "r3k3/1P5p/8/8/8/8/8/5RK1 b - - 0 1", `{"monochromatic":true}`, nil},
		{"there and back", "e1e2 h7h6 e2e1 h6h5", "r3k3/1P6/8/7p/8/8/8/4K2R w - - 0 1",
			`{"never_moved":["e1"]}`, &replay.Error{}},
		{"as many captures", "b7a8q", after, `{"captures":1}`, nil},
		{"alive", "b7a8q", after, `{"dead":true}`, nil},
		{"fewer captures", "b7a8q", after, `{"captures":0}`, answers.ErrClaim},
		{"says nothing", "b7a8q", after, `{}`, answers.ErrFile},
		{"no man", "b7a8q", after, `{"never_moved":["a1"]}`, answers.ErrFile},
		{"other words", "b7a8q", after, `{"no_promotion":"bw"}`, answers.ErrFile},
	} {
		file := header + pawns + `","claims":1,"premise":` + tt.premise + "}\n" +
			`{"claim":"game","fen":"` + tt.goal + `","game":{"moves":"` + tt.moves + `"}}` + "\n\n"
		_, err := answers.Check(context.Background(), bytes.NewReader([]byte(file)), answers.Options{})
		var not *replay.Error
		switch {
		case tt.rejected == nil && err != nil, tt.rejected != nil && err == nil:
			t.Errorf("%s: %v", tt.name, err)
		case errors.Is(tt.rejected, answers.ErrFile), errors.Is(tt.rejected, answers.ErrClaim):
			expect.ErrorIs(t, err, tt.rejected, "%s", tt.name)
		case tt.rejected != nil && (!errors.As(err, &not) || not.Reason != replay.NotAllowed):
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

type premise = answers.Premise

// TestPremiseOfPositions: what such games pass through and end with.
func TestPremiseOfPositions(t *testing.T) {
	t.Parallel()
	one := 1
	for _, tt := range []struct {
		name, fen string
		premise   premise
		has, ends bool
	}{
		{"at the start", initial, premise{NeverMoved: on("b1", "e1")}, true, true},
		{"gone", "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 0 1", premise{NeverMoved: on("b1")}, false, false},
		{"rights are left", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", premise{NeverMoved: on("e1", "h1")}, true, true},
		{"rights are lost", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1", premise{NeverMoved: on("e1", "h1")}, false, false},
		{"the rook has moved", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1", premise{NeverMoved: on("e1", "a1")}, true, true},
		{"a second queen", "rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNQ b Qkq - 0 1", premise{NoPromotion: "w"}, false, false},
		{"the other side's", "rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNQ b Qkq - 0 1", premise{NoPromotion: "b"}, true, true},
		{"bishops of one colour", "rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQK1NB w Qkq - 0 1", premise{NoPromotion: "w"}, true, true},
		{"the other colour", "rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQK1BN w Qkq - 0 1", premise{NoPromotion: "w"}, false, false},
		{"fewer pieces", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", premise{NoPromotion: "wb"}, true, true},
		{"a pawn on the other colour", "rnbqkbnr/1ppppppp/1p6/8/8/3P4/PPP1PPPP/RNB1KBNR w KQkq - 0 1", premise{Monochromatic: true}, false, false},
		{"captured from its colour", "rnbqkbnr/1ppppppp/1p6/8/8/3P4/PPPP1PPP/RNB1KBNR w KQkq - 0 1", premise{Monochromatic: true}, true, true},
		{"a pawn of Black's", "rnbqkb1r/pppp1ppp/4p3/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", premise{Monochromatic: true}, false, false},
		{"a king on the other colour", "rnbqkbnr/1ppppppp/1p6/8/8/8/PPPPKPPP/RNBQ1BNR w kq - 0 1", premise{Monochromatic: true}, false, false},
		{"a knight that moved", "rnb1kbnr/1ppppppp/1p6/8/8/N7/PPP1PPPP/R1BQKB1R w KQkq - 0 1", premise{Monochromatic: true}, true, true},
		{"one that was no pawn", "rnbqkbnr/1ppppppp/1p6/8/8/N7/PPPPPPPP/R1BQKB1R w KQkq - 0 1", premise{Monochromatic: true}, false, false},
		{"captures", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", premise{Captures: &one}, true, true},
		{"other captures", initial, premise{Captures: &one}, true, false},
	} {
		start, s := parsed(t, initial), parsed(t, tt.fen)
		if has, ends := tt.premise.Has(&start, &s), tt.premise.Ends(&start, &s); has != tt.has || ends != tt.ends {
			t.Errorf("%s: passes %t, ends %t, want %t and %t", tt.name, has, ends, tt.has, tt.ends)
		}
	}
}

// TestMonochromaticGames: no position of a game in which no man changes the colour of its square is refused.
func TestMonochromaticGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(41, 0))
	only := premise{Monochromatic: true}
	promotions, castlings, passing, refused := 0, 0, 0, 0
	for _, name := range slices.Sorted(maps.Keys(randomgames.Starts)) {
		for range expect.Size(60, 20_000) {
			start := parsed(t, initial)
			if s := randomgames.Starts[name](r); s != nil {
				start = *s
			}
			p, err := chess.NewPosition(start)
			expect.NoError(t, err)
			for range 60 {
				var moves []chess.Move
				before := p.Setup()
				for _, m := range p.LegalMoves(nil) {
					stays := m.From().Dark() == m.To().Dark() && (!m.IsCastling() || m.To().File() == 6)
					after := *p
					after.Make(m)
					s := after.Setup()
					if only.Allows(&start, &before, &s) != stays {
						t.Fatalf("%s: %s keeps the premise: %t", before.FEN(), m, stays)
					}
					if stays && !only.Has(&start, &s) {
						t.Fatalf("%s: %s is refused, of a game from %s", before.FEN(), m, start.FEN())
					}
					switch {
					case !stays && !only.Has(&start, &s):
						refused++
					case stays && m.IsCastling():
						castlings++
					case stays && m.IsEnPassant():
						passing++
					case stays && m.Promotion() != chess.NoKind:
						promotions++
					}
					if stays {
						moves = append(moves, m)
					}
				}
				if len(moves) == 0 {
					break
				}
				p.Make(moves[r.IntN(len(moves))])
			}
		}
	}
	if min(promotions, castlings, passing, refused) < 20 {
		t.Errorf("only %d promotions, %d castlings, %d captures en passant, and %d positions refused", promotions, castlings, passing, refused)
	}
}

// TestPremiseOfLastMoves: which last moves are left without evidence.
func TestPremiseOfLastMoves(t *testing.T) {
	t.Parallel()
	const (
		start = "3q4/P7/7k/8/8/8/8/3QK3 w - - 0 1"
		fen   = "Q6k/8/8/8/8/8/8/4K3 b - - 0 1"
	)
	for _, tt := range []struct{ premise, left, out string }{
		{"", "{a7a8q - ", ""},
		{`,"premise":{"no_promotion":"b"}`, "{a7a8q - ", ""},
		{`,"premise":{"no_promotion":"w"}`, "{a2a8 - ", "{a7a8q - "},
		{`,"premise":{"monochromatic":true}`, "{d5a8 - ", "{a3a8 - "},
		{`,"premise":{"captures":3}`, "", "a8 - "},
		{`,"premise":{"captures":2}`, "{a2a8 - ", ""},
		{`,"premise":{"never_moved":["d1"]}`, "", "a8 - "},
		{`,"premise":{"dead":true}`, "{a2a8 - ", ""},
	} {
		file := header + start + `","claims":1` + tt.premise + "}\n" +
			`{"claim":"last-moves","fen":"` + fen + `"}` + "\n\n"
		_, err := answers.Check(context.Background(), bytes.NewReader([]byte(file)), answers.Options{})
		text := ""
		if err != nil {
			text = err.Error()
		}
		if tt.left == "" && err != nil || tt.left != "" && !errors.Is(err, answers.ErrClaim) ||
			!strings.Contains(text, tt.left) || tt.out != "" && strings.Contains(text, tt.out) {
			t.Errorf("%s: %v", tt.premise, err)
		}
	}
}

// TestEvidenceOfPremise: what is refuted since a man stays is refuted for games alone in which this man stays.
func TestEvidenceOfPremise(t *testing.T) {
	t.Parallel()
	const fen = "rnbqkbnr/pppppppp/8/8/3P4/3R3R/PPP1PPP1/1NBQKBN1 b kq - 0 1" // Ra1 came out by b1
	var o ask.Options
	o.Suppose(&premise{NeverMoved: on("b1")})
	l, err := ask.AskLastMoves(context.Background(), setup(t, fen), o)
	expect.NoError(t, err)
	c := ask.NewCertificate(certify.Options{})
	c.Suppose(o.Premise)
	expect.NoError(t, c.Add(context.Background(), l))
	var b bytes.Buffer
	expect.NoError(t, c.Write(&b))
	text, err := io.ReadAll(gunzip.NewReader(&b))
	expect.NoError(t, err)
	p := read(t, text)
	if len(p.claims[0].Moves) > 0 || len(p.evidence) == 0 {
		t.Errorf("%v are left", p.claims[0].Moves)
	}
	for _, tt := range []struct {
		name string
		is   *premise
		want error
	}{
		{"this man", &premise{NeverMoved: on("b1")}, nil},
		{"and another one", &premise{NeverMoved: on("b1", "g1")}, nil},
		{"another one", &premise{NeverMoved: on("g1")}, illegal.ErrArgument},
		{"any game", nil, illegal.ErrArgument},
		{"another premise", &premise{NoPromotion: "wb"}, illegal.ErrArgument},
	} {
		p.header.Premise = tt.is
		if _, err := answers.Check(context.Background(), bytes.NewReader(p.write(t)), answers.Options{}); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
}

const header = `{"schema":"retroproof.answers/2","tool":"test","start":"`

const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func parsed(t *testing.T, fen string) chess.Setup {
	t.Helper()
	s, err := facts.ParseFEN(fen)
	expect.NoError(t, err)
	return s
}

func on(names ...string) (set facts.Squares) {
	for _, name := range names {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			panic(err)
		}
		set |= facts.Squares(sq.Bit())
	}
	return set
}
