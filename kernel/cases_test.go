package kernel

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// kernelFiles have the public cases, and what the figures of the seed say of kernels.
const kernelFiles = "legality-cases kernel-figures"

// TestFindCases: whether there are kernels and extended kernels.
func TestFindCases(t *testing.T) {
	t.Parallel()
	for _, c := range rows(t, kernelFiles, "kernel", "nokernel") {
		r, err := Find(context.Background(), &c.start, &c.goal, Options{Extended: true})
		expect.NoError(t, err)
		want := Found
		if c.kind == "nokernel" {
			want = Absent
		}
		expect.Equal(t, r.Extended, want, "%s: %s", c.id, FormatMoves(r.Moves))
		if r.Kernel == Found {
			expect.Succeeds(t, replay(&c.start, &c.goal, r.Moves), "%s", c.id)
		}
		if _, only, ok := strings.Cut(c.want, "kernel: "); ok && want == Found && FormatMoves(r.Moves) != only {
			t.Errorf("%s: %s, want %s", c.id, FormatMoves(r.Moves), only)
		}
	}
}

// notKernels are rows whose captures do not make the goal of the start: the peer
// extends any moves. The captures of T0402, T0424 and T0427 are the first few of
// longer ones; that of T0415 takes a bishop where a rook is missing. T0431
// has a capital B, which is corrected here.
var notKernels = map[string]string{
	"T0402": "lacks",
	"T0415": "black has 2 R, and 1 at the goal",
	"T0424": "the pawns of the b-file",
	"T0427": "the pawns of the b-file",
}

// otherRanks are rows where we say what pawns become that promote to make room.
var otherRanks = map[string]string{
	"T0431": "wNb1-g2 bPf3xg2 bPg2-g1N wNg1-g2 bPh3xg2 bNg1-e3 wPd2xe3 bPg2-g1N bNg1-f4 wPe3xf4",
	"T0423": "wPc2-c6 bPb7-b6 bLBc8-b7 wPc6xb7 wPa2-a6 wPb7-b8R bNb8-b7 wPa6xb7 wPb2-b4 bDBf8-c5 wPb4xc5 wPc5-c6 wPb7-b8R bRa8-b7 wPc6xb7",
}

// moveForm is the form of [Move.String].
var moveForm = regexp.MustCompile("^([wb])(?:P([a-h])([0-9]+))?x(Q|R|DB|LB|N|P|[a-h])(?:([a-h])([0-9]+|Q|R|DB|LB|N))?$")

// parseMoves reads a kernel: moves with blanks between them.
func parseMoves(text string) (moves []Move, err error) {
	file := func(s string) int { return strings.Index("abcdefgh", s+strings.Repeat("?", 1-len(s))) }
	for _, word := range strings.Fields(text) {
		x := moveForm.FindStringSubmatch(word)
		if x == nil {
			return nil, fmt.Errorf("%s is no move", word)
		}
		m := Move{Color: chess.Color(strings.Index("wb", x[1])), From: file(x[2]), Origin: None, To: file(x[5])}
		m.FromIndex, _ = strconv.Atoi(x[3])
		m.ToIndex, _ = strconv.Atoi(x[6])
		if m.Takes = Piece(max(0, slices.Index(pieceNames[:], x[4]))); m.Takes == NoPiece {
			m.Origin = file(x[4])
		}
		m.Promotes = Piece(max(0, slices.Index(pieceNames[:], x[6])))
		moves = append(moves, m)
	}
	return moves, nil
}

// errNotExtended is the error of a kernel whose captures find no ranks.
var errNotExtended = errors.New("the ranks leave no room for the captures")

// extended returns an extended kernel of a kernel. The error is a [*replayError] if the
// moves are no kernel.
func extended(start, goal *chess.Setup, moves []Move) (*Extended, error) {
	if err := replay(start, goal, moves); err != nil {
		return nil, err
	}
	p, err := newProblem(start, goal)
	if err != nil {
		return nil, err
	}
	if e, ok := p.extend(moves); ok {
		return e, nil
	}
	return nil, errNotExtended
}

// TestExtendCases: extensions of given kernels.
func TestExtendCases(t *testing.T) {
	t.Parallel()
	for _, c := range rows(t, kernelFiles, "extkernel", "noextkernel") {
		text, ranks, _ := strings.Cut(strings.TrimPrefix(c.want, "kernel: "), " => ")
		moves, err := parseMoves(strings.ReplaceAll(text, "BP", "bP"))
		if err != nil {
			t.Errorf("%s: %v", c.id, err)
			continue
		}
		e, err := extended(&c.start, &c.goal, moves)
		if detail, ok := notKernels[c.id]; ok {
			if wrong := (*replayError)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), detail) {
				t.Errorf("%s: %v, want a kernel that ends elsewhere: %s", c.id, err, detail)
			}
			continue
		}
		if c.kind == "noextkernel" {
			expect.Equal(t, err, errNotExtended, "%s: %v", c.id, e)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.id, err)
			continue
		}
		if other, ok := otherRanks[c.id]; ok {
			ranks = other
		}
		if ranks != "" && e.String() != ranks {
			t.Errorf("%s:\n%s, want\n%s", c.id, e, ranks)
		}
	}
}

// TestListCases: all kernels, with and without order.
func TestListCases(t *testing.T) {
	t.Parallel()
	want := map[string]struct {
		all     int
		classes []string
	}{
		"T0435":               {24, []string{"bPc1xPd0 bPg1xPh0 wPb0xPa1 wPf0xPe1"}},
		"proofkernel_example": {2, []string{"wPe0xPd1 bPe0xPd0", "bPe1xPd0 wPe0xPd1"}},
	}
	for _, c := range rows(t, kernelFiles, "allkernels") {
		for _, extended := range []bool{false, true} {
			list := func(classes bool) (kernels []string) {
				status, err := List(context.Background(), &c.start, &c.goal, Options{Extended: extended, Classes: classes}, func(moves []Move, e *Extended) bool {
					expect.Succeeds(t, replay(&c.start, &c.goal, moves), "%s", c.id)
					expect.Equal(t, e != nil, extended, "%s: extended: %v", c.id, e)
					kernels = append(kernels, FormatMoves(moves))
					return true
				})
				if err != nil || status != Found {
					t.Errorf("%s: %v, %v", c.id, status, err)
				}
				return kernels
			}
			all := list(false)
			slices.Sort(all)
			expect.Equal(t, len(slices.Compact(all)), want[c.id].all, "%s kernels", c.id)
			if classes := list(true); !slices.Equal(classes, want[c.id].classes) {
				t.Errorf("%s: %q, want %q", c.id, classes, want[c.id].classes)
			}
		}
	}
}

// TestEnPassantAtStart: the pawn on h4 is captured on h3.
func TestEnPassantAtStart(t *testing.T) {
	t.Parallel()
	start := expect.Must(chess.ParseFEN("4k3/7p/8/8/6pP/8/8/4K3 b - h3 0 1"))
	goal := expect.Must(chess.ParseFEN("4k3/7p/8/8/8/7p/8/4K3 w - - 0 2"))
	r, err := Find(context.Background(), &start, &goal, Options{Extended: true})
	if err != nil || r.Ranks.String() != "bPg4xh3" {
		t.Errorf("%v, %v", r, err)
	}
	start.EnPassant = chess.NoSquare
	if r, err := Find(context.Background(), &start, &goal, Options{Extended: true}); err != nil || r.Extended != Absent {
		t.Errorf("without the right: %v, %v", r, err)
	}
}
