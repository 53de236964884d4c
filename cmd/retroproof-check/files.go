package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"

	"retroproof/proofs/answers"
	"retroproof/proofs/exact"
	"retroproof/proofs/folder"
	"retroproof/proofs/illegal"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/proofs/survey"
)

// fileKind is what a file seems to be.
type fileKind uint8

const (
	isOther     fileKind = iota // a formula, perhaps
	isContainer                 // of verdicts
	isGames
	isOtherGames // PGN, or a list with tokens
	isExact
	isAnswers
	isFolder
	isModel // a transition system
	isPack  // of an estimate
)

// sniffed is how much of a file is looked at to tell its kind.
const sniffed = 1 << 12

// file is an argument that has been opened. What was read of a pipe does not come again, so it is opened once.
type file struct {
	*os.File // nil for stdin
	name     string
	in       *bufio.Reader // all of it; nil for a folder
	kind     fileKind
}

// open opens a file or folder, or stdin for "-".
func (o options) open(name string) (*file, error) {
	f := &file{name: name}
	if name == "-" {
		f.name, f.in = "<stdin>", bufio.NewReaderSize(o.stdin, sniffed)
	} else {
		info, err := os.Stat(name)
		if err == nil && info.IsDir() {
			f.kind = isFolder
			return f, nil
		}
		if f.File, err = folder.OpenFile(name, folder.Links|folder.Pipes); err != nil {
			return nil, err
		}
		f.in = bufio.NewReaderSize(f.File, sniffed)
	}
	head, err := f.in.Peek(sniffed)
	if err != nil && err != io.EOF {
		f.Close()
		return nil, err
	}
	// Certificates and answers are compressed; of formulas and proofs their readers know.
	begins := func(text []byte, prefix string) bool { return bytes.HasPrefix(text, []byte(prefix)) }
	if inside := unzipped(head); begins(inside, illegal.Prefix) || begins(inside, answers.Prefix) {
		f.in, head = bufio.NewReaderSize(gunzip.NewReader(f.in), sniffed), inside
	}
	switch {
	case begins(head, illegal.Prefix), begins(head, "PK\x03\x04"): // or one of an earlier version
		f.kind = isContainer
	case begins(head, exact.Prefix):
		f.kind = isExact
	case survey.IsPack(head):
		f.kind = isPack
	case begins(head, "aag "), begins(head, "aig "):
		f.kind = isModel
	case begins(head, answers.Prefix):
		f.kind = isAnswers
	default:
		f.kind = gamesKind(head)
	}
	return f, nil
}

// unzipped returns the beginning of what is compressed by gzip, by the beginning of the file; nil if it is not.
func unzipped(head []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return nil
	}
	inside := make([]byte, len(illegal.Prefix))
	n, _ := io.ReadFull(z, inside)
	return inside[:n]
}

// gamesKind tells games from other texts, by how they begin.
func gamesKind(head []byte) fileKind {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch word, _, _ := bytes.Cut(head, []byte(" ")); {
	case bytes.HasPrefix(head, []byte("{")):
		return isGames
	case bytes.HasPrefix(head, []byte("[")), bytes.Count(word, []byte("/")) == 7:
		return isOtherGames
	}
	return isOther
}

// Close closes the file, but not stdin.
func (f *file) Close() error {
	if f.File == nil {
		return nil
	}
	return f.File.Close()
}

// dispatch checks all files, one after the other. Two of which the first is a formula or a model are a pair. The error
// is about the arguments, or the context's.
func dispatch(ctx context.Context, names []string, o options) (answers []*answer, err error) {
	for _, name := range names {
		var r *result
		proof := ""
		f, err := o.open(name)
		switch {
		case err != nil:
		case len(names) == 2 && len(answers) == 0 && f.kind == isOther:
			proof = names[1]
			r, err = checkPairForCoq(ctx, f, proof, o)
		case len(names) == 2 && len(answers) == 0 && f.kind == isModel:
			proof = names[1]
			r, err = checkRun(f, proof, o)
		default:
			r, err = checkOne(ctx, f, o)
		}
		if f != nil {
			f.Close()
		}
		alone := len(names) == 1 || proof != ""
		if code := exitCode(err); code == exitInterrupted || code == exitUsage && alone {
			return nil, err // which ends with how the program is used
		}
		answers = append(answers, answerTo(name, proof, r, o.list, err))
		if proof != "" || f == nil && len(names) == 2 { // which may have been a formula
			break
		}
	}
	return answers, nil
}

// aboutPositions returns a flag that was given and is for evidence about positions,
// or "".
func (o options) aboutPositions() string {
	switch {
	case o.list.wanted:
		return "--list"
	case o.maxQuiet > 0:
		return "--max-quiet"
	case o.gamesOnly:
		return "--games"
	case o.writeCNF != "":
		return "--write-cnf"
	}
	return ""
}

func (o options) notForThis() error {
	if o.writeCNF != "" {
		return usageErrorf("--write-cnf is for certificates of positions and estimates, which have cores")
	}
	return usageErrorf("%s is for certificates of positions and for games", o.aboutPositions())
}

// cores returns what writes the cores of --write-cnf, nil without.
func (o options) cores(ctx context.Context) (func(illegal.Refuted) error, error) {
	if o.writeCNF == "" {
		return nil, nil
	}
	return func(r illegal.Refuted) error {
		return o.writeCore(ctx, r)
	}, os.MkdirAll(o.writeCNF, 0o777)
}

// checkOne checks a file or folder that holds all that it needs.
func checkOne(ctx context.Context, f *file, o options) (*result, error) {
	// Flags that do not belong to a kind of file are refused, never ignored: a check is all that was asked for.
	switch {
	case o.coq != "" && f.kind != isFolder:
		return nil, errCoq
	case o.rup:
		return nil, usageErrorf("--rup is for a pair of files")
	case f.kind == isFolder:
		return checkAnyFolder(ctx, f.name, o)
	case f.kind == isPack && o.root == "" && o.model == "" && f.File != nil:
		return checkSurvey(ctx, f.name, true, o)
	case o.root != "":
		return nil, usageErrorf("--root is for folders of units")
	case o.model != "":
		return nil, usageErrorf("--model is for folders of retroproof reach --certify")
	case f.kind == isModel:
		return nil, usageErrorf("expected a run to a bad state after the model %s", f.name)
	// What it is was decided by its first bytes, never by its name.
	case f.kind == isContainer && o.gamesOnly:
		return nil, usageErrorf("--games is for games: a certificate has evidence for everything")
	case f.kind == isContainer:
		return checkContainer(ctx, f.in, o)
	case f.kind == isAnswers && (o.gamesOnly || o.list.wanted):
		return nil, usageErrorf("--games and --list are not for answers, which tell their claims")
	case f.kind == isAnswers:
		return checkAnswers(ctx, f.in, o)
	case f.kind == isExact && o.aboutPositions() != "":
		return nil, o.notForThis()
	case f.kind == isExact:
		return checkExact(ctx, f.in, o)
	case f.kind == isOtherGames:
		return nil, &codedError{exitNotVerified,
			fmt.Errorf("%s: games are read as lines of JSON alone: retroproof games %[1]s | retroproof-check -", f.name)}
	case (f.kind == isGames || f.File == nil) && o.writeCNF != "":
		return nil, o.notForThis()
	case f.kind == isGames || f.File == nil:
		return checkGames(ctx, f.in, f.name, o)
	}
	return nil, usageErrorf("%s is no certificate and no list of games; if it is a formula, its proof has to follow",
		f.name)
}
