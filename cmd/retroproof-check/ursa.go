package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"retroproof/proofs/lrat"
	"retroproof/proofs/ursa"
)

// ursaKind is how the schema of the manifests about programs in URSA begins.
const ursaKind = "retroproof.ursa.certificate/"

// checkURSA checks that a program has the solutions that a folder names, and no others.
func checkURSA(ctx context.Context, dir string, o options) (*result, error) {
	report, err := ursa.Check(ctx, os.DirFS(dir), o.memory)
	var rejected *lrat.ProofError
	switch {
	case errors.Is(err, ursa.ErrCertificate), errors.Is(err, ursa.ErrProgram), errors.As(err, &rejected):
		return nil, &codedError{exitNotVerified, fmt.Errorf("%s: %w", dir, err)}
	case err != nil:
		return nil, folderError(dir, err)
	}
	program := fmt.Sprintf("program.urs with SHA-256 %s, numbers of %d bits\n", report.SHA256, report.Bits)
	r := &result{report: program + strings.Join(report.Claims, "\n") + "\n"}
	for _, text := range report.Claims {
		r.claims = append(r.claims, claim{Claim: "solutions", Text: text})
	}
	return r, nil
}
