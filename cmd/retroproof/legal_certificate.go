package main

import (
	"context"
	"errors"
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
func (r *legal) certifyOne(ctx context.Context, a *resolve.Answer) error {
	if a.Verdict == kernel.Unknown {
		fmt.Fprintf(r.app.Stderr, "retroproof: %s is not written: only decided positions have certificates\n", r.certificate)
		return nil
	}
	c := r.newCertifier()
	one, err := certifyAnswer(ctx, c, a)
	if err != nil {
		return certifyError(err)
	}
	if err := batch.WriteFile(r.certificate, func(w io.Writer) error { return c.Write(w, one) }); err != nil {
		return err
	}
	r.certified = true
	return nil
}

func (r *legal) newCertifier() *certify.Certifier {
	return certify.New(certify.Options{Tool: build.Tool(), Start: r.options.Refute.Start, Conflicts: r.conflicts, Log: r.options.Refute.Log})
}

// certifyAnswer makes the certificate of a verdict.
func certifyAnswer(ctx context.Context, c *certify.Certifier, a *resolve.Answer) (*certify.Certificate, error) {
	if a.Verdict == kernel.Legal {
		return c.Game(&a.Setup, a.Game)
	}
	return c.Certify(ctx, &a.Decision)
}

// certifyError says that there is no certificate.
func certifyError(err error) error {
	if errors.Is(err, certify.ErrBudget) {
		return fmt.Errorf("no certificate: %w; see --proof-conflicts", err)
	}
	return fmt.Errorf("no certificate: %w", err)
}

// certifyItem adds the certificate of an answer to a line.
func (r *legal) certifyItem(ctx context.Context, item *legalItem, a *resolve.Answer) {
	if r.part == nil || a.Verdict == kernel.Unknown {
		return
	}
	item.fen = a.Setup.FEN()
	item.certificate, item.uncertified = certifyAnswer(ctx, r.certifier, a)
}

// keepCertificates appends the certificates of answered lines to FILE.part,
// before the answers are written: so there is never an answer without.
func (r *legal) keepCertificates(items []*legalItem) error {
	if r.part == nil {
		return nil
	}
	for _, item := range items {
		var err error
		switch {
		case item.certificate != nil:
			err = r.part.Add(item.certificate)
		case item.uncertified != nil:
			r.app.Complain(fmt.Errorf("%s:%d: %w", verb.SourceName(r.in), item.line.Number, certifyError(item.uncertified)))
			r.worst = max(r.worst, verb.Code(item.uncertified))
			err = r.part.AddWithout(item.fen)
		}
		if err != nil {
			return err
		}
	}
	return r.part.Flush()
}

// openPart opens FILE.part, and returns what unlocks it.
func (r *legal) openPart() (unlock func(), err error) {
	if r.certificate == "" {
		return func() {}, nil
	}
	if err := batch.CheckPart(r.certificate); err != nil {
		return nil, err
	}
	name := r.certificate + batch.PartSuffix
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
func (r *legal) resumeCertificate(verdict kernel.Verdict, fen string) (bool, error) {
	if r.part == nil || verdict == kernel.Unknown {
		return true, nil
	}
	return r.part.Resume(fen)
}

// beginCertificates drops the certificates that were not resumed.
func (r *legal) beginCertificates() error {
	if r.part == nil {
		return nil
	}
	return r.part.Begin()
}

// finishCertificates makes FILE of FILE.part.
func (r *legal) finishCertificates() error {
	if r.part == nil {
		return nil
	}
	if r.part.Positions == 0 {
		fmt.Fprintf(r.app.Stderr, "retroproof: %s is not written: no position has a certificate\n", r.certificate)
		return nil
	}
	return batch.WriteFile(r.certificate, r.part.Finish)
}

// dropPart removes FILE.part, once FILE and the answers are complete.
func (r *legal) dropPart() error {
	if r.part == nil {
		return nil
	}
	if err := r.part.Close(); err != nil {
		return err
	}
	if err := os.Remove(r.certificate + batch.PartSuffix); err != nil {
		return err
	}
	if n := r.part.Without; n > 0 {
		fmt.Fprintf(r.app.Stderr, "retroproof: %d decided positions without a certificate\n", n)
		return verb.Exit(max(r.worst, verb.ExitUndecided))
	}
	return nil
}
