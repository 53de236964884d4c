package illegal

import (
	"context"

	"retroproof/chess"
)

// CheckTree checks one tree whose kernel questions, if it has any, have no cores.
func CheckTree(start *chess.Setup, t *Tree) error {
	return newTreeChecker(start, newCores(noCores, 1<<30, &Options{Jobs: 1})).check(context.Background(), t)
}

// noCores is a certificate without cores.
var noCores = &container{}
