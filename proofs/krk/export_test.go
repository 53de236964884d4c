package krk

import (
	"context"
	"io/fs"

	"retroproof/proofs/krk/spec"
)

// CheckSome is Check for some of the lemmas, the rules being known. At the end the deduction fails.
func CheckSome(ctx context.Context, folder fs.FS, memory int64, rules *Rules, lemmas []spec.Lemma) (*Report, error) {
	return check(ctx, folder, memory, func() (*Rules, error) { return rules, nil }, lemmas)
}

// MostFormula is how long a formula may be.
const MostFormula = mostFormula
