package lrat_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"retroproof/internal/expect"
	"retroproof/proofs/drup"
	"retroproof/proofs/lrat"
	"retroproof/proofs/lrat/gunzip"
	"strings"
	"testing"
)

// sentinels are the names that the first line of a .want file may have.
var sentinels = map[string]error{
	"ErrNoHeader": lrat.ErrNoHeader, "ErrHeader": lrat.ErrHeader, "ErrSecondHeader": lrat.ErrSecondHeader, "ErrNotNumber": lrat.ErrNotNumber,
	"ErrOverflow": lrat.ErrOverflow, "ErrLiteralRange": lrat.ErrLiteralRange, "ErrTooFewClauses": lrat.ErrTooFewClauses,
	"ErrTooManyClauses": lrat.ErrTooManyClauses, "ErrUnterminated": lrat.ErrUnterminated, "ErrTrailing": lrat.ErrTrailing, "ErrNUL": lrat.ErrNUL,
	"ErrTooLong": lrat.ErrTooLong, "ErrGzip": gunzip.ErrGzip,

	"ErrNoEmptyClause": lrat.ErrNoEmptyClause, "ErrTruncated": lrat.ErrTruncated, "ErrLine": lrat.ErrLine, "ErrNotStep": lrat.ErrNotStep,
	"ErrIDOrder": lrat.ErrIDOrder, "ErrUnknownHint": lrat.ErrUnknownHint, "ErrDeletedHint": lrat.ErrDeletedHint, "ErrNotUnit": lrat.ErrNotUnit,
	"ErrNoConflict": lrat.ErrNoConflict, "ErrRAT": lrat.ErrRAT, "ErrNotRUP": drup.ErrNotRUP, "ErrUnknownDeletion": lrat.ErrUnknownDeletion,
}

// checkFiles checks NAME.cnf with NAME.lrat or NAME.drup.
func checkFiles(t *testing.T, cnf string) error {
	t.Helper()
	formula := expect.Must(os.ReadFile(cnf))
	check := lratOf
	name := strings.TrimSuffix(cnf, ".cnf") + ".lrat"
	proof, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		check = rupOf
		name = strings.TrimSuffix(cnf, ".cnf") + ".drup"
		proof, err = os.ReadFile(name)
	}
	expect.NoError(t, err)
	f, err := lrat.ReadDIMACS(gunzip.NewReader(bytes.NewReader(formula)), filepath.Base(cnf))
	if err != nil {
		return err
	}
	_, err = check(context.Background(), f, lrat.DefaultMemory, bytes.NewReader(proof), filepath.Base(name))
	return err
}

func TestRejectFolder(t *testing.T) {
	t.Parallel()
	cnfs, err := filepath.Glob(filepath.Join("..", "..", "testdata", "proofs", "reject", "*.cnf"))
	if err != nil || len(cnfs) < 80 {
		t.Fatalf("%d files, %v", len(cnfs), err)
	}
	met := map[string]bool{}
	for _, cnf := range cnfs {
		t.Run(strings.TrimSuffix(filepath.Base(cnf), ".cnf"), func(t *testing.T) {
			err := checkFiles(t, cnf)
			if err == nil {
				t.Fatal("accepted")
			}
			got := ""
			for name, sentinel := range sentinels {
				if errors.Is(err, sentinel) {
					expect.Equal(t, got, "", "both")
					got = name
				}
			}
			met[got] = true
			var syntax *lrat.SyntaxError
			var proof *lrat.ProofError
			if !errors.As(err, &syntax) && !errors.As(err, &proof) && got != "ErrGzip" {
				t.Errorf("no position: %v", err)
			}
			got += "\n" + err.Error() + "\n"
			file := strings.TrimSuffix(cnf, ".cnf") + ".want"
			if expect.Updating() {
				expect.NoError(t, os.WriteFile(file, []byte(got), 0o666))
			}
			want, err := os.ReadFile(file)
			if err != nil || got != string(want) {
				t.Errorf("got\n%swant\n%s%v", got, want, err)
			}
		})
	}
	for name := range sentinels {
		// Headers have their own table in dimacs_test.go, and a clause that is too long is a large file.
		if !met[name] && !strings.Contains(name, "Header") && name != "ErrUnterminated" && name != "ErrTooLong" && name != "" {
			t.Errorf("no file is rejected for %s", name)
		}
	}
}

func TestAcceptFolder(t *testing.T) {
	t.Parallel()
	cnfs, err := filepath.Glob(filepath.Join("..", "..", "testdata", "proofs", "accept", "*.cnf"))
	if err != nil || len(cnfs) < 20 {
		t.Fatalf("%d files, %v", len(cnfs), err)
	}
	for _, cnf := range cnfs {
		expect.Succeeds(t, checkFiles(t, cnf), "%s", cnf)
	}
}

// doc/proofs.md names every reason for which a proof is rejected, with a message that is up to date.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	doc := expect.Must(os.ReadFile(filepath.Join("..", "..", "doc", "proofs.md")))
	parts := strings.Split(string(doc), "\n### ")[1:]
	for _, part := range parts {
		name, rest, _ := strings.Cut(part, "\n\n`")
		file, _, _ := strings.Cut(rest, "`")
		want := expect.Must(os.ReadFile(filepath.Join("..", "..", "testdata", "proofs", "reject", file+".want")))
		sentinel, message, _ := strings.Cut(strings.TrimSpace(string(want)), "\n")
		if sentinel != name || !strings.Contains(part, "\n> "+message+"\n") {
			t.Errorf("%s: %s is rejected for %s: %s", name, file, sentinel, message)
		}
	}
	for name := range sentinels {
		inProof := !strings.Contains(name, "Header") && !strings.Contains(name, "Clauses") && name != "ErrUnterminated" && name != "ErrTooLong"
		if inProof && !strings.Contains(string(doc), "\n### "+name+"\n") {
			t.Errorf("doc/proofs.md has no example of %s", name)
		}
	}
}
