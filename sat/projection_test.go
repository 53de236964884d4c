package sat_test

import (
	"slices"
	"testing"

	"retroproof/internal/expect"
	"retroproof/sat"
)

func TestParseVariables(t *testing.T) {
	for list, want := range map[string][]int{"3": {3}, "1-3": {1, 2, 3}, "5,1-2": {5, 1, 2}, "9-9": {9}} {
		if got, err := sat.ParseVariables(list, 9); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", list, got, err)
		}
	}
	for _, list := range []string{"", "0", "-1", "10", "3-2", "1,1", "1-3,2", ",", "a", "1-", "1-2-3", "99999999999999999999"} {
		expect.Fails(t, expect.Err(sat.ParseVariables(list, 9)), "%s", list)
	}
}
