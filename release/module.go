package main

import (
	"bytes"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// modulePath matches what can be the path of a module here, in a form that needs no quotes in go.mod.
var modulePath = regexp.MustCompile(`^[a-z0-9]+([.-][a-z0-9]+)*(/[A-Za-z0-9_.~-]+)*$`)

// renameModule gives the module in the working directory, and those that are nested in it, another path: in go.mod and
// in the string literals of Go's code that are import paths. git lists the files.
func renameModule(to string) error {
	if !modulePath.MatchString(to) {
		return fmt.Errorf("%q is no path of a module, want one as example.org/retroproof", to)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	from, _, _ := strings.Cut(strings.TrimPrefix(string(mod), "module "), "\n")
	list, err := gitFiles()
	if err != nil {
		return err
	}
	changed := 0
	for _, name := range list {
		rewrite := rewriteGo
		switch {
		case name == "go.mod" || strings.HasSuffix(name, "/go.mod"):
			rewrite = rewriteMod
		case !strings.HasSuffix(name, ".go"):
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if after := rewrite(text, from, to); !bytes.Equal(after, text) {
			if err := os.WriteFile(name, after, 0o666); err != nil {
				return err
			}
			changed++
		}
	}
	fmt.Printf("%s is %s now, in %d files\n", from, to, changed)
	return nil
}

// rewriteMod replaces the path where it is a word of a go.mod, alone or before a slash.
func rewriteMod(text []byte, from, to string) []byte {
	word := regexp.MustCompile(`(?m)(^|\s)` + regexp.QuoteMeta(from) + `(/|\s|$)`)
	return word.ReplaceAll(text, []byte("${1}"+to+"${2}"))
}

// rewriteGo replaces the path in string literals that are the path and a folder of the module, wherever they stand: in
// imports, and in tests that look at packages. The path alone is replaced in imports only, since it is the name of the
// program, too; a literal that follows nothing but a name, a parenthesis or a new line after "import" is one.
func rewriteGo(text []byte, from, to string) []byte {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	s.Init(file, text, nil, 0)
	var out bytes.Buffer
	written := 0
	imports := false // within the declarations at the head of the file
	for {
		pos, tok, literal := s.Scan()
		switch tok {
		case token.EOF:
			out.Write(text[written:])
			return out.Bytes()
		case token.IMPORT:
			imports = true
		case token.FUNC, token.TYPE, token.VAR, token.CONST:
			imports = false
		case token.STRING:
			value, err := strconv.Unquote(literal)
			if err != nil || value != from && !strings.HasPrefix(value, from+"/") {
				continue
			}
			if !imports && !isFolder(strings.TrimPrefix(value, from+"/")) {
				continue
			}
			at := file.Offset(pos)
			out.Write(text[written:at])
			out.WriteString(strconv.Quote(to + strings.TrimPrefix(value, from)))
			written = at + len(literal)
		}
	}
}

// isFolder reports whether a path names a folder of the module.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// gitFiles returns the files that git has, or would have.
func gitFiles() ([]string, error) {
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }), err
}
