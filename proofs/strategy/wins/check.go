package wins

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"

	"retroproof/proofs/folder"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
)

// Names of files of a folder.
const (
	ManifestName = "manifest.json"
	TextName     = "strategy.txt" // the strategy's text, with libraries written out
)

// Schema is the version of the format. Others are rejected.
const Schema = "retroproof.wins.certificate/1"

// Subject says in a manifest which strategy on which board a folder is about.
type Subject struct {
	Schema   string      `json:"schema"`
	Tool     string      `json:"tool"` // the program that wrote the folder
	Strategy string      `json:"strategy"`
	Files    int         `json:"files"` // of the board
	Ranks    int         `json:"ranks"`
	Text     folder.File `json:"text"`
}

// Manifest describes a folder that claims that a strategy wins. A checker takes from it what it is about, writes its own
// manifest, and compares the texts, so that nothing else in it is believed. Tool is taken from the file as well.
type Manifest struct {
	Subject
	Figures *Figures `json:"figures"`
}

// NewSubject describes a strategy.
func NewSubject(schema, tool string, s *text.Strategy) Subject {
	sum := sha256.Sum256([]byte(s.Source))
	return Subject{schema, tool, s.Name, s.Files, s.Ranks, folder.File{Name: TextName, Bytes: int64(len(s.Source)), SHA256: hex.EncodeToString(sum[:])}}
}

// NewManifest returns the manifest of a strategy that wins.
func NewManifest(tool string, s *text.Strategy, f *Figures) *Manifest {
	return &Manifest{NewSubject(Schema, tool, s), f}
}

// Open reads the manifest and the strategy of a folder with one of the schemas: the manifest's text, the program that wrote
// it, and the strategy.
func Open(ctx context.Context, files fs.FS, schema string) (manifest []byte, tool string, s *text.Strategy, err error) {
	f, err := folder.Open(files, ManifestName)
	if err != nil {
		return nil, "", nil, err
	}
	defer f.Close()
	var head Subject
	if manifest, err = folder.ReadText(f, schema, &head); err != nil {
		return nil, "", nil, err
	}
	source, err := folder.ReadAll(ctx, files, TextName, text.MostBytes)
	if err != nil {
		return nil, "", nil, err
	}
	if s, err = text.Parse(head.Strategy, string(source), rules.Board{Files: head.Files, Ranks: head.Ranks}); err != nil {
		return nil, "", nil, fmt.Errorf("%w: %w", folder.ErrManifest, err)
	}
	if built, known := text.Source(head.Strategy); known && built != s.Source {
		return nil, "", nil, fmt.Errorf("%w: the text is not that of %s", folder.ErrManifest, head.Strategy)
	}
	return manifest, head.Tool, s, nil
}

// Check checks a folder: the strategy in it wins from every position that it claims, and the manifest says so. The error is
// about the folder, wraps ErrNotWon, or is that of the context.
func Check(ctx context.Context, files fs.FS) (*text.Strategy, *Figures, error) {
	manifest, tool, s, err := Open(ctx, files, Schema)
	if err != nil {
		return nil, nil, err
	}
	t, err := New(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	if err := t.Symmetric(ctx); err != nil {
		return nil, nil, err
	}
	f := t.Figures()
	if err := f.Err(s); err != nil {
		return nil, nil, err
	}
	return s, f, folder.Compare(manifest, NewManifest(tool, s, f))
}
