package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"retroproof/batch/surveyrun"
)

// PublicText is how a public key is written: in lists of keys, and where one is printed.
func PublicText(key ed25519.PublicKey) string { return base64.StdEncoding.EncodeToString(key) }

// NewKey makes a key that jobs are signed with.
func NewKey() (ed25519.PrivateKey, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	return key, err
}

// MakeKey writes a new key to a file that is not there yet and that its owner alone may read.
func MakeKey(name string) (ed25519.PrivateKey, error) {
	key, err := NewKey()
	if err != nil {
		return nil, err
	}
	text, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := pem.Encode(f, &pem.Block{Type: "PRIVATE KEY", Bytes: text}); err != nil {
		return nil, err
	}
	return key, f.Close()
}

// ReadKey reads a key that MakeKey or another program has written: PKCS #8 in PEM.
func ReadKey(name string) (ed25519.PrivateKey, error) {
	text, err := surveyrun.ReadFile(name)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s: no key in PEM", name)
	}
	any, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	key, ok := any.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%s: the key is a %T, want one of Ed25519", name, any)
	}
	return key, nil
}

// Keys are the public keys whose jobs a worker does, as strings of their bytes. Nil are all.
type Keys map[string]bool

// ReadKeys reads a list of public keys: one a line, as PublicText writes it, then perhaps whose it is. Lines that begin
// with # say nothing. For the name [anybody] the keys are nil.
func ReadKeys(name string) (Keys, error) {
	if name == anybody {
		return nil, nil
	}
	text, err := surveyrun.ReadFile(name)
	if err != nil {
		return nil, err
	}
	keys, number := Keys{}, 0
	for line := range strings.Lines(string(text)) {
		number++
		word := strings.Fields(line)
		if len(word) == 0 || strings.HasPrefix(word[0], "#") {
			continue
		}
		key, err := base64.StdEncoding.DecodeString(word[0])
		if err != nil || len(key) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("%s:%d: %.100q is no public key, as \"retroproof-farm key\" prints it", name, number, word[0])
		}
		keys[string(key)] = true
	}
	if len(keys) == 0 {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("no key in it")}
	}
	return keys, nil
}

// signed is what a signature of a job is for, so that none for something else counts.
func signed(job []byte) []byte { return append([]byte("retroproof-farm job\n"), job...) }

// allows reports whether a job has the signature of one of the keys.
func (k Keys) allows(job []byte, key, signature string) error {
	public, err := base64.StdEncoding.DecodeString(key)
	switch sig, e := base64.StdEncoding.DecodeString(signature); {
	case err != nil || e != nil || len(public) != ed25519.PublicKeySize:
		return errors.New("the job is not signed")
	case k != nil && !k[string(public)]:
		return fmt.Errorf("the key %s is not in the list", key)
	case !ed25519.Verify(public, signed(job), sig):
		return errors.New("the signature is wrong")
	}
	return nil
}
