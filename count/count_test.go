package count

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey/numbering"
)

func TestArmies(t *testing.T) {
	t.Parallel()
	c := CountArmies()
	if got := c.Armies.Total.String(); got != "8694" {
		t.Errorf("%s armies", got)
	}
	if got := c.Classes.Total.String(); got != "838" {
		t.Errorf("%s classes of armies", got)
	}
	if n := len(standard.sideClasses()); n != 324 {
		t.Errorf("%d classes by pawns, promoted men and pieces", n)
	}
	for i := 1; i < len(numbering.Armies()); i++ {
		if !numbering.Armies()[i-1].Less(numbering.Armies()[i]) || numbering.Armies()[i].Less(numbering.Armies()[i-1]) {
			t.Fatalf("%v is not before %v", numbering.Armies()[i-1], numbering.Armies()[i])
		}
	}
}

func TestPairs(t *testing.T) {
	t.Parallel()
	c := CountPairs()
	if got := c.Pairs.Total.String(); got != "58084310" {
		t.Errorf("%s pairs", got)
	}
	// The paper has 23773, which no reading reproduces.
	if got := c.Combinations.Total.String(); got != "23768" {
		t.Errorf("%s combinations", got)
	}
}

func TestPositions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kings KingRule
		want  string
	}{
		{AnyKings, "24639467089379915386890365075260915223928803040"},
		{NonadjacentKings, "22124621884617108585387385940828998876019391612"},
	} {
		if got := Diagrams(tt.kings).Total.String(); got != tt.want {
			t.Errorf("rule %t: %s positions, want %s", tt.kings, got, tt.want)
		}
	}
}

func TestBishopDiagrams(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kings KingRule
		want  string
	}{
		{AnyKings, "14947100816349698336078622708244612780212034368"},
		{NonadjacentKings, "13420767022564410527488445581090865704258683700"},
	} {
		if got := BishopDiagrams(tt.kings).Total.String(); got != tt.want {
			t.Errorf("rule %t: %s positions, want %s", tt.kings, got, tt.want)
		}
	}
}

func BenchmarkBishopDiagrams(b *testing.B) {
	for b.Loop() {
		standard.bishopPositions(AnyKings, standard.sumColors())
	}
}

func BenchmarkArmies(b *testing.B) {
	for b.Loop() {
		CountArmies()
	}
}

func BenchmarkPairs(b *testing.B) {
	for b.Loop() {
		CountPairs()
	}
}

func BenchmarkPositions(b *testing.B) {
	for b.Loop() {
		standard.positions(AnyKings, standard.sideClasses())
	}
}

func TestChart(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	expect.NoError(t, WriteChart(&b, "a < b", []Kind{Armies(), {Title: "diagrams", Breakdown: Diagrams(AnyKings)}}))
	for _, want := range []string{"<title>armies: 495 with 16 men</title>", "armies: 10^3.9392</text>", "<title>a &lt; b</title>"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s", want)
		}
	}
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	n := Diagrams(AnyKings).Total
	if got := fmt.Sprintf("%.4f %.4f", Log2(n), Log10(n)); got != "154.1097 46.3916" {
		t.Error(got)
	}
}
