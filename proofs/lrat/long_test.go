package lrat_test

import "os"

// long is whether to run what takes minutes, as make soundness does.
var long = os.Getenv("RETROPROOF_LONG") != ""
