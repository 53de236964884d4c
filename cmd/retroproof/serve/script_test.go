package serve

import (
	"testing"

	"retroproof/cmd/retroproof/legal"
	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
)

func TestMain(m *testing.M) {
	others := []verb.Subject{legal.Subject}
	verbtest.Main(m, append(others, Subject(others))...)
}

func TestScripts(t *testing.T) { verbtest.Scripts(t) }
