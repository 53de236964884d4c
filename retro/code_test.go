package retro

import (
	"math/rand/v2"
	"testing"
)

func testCodes[T cell](t *testing.T) {
	top := maxDepth[T]()
	for n := 0; n < top; n += 2 {
		if v := valueOf(lossIn[T](n)); v != (Value{Lost, n}) {
			t.Fatalf("loss in %d reads %v", n, v)
		}
		if v := valueOf(winIn[T](n + 1)); v != (Value{Won, n + 1}) {
			t.Fatalf("win in %d reads %v", n+1, v)
		}
		if v := valueOf(before(lossIn[T](n))); v != (Value{Won, n + 1}) {
			t.Fatalf("before a loss in %d: %v", n, v)
		}
		if n+2 < top {
			if v := valueOf(before(winIn[T](n + 1))); v != (Value{Lost, n + 2}) {
				t.Fatalf("before a win in %d: %v", n+1, v)
			}
		}
	}
	if before(T(0)) != 0 || before(draw[T]()) != draw[T]() {
		t.Error("before changes draws or what is not legal")
	}
	if !(lossIn[T](0) < lossIn[T](2) && lossIn[T](top-1) < draw[T]() && draw[T]() < winIn[T](top) && winIn[T](3) < winIn[T](1)) {
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
			if c < draw[T]() {
				wantLose |= 1 << i
			}
			if beforeFast(c) != before(c) {
				t.Fatalf("beforeFast(%d) = %d, want %d", c, beforeFast(c), before(c))
			}
		}
		if got := equal(&row, code); got != wantEqual {
			t.Fatalf("equal(%v, %d) = %016x, want %016x", row, code, got, wantEqual)
		}
		if got := canLose(&row); got != wantLose {
			t.Fatalf("canLose(%v) = %016x, want %016x", row, got, wantLose)
		}
	}
}

func TestCodes(t *testing.T) {
	t.Run("one byte", testCodes[uint8])
	t.Run("two bytes", testCodes[uint16])
	for code := range 256 {
		if got, want := valueOf(wider(uint8(code))), valueOf(uint8(code)); got != want {
			t.Errorf("%d widened reads %v, want %v", code, got, want)
		}
	}
}
