package chess

import (
	"flag"
	"slices"
	"testing"

	"retroproof/internal/expect"
)

// unmovePlies is for long runs: go test ./chess -run UnmovesOfGames -unmove-plies 10000000
var unmovePlies = flag.Int("unmove-plies", 60_000, "length of TestUnmovesOfGames: plies of random games")

// style is a taste in random moves: how many times more often than others a move
// is taken that captures, promotes, goes two squares, castles, or moves a pawn.
type style struct{ capture, promotion, double, castling, enPassant, pawn int }

var styles = []style{
	{1, 1, 1, 1, 1, 1},
	{8, 1, 1, 1, 1, 1},      // soon an ending
	{1, 8, 1, 20, 1, 4},     // few captures, many promotions
	{1, 2, 8, 20, 50, 2},    // en passant
	{0, 1, 1, 100, 1, 1},    // no captures: full boards
	{3, 100, 5, 100, 50, 8}, // everything at once
}

func (s style) weight(p *Position, m Move) int {
	w := 1
	if p.Captured(m) != NoMan {
		w *= s.capture
	}
	if m.Promotion() != NoKind {
		w *= s.promotion
	}
	if m.IsCastling() {
		w *= s.castling
	}
	if m.IsEnPassant() {
		w = s.enPassant
	}
	if p.board[m.From()].Kind() == Pawn {
		w *= s.pawn
		if m.From()^m.To() == 16 {
			w *= s.double
		}
	}
	return w
}

// choose returns a random move, NoMove if there is none.
func (s style) choose(random *splitmix64, p *Position, moves []Move) Move {
	total := 0
	for _, m := range moves {
		total += s.weight(p, m)
	}
	if total == 0 {
		return NoMove
	}
	at := random.pick(total)
	for _, m := range moves {
		if at -= s.weight(p, m); at < 0 {
			return m
		}
	}
	return NoMove
}

// TestUnmovesOfGames plays games and wants each move among the un-moves of the
// position after it, with all that the position before it had. No game may be
// lost: a position from which its own last move is missing would be called
// illegal.
func TestUnmovesOfGames(t *testing.T) {
	t.Parallel()
	plies := expect.Short(min(*unmovePlies, 20_000), *unmovePlies)
	random := splitmix64(1)
	var moves []Move
	var counts struct{ castling, enPassant, promotion, rights, squares, ambiguous int }
	for n := 0; n < plies; {
		p := InitialPosition()
		if random.pick(8) == 0 {
			p = wildPosition(&random)
		}
		initial := p.PossibleMaterial(White) && p.PossibleMaterial(Black)
		taste := styles[random.pick(len(styles))]
		for range 15 << random.pick(6) {
			moves = p.LegalMoves(moves[:0])
			m := taste.choose(&random, p, moves)
			if m == NoMove {
				break
			}
			before := *p
			captured := p.Captured(m)
			p.Make(m)
			wantUnmove(t, &before, p, m, captured, initial)
			if n++; n%32 == 0 {
				checkUnmoves(t, p, allUnmoveOptions[n/32%len(allUnmoveOptions)])
			}

			switch {
			case m.IsCastling():
				counts.castling++
			case m.IsEnPassant():
				counts.enPassant++
			case m.Promotion() != NoKind:
				counts.promotion++
			}
			if before.castling != p.castling {
				counts.rights++
			}
			if before.capturable != NoSquare {
				counts.squares++
			}
			if before.capturable != before.enPassant {
				counts.ambiguous++
			}
			if p.Occupied().Count() == 2 {
				break
			}
		}
	}
	t.Logf("%d plies: %+v", plies, counts)
}

// wantUnmove wants the move that led from one position to another among the
// latter's un-moves.
func wantUnmove(t *testing.T, before, p *Position, m Move, captured Man, initial bool) {
	t.Helper()
	for _, o := range allUnmoveOptions {
		if o.MaterialLimit && !initial {
			continue
		}
		u := Unmove{m, captured, before.castling, before.enPassant}
		after := *p
		if o.EnPassant == EnPassantLegal {
			u.EnPassant = before.capturable
			// As programs write it that leave out squares without a capture.
			after.enPassant = after.capturable
		}
		// Grouped, which is faster, and has to be tested as well.
		var buf [256]Retraction
		found := false
		for _, r := range after.Retractions(buf[:0], o) {
			if r.Move == m && r.Captured == captured {
				found = !found && slices.Contains(r.Unmoves(nil), u)
			}
		}
		if !found {
			t.Fatalf("%v, %+v: not among the un-moves: %v, from %v", &after, o, u, before)
		}
		if o.EnPassant == EnPassantLegal && after.enPassant != p.enPassant && !slices.Contains(p.Unmoves(nil, o), u) {
			t.Fatalf("%v, %+v: not among the un-moves: %v, from %v", p, o, u, before)
		}
	}
}
