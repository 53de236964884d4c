package answer_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"retroproof/internal/answer"
)

type square struct {
	answer.Head `schema:"retroproof.square/1"`
	Number      int `json:"number"`
	Square      int `json:"square"`
}

func (s *square) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%d squared is %d\n", s.Number, s.Square)
	return err
}

func (s *square) LineText(w io.Writer) error {
	_, err := fmt.Fprintln(w, s.Number, s.Square)
	return err
}

// An answer as JSON, for a reader, and in a list.
func Example() {
	a := &square{Number: 7, Square: 49}
	text, _ := json.Marshal(answer.Complete(a, 3))
	fmt.Println(string(text))
	answer.Write(os.Stdout, a, 0)
	answer.Write(os.Stdout, a, 3)
	// Output:
	// {"schema":"retroproof.square/1","line":3,"number":7,"square":49}
	// 7 squared is 49
	// 7 49
}
