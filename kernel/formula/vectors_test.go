package formula

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/internal/vectors"
	"retroproof/proofs/illegal/core"
)

// accepted is an instance that is accepted.
type accepted struct {
	schema int
	rank   int64
	clause []core.Lit
}

// acceptedBy returns all instances of a question.
func acceptedBy(q *core.Question) (list []accepted) {
	for schema := range core.Schemas() {
		for rank := range q.Instances(schema) {
			if clause, err := q.Clause(schema, rank); err == nil {
				list = append(list, accepted{schema, rank, clause})
			}
		}
	}
	return list
}

// TestVectors: the instances of the questions of the conformance kit are those of the formula. (That they are as
// the kit says is a test of package core.)
func TestVectors(t *testing.T) {
	t.Parallel()
	list := vectors.Read(t, "../../testdata/conformance/vectors.md")
	hits := map[string]int{}
	for _, v := range list {
		q, a := core.New(v.Asked), asked(v.Asked)
		compareSchemas(t, a, New(a), q, acceptedBy(q), hits)
	}
	for s := range core.Schemas() {
		if name := core.SchemaName(s); hits[name] == 0 && name != "assume" && !strings.HasPrefix(name, "count.pawncaps") {
			t.Errorf("no vector has %s", name)
		}
	}
}

// TestTable: doc/formula.md has the schemas with their numbers and parameters.
func TestTable(t *testing.T) {
	t.Parallel()
	text := expect.Must(os.ReadFile("../../doc/formula.md"))
	rows := regexp.MustCompile("(?m)^\\| ([0-9, ]+) \\| (`[^|]*) \\| ([^|]*) \\|").FindAllStringSubmatch(string(text), -1)
	told := 0
	for _, row := range rows {
		numbers := strings.FieldsFunc(row[1], func(r rune) bool { return r < '0' || r > '9' })
		names := regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(row[2], -1)
		for i, n := range numbers {
			number := expect.Must(strconv.Atoi(n))
			name := names[i][1]
			expect.Equal(t, core.SchemaName(number), name, "schema %d in the document", number)
			if want := strings.ReplaceAll(row[3], " ", ""); number >= 49 && core.Parameters(number) != want {
				t.Errorf("%s has the parameters %s, and the document says %s", name, core.Parameters(number), want)
			}
			told++
		}
	}
	expect.Equal(t, told, core.Schemas(), "schemas in the document")
}
