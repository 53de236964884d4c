package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
)

// ursaSchema is the version of the manifests of programs that can be checked.
const ursaSchema = "retroproof.ursa.certificate/1"

// ursaManifest is what is read of the manifest of a program: which formulas have proofs.
type ursaManifest struct {
	Schema            string
	Program           folder.File
	Tries, Assertions []struct {
		Verdict            string
		Variables, Clauses int64
		CNF, Proof         *folder.File
	}
}

// longestURSA bounds what is read of a manifest, as ursa does.
const longestURSA = 64 << 20

// errURSA says that a folder about a program is not what its manifest says.
var errURSA = errors.New("not as the manifest says")

// checkURSA checks formulas and proofs of a certificate of ursa. That these formulas are the program's, and that it has
// the solutions named, only a run of the program tells, so that the best outcome is an error with exitPartly.
func checkURSA(ctx context.Context, dir string, o options) (*result, error) {
	in := os.DirFS(dir)
	f, err := folder.Open(in, "manifest.json")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, longestURSA))
	if err != nil {
		return nil, err
	}
	var m ursaManifest
	if err := json.Unmarshal(text, &m); err != nil || m.Schema != ursaSchema {
		return nil, folderError(dir, fmt.Errorf("manifest.json: %w: schema %.80q, want %q (%v)", errURSA, m.Schema, ursaSchema, err))
	}
	if err := readListed(in, &m.Program, func(io.Reader) error { return nil }); err != nil {
		return nil, folderError(dir, err)
	}
	r := &result{}
	for _, e := range append(m.Tries, m.Assertions...) {
		refuted := e.Verdict == "unsatisfiable" || e.Verdict == "complete"
		switch {
		case (e.CNF != nil) != refuted || (e.Proof != nil) != refuted:
			return nil, folderError(dir, fmt.Errorf("%w: verdict %.40q, and formula and proof go with unsatisfiable and complete", errURSA, e.Verdict))
		case !refuted:
			continue
		}
		var c *lrat.Checker
		err := readListed(in, e.CNF, func(text io.Reader) error {
			return lrat.ScanDIMACS(text, e.CNF.Name, func(variables int, clauses int64) error {
				if int64(variables) != e.Variables || clauses != e.Clauses {
					return fmt.Errorf("%s: %w: %d variables and %d clauses", e.CNF.Name, errURSA, variables, clauses)
				}
				c = lrat.NewChecker(variables, o.memory)
				return nil
			}, func(clause []int32) error { return c.AddClause(clause) })
		})
		if err == nil {
			err = readListed(in, e.Proof, func(text io.Reader) error {
				_, err := c.LRAT(ctx, text, e.Proof.Name)
				return err
			})
		}
		if err != nil {
			return nil, folderError(dir, fmt.Errorf("%s and %s: %w", e.CNF.Name, e.Proof.Name, err))
		}
		r.claims = append(r.claims, claim{Claim: "unsatisfiable", Text: e.CNF.Name})
	}
	return r, &codedError{exitPartly, fmt.Errorf("%s: formulas and proofs hold: %d; that they are the program's is for retroproof ursa --rebuild %s",
		dir, len(r.claims), dir)}
}

// readListed reads a file that a manifest lists, by its plain name, and compares its hash.
func readListed(in fs.FS, file *folder.File, use func(io.Reader) error) error {
	if !fs.ValidPath(file.Name) || strings.Contains(file.Name, "/") {
		return fmt.Errorf("%w: %.80q is not the name of a file in the folder", errURSA, file.Name)
	}
	f, err := folder.Open(in, file.Name)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	text := io.TeeReader(f, h)
	if err := use(text); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, text)
	if err == nil && hex.EncodeToString(h.Sum(nil)) != file.SHA256 {
		err = fmt.Errorf("%s: %w: it has another SHA-256", file.Name, errURSA)
	}
	return err
}
