package numbering

import (
	"testing"

	"retroproof/chess"
	"retroproof/count/wide"
)

func TestSchemes(t *testing.T) {
	for _, s := range Schemes {
		if got, err := Parse(string(s)); err != nil || got != s {
			t.Errorf("Parse(%q) = %q, %v", s, got, err)
		}
		first, last := wide.Of(s.First()), wide.Of(s.First()).Add(s.Count()).Sub(wide.Of(1))
		for _, n := range []wide.Uint{first, last} {
			p, err := s.Unrank(n)
			if err != nil {
				t.Fatal(err)
			}
			setup, err := chess.ParseFEN(p.FEN(s))
			if err != nil {
				t.Fatal(err)
			}
			index, err := s.IndexOf(&setup)
			if err != nil || index != p.Index {
				t.Errorf("%s: index %d, %v, want %d", p.FEN(s), index, err, p.Index)
			}
			if back, m, err := s.Rank(&setup, index); err != nil || back != n || m != p.Multiplicity {
				t.Errorf("%s: %v -> %s -> %v, %d, %v", s, n, p.FEN(s), back, m, err)
			}
		}
		if _, err := s.Unrank(last.Add(wide.Of(1))); err == nil {
			t.Errorf("%s: no error beyond %v", s, last)
		}
	}
	if _, err := Parse("x"); err == nil {
		t.Error("scheme x")
	}
	initial := chess.InitialSetup()
	if _, _, err := CPI.Rank(&initial, 1); err == nil {
		t.Error("index 1 of a Chess Position Integer")
	}
}
