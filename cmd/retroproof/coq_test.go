package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"retroproof/internal/expect"
)

// TestCoq: what Coq proves of the strategies' longest wins is what the program finds.
func TestCoq(t *testing.T) {
	if testing.Short() {
		t.Skip("goes back from mate for four strategies")
	}
	files, err := filepath.Glob("../../proofs/coq/*_wins.v")
	if err != nil || len(files) != 4 {
		t.Fatalf("%v, %v; want four files", files, err)
	}
	statement := regexp.MustCompile(`exactly \w+ (\w+) .* (\d+) = true\.`)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			expect.NoError(t, err)
			m := statement.FindStringSubmatch(string(text))
			if m == nil {
				t.Fatal("no statement")
			}
			out, err := exec.Command("retroproof", "strategy", "prove", m[1], "--wins", "--json").Output()
			expect.NoError(t, err)
			var figures struct {
				Retrograde struct {
					NotWon int   `json:"not_won"`
					By     []int `json:"by_moves"`
				}
			}
			expect.NoError(t, json.NewDecoder(bytes.NewReader(out)).Decode(&figures))
			if got := strconv.Itoa(len(figures.Retrograde.By)); got != m[2] || figures.Retrograde.NotWon != 0 {
				t.Errorf("%s: got longest win %s and %d not won, want %s and 0", m[1], got, figures.Retrograde.NotWon, m[2])
			}
		})
	}
}
