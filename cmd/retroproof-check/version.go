package main

import (
	"encoding/json"

	"retroproof"
)

// versionText is what --version prints: a line, or with --json an object.
func versionText(asJSON bool) string {
	build := retroproof.BuildOf("retroproof-check")
	if !asJSON {
		return build.String() + "\n"
	}
	text, err := json.Marshal(build)
	if err != nil {
		panic(err) // strings and Booleans are always encoded
	}
	return string(text) + "\n"
}
