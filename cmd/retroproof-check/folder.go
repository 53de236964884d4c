package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	certificate "retroproof/proofs/krk"
	"retroproof/proofs/lrat"
	"retroproof/proofs/replay"
	"retroproof/proofs/survey"
)

// checkAnyFolder checks a folder by what its manifest calls itself.
func checkAnyFolder(ctx context.Context, dir string, o options) (string, error) {
	switch {
	case survey.Sniff(dir) && o.start == "":
		return checkSurvey(ctx, dir, o)
	case o.aboutPositions() != "":
		return "", o.notForThis()
	}
	return checkFolder(ctx, dir, o)
}

// checkCertificate checks the certificate of the KRK strategy.
func checkCertificate(ctx context.Context, dir string, o options) (string, error) {
	report, err := certificate.Check(ctx, os.DirFS(dir), o.memory)
	if err != nil {
		return "", folderError(err)
	}
	return report.String(), nil
}

// checkSurvey checks an estimate with all of its evidence.
func checkSurvey(ctx context.Context, dir string, o options) (string, error) {
	var list strings.Builder
	so := survey.Options{Memory: o.memory, Replay: replay.Options{MaxQuiet: o.maxQuiet}, GamesOnly: o.gamesOnly}
	if o.list {
		so.Each = func(l *survey.Line) {
			verdict := l.Verdict
			if verdict == survey.Illegal && o.gamesOnly {
				verdict = "not checked"
			}
			fmt.Fprintf(&list, "%d %s: %s\n", l.Draw, verdict, l.FEN)
		}
	}
	report, err := survey.Check(ctx, dir, so)
	if err != nil {
		return "", folderError(err)
	}
	return list.String() + report.String(), nil
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
