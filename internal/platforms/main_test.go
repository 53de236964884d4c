package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// TestCheck: what does not compile on one platform is found there and nowhere else: in code, in tests, in tests of a
// package of their own, and in what is imported.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		expect.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		expect.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	write("go.mod", "module a\n\ngo 1.26\n")
	write("a.go", "package a\n\nfunc F() {}\n")
	tests := []struct{ file, text, platform, mistake string }{
		{"a_windows.go", "var X int = \"1\"", "windows/amd64", "a_windows.go:3:13: cannot use \"1\""},
		{"a_js.go", "func init() { F(1) }", "js/wasm", "too many arguments"},
		{"a_386.go", "const X int = 1 << 31", "linux/386", "overflows"},
		{"sized.go", "var X = 1 << 31", "linux/386", "overflows"},
		{"unused_windows.go", "import \"os\"", "windows/amd64", "\"os\" imported and not used"},
		{"syntax_js.go", "func {", "js/wasm", "expected"},
		{"in_windows_test.go", "func init() { F(1) }", "windows/amd64", "in_windows_test.go:3"},
		{"undefined_windows.go", "func init() { G() }", "windows/amd64", "undefined: G"},
		{"missing_windows.go", "import _ \"example.com/none\"", "windows/amd64", "example.com/none"},
		{"system_windows.go", "import \"syscall\"\n\nvar X = syscall.Stat", "windows/amd64", "undefined: syscall.Stat"},
		{"embed_js.go", "import _ \"embed\"\n\n//go:embed none\nvar X string", "js/wasm", "none: no matching files"},
		{"internal_js.go", "import _ \"internal/abi\"", "js/wasm", "use of internal package internal/abi not allowed"},
	}
	for i, tt := range tests {
		name := fmt.Sprintf("p%02d", i)
		write(name+"/p.go", "package p\n\nfunc F() {}\n")
		write(name+"/"+tt.file, "package p\n\n"+tt.text+"\n")
	}
	write("out/p.go", "package p\n")
	write("out/out_windows_test.go", "package p_test\n\nfunc init() { return 1 }\n")
	for _, platform := range []string{"windows/amd64", "js/wasm", "linux/386"} {
		n, mistakes, err := check(dir, platform)
		if err != nil || n < len(tests) {
			t.Fatalf("%s: %d packages, %v", platform, n, err)
		}
		all := strings.Join(mistakes, "\n")
		for i, tt := range tests {
			var found string
			for _, m := range mistakes {
				if strings.Contains(m, fmt.Sprintf("p%02d/", i)) {
					found += m
				}
			}
			if platform == tt.platform && !strings.Contains(found, tt.mistake) || platform != tt.platform && found != "" {
				t.Errorf("%s: %s: %q:\n%s", platform, tt.file, found, all)
			}
		}
		if strings.Contains(all, "out_windows_test.go:3") != (platform == "windows/amd64") {
			t.Errorf("%s: out_windows_test.go:\n%s", platform, all)
		}
	}
	for _, platform := range []string{"windows", "minix/amd64", "linux/", "/amd64"} {
		if _, mistakes, err := check(".", platform); err == nil && len(mistakes) == 0 {
			t.Errorf("%q: nothing is wrong", platform)
		}
	}
}
