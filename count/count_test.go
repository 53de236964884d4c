package count

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey/numbering"
)

func TestArmies(t *testing.T) {
	t.Parallel()
	c := CountArmies()
	expect.Equal(t, c.Armies.Total.String(), "8694", "armies")
	expect.Equal(t, c.Classes.Total.String(), "838", "classes of armies")
	expect.Equal(t, len(standard.sideClasses()), 324, "classes by pawns")
	for i := 1; i < len(numbering.Armies()); i++ {
		if !numbering.Armies()[i-1].Less(numbering.Armies()[i]) || numbering.Armies()[i].Less(numbering.Armies()[i-1]) {
			t.Fatalf("%v is not before %v", numbering.Armies()[i-1], numbering.Armies()[i])
		}
	}
}

func TestPairs(t *testing.T) {
	t.Parallel()
	c := CountPairs()
	expect.Equal(t, c.Pairs.Total.String(), "58084310", "pairs")
	// The paper has 23773, which no reading reproduces.
	expect.Equal(t, c.Combinations.Total.String(), "23768", "combinations")
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
		expect.Equal(t, Diagrams(tt.kings).Total.String(), tt.want, "rule %t", tt.kings)
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
		expect.Equal(t, BishopDiagrams(tt.kings).Total.String(), tt.want, "rule %t", tt.kings)
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
		expect.Contains(t, b.String(), want, "chart")
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
	expect.Equal(t, fmt.Sprintf("%.4f %.4f", Log2(n), Log10(n)), "154.1097 46.3916", "fmt.Sprintf")
}
