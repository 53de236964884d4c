package table

import (
	"errors"
	"testing"
)

func TestParseNotations(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, want string }{
		{"KRvK", "KRvK"}, {"krvk", "KRvK"}, {"KRVK", "KRvK"}, {"KvKR", "KvKR"},
		{"KRK", "KRvK"}, {"krk", "KRvK"}, {"KQKR", "KQvKR"}, {"kqkr", "KQvKR"}, {"KBNK", "KBNvK"},
		{"KKR", "KvKR"}, {"KK", "KvK"}, {"KPKP", "KPvKP"}, {"KRBKR", "KRBvKR"},
		{"KRk", "KRvK"}, {"kKr", "KvKR"}, {"Kkbn", "KvKBN"}, {"rkK", "KvKR"}, {"RKk", "KRvK"},
	} {
		m, err := ParseMaterial(test.name)
		if err != nil || m.String() != test.want {
			t.Errorf("%s: %v, %v, want %s", test.name, m, err, test.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		column int
	}{
		{"", 1}, {"K", 2}, {"KR", 3}, {"kr", 3}, {"KRKRK", 5}, {"KRKK", 4}, {"KvKvK", 2}, {"KXK", 2}, {"kxk", 2},
		{"RKK", 3}, {"KRvk", 3}, {"KR vK", 3}, {"KRkk", 4}, {"KÄK", 2}, {"v", 2}, {"KRv", 4}, {"KK ", 3},
	} {
		var wrong *MaterialError
		if m, err := ParseMaterial(test.name); !errors.As(err, &wrong) || wrong.Column != test.column {
			t.Errorf("%q: %v, %v, want an error in column %d", test.name, m, err, test.column)
		}
	}
}
