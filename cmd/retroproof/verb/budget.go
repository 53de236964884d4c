package verb

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// budgetFlag is the flag --budget: the budgets of a verb, by their names. A budget is a number of steps that a search
// may take, so that answers do not depend on the machine.
type budgetFlag struct {
	fields []field
	given  []string
}

// addBudgets declares --budget if the request has budgets.
func addBudgets(flags *pflag.FlagSet, fields []field) {
	b := &budgetFlag{}
	for _, f := range fields {
		if f.tag.Get("budget") != "" {
			b.fields = append(b.fields, f)
		}
	}
	if b.fields == nil {
		return
	}
	help := "set budgets of searches; --help-all lists them"
	flags.Var(b, "budget", help)
}

// budgetsOf returns the budgets of a command, nil if it has none.
func budgetsOf(flags *pflag.FlagSet) *budgetFlag {
	f := flags.Lookup("budget")
	if f == nil {
		return nil
	}
	b, _ := f.Value.(*budgetFlag)
	return b
}

func (b *budgetFlag) names() (names []string) {
	for _, f := range b.fields {
		names = append(names, f.tag.Get("budget"))
	}
	return names
}

// Set reads NAME=N,NAME=N.
func (b *budgetFlag) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		name, number, ok := strings.Cut(strings.TrimSpace(part), "=")
		i := slices.Index(b.names(), name)
		switch {
		case i < 0:
			return fmt.Errorf("no budget %q%s (known: %s)", name, didYouMean(closest(name, b.names())),
				strings.Join(b.names(), ", "))
		case !ok:
			return fmt.Errorf("want a number: %s=N", name)
		}
		f := b.fields[i]
		if err := setNumber(f.value, number); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := f.outside(); err != "" {
			return fmt.Errorf("%s=%v, want %s", name, f.value, err)
		}
		b.given = append(b.given, name)
	}
	return nil
}

// setNumber reads a number, or a time, into a field.
func setNumber(v reflect.Value, text string) error {
	if at, ok := v.Addr().Interface().(*time.Duration); ok {
		d, err := time.ParseDuration(text)
		*at = d
		return err
	}
	var err error
	if v.CanUint() {
		var n uint64
		n, err = strconv.ParseUint(text, 10, v.Type().Bits())
		v.SetUint(n)
	} else {
		var n int64
		n, err = strconv.ParseInt(text, 10, v.Type().Bits())
		v.SetInt(n)
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return errors.New("the number is too large")
	case err != nil && v.CanUint():
		return fmt.Errorf("%q, want a whole number, 0 or more", text)
	case err != nil:
		return fmt.Errorf("%q, want a whole number", text)
	}
	return nil
}

// String returns what was given; nothing by default.
func (b *budgetFlag) String() string { return strings.Join(b.given, ",") }

// Type names the form of the value for the help text.
func (b *budgetFlag) Type() string { return "NAME=N,..." }

// usage lists the budgets with their defaults.
func (b *budgetFlag) usage() string {
	var text strings.Builder
	width := 0
	for _, name := range b.names() {
		width = max(width, len(name))
	}
	for _, f := range b.fields {
		fmt.Fprintf(&text, "  %-*s  %s (default %v)\n", width, f.tag.Get("budget"), f.tag.Get("doc"), f.standard)
	}
	return text.String()
}
