package krk

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"retroproof/chess/notation"
	"retroproof/internal/golden"
	"retroproof/proofs/krk/spec"
)

var defaultPlayer = sync.OnceValue(func() *Player { return NewPlayer(spec.Default()) })

func mustPlay(t *testing.T, pl *Player, p Position, o PlayOptions) *Game {
	t.Helper()
	g, err := pl.Play(p, o)
	if err != nil {
		t.Fatal(err)
	}
	last := g.Start
	for _, ply := range g.Plies {
		if ply.From != last || ply.From.White() && (ply.Why.Step == spec.NoStep || ply.Why.Sentence == "") {
			t.Fatalf("%s: bad ply %+v", FEN(p), ply)
		}
		last = ply.To
	}
	return g
}

func TestEveryGameIsWon(t *testing.T) {
	pl := defaultPlayer()
	random := rand.New(rand.NewPCG(1, 2))
	n := 600
	switch {
	case long:
		n = 5000
	case testing.Short():
		n = 200
	}
	for n > 0 {
		p := Position(random.IntN(spec.NumPositions)) | turn
		if !isLegal(p) {
			continue
		}
		n--
		dtm, ok := pl.dtm(p)
		if !ok {
			t.Fatalf("%s: no DTM", FEN(p))
		}
		for _, d := range []Defender{OptimalDefender, RandomDefender} {
			for _, c := range []Choice{FirstChoice, LongestChoice, RandomChoice} {
				o := PlayOptions{Defender: d, Choice: c, Seed: uint64(n)}
				g := mustPlay(t, pl, p, o)
				worst := int(pl.worst.depth[p&^turn])
				if g.Ending != mated || g.moves() > worst || worst > 33 {
					t.Fatalf("%s, %s, %s: %s in %d moves, worst %d, DTM %d", FEN(p), d, c, g.Ending, g.moves(), worst, dtm)
				}
				if d == OptimalDefender && c == LongestChoice && g.moves() != worst {
					t.Fatalf("%s: mate in %d moves, want %d", FEN(p), g.moves(), worst)
				}
				if n%50 == 0 {
					if again := mustPlay(t, pl, p, o); !reflect.DeepEqual(g, again) {
						t.Fatalf("%s, %s, %s: two games", FEN(p), d, c)
					}
					var ucis []string
					for _, ply := range g.Plies {
						if !ply.From.White() {
							ucis = append(ucis, ply.UCI)
						}
					}
					if c != RandomChoice {
						o.Defender, o.Moves = GivenDefender, ucis
						if again := mustPlay(t, pl, p, o); !reflect.DeepEqual(g.Plies, again.Plies) {
							t.Fatalf("%s, %s: another game from the same moves", FEN(p), c)
						}
					}
				}
			}
		}
	}
}

func TestLongestWin(t *testing.T) {
	pl := defaultPlayer()
	reached, plies := 0, 0
	eachWithWhiteToMove(func(p Position) {
		if pl.worst.depth[p&^turn] != 33 {
			return
		}
		g := mustPlay(t, pl, p, PlayOptions{Choice: LongestChoice})
		if g.Ending != mated || g.moves() != 33 || len(g.Plies) != 65 {
			t.Fatalf("%s: %s in %d moves", FEN(p), g.Ending, g.moves())
		}
		reached, plies = reached+1, plies+len(g.Plies)
	})
	t.Logf("%d positions with a win of 33 moves", reached)
	if reached == 0 {
		t.Error("no game of 33 moves")
	}
}

// The variant readings lose games in every way but one, and none hangs.
func TestReadingsThatFail(t *testing.T) {
	if testing.Short() {
		t.Skip("tabulates many readings")
	}
	endings := map[Ending]int{}
	for name, change := range map[string]func(*Reading){
		"safe 5":        func(rd *Reading) { rd.RookSafeDistance = 5 },
		"ready 1":       func(rd *Reading) { rd.ReadyLeastX = 1 },
		"stalemate":     func(rd *Reading) { rd.AllowStalemate = true },
		"home adjacent": func(rd *Reading) { rd.HomeAdjacent = true },
	} {
		rd := spec.Default()
		change(&rd)
		r := NewRelation(rd)
		pl := &Player{relation: r, worst: r.Verify(), best: defaultPlayer().best} // best play is the same in all readings
		found := map[Ending]int{}
		eachWithWhiteToMove(func(p Position) {
			if pl.worst.depth[p&^turn] < 0 && (len(pl.worst.NotWon) < 1000 || p%97 == 0) || p%499 == 0 {
				g := mustPlay(t, pl, p, PlayOptions{Choice: LongestChoice})
				found[g.Ending]++
				endings[g.Ending]++
			}
		})
		t.Logf("%s: %d not won for certain; %v", name, len(pl.worst.NotWon), found)
	}
	for _, e := range []Ending{mated, stalemated, rookTaken, noStepLeft, repetition} {
		if endings[e] == 0 {
			t.Errorf("no game ended in %s", e)
		}
	}
}

func TestEndingsAtTheStart(t *testing.T) {
	pl := defaultPlayer()
	for _, tt := range []struct {
		fen     string
		ending  Ending
		plies   int
		summary string
	}{
		{"k6R/8/1K6/8/8/8/8/8 b - - 0 1", mated, 0, "Black is already mated"},
		{"k7/1R6/1K6/8/8/8/8/8 b - - 0 1", stalemated, 0, "not won: Black is stalemated"},
		{"8/8/8/4k3/3R4/8/8/K7 b - - 0 1", rookTaken, 1, "not won: Black has taken the rook on d4; by best play a draw"},
		{"1k6/8/1K6/8/8/8/8/7R w - - 0 1", mated, 1, "mate in 1 move; DTM was 1"},
	} {
		g := mustPlay(t, pl, position(t, tt.fen), PlayOptions{})
		if g.Ending != tt.ending || len(g.Plies) != tt.plies || g.summary() != tt.summary {
			t.Errorf("%s: %s, %d plies, %q; want %s, %d, %q", tt.fen, g.Ending, len(g.Plies), g.summary(), tt.ending, tt.plies, tt.summary)
		}
	}
	if got := pl.ending(position(t, "8/8/8/4k3/3R4/8/8/K7 b - - 0 1"), 1, fiftyPlies); got != fiftyMoves {
		t.Errorf("%s after 100 plies, want %s", got, fiftyMoves)
	}
}

func TestGivenMoves(t *testing.T) {
	pl := defaultPlayer()
	start := position(t, "8/8/8/3k4/8/8/8/K6R w - - 0 1")
	for _, tt := range []struct {
		moves  string
		reason moveReason
		number int
	}{
		{"Kd6 Kd7", "", 0},
		{"d5d6 d6d7 Kzz", moveSyntax, 3},
		{"Kd6 Kh1", illegalMove, 2},
	} {
		g, err := pl.Play(start, PlayOptions{Defender: GivenDefender, Moves: strings.Fields(tt.moves)})
		var bad *MoveError
		switch {
		case tt.reason == "":
			if err != nil || g.Ending != mated {
				t.Errorf("%s: %v", tt.moves, err)
			}
		case !errors.As(err, &bad), bad.reason != tt.reason, bad.number != tt.number, len(bad.legal) == 0:
			t.Errorf("%s: %v", tt.moves, err)
		}
	}
	mate := position(t, "1k6/8/1K6/8/8/8/8/7R w - - 0 1")
	_, err := pl.Play(mate, PlayOptions{Defender: GivenDefender, Moves: []string{"Ka8"}})
	const want = `move 1, "Ka8": the game is over: Black is mated`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestPGN(t *testing.T) {
	pl := defaultPlayer()
	var b bytes.Buffer
	for _, tt := range []struct {
		fen string
		o   PlayOptions
	}{
		{"8/8/8/3k4/8/8/8/K6R w - - 0 1", PlayOptions{}},
		{"8/8/8/3k4/8/8/8/K6R b - - 0 1", PlayOptions{Defender: RandomDefender, Choice: RandomChoice, Seed: 7}},
		{"k6R/8/1K6/8/8/8/8/8 b - - 0 1", PlayOptions{}},
		{"8/8/8/4k3/3R4/8/8/K7 b - - 0 1", PlayOptions{}},
	} {
		g := mustPlay(t, pl, position(t, tt.fen), tt.o)
		if _, err := g.PGN().WriteTo(&b); err != nil {
			t.Fatal(err)
		}
	}
	golden.Compare(t, "testdata/play.pgn", b.String())
	golden.Compare(t, "testdata/play.txt", mustPlay(t, pl, position(t, "8/8/8/1R6/8/1K6/8/1k6 w - - 0 1"), PlayOptions{}).Text(true))
}

func TestNames(t *testing.T) {
	for _, name := range defenderNames {
		if d, err := ParseDefender(name); err != nil || d.String() != name {
			t.Errorf("%s: %s, %v", name, d, err)
		}
	}
	for _, name := range choiceNames {
		if c, err := ParseChoice(name); err != nil || c.String() != name {
			t.Errorf("%s: %s, %v", name, c, err)
		}
	}
	if _, err := ParseDefender("karpov"); err == nil || err.Error() != `unknown defender "karpov" (known: optimal, random, given)` {
		t.Error(err)
	}
	if mated.Result() != notation.WhiteWins || noStepLeft.Result() != notation.Unfinished || repetition.Result() != notation.Draw {
		t.Error("wrong results")
	}
}
