package main

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/verb"
)

func TestWriteValues(t *testing.T) {
	for _, n := range []int{0, 1, 10, 25, 26, 27, 1000} {
		var lits []int
		for v := 1; v <= n; v++ {
			lits = append(lits, v*(1-v%2*2)*1_000_000)
		}
		var b bytes.Buffer
		if err := writeValues(&b, lits); err != nil {
			t.Fatal(err)
		}
		var got []int
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if len(line) >= 79 || !strings.HasPrefix(line, "v ") {
				t.Errorf("line %q of %d columns", line, len(line))
			}
			for _, field := range strings.Fields(line)[1:] {
				l, err := strconv.Atoi(field)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, l)
			}
		}
		if !slices.Equal(got, append(lits, 0)) {
			t.Errorf("%d values: got %v", n, got)
		}
	}
}

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
