package games

import (
	"bytes"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
)

// TestMoved: the flags of what is a verb of its own now are answered with that verb, whatever else is given.
func TestMoved(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"proofgame --exact 4.5 --all FEN", "retroproof exact N FEN"},
		{"proofgame --all --exact=4.5 FEN", "retroproof exact N FEN"},
		{"--progress none proofgame --exact-upto 4 FEN", "retroproof exact --upto N FEN"},
		{"proofgame --popeye x --html y", "retroproof exact --popeye FILE"},
	} {
		var out, stderr bytes.Buffer
		program := verb.Program{Subjects: []verb.Subject{Subject}}
		if code := program.Run(strings.Fields(tt.args), strings.NewReader(""), &out, &stderr); code != verb.ExitUsage || out.Len() > 0 {
			t.Errorf("%s: exit code %d, %q", tt.args, code, &out)
		}
		expect.Contains(t, stderr.String(), tt.want+"\n", "%s: %q", tt.args, &stderr)
	}
}
