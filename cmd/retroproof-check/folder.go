package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"retroproof/krk/spec/certificate"
	"retroproof/proofs"
)

// checkCertificate checks the certificate of the KRK strategy.
func checkCertificate(ctx context.Context, dir string, o options) (string, error) {
	report, err := certificate.Check(ctx, os.DirFS(dir), o.memory)
	switch {
	case err == nil:
		return report.String(), nil
	case errors.Is(err, context.Canceled), errors.Is(err, proofs.ErrMemory):
		return "", err // their codes are known
	case errors.As(err, new(*fs.PathError)) && !errors.Is(err, fs.ErrNotExist):
		return "", err // reading failed
	default:
		// A file that is missing, malformed or wrong: nothing is verified.
		return "", &codedError{exitNotVerified, err}
	}
}
