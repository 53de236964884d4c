package legal

import (
	"fmt"
	"io"

	"retroproof/batch"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
)

// coq writes the theorem that an illegal position is unreachable.
func (r *run) coq(found *resolve.Answer) error {
	if found.Verdict != kernel.Illegal {
		fmt.Fprintf(r.Stderr, "retroproof: %s is not written: only illegal positions have a theorem\n", r.Coq)
		return nil
	}
	return batch.WriteFile(r.Coq, func(w io.Writer) error { return certify.WriteCoq(w, &found.Decision) })
}
