package kernel

import (
	"errors"
	"retroproof/internal/expect"
	"strings"
	"testing"
)

func TestParseExtended(t *testing.T) {
	t.Parallel()
	const text = "wPa2-a4 bPb7xa6 bNb8-c6 bxc3 wPg7-g8Q bPg2xh1DB wDBc1-f4 wPb3-b8 wLBf1xa6"
	e, err := ParseExtended(text)
	expect.NoError(t, err)
	expect.Equal(t, e.String(), text, "written again")
}

func TestParseExtendedErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a2-a4":     `want "w" or "b" first`,
		"wPa2":      `want "-" or "x"`,
		"wPa":       `want a square`,
		"wPi2-a4":   `i2`,
		"wa2-a4":    `want "-" or "x"`,
		"wPa2-a9":   `a9`,
		"wPa7-a8K":  `"K" after the move`,
		"wPa2-a4Q":  `only pawns promote`,
		"wQa7-a8Q":  `only pawns promote`,
		"wPa7-a8Q+": `"Q+" after`,
	} {
		_, err := ParseExtended(text)
		if e := (*MoveError)(nil); !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
