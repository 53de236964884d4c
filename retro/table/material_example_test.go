package table_test

import (
	"fmt"

	"retroproof/retro/table"
)

func Example() {
	m, err := table.ParseMaterial("Kkbn")
	if err != nil {
		panic(err)
	}
	fmt.Println(m, "has the table of", m.Canonical())
	fmt.Println(table.BuildOrder(m))
	// Output:
	// KvKBN has the table of KBNvK
	// [KBvK KNvK KBNvK]
}
