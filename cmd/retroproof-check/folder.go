package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	certificate "retroproof/proofs/krk"
	"retroproof/proofs/lrat"
	"retroproof/proofs/replay"
	"retroproof/proofs/survey"
)

// checkFolder checks a folder of certificates. It returns no error only if everything was verified. Tests put another
// one in its place.
var checkFolder = checkCertificate

// checkAnyFolder checks a folder by what its manifest calls itself.
func checkAnyFolder(ctx context.Context, dir string, o options) (*result, error) {
	switch {
	case survey.Sniff(dir) && o.start == "":
		return checkSurvey(ctx, dir, o)
	case o.aboutPositions() != "":
		return nil, o.notForThis()
	}
	return checkFolder(ctx, dir, o)
}

// checkCertificate checks the certificate of the KRK strategy.
func checkCertificate(ctx context.Context, dir string, o options) (*result, error) {
	report, err := certificate.Check(ctx, os.DirFS(dir), o.memory)
	if err != nil {
		return nil, folderError(err)
	}
	r := &result{report: report.String()}
	for _, c := range report.Theorems {
		r.claims = append(r.claims, claim{Claim: "theorem", Text: c.Name + ": " + c.Text})
	}
	return r, nil
}

// checkSurvey checks an estimate with all of its evidence.
func checkSurvey(ctx context.Context, dir string, o options) (*result, error) {
	so := survey.Options{Memory: o.memory, Replay: replay.Options{MaxQuiet: o.maxQuiet}, GamesOnly: o.gamesOnly}
	if o.list.wanted {
		so.Each = func(l *survey.Line) {
			verdict := l.Verdict
			if verdict == survey.Illegal && o.gamesOnly {
				verdict = "not checked"
			}
			o.list.add(listed{Draw: &l.Draw, FEN: l.FEN, Verdict: verdict})
		}
	}
	report, err := survey.Check(ctx, dir, so)
	if err != nil {
		return nil, folderError(err)
	}
	m := report.Manifest
	legal, _ := m.Counts.Tally().Totals()
	illegal := m.Counts.Illegal
	if o.gamesOnly {
		illegal = 0
	}
	r := &result{report: report.String()}
	r.claims = append(r.claims, claim{Claim: "draws", Positions: int64(m.Draws), Text: fmt.Sprintf("of %s, seed %d", m.Scheme, m.Seed)})
	r.claims = append(r.claims, about(int64(illegal), int64(legal), "", "")...)
	return r, nil
}

// folderError gives an error about a folder its exit code.
func folderError(err error) error {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, lrat.ErrMemory):
		return err // their codes are known
	case errors.As(err, new(*fs.PathError)) && !errors.Is(err, fs.ErrNotExist):
		return err // reading failed
	}
	// A file that is missing, malformed or wrong: nothing is verified.
	return &codedError{exitNotVerified, err}
}
