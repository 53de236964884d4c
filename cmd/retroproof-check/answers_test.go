package main

import (
	"bytes"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// TestClaimsOnce: claims that tell all that the lines for people do are in JSON once, and the lines are
// printed without --json.
func TestClaimsOnce(t *testing.T) {
	r := &result{claims: []claim{{Claim: "last-moves", Text: "the last move was"}}, report: "the last move was\n", claimsTell: true}
	for _, asJSON := range []bool{false, true} {
		a := answerTo("last.cert", "", r, &list{}, nil)
		var out, errs bytes.Buffer
		if code := output([]*answer{a}, options{json: asJSON}, &out, &errs); code != exitVerified || errs.Len() > 0 {
			t.Fatalf("exit code %d, %s", code, &errs)
		}
		expect.Equal(t, strings.Count(out.String(), "the last move was"), 1, "JSON %t", asJSON)
	}
}
