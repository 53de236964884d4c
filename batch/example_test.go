package batch_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"retroproof/batch"
)

// The lengths of some words, found by two goroutines and printed in the order of the words.
func Example() {
	err := (&batch.Job[string]{
		In:   batch.NewReader(strings.NewReader("# words\npawn\nbishop\n\nking\n")),
		Jobs: 2,
		Answer: func(_ context.Context, line batch.Line) string {
			return fmt.Sprintf("line %d: %s has %d letters\n", line.Number, line.Text, len(line.Text))
		},
		Write: func(w *bufio.Writer, answers []string) error {
			_, err := w.WriteString(strings.Join(answers, ""))
			return err
		},
	}).Run(context.Background(), os.Stdout)
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// line 2: pawn has 4 letters
	// line 3: bishop has 6 letters
	// line 5: king has 4 letters
}
