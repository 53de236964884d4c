package verb

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"retroproof/internal/expect"
)

type common struct {
	JSON bool `flag:"json" doc:"print JSON"`
}

type sampleRequest struct {
	common
	FEN   string
	Plies int      `flag:"plies" min:"1" max:"9" doc:"how far back"`
	Nodes uint64   `flag:"nodes" short:"m" min:"1" doc:"budget"`
	Word  string   `flag:"word" choice:"one,two" doc:"a word"`
	Out   string   `flag:"out" of:"DIR" doc:"the DIR to write to" needs:"word"`
	Men   []string `flag:"men" doc:"squares" not:"plies"`
}

// parse reads arguments into a request.
func parse(q any, args ...string) error {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddFlags(flags, q)
	if err := flags.Parse(args); err != nil {
		return err
	}
	return CheckFlags(flags, q)
}

func TestFlagsOfARequest(t *testing.T) {
	q := sampleRequest{Plies: 2, Nodes: 7, Word: "one"}
	expect.NoError(t, parse(&q, "--json", "-m", "5", "--men", "a1,b2", "--word", "two", "--out", "x"))
	if !q.JSON || q.Plies != 2 || q.Nodes != 5 || q.Word != "two" || q.Out != "x" || strings.Join(q.Men, " ") != "a1 b2" {
		t.Errorf("read %+v", q)
	}
}

func TestMistakesInARequest(t *testing.T) {
	var c struct{ args, want string }
	for range expect.Rows(t, "testdata/mistakes-in-a-request.tsv", &c.args, &c.want) {
		q := sampleRequest{Plies: 1, Nodes: 1, Word: "one"}
		got := ""
		if err := parse(&q, strings.Fields(c.args)...); err != nil {
			got = err.Error()
			expect.Equal(t, Code(err), ExitUsage, "%s: exit code", c.args)
		}
		expect.Equal(t, got, c.want, "%s", c.args)
	}
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"jobs", "jobs", 0}, {"jbos", "jobs", 1}, {"job", "jobs", 1}, {"", "abc", 3}, {"seed", "speed", 1}, {"sede", "seed", 1}, {"kitten", "sitting", 3}} {
		expect.Equal(t, editDistance(test.a, test.b), test.want, "%s, %s", test.a, test.b)
	}
}

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
		expect.List(t, args, before, "%s: the arguments were changed", tt.args)
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
