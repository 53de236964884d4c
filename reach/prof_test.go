package reach

import (
	"context"
	"fmt"
	"testing"
)

func TestProf(t *testing.T) {
	s := Counter(12, 4095, nil)
	n := 0
	solves = 0
	_, err := Decide(context.Background(), s, Options{Engine: PDR, Progress: func(x string) {
		n++
		if n%500 == 0 {
			fmt.Println(x, solves)
		}
	}})
	fmt.Println(err, solves)
}
