package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"retroproof/kernel/certificate"
	"retroproof/proofs"
	"retroproof/proofs/games"
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
func sniff(name string) (fileKind, error) {
	f, err := os.Open(name)
	if err != nil {
		return isOther, err
	}
	defer f.Close()
	head := make([]byte, 1<<12)
	n, err := io.ReadFull(f, head)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	switch head = head[:n]; {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return isContainer, err
	case games.Sniff(head):
		return isGames, err
	}
	return isOther, err
}

// checkContainer checks a certificate of verdicts, on one position or many.
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
	co := certificate.Options{Memory: o.memory, Replay: replay.Options{MaxQuiet: o.maxQuiet}}
	if o.list {
		co.Each = func(v certificate.Verified) {
			if v.Legal {
				fmt.Fprintf(&list, "legal: %s %d plies\n", v.FEN, v.Plies)
				return
			}
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
