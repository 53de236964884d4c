package kernel

import (
	"context"

	"retroproof/chess"
)

// ExtendedKernel is a KernelSearch for an extended proof kernel. The nodes are
// those of each of its two searches, for extended kernels and, if there are none,
// for any.
func ExtendedKernel(ctx context.Context, start, goal *chess.Setup, nodes uint64) KernelResult {
	r, err := Find(ctx, start, goal, Options{Nodes: nodes, Extended: true})
	k := KernelResult{Nodes: r.Nodes}
	if r.Kernel == Found {
		k.Status = KernelFound
		k.Kernel = FormatMoves(r.Moves)
	}
	switch {
	case err != nil:
		k.Status = KernelUnknown
	case r.Extended == Found:
		k.Status = ExtendedFound
		k.Extended = r.Ranks.String()
	case r.Kernel == Absent:
		k.Status = NoKernelFound
		if k.Refuted = r.Impossible; k.Refuted == nil {
			if p, err := newProblem(start, goal); err == nil {
				k.Refuted = p.noKernel()
			} else {
				k = KernelResult{Nodes: r.Nodes} // cannot be: Find has made one
			}
		}
	case r.Extended == Absent && r.Kernel == Found:
		k.Status = NoExtendedFound
		k.Refuted = impossible(NoExtendedKernel, "the pawns can be captured and promoted as they must, as in %s, but whatever the captures, there are no ranks for them that the pawns can be on", k.Kernel)
	}
	return k
}
