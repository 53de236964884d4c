package legal

import (
	"testing"

	"retroproof/cmd/retroproof/formulas"
	"retroproof/cmd/retroproof/numbers"
	"retroproof/cmd/retroproof/verb/verbtest"
)

func TestMain(m *testing.M) { verbtest.Main(m, Subject, formulas.Subject, numbers.Subject) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }
