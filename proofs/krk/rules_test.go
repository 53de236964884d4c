package krk

import (
	"context"
	"testing"

	"retroproof/proofs/krk/spec"
)

func TestRules(t *testing.T) {
	r, err := CheckRules(context.Background(), Encoding().Rep, spec.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + r.String())
}
