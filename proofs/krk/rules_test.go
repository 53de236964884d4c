package krk

import (
	"context"
	"testing"
)

func TestRules(t *testing.T) {
	r, err := CheckRules(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + r.String())
}
