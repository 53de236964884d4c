package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"retroproof/kernel/certificate"
	"retroproof/proofs"
)

// isContainer reports whether a file begins like a ZIP, and so is to be taken for
// a certificate of illegality.
func isContainer(name string) (bool, error) {
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var magic [4]byte
	_, err = io.ReadFull(f, magic[:])
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return false, nil
	}
	return magic == [4]byte{'P', 'K', 3, 4}, err
}

// checkContainer checks a certificate of illegality, of one position or many.
func checkContainer(ctx context.Context, name string, o options) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	var list strings.Builder
	co := certificate.Options{Memory: o.memory}
	if o.list {
		co.Each = func(v certificate.Verified) {
			fmt.Fprintf(&list, "illegal: %s %s\n", v.FEN, v.Reason)
		}
	}
	report, err := certificate.Check(ctx, f, info.Size(), co)
	switch {
	case err == nil:
		return list.String() + report.String(), nil
	case errors.Is(err, context.Canceled), errors.Is(err, proofs.ErrMemory):
		return "", err // their codes are known
	case errors.As(err, new(*os.PathError)):
		return "", err // reading failed
	default:
		return "", &codedError{exitNotVerified, err}
	}
}
