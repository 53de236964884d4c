package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"retroproof"
	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// program runs the program.
func program(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, &out, &errs)
	return code, out.String(), errs.String()
}

// folder begins an estimate of a few draws.
func folder(t *testing.T, tool string, samples, choose uint64) string {
	t.Helper()
	dir := t.TempDir()
	begin(t, dir, tool, samples, survey.Plan{UnitDraws: 10, PackUnits: 2, Choose: choose})
	return dir
}

// closedPort returns an address where nothing listens.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	expect.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// TestUsage: what makes no sense is refused with a reason before anything is done.
func TestUsage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	var args, want string
	for range expect.Rows(t, "testdata/usage-errors.tsv", &args, &want) {
		code, stdout, stderr := program(t, strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)
		if code != 2 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: %d, %q, %q, want %q", args, code, stdout, stderr, want)
		}
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("a call that is refused makes the folder: %v", err)
	}
}

// TestHelp: each command tells its own flags, and the version is that of the build.
func TestHelp(t *testing.T) {
	for _, c := range commands {
		code, stdout, stderr := program(t, c.name, "--help")
		if code != 0 || stderr != "" || !strings.HasPrefix(stdout, "usage: retroproof-farm "+c.name) {
			t.Errorf("%s: %d, %q, %q", c.name, code, stdout, stderr)
		}
		for _, flag := range c.flags {
			if !strings.Contains(stdout, "-"+flag+" ") {
				t.Errorf("%s --help does not tell --%s:\n%s", c.name, flag, stdout)
			}
		}
		if strings.Contains(stdout, "--samples") != (c.name == "submit") {
			t.Errorf("%s --help:\n%s", c.name, stdout)
		}
	}
	want := retroproof.BuildOf("retroproof-farm").String() + "\n"
	for _, arg := range []string{"version", "--version"} {
		if code, stdout, _ := program(t, arg); code != 0 || stdout != want {
			t.Errorf("%s: %d, %q, want %q", arg, code, stdout, want)
		}
	}
}

// TestNoServer: where no server answers, or none can be started, that is said.
func TestNoServer(t *testing.T) {
	address := closedPort(t)
	dir := folder(t, retroproof.BuildOf("retroproof").Tool(), 3, 0)
	for _, args := range [][]string{{"status"}, {"submit", "--dir", dir}} {
		code, _, stderr := program(t, append(args, "--server", "nats://"+address)...)
		if code != 5 || !strings.Contains(stderr, "no NATS server answers at nats://"+address) {
			t.Errorf("%v: %d, %q", args, code, stderr)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	expect.NoError(t, err)
	defer l.Close()
	if code, _, stderr := program(t, "submit", "--dir", dir, "--listen", l.Addr().String()); code != 5 || !strings.Contains(stderr, "--listen "+l.Addr().String()+": ") {
		t.Errorf("an address in use: %d, %q", code, stderr)
	}
}

// until is a writer that calls a function once it has been given a text.
type until struct {
	mu   sync.Mutex
	text bytes.Buffer
	want string
	then func()
}

func (u *until) Write(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	n, err := u.text.Write(p)
	if strings.Contains(u.text.String(), u.want) {
		u.then()
	}
	return n, err
}

// TestWaits: a worker says that it waits for a server.
func TestWaits(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	address := closedPort(t)
	stderr := &until{want: "a NATS server at nats://" + address, then: stop}
	if code := run(ctx, []string{"work", "--keys", "any", "--server", "nats://" + address}, &bytes.Buffer{}, stderr); code != 130 || !strings.HasSuffix(stderr.text.String(), "retroproof-farm: interrupted\n") {
		t.Errorf("%d, %q", code, &stderr.text)
	}
}

// TestOtherVersion: submit --work of another version than that of the folder ends, and the folder goes on with the
// right one.
func TestOtherVersion(t *testing.T) {
	dir := folder(t, "retroproof 0.0.1", 3, 0)
	code, _, stderr := program(t, "submit", "--dir", dir, "--listen", "127.0.0.1:0", "--work")
	tool := retroproof.BuildOf("retroproof").Tool()
	want := dir + " is made by retroproof 0.0.1, and this is " + tool + ": only workers of that version can make its units\n"
	if code != 2 || !strings.Contains(stderr, want) {
		t.Errorf("%d, %q, want %q", code, stderr, want)
	}
}

// certificate writes a certificate and its key, in PEM, and returns both; it signs itself if no one else does.
func certificate(t *testing.T, dir, name string, by *x509.Certificate, signer ed25519.PrivateKey) (*x509.Certificate, ed25519.PrivateKey) {
	t.Helper()
	public, key, err := ed25519.GenerateKey(nil)
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: by == nil, BasicConstraintsValid: true,
	}
	if by == nil {
		by, signer = c, key
	}
	var text, secret []byte
	if err == nil {
		text, err = x509.CreateCertificate(nil, c, by, public, signer)
	}
	if err == nil {
		secret, err = x509.MarshalPKCS8PrivateKey(key)
	}
	for file, b := range map[string]*pem.Block{name + ".pem": {Type: "CERTIFICATE", Bytes: text}, name + ".key": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(b), 0o600)
		}
	}
	expect.NoError(t, err)
	return c, key
}

// TestConfiguration: with the configuration of doc/farm.md submit and work do their work, and nobody else connects.
func TestConfiguration(t *testing.T) {
	dir := t.TempDir()
	ca, key := certificate(t, dir, "ca", nil, nil)
	for _, name := range []string{"server", "submit", "worker"} {
		certificate(t, dir, name, ca, key)
	}
	doc, err := os.ReadFile("../doc/farm.md")
	expect.NoError(t, err)
	_, config, _ := strings.Cut(string(doc), "```\n")
	config, _, _ = strings.Cut(config, "```\n")
	config = strings.NewReplacer("/etc/retroproof-farm", dir, "/var/lib/retroproof-farm", dir+"/store", "127.0.0.1:4222", closedPort(t)).Replace(config)
	name := filepath.Join(dir, "farm.conf")
	expect.NoError(t, os.WriteFile(name, []byte(config), 0o666))
	tls := func(name string, args ...string) []string {
		return append(args, "--tls-ca", dir+"/ca.pem", "--tls-cert", dir+"/"+name+".pem", "--tls-key", dir+"/"+name+".key")
	}
	code, public, stderr := program(t, "key", "--key", dir+"/farm.key")
	if code != 0 || os.WriteFile(dir+"/keys", []byte(public), 0o666) != nil {
		t.Fatalf("%d, %q", code, stderr)
	}
	if _, again, _ := program(t, "key", "--key", dir+"/farm.key"); again != public {
		t.Errorf("%q, then %q", public, again)
	}
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	var errs bytes.Buffer
	begin := func() {
		address := config[strings.Index(config, "127.0.0.1:"):]
		address = "tls://" + address[:strings.Index(address, "\"")]
		if code, _, stderr := program(t, "status", "--server", address, "--tls-ca", dir+"/ca.pem"); code != 5 {
			t.Errorf("a connection without a certificate: %d, %q", code, stderr)
		}
		working.Go(func() {
			run(ctx, tls("worker", "work", "--server", address, "--keys", dir+"/keys", "--jobs", "1"), io.Discard, &errs)
		})
	}
	estimate := folder(t, retroproof.BuildOf("retroproof").Tool(), 20, 0)
	stdout := &until{want: "server: ", then: sync.OnceFunc(begin)}
	submit := tls("submit", "submit", "--dir", estimate, "--key", dir+"/farm.key", "--server-config", name, "--patience", "1m")
	var submitErrs bytes.Buffer
	code = run(t.Context(), submit, stdout, &submitErrs)
	stop()
	working.Wait()
	if code != 0 || !strings.Contains(stdout.text.String(), "\nlegal positions: ") || strings.Contains(errs.String(), "ermission") {
		t.Errorf("%d, %q, %q; the worker: %q", code, &stdout.text, &submitErrs, &errs)
	}
}

// TestSubmitAndCheck: two-phase samples are told as such; a flipped byte is NOT VERIFIED.
func TestSubmitAndCheck(t *testing.T) {
	dir := folder(t, retroproof.BuildOf("retroproof").Tool(), 20, 1)
	code, stdout, stderr := program(t, "submit", "--dir", dir, "--listen", "127.0.0.1:0", "--work", "--jobs", "1")
	if code != 0 || !strings.Contains(stdout, "20 draws, labelled: ") || !strings.Contains(stdout, "; 1 of each chosen") || !strings.Contains(stdout, "\nlegal positions: ") {
		t.Fatalf("%d, %q, %q", code, stdout, stderr)
	}
	if strings.Contains(stderr, "a NATS server at") {
		t.Errorf("a server that is there is waited for: %q", stderr)
	}
	name := filepath.Join(dir, "pack-000000.tar")
	text, err := os.ReadFile(name)
	expect.NoError(t, err)
	text[len(text)/2] ^= 1
	expect.NoError(t, os.WriteFile(name, text, 0o666))
	code, _, stderr = program(t, "check", "--dir", dir, "--listen", "127.0.0.1:0")
	if code != 1 || !strings.Contains(stderr, "retroproof-farm: NOT VERIFIED: ") || !strings.Contains(stderr, "pack-000000/") {
		t.Errorf("%d, %q", code, stderr)
	}
	code, _, stderr = program(t, "check", "--dir", t.TempDir(), "--listen", "127.0.0.1:0")
	if code != 1 || !strings.Contains(stderr, "NOT VERIFIED: ") {
		t.Errorf("a folder without anything: %d, %q", code, stderr)
	}
}
