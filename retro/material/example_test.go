package material_test

import (
	"fmt"

	"retroproof/retro/material"
)

func Example() {
	m, err := material.Parse("Kkbn")
	if err != nil {
		panic(err)
	}
	fmt.Println(m, "has the table of", m.Canonical())
	fmt.Println(material.BuildOrder(m))
	// Output:
	// KvKBN has the table of KBNvK
	// [KBvK KNvK KBNvK]
}
