package chess

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess/board"
)

func TestStepAttacks(t *testing.T) {
	kingSteps := append(append([]step{}, rookSteps...), bishopSteps...)
	knightSteps, _ := slowSteps(Knight)
	for s := range Square(NumSquares) {
		var king, knight Bitboard
		for _, d := range kingSteps {
			king |= d.from(s).Bit()
		}
		for _, d := range knightSteps {
			knight |= d.from(s).Bit()
		}
		if KingAttacks(s) != king || KnightAttacks(s) != knight {
			t.Errorf("%v: king\n%vknight\n%v", s, KingAttacks(s), KnightAttacks(s))
		}
		for u := range Square(NumSquares) {
			if PawnAttacks(White, s).Has(u) != PawnAttacks(Black, u).Has(s) {
				t.Errorf("pawns on %v and %v", s, u)
			}
		}
	}
	for _, tt := range []struct {
		color Color
		from  string
		want  Bitboard
	}{
		{White, "a2", SetOf(17)},
		{White, "e4", SetOf(35, 37)},
		{White, "h8", NoSquares},
		{Black, "h7", SetOf(46)},
		{Black, "d1", NoSquares},
	} {
		s, _ := ParseSquare(tt.from)
		if got := PawnAttacks(tt.color, s); got != tt.want {
			t.Errorf("%v pawn on %s attacks\n%v", tt.color, tt.from, got)
		}
	}
}

func TestBetweenAndLine(t *testing.T) {
	for s := range Square(NumSquares) {
		for u := range Square(NumSquares) {
			var between, line Bitboard
			for _, d := range append(append([]step{}, rookSteps...), bishopSteps...) {
				ray := slowAttacks(s, NoSquares, d)
				if ray.Has(u) {
					between = slowAttacks(s, u.Bit(), d) &^ u.Bit()
					line = ray | s.Bit() | slowAttacks(s, NoSquares, step{-d.file, -d.rank})
				}
			}
			if Between(s, u) != between || lines[s][u] != line {
				t.Fatalf("%v, %v: between\n%vline\n%v", s, u, Between(s, u), lines[s][u])
			}
		}
	}
}

func TestBitboard(t *testing.T) {
	set := SetOf(A1, H1, A8, NoSquare)
	if set.Count() != 3 || !set.Several() || set.Has(H8) || !set.Has(A8) || set.Has(NoSquare) {
		t.Errorf("set\n%v", set)
	}
	if set.First() != A1 || set.WithoutFirst().First() != H1 || NoSquares.First() != NoSquare {
		t.Error("first squares")
	}
	var squares []Square
	for s := range set.Squares() {
		squares = append(squares, s)
		if len(squares) == 2 {
			break
		}
	}
	if len(squares) != 2 || squares[0] != A1 || squares[1] != H1 {
		t.Errorf("squares %v", squares)
	}
	want := "x.......\n" + "........\n........\n........\n........\n........\n........\n" + "x......x\n"
	if set.String() != want {
		t.Errorf("printed\n%v", set)
	}
	for s := range Square(NumSquares) {
		if !FileSet(s.File()).Has(s) || !RankSet(s.Rank()).Has(s) || (FileSet(s.File())&RankSet(s.Rank())) != s.Bit() {
			t.Errorf("file and rank of %v", s)
		}
		if DarkSquares.Has(s) != s.Dark() || LightSquares.Has(s) == s.Dark() {
			t.Errorf("colour of %v", s)
		}
	}
}

// TestAttacksOfBoard compares what men attack with package board, which has no tables of lines.
func TestAttacksOfBoard(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		occupied := Bitboard(r.Uint64() & r.Uint64())
		for s := range Square(NumSquares) {
			for m := range Man(NumMen) {
				if got, want := Attacks(m, s, occupied), board.Attacks(m, s, occupied); got != want {
					t.Fatalf("%s on %s attacks\n%s, and in package board\n%s", m, s, got, want)
				}
			}
			for to := range Square(NumSquares) {
				if Between(s, to) != board.Between(s, to) {
					t.Fatalf("between %s and %s", s, to)
				}
			}
		}
	}
}
