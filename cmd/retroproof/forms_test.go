package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
)

// formRuns are what each form is asked: its request, and the words of the command line that say the same.
var formRuns = []struct {
	verb, body, stdin string
	args              []string
}{
	{"rank", `{"fen":"` + jsonLegal + `","scheme":"urposition"}`, "", []string{"--scheme", "urposition", jsonLegal}},
	{"unrank", `{"rank":"77","json":true}`, "", []string{"--json", "77"}},
	{"revmoves", `{"fen":"` + jsonKRK + `","group":true}`, "", []string{"--group", jsonKRK}},
	{"proofkernel", `{"fen":"` + jsonCaptures + `","extended":true,"nodes":1}`, "", []string{"--extended", "--nodes", "1", jsonCaptures}},
	{"exact", `{"length":"3","fen":"R7/8/8/8/8/8/8/2k1K3 b - - 0 1","start":"8/8/P7/8/8/8/1k6/4K3 w - - 0 1","promote":"a6=r"}`, "",
		[]string{"--start", "8/8/P7/8/8/8/1k6/4K3 w - - 0 1", "--promote", "a6=r", "3", "R7/8/8/8/8/8/8/2k1K3 b - - 0 1"}},
	{"retractor", `{"stipulation":"-1w #1","fen":"7k/6pp/8/8/8/8/5PPP/5RK1"}`, "",
		[]string{"--stipulation", "-1w #1", "7k/6pp/8/8/8/8/5PPP/5RK1"}},
	{"solve", `{"stdin":"p cnf 2 2\n1 2 0\n-1 0\n","count":true,"project":"1,2"}`, "p cnf 2 2\n1 2 0\n-1 0\n", []string{"--count", "--project", "1,2", "-"}},
	{"ursa", `{"stdin":"assert(nx * nx == 49);","bits":4,"quiet":true}`, "assert(nx * nx == 49);", []string{"--bits", "4", "--quiet", "-"}},
	{"ursa", `{"stdin":"assert(x == 1);"}`, "assert(x == 1);", []string{"-"}},
	{"reach", `{"stdin":"aag 1 0 1 2 0\n2 3\n2\n0\n","bad":[0,1],"engine":"bmc","frames":5}`, "aag 1 0 1 2 0\n2 3\n2\n0\n", []string{"--engine", "bmc", "--bad", "0,1", "--frames", "5", "-"}},
	{"strategy list", `{"json":true}`, "", []string{"--json"}},
	{"strategy play", `{"stdin":` + verb.JSON(ownStrategy) + `,"board":"4x4","fen":"4/k3/4/KR2 w - - 0 1","moves":"Ka4"}`, ownStrategy,
		[]string{"--file", "-", "--board", "4x4", "--moves", "Ka4", "4/k3/4/KR2 w - - 0 1"}},
	{"strategy count", `{"strategy":"krk2016","board":"4x4"}`, "", []string{"--board", "4x4", "krk2016"}},
	{"strategy play", `{"strategy":"krk2016","board":"4x4","fen":"4/k3/4/KR2 w - - 0 1"}`, "", []string{"--board", "4x4", "krk2016", "4/k3/4/KR2 w - - 0 1"}},
	{"strategy check", `{"strategy":"krk2016","board":"4x4","fen":"4/k3/4/KR2 w - - 0 1","move":"Rb2"}`, "", []string{"--board", "4x4", "krk2016", "4/k3/4/KR2 w - - 0 1", "Rb2"}},
	{"strategy compare", `{"strategy":"krk2016","board":"4x4"}`, "", []string{"--board", "4x4", "krk2016"}},
	{"strategy prove", `{"strategy":"krk2016","board":"4x4"}`, "", []string{"--board", "4x4", "krk2016"}},
}

// TestFormsAreVerbs: a form answers what the verb prints with the command line that it shows, all of it but seconds.
func TestFormsAreVerbs(t *testing.T) {
	routes := testRoutes(t, "")
	for _, c := range formRuns {
		words := append(strings.Fields(c.verb), c.args...)
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"--progress", "none"}, words...), strings.NewReader(c.stdin), &stdout, &stderr)
		var a verb.FormAnswer
		lines := call(t, routes[verb.FormPath+strings.ReplaceAll(c.verb, " ", "-")], c.body)
		expect.NoError(t, json.Unmarshal([]byte(lines[0]), &a))
		for _, unsteady := range []string{"seconds", "time", "generation", "conflicts", "CPU s"} {
			a.Output, a.Remarks = withoutLines(a.Output, unsteady), withoutLines(a.Remarks, unsteady)
		}
		want := verb.FormAnswer{Output: stdout.String(), Remarks: stderr.String(), Exit: code}
		for _, unsteady := range []string{"seconds", "time", "generation", "conflicts", "CPU s"} {
			want.Output, want.Remarks = withoutLines(want.Output, unsteady), withoutLines(want.Remarks, unsteady)
		}
		if a.Output != want.Output || a.Remarks != want.Remarks || a.Exit != want.Exit || a.Output+a.Remarks == "" {
			t.Errorf("%s %s: %+v, want %+v", c.verb, c.body, a, want)
		}
		if got := strings.ReplaceAll(a.Command, "'", ""); got != "retroproof "+strings.Join(words, " ") {
			t.Errorf("%s %s: as a command %s, want %q", c.verb, c.body, a.Command, words)
		}
	}
}

// withoutLines leaves out the lines with a word.
func withoutLines(text, word string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.Contains(line, word) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestFormsRefuse: what the command line refuses, and an answer that is too long, is an error of the request.
func TestFormsRefuse(t *testing.T) {
	routes := testRoutes(t, "")
	for _, c := range []struct{ verb, body, want string }{
		{"solve", `{}`, "found 0 arguments"},
		{"solve", `{"stdin":"p cnf 1 0\n","project":"1"}`, "--project needs --all or --count"},
		{"solve", `{"stdin":"p cnf 16 0\n","all":true}`, "the answer has more than 1048576 bytes"},
		{"solve", `{"stdin":"p cnf x"}`, "<stdin>:1:7"},
		{"solve", `{"stdin":"` + strings.Repeat("c", 300<<10) + `"}`, "a request of more than 262144 bytes"},
		{"solve", `{"proof":"x"}`, `unknown field "proof"`},
		{"solve", `{"stdin":"p cnf 1 0\n","solver":"minisat"}`, `unknown field "solver"`}, // a page starts no programs
		{"reach", `{"stdin":"aag 0 0 0 0 0\n","program":"abc"}`, `unknown field "program"`},
		{"reach", `{"stdin":"aag 0 0 0 0 0\n","engine":"abc"}`, "engine"},
		{"reach", `{"file":"--program=abc"}`, `unknown field "file"`},
		{"rank", `{"fen":"x"}`, "FEN board, column 1"},
		{"rank", `{"fen":"` + jsonLegal + `","scheme":"x"}`, "unknown scheme"},
		{"exact", `{"length":"--jobs","fen":"` + jsonLegal + `"}`, "want plies"},
		{"exact", `{"length":"1","fen":"` + jsonLegal + `","nodes":20000001}`, "want at most 20000000"},
	} {
		lines := call(t, routes[verb.FormPath+c.verb], c.body)
		var p struct {
			Status int
			Error  string
		}
		if err := json.Unmarshal([]byte(lines[0]), &p); err != nil || p.Status/100 != 4 || !strings.Contains(p.Error, c.want) {
			t.Errorf("%s %.100s: %+v, want %q", c.verb, c.body, p, c.want)
		}
	}
}
