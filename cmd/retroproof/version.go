package main

import "retroproof/cmd/retroproof/verb"

// build is what this program was built from.
var build = verb.Build
