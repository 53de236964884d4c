package answers_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/ask"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal"
	"retroproof/proofs/replay"
)

// TestPremiseOfGames: a game is accepted only if each of its moves keeps the premise.
func TestPremiseOfGames(t *testing.T) {
	t.Parallel()
	const pawns = "r3k3/1P5p/8/8/8/8/8/4K2R w K - 0 1"
	var tt struct{ name, moves, goal, premise, rejected string }
	for range expect.Rows(t, "testdata/premise-games.tsv", &tt.name, &tt.moves, &tt.goal, &tt.premise, &tt.rejected) {
		err := claimed(pawns, `,"premise":`+tt.premise, `{"claim":"game","fen":"`+tt.goal+`","game":{"moves":"`+tt.moves+`"}}`)
		var not *replay.Error
		switch {
		case tt.rejected == "":
			expect.Succeeds(t, err, "%s", tt.name)
		case tt.rejected == "file":
			expect.ErrorIs(t, err, answers.ErrFile, "%s", tt.name)
		case tt.rejected == "claim":
			expect.ErrorIs(t, err, answers.ErrClaim, "%s", tt.name)
		case !errors.As(err, &not) || not.Reason != replay.NotAllowed:
			t.Errorf("%s: %v, want %s", tt.name, err, replay.NotAllowed)
		}
	}
}

type premise = answers.Premise

// TestPremiseOfPositions: what such games pass through and end with.
func TestPremiseOfPositions(t *testing.T) {
	t.Parallel()
	var tt struct {
		name, fen string
		premise   premise
		has, ends bool
	}
	for range expect.Rows(t, "testdata/premise-positions.tsv", &tt.name, &tt.fen, &tt.premise, &tt.has, &tt.ends) {
		start, s := setup(t, initial), setup(t, tt.fen)
		if has, ends := tt.premise.Has(start, s), tt.premise.Ends(start, s); has != tt.has || ends != tt.ends {
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
			start := *setup(t, initial)
			if s := randomgames.Starts[name](r); s != nil {
				start = *s
			}
			p := expect.Must(chess.NewPosition(start))
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
	var tt struct{ premise, left, out string }
	for range expect.Rows(t, "testdata/premise-last-moves.tsv", &tt.premise, &tt.left, &tt.out) {
		err := claimed(start, tt.premise, `{"claim":"last-moves","fen":"`+fen+`"}`)
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
	o.Suppose(&premise{NeverMoved: squares("b1")})
	l, err := ask.AskLastMoves(context.Background(), setup(t, fen), o)
	expect.NoError(t, err)
	p := read(t, certified(t, o, l))
	if len(p.claims[0].Moves) > 0 || len(p.evidence) == 0 {
		t.Errorf("%v are left", p.claims[0].Moves)
	}
	for _, tt := range []struct {
		name string
		is   *premise
		want error
	}{
		{"this man", &premise{NeverMoved: squares("b1")}, nil},
		{"and another one", &premise{NeverMoved: squares("b1 g1")}, nil},
		{"another one", &premise{NeverMoved: squares("g1")}, illegal.ErrArgument},
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
