package chess

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// TestUnmoveRows compares with facts about other programs' un-moves, in
// testdata/unmoves.tsv. All of them apply the material limit and read en passant
// squares as EnPassantLegal does. One kind after the other:
//
//	revmoves          the moves (from, to, promotion), or their number
//	revmoves_castle   of one move, the sets of castling rights before it
//	revmoves_ep       those of the un-moves that have an en passant square; with
//	                  includeAllEp=false only where the move itself captures there
//	revmoves_invalid  as with includeAllEp=false, but those without a square too
//
// A program that asks for includeAllEp=false drops predecessors that may be the
// only legal ones. This one never does; the test leaves them out.
func TestUnmoveRows(t *testing.T) {
	t.Parallel()
	data := expect.Must(os.ReadFile("testdata/unmoves.tsv"))
	tested := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		id, kind, fen, expected := f[0], f[1], f[2], f[3]
		p := mustPosition(t, fen)
		all := p.Unmoves(nil, UnmoveOptions{MaterialLimit: true})
		var got, want []string
		switch kind {
		case "revmoves":
			got, want = rowMoves(all, expected)
		case "revmoves_castle":
			got, want = rowCastling(all, expected)
		default:
			got, want = rowStates(p, all, kind, expected)
		}
		slices.Sort(got)
		slices.Sort(want)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s %s: %s: %s\ngot  %q\nwant %q", id, kind, fen, expected, got, want)
		}
		for _, o := range allUnmoveOptions {
			checkUnmoves(t, p, o)
		}
		tested++
	}
	expect.Equal(t, tested, 61, "rows")
}

// rowMoves reads "distinct from-to: a6b8 c6b8", "un-moves: none", and
// "5 un-moves: c6d7 capturing Q R B N P".
func rowMoves(all []Unmove, expected string) (got, want []string) {
	head, list, _ := strings.Cut(expected, ": ")
	if list == "none" {
		return unmoveTexts(all), nil
	}
	if move, kinds, ok := strings.Cut(list, " capturing "); ok {
		got = unmoveTexts(all)
		for _, k := range strings.Fields(kinds) {
			want = append(want, fmt.Sprintf("%s captP: %s castle: KQkq ep: -", move, k))
		}
		return append(got, fmt.Sprint(len(all), " un-moves")), append(want, head)
	}
	for _, u := range all {
		got = append(got, u.Move.UCI())
	}
	return got, strings.Fields(list)
}

func unmoveTexts(all []Unmove) []string {
	var texts []string
	for _, u := range all {
		texts = append(texts, u.String())
	}
	return texts
}

// rowCastling reads "move e1g1 castle masks before: { K+q, Q+K+q }".
func rowCastling(all []Unmove, expected string) (got, want []string) {
	move := strings.Fields(expected)[1]
	for _, u := range all {
		if u.Move.UCI() == move {
			got = append(got, u.Castling.String())
		}
	}
	open, end := strings.IndexByte(expected, '{'), strings.IndexByte(expected, '}')
	for _, set := range strings.Split(expected[open+1:end], ",") {
		rights := NoCastling
		for _, letter := range strings.TrimSpace(set) {
			if i := strings.IndexRune(castlingLetters, letter); i >= 0 {
				rights |= 1 << i
			}
		}
		want = append(want, rights.String())
	}
	return got, want
}

var (
	rowFrom  = regexp.MustCompile(`from[= ]([A-Ha-h][1-8])`)
	rowTo    = regexp.MustCompile(`to=([A-H][1-8])`)
	rowState = regexp.MustCompile(`\("(\w+)", *(\w+) *, *([\w|]+) *, *([A-H][1-8]|-)\)`)
)

// rowStates reads lists of `("g2h3", BQUEEN, a1C|h1C, A6)`.
func rowStates(p *Position, all []Unmove, kind, expected string) (got, want []string) {
	only := func(pattern *regexp.Regexp, s Square) bool {
		m := pattern.FindStringSubmatch(expected)
		return m == nil || strings.ToLower(m[1]) == s.String()
	}
	allSquares := strings.Contains(expected, "includeAllEp=true")
	for _, u := range all {
		switch {
		case !only(rowFrom, u.Move.From()) || !only(rowTo, u.Move.To()):
		case u.EnPassant == NoSquare && kind == "revmoves_ep":
		case u.EnPassant != NoSquare && !allSquares && !u.Move.IsEnPassant():
		default:
			got = append(got, u.String())
		}
	}
	kinds := map[string]string{"empty": "-", "QUEEN": "Q", "ROOK": "R", "BISHOP": "B", "KNIGHT": "N", "PAWN": "P"}
	rights := map[string]string{"0": "-", "h1C": "K", "a1C": "Q", "a1C|h1C": "KQ"}
	for _, m := range rowState.FindAllStringSubmatch(expected, -1) {
		// That a capture is en passant follows from the square to go to.
		captured := m[2]
		if captured != "empty" {
			captured = strings.ToUpper(captured[1:])
		} else if strings.ToLower(m[4]) == m[1][2:] && p.At(mustSquare(m[1][2:])).Kind() == Pawn && m[1][0] != m[1][2] {
			captured = "PAWN"
		}
		want = append(want, fmt.Sprintf("%s captP: %s castle: %s ep: %s", m[1], kinds[captured], rights[m[3]], strings.ToLower(m[4])))
	}
	return got, want
}

func mustSquare(name string) Square { return named(name).First() }
