package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"retroproof/proofs/games"
	"retroproof/proofs/illegal"
	"retroproof/proofs/lrat"
	"retroproof/proofs/replay"
)

// fileKind is what a file seems to be.
type fileKind uint8

const (
	isOther     fileKind = iota
	isContainer          // it begins like a ZIP
	isGames
)

// sniff tells what a file is to be taken for by how it begins.
func sniff(head []byte) fileKind {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return isContainer
	case games.Sniff(head):
		return isGames
	}
	return isOther
}

// sniffed is how much of a file is looked at for that.
const sniffed = 1 << 12

// checkContainer checks a certificate of verdicts, on one position or many.
func checkContainer(ctx context.Context, f io.ReaderAt, size int64, o options) (string, error) {
	var list strings.Builder
	co := illegal.Options{Memory: o.memory, Replay: replay.Options{MaxQuiet: o.maxQuiet}}
	if o.list {
		co.Each = func(v illegal.Verified) {
			if v.Legal {
				fmt.Fprintf(&list, "legal: %s %d plies\n", v.FEN, v.Plies)
				return
			}
			fmt.Fprintf(&list, "illegal: %s %s\n", v.FEN, v.Reason)
		}
	}
	report, err := illegal.Check(ctx, f, size, co)
	switch {
	case err == nil:
		return list.String() + report.String(), nil
	case errors.Is(err, context.Canceled), errors.Is(err, lrat.ErrMemory):
		return "", err // their codes are known
	case errors.As(err, new(*os.PathError)):
		return "", err // reading failed
	default:
		return "", &codedError{exitNotVerified, err}
	}
}
