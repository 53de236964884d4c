package verb

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// TestSpell: what another program takes with one hyphen gets the second one, for the verb that has such spellings
// alone.
func TestSpell(t *testing.T) {
	verbs := []*Verb{{Name: "game", Spellings: map[string]string{"rnd": "seed", "retry": "retry", "na": "non-admissible"}}, {Name: "legal"}}
	p := &Program{Subjects: []Subject{{Verbs: verbs}}}
	for _, tt := range []struct{ args, want string }{
		{"game -f -o out -retry -rnd 5", "game -f -o out --retry --rnd 5"},
		{"game -rnd=5 -na FEN", "game --rnd=5 --na FEN"},
		{"game -m 5 -w 1:5 -d -v -i FEN FEN", "game -m 5 -w 1:5 -d -v -i FEN FEN"},
		{"game -- -rnd", "game -- -rnd"},
		{"--progress plain game -retry", "--progress plain game --retry"},
		{"--progress=plain game -retry", "--progress=plain game --retry"},
		{"legal game -rnd", "legal game -rnd"},
		{"legal -rnd", "legal -rnd"},
		{"", ""},
	} {
		args := strings.Fields(tt.args)
		before := slices.Clone(args)
		if got, err := p.spell(args); err != nil || !slices.Equal(got, strings.Fields(tt.want)) {
			t.Errorf("%s: %v, %v", tt.args, got, err)
		}
		if !slices.Equal(args, before) {
			t.Errorf("%s: the arguments were changed", tt.args)
		}
	}
}

// TestArgumentsGiven: an argument that is empty was given all the same.
func TestArgumentsGiven(t *testing.T) {
	type request struct {
		Name  string `arg:"[NAME|-]"`
		Other string `arg:"[OTHER]"`
		Given Given
	}
	for _, tt := range []struct {
		args []string
		want [2]bool
	}{{nil, [2]bool{}}, {[]string{""}, [2]bool{true, false}}, {[]string{"x", ""}, [2]bool{true, true}}} {
		var got [2]bool
		v := Of(Verb{Name: "v"}, request{}, func(_ context.Context, _ *Env, q *request) error {
			got = [2]bool{q.Given("NAME"), q.Given("OTHER")}
			return nil
		})
		if err := v.Execute(context.Background(), &Env{}, tt.args...); err != nil || got != tt.want {
			t.Errorf("%q: %v, %v, want %v", tt.args, got, err, tt.want)
		}
	}
}
