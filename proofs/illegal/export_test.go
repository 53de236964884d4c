package illegal

import (
	"context"

	"retroproof/chess"
)

// CheckTree checks one tree whose formulas, if it has any, have no proofs.
func CheckTree(start *chess.Setup, t *Tree) error {
	c, err := newTreeChecker(start, newFormulas(noFormulas, 1<<30, &Options{Jobs: 1}))
	if err != nil {
		return err
	}
	return c.check(context.Background(), t)
}

// noFormulas is a container without formulas.
var noFormulas = &container{manifest: &Manifest{Schema: Schema}}
