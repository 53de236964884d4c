package survey

import (
	"encoding/hex"
	"slices"
	"testing"
)

// naive is the tree of section 2.1.1 of RFC 9162, as it is defined.
func naive(leaves []treeHash) treeHash {
	if len(leaves) == 1 {
		return leaves[0]
	}
	k := 1
	for 2*k < len(leaves) {
		k *= 2
	}
	return Join(naive(leaves[:k]), naive(leaves[k:]))
}

// naivePath is the path of section 2.1.3.1.
func naivePath(m int, leaves []treeHash) []string {
	if len(leaves) == 1 {
		return nil
	}
	k := 1
	for 2*k < len(leaves) {
		k *= 2
	}
	in, beside, at := leaves[:k], leaves[k:], m
	if m >= k {
		in, beside, at = leaves[k:], leaves[:k], m-k
	}
	h := naive(beside)
	return append(naivePath(at, in), hex.EncodeToString(h[:]))
}

// TestTree: roots and paths of trees of any size are those of the definition, and a path that is altered, too long, too
// short or from another place leads elsewhere.
func TestTree(t *testing.T) {
	t.Parallel()
	var all tree
	var leaves []treeHash
	for n := uint64(1); n <= 70; n++ {
		leaf := treeHash{1, byte(n)}
		leaves = append(leaves, leaf)
		all.add(leaf)
		h := naive(leaves)
		root := hex.EncodeToString(h[:])
		if got := all.text(); got != root {
			t.Fatalf("%d leaves: %s, want %s", n, got, root)
		}
		for k := range n {
			path := naivePath(int(k), leaves)
			if got, err := climb(leaves[k], k, n, path); err != nil || got != root {
				t.Fatalf("leaf %d of %d: %s, %v, want %s", k, n, got, err, root)
			}
			for _, wrong := range [][]string{append(slices.Clone(path), root), path[:max(0, len(path)-1)], append([]string{root}, path[min(1, len(path)):]...)} {
				if slices.Equal(wrong, path) {
					continue
				}
				if got, err := climb(leaves[k], k, n, wrong); err == nil && got == root {
					t.Errorf("leaf %d of %d: another path leads to the root", k, n)
				}
			}
			if got, err := climb(leaves[k], (k+1)%n, n, path); n > 1 && err == nil && got == root {
				t.Errorf("leaf %d of %d: the path leads from another place, too", k, n)
			}
		}
	}
}
