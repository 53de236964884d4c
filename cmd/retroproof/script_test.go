package main

import (
	"testing"

	"retroproof/cmd/retroproof/verb/verbtest"
)

func TestMain(m *testing.M) { verbtest.Main(m, program.Subjects...) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }
