package illegal

import (
	"context"

	"retroproof/chess"
)

// CheckTree checks one tree whose kernel questions, if it has any, have no cores.
func CheckTree(start *chess.Setup, t *Tree) error {
	trees := treeChecker{start: start, cores: newCores(noCores, 1<<30, &Options{Jobs: 1})}
	return trees.check(context.Background(), t)
}

// noCores is a certificate without cores.
var noCores = &container{}
