// Package mistakes has mistakes, each with the name of the check that has to find it, and no others.
package mistakes

import (
	"context"
	"strings"
	"sync"
	"time"

	"retroproof/internal/lint/testdata/mistakes/wrapper"
)

// Those that go vet finds.

func Printed() {
	wrapper.Complain("%d\n", "one") // want printf
}

var Unkeyed = wrapper.Pair{1, 2} // want composites

func Copied(m sync.Mutex) { // want copylocks
	m.Lock()
}

func Lost() context.Context {
	ctx, _ := context.WithCancel(context.Background()) // want lostcancel
	return ctx
}

func Unreached() int {
	return 1
	return 2 // want unreachable
}

type Tagged struct {
	A int `json:a` // want structtag
}

func (Tagged) ReadByte() byte { return 0 } // want stdmethods

func Defer(begin time.Time, log func(time.Duration)) {
	defer log(time.Since(begin)) // want defers
}

// Those that staticcheck finds.

func unused() {} // want U1000

func Simple(s string) bool {
	return strings.Index(s, "x") >= 0 // want S1003
}

func Wrong(x int) bool {
	return x == x // want SA4000
}

func Styled(err error, x int) (error, int) { // want ST1008
	return err, x
}
