package formula

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// vector is a row of the table of doc/formula.md.
type vector struct {
	asked *facts.Abstraction
	text  string
	want  string
}

// vectors reads the table.
func vectors(t *testing.T) (list []vector) {
	t.Helper()
	file, err := os.Open("../../doc/formula.md")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	found := false
	for s := bufio.NewScanner(file); s.Scan(); {
		found = found || s.Text() == "## Test vectors"
		cells := strings.Split(s.Text(), "|")
		if !found || len(cells) != 8 || !strings.Contains(cells[1], "/") {
			continue
		}
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		start, err := chess.ParseFEN(cells[1])
		if err != nil {
			t.Fatal(err)
		}
		goal, err := chess.ParseFEN(cells[2])
		if err != nil {
			t.Fatal(err)
		}
		var given []facts.Fact
		for text := range strings.SplitSeq(cells[3], ";") {
			words := strings.Fields(text)
			if len(words) < 2 {
				continue
			}
			f := facts.Fact{By: facts.FactRule(words[0])}
			for _, name := range words[1:] {
				sq, err := chess.ParseSquare(name)
				if err != nil {
					t.Fatal(err)
				}
				f.Squares |= facts.Squares(sq.Bit())
			}
			given = append(given, f)
		}
		a, err := facts.NewAbstraction(&start, &goal, given)
		if err != nil {
			t.Fatalf("%s: %v", cells[2], err)
		}
		list = append(list, vector{asked(a), cells[2] + ", " + cells[3], strings.Join(cells[4:7], " ")})
	}
	if len(list) < 9 {
		t.Errorf("%d vectors", len(list))
	}
	return list
}

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

// TestVectors: doc/formula.md says what all instances of its questions are; and they are those of the formula.
func TestVectors(t *testing.T) {
	hits := map[string]int{}
	for _, v := range vectors(t) {
		q := core.New(v.asked)
		all := acceptedBy(q)
		compareSchemas(t, v.asked, New(v.asked), q, all, hits)
		literals := 0
		numbers := map[core.Lit]int{}
		hash := sha256.New()
		for _, in := range all {
			literals += len(in.clause)
			for _, l := range in.clause {
				key := max(l, -l)
				if numbers[key] == 0 {
					numbers[key] = len(numbers) + 1
				}
				fmt.Fprint(hash, int(l/key)*numbers[key], " ")
			}
			fmt.Fprintln(hash, 0)
		}
		if is := fmt.Sprintf("%d %d %x", len(all), literals, hash.Sum(nil)); is != v.want {
			t.Errorf("%s: the document says %s, and it is %s", v.text, v.want, is)
		}
	}
	for s := range core.Schemas() {
		if name := core.SchemaName(s); hits[name] == 0 && name != "assume" && !strings.HasPrefix(name, "count.pawncaps") {
			t.Errorf("no vector has %s", name)
		}
	}
}

// TestTable: doc/formula.md has the schemas with their numbers and parameters.
func TestTable(t *testing.T) {
	text, err := os.ReadFile("../../doc/formula.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| ([0-9, ]+) \\| (`[^|]*) \\| ([^|]*) \\|").FindAllStringSubmatch(string(text), -1)
	told := 0
	for _, row := range rows {
		numbers := strings.FieldsFunc(row[1], func(r rune) bool { return r < '0' || r > '9' })
		names := regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(row[2], -1)
		for i, n := range numbers {
			number, err := strconv.Atoi(n)
			if err != nil {
				t.Fatal(err)
			}
			name := names[i][1]
			if is := core.SchemaName(number); is != name {
				t.Errorf("number %d is %s, and the document says %s", number, is, name)
			}
			if want := strings.ReplaceAll(row[3], " ", ""); number >= 49 && core.Parameters(number) != want {
				t.Errorf("%s has the parameters %s, and the document says %s", name, core.Parameters(number), want)
			}
			told++
		}
	}
	if told != core.Schemas() {
		t.Errorf("the document has %d schemas of %d", told, core.Schemas())
	}
}
