package formula

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// TestVectors: the formulas of doc/formula.md are what it says.
func TestVectors(t *testing.T) {
	file, err := os.Open("../../../doc/formula.md")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	checked, found := 0, false
	for s := bufio.NewScanner(file); s.Scan(); {
		found = found || s.Text() == "## Test vectors"
		cells := strings.Split(s.Text(), "|")
		if !found || len(cells) != 8 || !strings.Contains(cells[1], "/") {
			continue
		}
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		start, err := chess.ParseFEN(cells[1])
		if err != nil {
			t.Fatal(err)
		}
		goal, err := chess.ParseFEN(cells[2])
		if err != nil {
			t.Fatal(err)
		}
		var given []facts.Fact
		for text := range strings.SplitSeq(cells[3], ";") {
			words := strings.Fields(text)
			if len(words) < 2 {
				continue
			}
			f := facts.Fact{By: facts.FactRule(words[0])}
			for _, name := range words[1:] {
				sq, err := chess.ParseSquare(name)
				if err != nil {
					t.Fatal(err)
				}
				f.Squares |= facts.Squares(sq.Bit())
			}
			given = append(given, f)
		}
		a, err := facts.NewAbstraction(&start, &goal, given)
		if err != nil {
			t.Fatalf("%s: %v", cells[2], err)
		}
		f := New(asked(a))
		hash := sha256.New()
		if err := f.WriteDIMACS(hash); err != nil {
			t.Fatal(err)
		}
		is := fmt.Sprintf("%d %d %x", f.NumVars(), f.clauses, hash.Sum(nil))
		if want := cells[4] + " " + cells[5] + " " + cells[6]; is != want {
			t.Errorf("%s, %q: the document says %s, and it is %s", cells[2], cells[3], want, is)
		}
		checked++
	}
	if checked < 9 {
		t.Errorf("%d vectors", checked)
	}
}
