package verb

import (
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
