package formulas

import (
	"testing"

	"retroproof/cmd/retroproof/verb/verbtest"
)

func TestMain(m *testing.M) { verbtest.Main(m, Subject) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }
