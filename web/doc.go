// Package web is what "retroproof serve" serves: a page about chess positions for one
// person on this machine, and the guard around it. It knows nothing of chess. What the
// page asks for are routes, which the program gives it: a [Route] takes one JSON object
// and answers with JSON, with a file, or with a stream of events.
//
//	route.go    routes, how their requests are read, and their description for programs
//	guard.go    who may ask, this machine, this page, and how much at once
//	serve.go    answers, and events while something runs
//	assets.go   the page: modules, style sheet, men, and the checker as WebAssembly; or all as files, for any server
//	documents/  the documents as pages of the public site, by a module of its own
//	page/       its sources, which need no other program to be built
//	wasm/       what "make wasm" puts there; the page works without
//
// The server listens on this machine only, and answers only requests that are addressed to
// it by one of its own names: a page from elsewhere can neither read nor cause anything.
// Nothing of a request ever names a file.
package web
