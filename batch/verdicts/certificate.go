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
func (l *List) certifyItem(ctx context.Context, it *item, a *resolve.Answer) {
	if l.part == nil || a.Verdict == kernel.Unknown {
		return
	}
	it.fen = a.Setup.FEN()
	it.certificate, it.uncertified = Certificate(ctx, l.certifier, a)
}

// keepCertificates appends the certificates of answered lines to FILE.part,
// before the answers are written: so there is never an answer without.
func (l *List) keepCertificates(items []*item) error {
	if l.part == nil {
		return nil
	}
	for _, it := range items {
		var err error
		switch {
		case it.certificate != nil:
			err = l.part.Add(it.certificate)
		case it.uncertified != nil:
			l.Complain(fmt.Errorf("%s:%d: %w", progress.SourceName(l.In), it.line.Number, l.Uncertified(it.uncertified)))
			err = l.part.AddWithout(it.fen)
		}
		if err != nil {
			return err
		}
	}
	return l.part.Flush()
}

// openPart opens FILE.part, and returns what unlocks it.
func (l *List) openPart() (unlock func(), err error) {
	if l.Certificate == "" {
		return func() {}, nil
	}
	if err := batch.CheckPart(l.Certificate); err != nil {
		return nil, err
	}
	name := l.Certificate + batch.PartSuffix
	if unlock, err = batch.LockPart(name); err != nil {
		return nil, err
	}
	l.certifier = certify.New(l.Certify)
	if l.part, err = l.certifier.OpenPart(name); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// resumeCertificate looks for the certificate of an answer that an earlier run has
// written. It returns false if it is not there, and the line has to be answered again.
func (l *List) resumeCertificate(verdict kernel.Verdict, fen string) (bool, error) {
	if l.part == nil || verdict == kernel.Unknown {
		return true, nil
	}
	return l.part.Resume(fen)
}

// beginCertificates drops the certificates that were not resumed.
func (l *List) beginCertificates() error {
	if l.part == nil {
		return nil
	}
	return l.part.Begin()
}

// finishCertificates makes FILE of FILE.part.
func (l *List) finishCertificates() error {
	if l.part == nil {
		return nil
	}
	if l.part.Positions == 0 {
		fmt.Fprintf(l.Stderr, "retroproof: %s is not written: no position has a certificate\n", l.Certificate)
		return nil
	}
	return batch.WriteFile(l.Certificate, l.part.Finish)
}

// dropPart removes FILE.part, once FILE and the answers are complete.
func (l *List) dropPart() error {
	if l.part == nil {
		return nil
	}
	if err := l.part.Close(); err != nil {
		return err
	}
	if err := os.Remove(l.Certificate + batch.PartSuffix); err != nil {
		return err
	}
	if n := l.part.Without; n > 0 {
		fmt.Fprintf(l.Stderr, "retroproof: %d decided positions without a certificate\n", n)
		return ErrUncertified
	}
	return nil
}
