package ursa_test

import "os"

// longTests: make soundness runs the long tests.
var longTests = os.Getenv("RETROPROOF_LONG") != ""
