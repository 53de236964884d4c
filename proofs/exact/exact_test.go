package exact_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/exact"
	"retroproof/proofs/replay"
)

// A certificate of the one game of no plies: there is nothing to play.
const trivial = exact.Format + `
start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
goal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
plies 0
games 1

`

func ExampleCheck() {
	report, err := exact.Check(context.Background(), strings.NewReader(trivial), exact.Options{})
	fmt.Println(report.Claim.Games, report.Claim.Plies, err)
	// Output: 1 0 <nil>
}

// small is a certificate in which all is played on: the king of a corner has three moves.
const small = exact.Format + `
start k7/8/8/8/8/8/8/7K w - - 0 1
goal k7/8/8/8/8/8/6K1/8 b - - 0 1
plies 1
games 1
p
`

// apart is a certificate that needs no tree: the goal has a man more.
const apart = exact.Format + `
start k7/8/8/8/8/8/8/7K w - - 0 1
goal k7/8/8/8/8/8/6K1/7N b - - 0 1
plies 1
games 0

`

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		text string
		want error
	}{
		{trivial, nil},
		{small, nil},
		{strings.Replace(small, "s 1\np", "s 1\n", 1), exact.ErrMalformed},
		{strings.Replace(small, "s 1\np", "s 1\nx", 1), exact.ErrMalformed},
		{small + "p", exact.ErrMalformed},
		{strings.Replace(small, "games 1", "games 3", 1), exact.ErrCount},
		{strings.Replace(small, "s 1\np", "s 1\nr\x00", 1), exact.ErrMalformed},
		{strings.Replace(small, "s 1\np", "s 1\nr\x11", 1), exact.ErrMalformed},
		{strings.Replace(small, "s 1\np", "s 1\nr\x01\x02\x01\x00\x00", 1), exact.ErrMalformed},
		{strings.Replace(small, "s 1\np", "s 1\nr\x01\x00\x21", 1), exact.ErrMalformed},
		{strings.Replace(small, "s 1\np", "s 1\nr\x01\x00\x02\x00", 1), exact.ErrMalformed},
		{strings.Replace(small, "s 1\np", "s 1\nr\x01\x00\x00", 1), exact.ErrArgument},
		{strings.Replace(small, "s 1\np", "s 1\nr\x01\x00\x01\x01\x00", 1), exact.ErrArgument}, // true, and refutes nothing
		{strings.Replace(small, "s 1\np", "s 1\nr\x01\x00\x01\x02\x00", 1), exact.ErrArgument}, // false
		{strings.Replace(small, "goal k7", "goal 1k6", 1), nil},                                // another claim, see below
		{strings.Replace(small, "s 1\np", "s 1\nr\x01\x01\x01\x00\x00", 1), exact.ErrArgument}, // the same for Black
		{strings.TrimSuffix(small, "\n") + "x", exact.ErrMalformed},
		{strings.Replace(small, "plies 1", "plies 01", 1), exact.ErrMalformed},
		{strings.Replace(small, "games 1", "games +1", 1), exact.ErrMalformed},
		{strings.Replace(apart, "plies 1", "plies -1", 1), exact.ErrMalformed},
		{strings.Replace(apart, "plies 1", "plies 200", 1), nil},
		{strings.Replace(apart, "plies 1", "plies 201", 1), exact.ErrMalformed},
		{apart, nil},
		{strings.Replace(trivial, "certificate 2", "certificate 1", 1), exact.ErrMalformed},
		{strings.Replace(trivial, "certificate 2", "certificate 3", 1), exact.ErrMalformed},
		{strings.Replace(trivial, "goal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "goal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w ? ?", 1), nil},
		{strings.Replace(trivial, "w KQkq - 0 1\nplies", "w KQkq - ? 1\nplies", 1), exact.ErrMalformed},
		{strings.Replace(trivial, "w KQkq - 0 1\ngoal", "w ? - 0 1\ngoal", 1), exact.ErrMalformed},
		{strings.Replace(trivial, "w KQkq - 0 1\ngoal", "w  KQkq - 0 1\ngoal", 1), exact.ErrMalformed},
		{strings.Replace(small, "start k7", "start kk6", 1), exact.ErrMalformed},
		{strings.Replace(small, "goal k7", "goal kk6", 1), exact.ErrMalformed},
		{"", exact.ErrMalformed},
		{strings.Repeat("x", 1000), exact.ErrMalformed},
	} {
		_, err := exact.Check(context.Background(), strings.NewReader(c.text), exact.Options{})
		if strings.Contains(c.text, "1k6") {
			// The black king has no move to go: no game.
			expect.ErrorIs(t, err, exact.ErrCount, "%q", c.text)
			continue
		}
		expect.ErrorIs(t, err, c.want, "%q", c.text)
	}
}

// TestCancelled ends with the context's error.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	text := exact.Format + `
start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
goal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
plies 8
games 1
` + strings.Repeat("p", 1<<16)
	expect.ErrorIs(t, expect.Err(exact.Check(ctx, strings.NewReader(text), exact.Options{})), context.Canceled,
		"exact.Check")
	many := exact.Options{Positions: 10}
	expect.ErrorIs(t, expect.Err(exact.Check(context.Background(), strings.NewReader(text), many)), exact.ErrTooLarge,
		"exact.Check")
}

// FuzzCheck reads anything without panic, with bounded memory.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(trivial))
	f.Add([]byte(small))
	f.Add([]byte(strings.Replace(small, "s 1\np", "s 1\nr\x01\x00\x01\x01\x00", 1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		report, err := exact.Check(context.Background(), bytes.NewReader(text), exact.Options{Positions: 2000})
		if (report == nil) == (err == nil) {
			t.Fatal(report, err)
		}
	})
}

// TestReached: what a goal leaves open may be anything, and all else is compared: an en passant square is not left open
// because castling rights are.
func TestReached(t *testing.T) {
	p, err := replay.ParsePlayable("4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1")
	expect.NoError(t, err)
	for goal, want := range map[string]bool{
		"4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1": true, "4k3/8/8/8/3pP3/8/8/4K2R b ? e3 0 1": true,
		"4k3/8/8/8/3pP3/8/8/4K2R b K ? 0 1": true, "4k3/8/8/8/3pP3/8/8/4K2R b ? ? 0 1": true,
		"4k3/8/8/8/3pP3/8/8/4K2R b - ? 0 1": false, "4k3/8/8/8/3pP3/8/8/4K2R b ? - 0 1": false,
		"4k3/8/8/8/3pP3/8/8/4K2R b K - 0 1": false, "4k3/8/8/8/3pP3/8/8/4K2R b - e3 0 1": false,
	} {
		target, err := (&exact.Claim{Goal: goal}).Target()
		expect.NoError(t, err)
		expect.Equal(t, target.Reached(p), want, "%s", goal)
	}
}
