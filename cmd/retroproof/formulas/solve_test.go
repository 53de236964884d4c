package formulas

import (
	"slices"
	"testing"

	"retroproof/cmd/retroproof/verb"
)

func TestParseVariables(t *testing.T) {
	for list, want := range map[string][]int{"3": {3}, "1-3": {1, 2, 3}, "5,1-2": {5, 1, 2}, "9-9": {9}} {
		if got, err := parseVariables(list, 9); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", list, got, err)
		}
	}
	for _, list := range []string{"0", "-1", "10", "3-2", "1,1", "1-3,2", ",", "a", "1-", "1-2-3", "99999999999999999999"} {
		if got, err := parseVariables(list, 9); verb.Code(err) != verb.ExitUsage {
			t.Errorf("%s: %v, %v", list, got, err)
		}
	}
	if got, err := parseVariables("", 9); got != nil || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}
