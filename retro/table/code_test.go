package table

import (
	"math/rand/v2"
	"testing"

	"retroproof/internal/expect"
)

func testCodes[T Cell](t *testing.T) {
	top := MaxDepth[T]()
	for n := 0; n < top; n += 2 {
		if v := ValueOf(LossIn[T](n)); v != (Value{Lost, n}) {
			t.Fatalf("loss in %d reads %v", n, v)
		}
		if v := ValueOf(WinIn[T](n + 1)); v != (Value{Won, n + 1}) {
			t.Fatalf("win in %d reads %v", n+1, v)
		}
		if v := ValueOf(before(LossIn[T](n))); v != (Value{Won, n + 1}) {
			t.Fatalf("before a loss in %d: %v", n, v)
		}
		if n+2 < top {
			if v := ValueOf(before(WinIn[T](n + 1))); v != (Value{Lost, n + 2}) {
				t.Fatalf("before a win in %d: %v", n+1, v)
			}
		}
	}
	if before(T(0)) != 0 || before(Draw[T]()) != Draw[T]() {
		t.Error("before changes draws or what is not legal")
	}
	if !(LossIn[T](0) < LossIn[T](2) && LossIn[T](top-1) < Draw[T]() && Draw[T]() < WinIn[T](top) && WinIn[T](3) < WinIn[T](1)) {
		t.Error("codes are not in the order of preference")
	}
	r := rand.New(rand.NewPCG(4, 4))
	for range 5000 {
		var row [64]T
		for i := range row {
			row[i] = T(r.Uint32())
			if r.IntN(3) == 0 {
				row[i] = row[r.IntN(64)]
			}
		}
		code := row[r.IntN(64)]
		var wantEqual, wantLose uint64
		for i, c := range row {
			if c == code {
				wantEqual |= 1 << i
			}
			if c < Draw[T]() {
				wantLose |= 1 << i
			}
			if Before(c) != before(c) {
				t.Fatalf("beforeFast(%d) = %d, want %d", c, Before(c), before(c))
			}
		}
		if got := Equal(&row, code); got != wantEqual {
			t.Fatalf("equal(%v, %d) = %016x, want %016x", row, code, got, wantEqual)
		}
		if got := CanLose(&row); got != wantLose {
			t.Fatalf("canLose(%v) = %016x, want %016x", row, got, wantLose)
		}
	}
}

func TestCodes(t *testing.T) {
	t.Parallel()
	t.Run("one byte", testCodes[uint8])
	t.Run("two bytes", testCodes[uint16])
	for code := range 256 {
		expect.Equal(t, ValueOf(Wider(uint8(code))), ValueOf(uint8(code)), "%d widened reads", code)
	}
}
