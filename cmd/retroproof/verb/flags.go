package verb

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// AddFlags declares the flags of a request, a pointer to a struct. Its fields, with those of embedded structs, have tags:
//
//	flag, short    the name, and a letter
//	doc, of        what help says, and the word in it that stands for the value
//	min, max       bounds of a whole number
//	choice         the words that there are, separated by commas
//	needs, not     other flags: one of these must be given as well; none of those may be
//
// The values of the fields are the defaults. [CheckFlags] looks at what was given.
func AddFlags(flags *pflag.FlagSet, request any) {
	for _, f := range fieldsOf(request) {
		if f.name != "" {
			f.add(flags)
		}
	}
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
	name  string // of the flag; "" if the field is not one
	value reflect.Value
	tag   reflect.StructTag
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
				list = append(list, field{name: f.Tag.Get("flag"), value: v.Field(i), tag: f.Tag})
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
	case *string:
		flags.StringVarP(at, f.name, short, *at, f.help())
	case *[]string:
		flags.StringSliceVarP(at, f.name, short, *at, f.help())
	case *time.Duration:
		flags.DurationVarP(at, f.name, short, *at, f.help())
	case pflag.Value:
		flags.VarP(at, f.name, short, f.help())
	default:
		panic(fmt.Sprintf("--%s: no flag has the type %T", f.name, at))
	}
}

// check compares the value with the tags "min", "max" and "choice".
func (f *field) check() error {
	if words := f.tag.Get("choice"); words != "" {
		known := strings.Split(words, ",")
		if value := f.value.String(); !slices.Contains(known, value) {
			return Usagef("unknown --%s %q (known: %s)", f.name, value, strings.Join(known, ", "))
		}
	}
	low, high := f.tag.Get("min"), f.tag.Get("max")
	if low != "" && less(f.value, low) || high != "" && !less(f.value, high) && fmt.Sprint(f.value) != high {
		return Usagef("--%s %v, want %s", f.name, f.value, bounds(low, high))
	}
	return nil
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
			return Usagef("--%s is for --%s", f.name, strings.ReplaceAll(needed, ",", " or --"))
		}
		for other := range strings.SplitSeq(f.tag.Get("not"), ",") {
			if other != "" && given(other) {
				return Usagef("--%s and --%s exclude each other", f.name, other)
			}
		}
	}
	return nil
}
