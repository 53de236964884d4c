package verdicts

import (
	"context"
	"fmt"
	"os"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
)

// Certificates of verdicts: one file a run, which "retroproof-check FILE" checks.

// Certificate makes the certificate of a verdict.
func Certificate(ctx context.Context, c *certify.Certifier, a *resolve.Answer) (*certify.Certificate, error) {
	if a.Verdict == kernel.Legal {
		return c.Game(&a.Setup, a.Game)
	}
	return c.Certify(ctx, &a.Decision)
}

// certifyItem adds the certificate of an answer to a line.
func (r *List) certifyItem(ctx context.Context, it *item, a *resolve.Answer) {
	if r.part == nil || a.Verdict == kernel.Unknown {
		return
	}
	it.fen = a.Setup.FEN()
	it.certificate, it.uncertified = Certificate(ctx, r.certifier, a)
}

// keepCertificates appends the certificates of answered lines to FILE.part,
// before the answers are written: so there is never an answer without.
func (r *List) keepCertificates(items []*item) error {
	if r.part == nil {
		return nil
	}
	for _, it := range items {
		var err error
		switch {
		case it.certificate != nil:
			err = r.part.Add(it.certificate)
		case it.uncertified != nil:
			r.Complain(fmt.Errorf("%s:%d: %w", progress.SourceName(r.In), it.line.Number, r.Uncertified(it.uncertified)))
			err = r.part.AddWithout(it.fen)
		}
		if err != nil {
			return err
		}
	}
	return r.part.Flush()
}

// openPart opens FILE.part, and returns what unlocks it.
func (r *List) openPart() (unlock func(), err error) {
	if r.Certificate == "" {
		return func() {}, nil
	}
	if err := batch.CheckPart(r.Certificate); err != nil {
		return nil, err
	}
	name := r.Certificate + batch.PartSuffix
	if unlock, err = batch.LockPart(name); err != nil {
		return nil, err
	}
	r.certifier = certify.New(r.Certify)
	if r.part, err = r.certifier.OpenPart(name); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// resumeCertificate looks for the certificate of an answer that an earlier run has
// written. It returns false if it is not there, and the line has to be answered again.
func (r *List) resumeCertificate(verdict kernel.Verdict, fen string) (bool, error) {
	if r.part == nil || verdict == kernel.Unknown {
		return true, nil
	}
	return r.part.Resume(fen)
}

// beginCertificates drops the certificates that were not resumed.
func (r *List) beginCertificates() error {
	if r.part == nil {
		return nil
	}
	return r.part.Begin()
}

// finishCertificates makes FILE of FILE.part.
func (r *List) finishCertificates() error {
	if r.part == nil {
		return nil
	}
	if r.part.Positions == 0 {
		fmt.Fprintf(r.Stderr, "retroproof: %s is not written: no position has a certificate\n", r.Certificate)
		return nil
	}
	return batch.WriteFile(r.Certificate, r.part.Finish)
}

// dropPart removes FILE.part, once FILE and the answers are complete.
func (r *List) dropPart() error {
	if r.part == nil {
		return nil
	}
	if err := r.part.Close(); err != nil {
		return err
	}
	if err := os.Remove(r.Certificate + batch.PartSuffix); err != nil {
		return err
	}
	if n := r.part.Without; n > 0 {
		fmt.Fprintf(r.Stderr, "retroproof: %d decided positions without a certificate\n", n)
		return ErrUncertified
	}
	return nil
}
