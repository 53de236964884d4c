package legal

import (
	"context"
	"fmt"
	"io"
	"os"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
)

// Certificates of verdicts: one file a run, which "retroproof-check FILE" checks.

// certifyOne writes the certificate of an answer. Without a verdict there is no
// certificate, which is reported, and no failure.
func (r *run) certifyOne(ctx context.Context, a *answer) error {
	if a.found.Verdict == kernel.Unknown {
		fmt.Fprintf(r.Stderr, "retroproof: %s is not written: only decided positions have certificates\n", r.Certificate)
		return nil
	}
	c := r.newCertifier()
	one, err := certifyAnswer(ctx, c, a.found)
	if err != nil {
		return verb.NoCertificate(err)
	}
	if err := batch.WriteFile(r.Certificate, func(w io.Writer) error { return c.Write(w, one) }); err != nil {
		return err
	}
	a.Certificate = r.Certificate
	return nil
}

func (r *run) newCertifier() *certify.Certifier {
	return certify.New(certify.Options{Tool: verb.Build.Tool(), Start: r.options.Refute.Start, Conflicts: r.Conflicts, Log: r.options.Refute.Log})
}

// certifyAnswer makes the certificate of a verdict.
func certifyAnswer(ctx context.Context, c *certify.Certifier, a *resolve.Answer) (*certify.Certificate, error) {
	if a.Verdict == kernel.Legal {
		return c.Game(&a.Setup, a.Game)
	}
	return c.Certify(ctx, &a.Decision)
}

// certifyItem adds the certificate of an answer to a line.
func (r *run) certifyItem(ctx context.Context, it *item, a *resolve.Answer) {
	if r.part == nil || a.Verdict == kernel.Unknown {
		return
	}
	it.fen = a.Setup.FEN()
	it.certificate, it.uncertified = certifyAnswer(ctx, r.certifier, a)
}

// keepCertificates appends the certificates of answered lines to FILE.part,
// before the answers are written: so there is never an answer without.
func (r *run) keepCertificates(items []*item) error {
	if r.part == nil {
		return nil
	}
	for _, it := range items {
		var err error
		switch {
		case it.certificate != nil:
			err = r.part.Add(it.certificate)
		case it.uncertified != nil:
			r.Complain(fmt.Errorf("%s:%d: %w", verb.SourceName(r.In), it.line.Number, verb.NoCertificate(it.uncertified)))
			r.worst = max(r.worst, verb.Code(it.uncertified))
			err = r.part.AddWithout(it.fen)
		}
		if err != nil {
			return err
		}
	}
	return r.part.Flush()
}

// openPart opens FILE.part, and returns what unlocks it.
func (r *run) openPart() (unlock func(), err error) {
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
	r.certifier = r.newCertifier()
	if r.part, err = r.certifier.OpenPart(name); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// resumeCertificate looks for the certificate of an answer that an earlier run has
// written. It returns false if it is not there, and the line has to be answered again.
func (r *run) resumeCertificate(verdict kernel.Verdict, fen string) (bool, error) {
	if r.part == nil || verdict == kernel.Unknown {
		return true, nil
	}
	return r.part.Resume(fen)
}

// beginCertificates drops the certificates that were not resumed.
func (r *run) beginCertificates() error {
	if r.part == nil {
		return nil
	}
	return r.part.Begin()
}

// finishCertificates makes FILE of FILE.part.
func (r *run) finishCertificates() error {
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
func (r *run) dropPart() error {
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
		return verb.Exit(max(r.worst, verb.ExitUndecided))
	}
	return nil
}
