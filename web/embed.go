//go:build !js

package web

import "embed"

// embedded are the files of the page.
//
//go:embed page wasm
var embedded embed.FS
