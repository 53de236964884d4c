package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"retroproof/proofs/aiger"
	"retroproof/proofs/folder"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/proofs/reach"
)

// checkReach checks a folder about a transition system, and that it is about the model of --model, if there is one.
func checkReach(ctx context.Context, dir string, o options) (*result, error) {
	report, err := reach.Check(ctx, os.DirFS(dir), o.memory)
	if err != nil {
		return nil, reachError(dir, err)
	}
	if o.model != "" {
		f, err := folder.OpenFile(o.model, folder.Links)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		h := sha256.New()
		if _, err := io.Copy(h, folder.Bounded(ctx, f, o.model, o.memory)); err != nil {
			return nil, err
		}
		if sum := hex.EncodeToString(h.Sum(nil)); sum != report.SHA256 {
			const wrong = "%s: it is about the model with SHA-256 %s, and that of %s is %s"
			return nil, &codedError{exitNotVerified, fmt.Errorf(wrong, dir, report.SHA256, o.model, sum)}
		}
	}
	return &result{claims: []claim{{Claim: report.Verdict, Text: report.Claim()}}, report: report.String()}, nil
}

// checkRun checks a model and a run of it to a bad state, or one that violates a justice property, as its second line
// says.
func checkRun(f *file, witness string, o options) (*result, error) {
	switch {
	case o.aboutPositions() != "":
		return nil, o.notForThis()
	case o.rup:
		return nil, usageErrorf("--rup is for a formula and its proof")
	}
	h := sha256.New()
	m, err := aiger.Read(io.TeeReader(f.in, h), f.name, o.memory)
	if err != nil {
		return nil, reachError(f.name, err)
	}
	in, err := o.open(witness)
	switch {
	case err != nil:
		return nil, err
	case in.kind == isFolder:
		return nil, fmt.Errorf("%s is a folder", witness)
	}
	defer in.Close()
	report := &reach.Report{
		Verdict: reach.Unsafe, Model: f.name, SHA256: hex.EncodeToString(h.Sum(nil)),
		Inputs: len(m.Inputs), Latches: len(m.Latches), Gates: len(m.Ands),
	}
	text := bufio.NewReader(gunzip.NewReader(in.in))
	if head, _ := text.Peek(3); string(head) == "1\nj" {
		report.Verdict = reach.Violated
		report.Justice, report.Steps, report.Loop, err = reach.CheckLasso(m, text)
	} else {
		var all []int
		for i := range m.Properties() {
			all = append(all, i)
		}
		report.Bad, report.Steps, err = reach.CheckTrace(m, all, text)
	}
	if err != nil {
		return nil, reachError(in.name, err)
	}
	return &result{claims: []claim{{Claim: report.Verdict, Text: report.Claim()}}, report: report.String()}, nil
}

// reachError gives an error about such evidence its exit code.
func reachError(name string, err error) error {
	if reach.Wrong(err) {
		return &codedError{exitNotVerified, fmt.Errorf("%s: %w", name, err)}
	}
	return folderError(name, err)
}
