package answers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/ask"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/limits"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/proofs/replay"
)

// men returns claims where the men of a position came from, as they follow without facts.
func men(t *testing.T, start, fen string) (claims []answers.Claim) {
	t.Helper()
	goal := setup(t, fen)
	p := facts.New(setup(t, start), goal)
	p.Refresh()
	for sq, m := range goal.Board {
		if m != chess.NoMan {
			from := p.Sources(chess.Square(sq))
			claims = append(claims, answers.Claim{Kind: answers.KindOrigin, FEN: fen, Origin: &answers.Origin{Square: chess.Square(sq).String(), From: facts.Squares(from)}})
		}
	}
	return claims
}

// follows checks a file of claims without evidence.
func follows(t *testing.T, start string, claims []answers.Claim) error {
	t.Helper()
	p := parts{header: answers.Header{Schema: answers.Schema, Tool: "test", Start: start}, claims: claims}
	_, err := check(p.write(t))
	return err
}

// TestCapturesFollow has just one claim about the captures of a side accepted for a position: the
// one that was found by hand.
func TestCapturesFollow(t *testing.T) {
	t.Parallel()
	var tt struct{ name, start, fen, side, is string }
	for range expect.Rows(t, "testdata/captures-follow.tsv", &tt.name, &tt.start, &tt.fen, &tt.side, &tt.is) {
		claims := men(t, tt.start, tt.fen)
		var is answers.Captures
		expect.NoError(t, json.Unmarshal([]byte(tt.is), &is))
		of := func(fen string, c answers.Captures) answers.Claim {
			return answers.Claim{Kind: answers.KindCaptures, FEN: fen, Captures: &c}
		}
		if err := follows(t, tt.start, append(slices.Clone(claims), of(tt.fen, is))); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		refuse := func(why string, list []answers.Claim) {
			t.Helper()
			expect.Fails(t, follows(t, tt.start, list), "%s: %s", tt.name, why)
		}
		for i := range claims {
			refuse("a man left out", append(slices.Delete(slices.Clone(claims), i, i+1), of(tt.fen, is)))
			refuse("a man that comes too late", append(slices.Delete(slices.Clone(claims), i, i+1), of(tt.fen, is), claims[i]))
		}
		other := strings.TrimSuffix(tt.fen, "1") + "2"
		refuse("what is told of another text of the position", append(slices.Clone(claims), of(other, is)))
		last := slices.Clone(claims)
		last[len(last)-1].FEN = other
		refuse("a man of another text of the position", append(last, of(tt.fen, is)))
		last = append(last, claims[len(claims)-1])
		refuse("men that were forgotten between", append(last, of(tt.fen, is)))
		for _, side := range []string{"", "White", "black ", "white", "black"} {
			if c := is; side != is.Side {
				c.Side = side
				refuse("side "+side, append(slices.Clone(claims), of(tt.fen, c)))
			}
		}
	}
}

// TestPromotedOnFollows: of the squares on which a pawn can have been promoted, those of men that an
// exclusion has ruled out are left out, and a pawn has none.
func TestPromotedOnFollows(t *testing.T) {
	t.Parallel()
	const start = "4k3/8/P7/8/8/7P/8/4K3 w - - 0 1"
	one := answers.Excluded{From: squares("h3"), Needs: squares("a1 h3")} // or who is on h3?
	for _, tt := range []struct {
		fen, square, from, on string
		excluded              []answers.Excluded
		ok                    bool
	}{
		{"4k3/8/8/8/8/7P/8/Q3K3 w - - 0 1", "a1", "a6 h3", "a8 h8", nil, true},
		{"4k3/8/8/8/8/7P/8/Q3K3 w - - 0 1", "a1", "a6 h3", "a8", nil, false},
		{"4k3/8/8/8/8/7P/8/Q3K3 w - - 0 1", "a1", "a6", "a8", []answers.Excluded{one}, true},
		{"4k3/8/8/8/8/7P/8/Q3K3 w - - 0 1", "a1", "a6", "b8", []answers.Excluded{one}, false},
		{"4k3/8/8/8/8/7P/8/Q3K3 w - - 0 1", "a1", "a6", "a8 h8", []answers.Excluded{one}, false},
		{"4k3/8/8/8/8/7P/8/Q3K3 w - - 0 1", "h3", "h3", "h8", nil, false},
		{"4k3/8/8/8/7P/8/8/Q3K3 w - - 0 1", "h4", "h3", "h8", nil, false},
		{"4k3/8/8/8/8/7P/8/Q3K3 w - - 0 1", "e1", "e1", "a8", nil, false},
		{"4k3/8/8/8/8/7P/8/2B1K3 w - - 0 1", "c1", "a6 h3", "h8", nil, false}, // a8 is light
		{"4k3/8/8/8/8/7P/8/2B1K3 w - - 0 1", "c1", "h3", "h8", nil, true},
	} {
		o := &answers.Origin{Square: tt.square, From: squares(tt.from), Excluded: tt.excluded, PromotedOn: squares(tt.on)}
		expect.Equal(t, follows(t, start, []answers.Claim{{Kind: answers.KindOrigin, FEN: tt.fen, Origin: o}}) == nil, tt.ok,
			"%+v", tt)
	}
}

// TestReleaseLimits: a file whose claims need too many states is refused, and so is one for whose
// search the memory is too small.
func TestReleaseLimits(t *testing.T) {
	t.Parallel()
	start, men, home := queens(t)
	fen := start.FEN()
	claim := answers.Claim{Kind: answers.KindRelease, FEN: fen, Release: &answers.Release{Men: facts.Squares(men), Blocked: []facts.Fact{home}, Plies: 4}}
	expect.NoError(t, follows(t, fen, []answers.Claim{claim}))
	if expect.Long {
		expect.ErrorIs(t, follows(t, fen, slices.Repeat([]answers.Claim{claim}, 101)), answers.ErrFile, "10,100,000 states")
	}
	for _, plies := range []int{0, 3, 5} {
		other := *claim.Release
		other.Plies = plies
		if err := follows(t, fen, []answers.Claim{{Kind: answers.KindRelease, FEN: fen, Release: &other}}); !errors.Is(err, answers.ErrClaim) {
			t.Errorf("%d plies: %v", plies, err)
		}
	}
	p := parts{header: answers.Header{Schema: answers.Schema, Tool: "test", Start: fen}, claims: []answers.Claim{claim}}
	file := p.write(t)
	if _, err := answers.Check(context.Background(), gunzip.NewReader(bytes.NewReader(file)), answers.Options{Memory: 40 << 20}); !errors.Is(err, limits.ErrMemory) {
		t.Errorf("too little memory: %v", err)
	}
}

// squares reads squares with blanks between them.
func squares(names string) (set facts.Squares) {
	for _, name := range strings.Fields(names) {
		sq := expect.Must(chess.ParseSquare(name))
		set |= facts.Squares(sq.Bit())
	}
	return set
}

// TestReleaseIllegal: men that were never loose are said to be where no game leads just if they cannot
// have come there.
func TestReleaseIllegal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		fen, men, home string
		illegal        bool
	}{
		{"4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1", "g6 g8", "f7 g7", true},
		{"4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "a2", "", false},
	} {
		r := answers.Release{Men: squares(tt.men)}
		if tt.home != "" {
			r.Blocked = []facts.Fact{{By: facts.ByHomePawn, Squares: squares(tt.home)}}
		}
		for _, illegal := range []bool{false, true} {
			r.Illegal = illegal
			if err := follows(t, initial, []answers.Claim{{Kind: answers.KindRelease, FEN: tt.fen, Release: &r}}); (err == nil) != (illegal == tt.illegal) {
				t.Errorf("%s: illegal %t: %v", tt.fen, illegal, err)
			}
		}
	}
}

// TestFates: what became of men that a pawn captured promoting, or en passant, and of one that went on after promoting.
func TestFates(t *testing.T) {
	t.Parallel()
	var tt struct {
		start, goal, moves string
		men                []answers.Fate
	}
	for range expect.Rows(t, "testdata/fates.tsv", &tt.start, &tt.goal, &tt.moves, &tt.men) {
		fates, err := answers.Fates(tt.start, tt.goal, strings.Fields(tt.moves), replay.Options{})
		expect.NoError(t, err)
		for _, want := range tt.men {
			sq := expect.Must(chess.ParseSquare(want.From))
			if got := fates[sq]; got == nil || *got != want {
				t.Errorf("%s, from %s: %+v, want %+v", tt.moves, want.From, got, want)
			}
		}
	}
}

// TestStraightPawns: a pawn that can have come straight on need not have captured, so the bishop may be that of the start.
func TestStraightPawns(t *testing.T) {
	t.Parallel()
	const start, fen = "4k3/pp6/8/8/8/8/7P/4KB2 w - - 0 1", "4k3/8/p7/8/8/3B3P/8/4K3 w - - 0 1"
	for _, captures := range []string{"", "a6"} {
		no := answers.Excluded{From: squares("f1"), Needs: squares("d3 h3"), Captures: squares(captures)}
		o := &answers.Origin{Square: "d3", From: squares("h2"), Excluded: []answers.Excluded{no}}
		if err := follows(t, start, []answers.Claim{{Kind: answers.KindOrigin, FEN: fen, Origin: o}}); !errors.Is(err, answers.ErrClaim) {
			t.Errorf("captures on %q: %v", captures, err)
		}
	}
}

// TestLegalHasLastMoves: that a game leads to a position takes none of its last moves away.
func TestLegalHasLastMoves(t *testing.T) {
	t.Parallel()
	start, ctx := setup(t, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), t.Context()
	goal := setup(t, "4k3/8/8/8/8/P7/8/4K3 b - - 0 1")
	o := ask.Options{}
	o.Resolve.Refute.Start = start
	m, err := ask.AskLastMoves(ctx, goal, o)
	expect.NoError(t, err)
	f, err := ask.AskFields(ctx, goal.FEN(), o)
	expect.NoError(t, err)
	certified(t, o, m, f)
}
