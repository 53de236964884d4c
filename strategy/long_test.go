package strategy_test

import "os"

// long reports whether tests run in their long versions (make soundness).
var long = os.Getenv("RETROPROOF_LONG") != ""
