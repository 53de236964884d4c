package games

import (
	"testing"

	"retroproof/cmd/retroproof/legal"
	"retroproof/cmd/retroproof/numbers"
	"retroproof/cmd/retroproof/verb/verbtest"
)

func TestMain(m *testing.M) { verbtest.Main(m, Subject, legal.Subject, numbers.Subject) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }
