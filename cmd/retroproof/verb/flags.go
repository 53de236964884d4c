package verb

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// AddFlags declares the flags of a request, a pointer to a struct, by the tags of its fields: see [Of]. What the fields
// hold are the defaults. [CheckFlags] looks at what was given.
func AddFlags(flags *pflag.FlagSet, request any) {
	fields := fieldsOf(request)
	for _, f := range fields {
		if f.name != "" {
			f.add(flags)
		}
	}
	addBudgets(flags, fields)
}

// CheckFlags compares flags that were read with the tags of their request. Its errors have the exit code [ExitUsage].
func CheckFlags(flags *pflag.FlagSet, request any) error {
	fields := fieldsOf(request)
	for _, f := range fields {
		if f.name == "" {
			continue
		}
		if err := f.check(); err != nil {
			return err
		}
	}
	return checkTogether(fields, flags.Changed)
}

// field is a field of a request, with what its tags declare.
type field struct {
	name     string // of the flag; "" if the field is not one
	value    reflect.Value
	tag      reflect.StructTag
	standard any // the default
}

// fieldsOf returns the exported fields of a request, those of embedded structs among them. A field without a tag "flag"
// is an argument, or something that only requests to the page have.
func fieldsOf(request any) []field {
	var list []field
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			f := v.Type().Field(i)
			switch {
			case f.Anonymous && f.Type.Kind() == reflect.Struct:
				walk(v.Field(i))
			case f.IsExported():
				list = append(list, field{name: f.Tag.Get("flag"), value: v.Field(i), tag: f.Tag, standard: v.Field(i).Interface()})
			}
		}
	}
	walk(reflect.ValueOf(request).Elem())
	return list
}

// help is what help says of the flag: its tag "doc", in which the word that the tag "of" names stands for the value.
func (f *field) help() string {
	doc, of := f.tag.Get("doc"), f.tag.Get("of")
	if of == "" {
		return doc
	}
	return strings.Replace(doc, of, "`"+of+"`", 1)
}

// add declares the flag. Its default is what the field holds.
func (f *field) add(flags *pflag.FlagSet) {
	short := f.tag.Get("short")
	switch at := f.value.Addr().Interface().(type) {
	case *bool:
		flags.BoolVarP(at, f.name, short, *at, f.help())
	case *int:
		flags.IntVarP(at, f.name, short, *at, f.help())
	case *int64:
		flags.Int64VarP(at, f.name, short, *at, f.help())
	case *uint64:
		flags.Uint64VarP(at, f.name, short, *at, f.help())
	case *float64:
		flags.Float64VarP(at, f.name, short, *at, f.help())
	case *string:
		flags.StringVarP(at, f.name, short, *at, f.help())
	case *[]int:
		flags.IntSliceVarP(at, f.name, short, *at, f.help())
	case *[]string:
		flags.StringSliceVarP(at, f.name, short, *at, f.help())
	case *time.Duration:
		flags.DurationVarP(at, f.name, short, *at, f.help())
	case pflag.Value:
		flags.VarP(at, f.name, short, f.help())
	default:
		if f.value.Kind() != reflect.String {
			panic(fmt.Sprintf("--%s: no flag has the type %T", f.name, at))
		}
		flags.VarP(word{f.value}, f.name, short, f.help())
	}
	declared := flags.Lookup(f.name)
	declared.NoOptDefVal = cmp.Or(f.tag.Get("alone"), declared.NoOptDefVal)
	if _, rare := f.tag.Lookup("rare"); rare {
		declared.Annotations = map[string][]string{rareFlag: {}}
	}
}

// word is the value of a flag that is one of a few words: a field of a type that is a string.
type word struct{ value reflect.Value }

func (w word) String() string {
	if !w.value.IsValid() { // pflag asks for that of no flag
		return ""
	}
	return w.value.String()
}

func (w word) Set(text string) error {
	w.value.SetString(text)
	return nil
}

func (w word) Type() string { return "string" }

// check compares the value with the tags "min", "max" and "choice".
func (f *field) check() error {
	if words := f.tag.Get("choice"); words != "" {
		known := strings.Split(words, ",")
		if value := f.value.String(); !slices.Contains(known, value) {
			return Usagef("unknown --%s %q (known: %s)", f.name, value, strings.Join(known, ", "))
		}
	}
	if want := f.outside(); want != "" {
		return Usagef("--%s %v, want %s", f.name, f.value, want)
	}
	return nil
}

// outside says what the bounds are if the value is not within them, and else nothing.
func (f *field) outside() string {
	low, high := f.tag.Get("min"), f.tag.Get("max")
	if low != "" && less(f.value, low) || high != "" && !less(f.value, high) && fmt.Sprint(f.value) != high {
		return bounds(low, high)
	}
	return ""
}

// less reports whether a whole number is below a bound of a tag.
func less(v reflect.Value, bound string) bool {
	b, err := strconv.ParseInt(bound, 10, 64)
	if err != nil {
		panic(err) // a tag of this program
	}
	if v.CanUint() {
		return b > 0 && v.Uint() < uint64(b)
	}
	return v.Int() < b
}

// bounds puts the numbers that a flag takes in words.
func bounds(low, high string) string {
	switch {
	case high == "" && low == "1":
		return "a positive number"
	case high == "":
		return low + " or more"
	case low == "":
		return high + " or less"
	}
	return low + " to " + high
}

// checkTogether looks at the tags "needs" and "not" of the flags that were given: other flags that a flag is no use
// without, and those that it excludes.
func checkTogether(fields []field, given func(string) bool) error {
	for _, f := range fields {
		if f.name == "" || !given(f.name) {
			continue
		}
		if needed := f.tag.Get("needs"); needed != "" && !slices.ContainsFunc(strings.Split(needed, ","), given) {
			return Usagef("--%s needs --%s", f.name, strings.ReplaceAll(needed, ",", " or --"))
		}
		for other := range strings.SplitSeq(f.tag.Get("not"), ",") {
			if other != "" && given(other) {
				return Usagef("--%s and --%s exclude each other", f.name, other)
			}
		}
	}
	return nil
}

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
