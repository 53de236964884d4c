package answers_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/answers"
	"retroproof/proofs/answers/tempo"
)

// TestClock: how many plies without captures and moves of pawns are claimed, where counting men is evidence enough.
func TestClock(t *testing.T) {
	t.Parallel()
	var tt struct {
		name, start, fen string
		most             int // claims of more plies are refused
		why              string
	}
	for range expect.Rows(t, "testdata/clock.tsv", &tt.name, &tt.start, &tt.fen, &tt.most, &tt.why) {
		for n := 1; n <= tt.most+1; n++ {
			err := claimed(tt.start, "", `{"claim":"clock","fen":"`+tt.fen+`","clock":`+strconv.Itoa(n)+`}`)
			if ok := n <= tt.most; ok && err != nil || !ok && (!errors.Is(err, answers.ErrClaim) || !strings.Contains(err.Error(), tt.why)) {
				t.Errorf("%s: %d plies: %v", tt.name, n, err)
			}
		}
	}
}

// claimed checks claims without evidence.
func claimed(start, premise string, claims ...string) error {
	file := header + start + `","claims":` + strconv.Itoa(len(claims)) + premise + "}\n" + strings.Join(claims, "\n") + "\n\n"
	_, err := answers.Check(context.Background(), strings.NewReader(file), answers.Options{Tempo: tempo.Check})
	return err
}

// TestDrawn: a premise ends games after some quiet plies. A claim of the clock has to come before what rests on it.
func TestDrawn(t *testing.T) {
	t.Parallel()
	const (
		kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
		three = "8/4k3/8/8/8/4K3/8/8 b - - 0 1" // plies from the start
		clock = `{"claim":"clock","fen":"` + three + `","clock":3}`
		none  = `{"claim":"positions","fen":"` + three + `"}`
		is    = `{"claim":"positions","fen":"` + three + `","positions":[{"fen":"` + three + `","possible":false}]}`
		game  = `{"claim":"game","fen":"` + three + `","game":{"moves":"e1e2 e8e7 e2e3"}}`
		// d3 is three plies from the start as well, and these are the ways to the next position.
		next   = "8/3k4/8/8/8/4K3/8/8 w - - 0 1"
		moves  = `{"claim":"last-moves","fen":"` + next + `","moves":[`
		fromE7 = `{"move":"e7d7","captured":"-","possible":false}`
	)
	others := ""
	for _, from := range []string{"c6", "c7", "c8", "d6", "d8", "e6"} {
		others += `{"move":"` + from + `d7","captured":"-","possible":false},`
	}
	last := `{"move":"e8d7","captured":"-","possible":false}`
	limit := func(n int) string { return `,"premise":{"max_quiet":` + strconv.Itoa(n) + `}` }
	for _, tt := range []struct {
		name, premise string
		claims        []string
		ok            bool
	}{
		{"too many at the end", limit(2), []string{clock, none}, true},
		{"just as many at the end", limit(3), []string{clock, is}, true},
		{"not excluded then", limit(3), []string{clock, none}, false},
		{"a claim is missing", limit(2), []string{none}, false},
		{"a claim comes too late", limit(2), []string{none, clock}, false},
		{"another premise", `,"premise":{"dead":true}`, []string{clock, none}, false},
		{"no premise", "", []string{clock, none}, false},
		{"a game that is too long", limit(2), []string{game}, false},
		{"a game", limit(3), []string{game}, true},
		{"moves after", limit(4), []string{clock, moves + others + fromE7 + "," + last + `]}`}, true},
		{"no move follows", limit(3), []string{clock, moves + others + last + `]}`}, true},
		{"no move follows any more", limit(3), []string{clock, moves + others + fromE7 + "," + last + `]}`}, false},
		{"no limit", limit(0), []string{is}, false},
		{"a negative limit", limit(-1), []string{is}, false},
	} {
		expect.Equal(t, claimed(kings, tt.premise, tt.claims...) == nil, tt.ok, "%s", tt.name)
	}
}
