package main

import "os"

// longTests is whether to run what takes minutes, as make soundness does.
var longTests = os.Getenv("RETROPROOF_LONG") != ""
