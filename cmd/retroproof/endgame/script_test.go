package endgame

import (
	"testing"

	"retroproof/cmd/retroproof/formulas"
	"retroproof/cmd/retroproof/verb/verbtest"
)

func TestMain(m *testing.M) { verbtest.Main(m, Subject, formulas.Subject) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }
