package main

import (
	"archive/tar"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"path"
	"strings"
	"text/template"
	"time"
)

// debianNames are the architectures with a Debian package, by the names that Debian has for them.
var debianNames = map[string]string{"linux/amd64": "amd64", "linux/arm64": "arm64"}

// installed says where files of the archive are in a system, by how their names begin, the longest first.
var installed = []struct{ from, to string }{
	{"man/man1/", "usr/share/man/man1/"},
	{"completions/retroproof.bash", "usr/share/bash-completion/completions/retroproof"},
	{"completions/_retroproof", "usr/share/zsh/vendor-completions/_retroproof"},
	{"completions/retroproof.fish", "usr/share/fish/vendor_completions.d/retroproof.fish"},
	{"completions/", ""}, // of other systems
	{"LICENSE", "usr/share/doc/retroproof/copyright"},
	{"", "usr/share/doc/retroproof/"},
}

// installedAs returns the name of a file in a system, "" if it is not there.
func installedAs(f *file) string {
	if f.program {
		return "usr/bin/" + f.name
	}
	for _, rule := range installed {
		switch rest, ok := strings.CutPrefix(f.name, rule.from); {
		case !ok:
		case rule.to == "" || !strings.HasSuffix(rule.to, "/"):
			return rule.to
		default:
			return rule.to + rest
		}
	}
	return ""
}

// debian makes a package for Debian: an archive of ar with a version, what the package manager is told, and the files.
func (r *release) debian(arch string, files []file) error {
	var placed []file
	size := 0
	for _, f := range files {
		name := installedAs(&f)
		if name == "" {
			continue
		}
		content, err := f.content()
		if err != nil {
			return err
		}
		size += len(content)
		f.name = name
		placed = append(placed, f)
	}
	control := fmt.Sprintf(`Package: retroproof
Version: %s
Architecture: %s
Maintainer: the authors of retroproof <retroproof@localhost>
Installed-Size: %d
Section: games
Priority: optional
Description: proofs about chess positions, and their checker
 Whether a game leads to a position, proof games, strategies of endgames,
 tablebases and estimates, with evidence that retroproof-check checks.
`, r.version, arch, (size+1023)/1024)
	about := file{name: "control", text: []byte(control)}
	var members [3]bytes.Buffer
	members[0].WriteString("2.0\n")
	for i, list := range [][]file{{about}, placed} {
		if err := writeTree(&members[i+1], list, r.date); err != nil {
			return err
		}
	}
	var all bytes.Buffer
	all.WriteString("!<arch>\n")
	for i, name := range []string{"debian-binary", "control.tar.gz", "data.tar.gz"} {
		text := members[i].Bytes()
		// A header of 60 bytes; members begin at even places.
		const header = "%-16s%-12d%-6d%-6d%-8o%-10d`\n%s%s"
		fmt.Fprintf(&all, header, name, r.date.Unix(), 0, 0, 0o100644, len(text), text, "\n"[:len(text)%2])
	}
	return r.add(fmt.Sprintf("retroproof_%s_%s.deb", r.version, arch), all.Bytes())
}

// writeTree writes a gzipped tar archive of files with all their folders, as dpkg wants them.
func writeTree(w io.Writer, files []file, date time.Time) error {
	return gzippedTar(w, func(t *tar.Writer) error {
		done := map[string]bool{}
		var folder func(name string) error
		folder = func(name string) error {
			if done[name] {
				return nil
			}
			done[name] = true
			if name != "." {
				if err := folder(path.Dir(name)); err != nil {
					return err
				}
			}
			name = "./" + strings.TrimPrefix(name+"/", "./")
			return t.WriteHeader(&tar.Header{Format: tar.FormatGNU, Typeflag: tar.TypeDir, Name: name, Mode: 0o755,
				ModTime: date})
		}
		return eachFile(files, func(f *file, content []byte) error {
			if err := folder(path.Dir(f.name)); err != nil {
				return err
			}
			return putFile(t, tar.Header{Format: tar.FormatGNU, Name: "./" + f.name, ModTime: date}, f, content)
		})
	})
}

//go:embed retroproof.rb.template
var formula string

// homebrew writes a formula that installs the archives of those systems that it is for, from where url says.
func (r *release) homebrew(url string) error {
	sums := map[string]string{}
	for _, line := range r.sums {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		sums[name] = sum
	}
	type archive struct{ System, CPU, URL, Sum string }
	about := struct {
		URL, Version string
		Archives     []archive
	}{URL: url, Version: r.version}
	for _, s := range []struct{ system, cpu, platform string }{
		{"macos", "arm", "darwin-arm64"}, {"macos", "intel", "darwin-amd64"},
		{"linux", "arm", "linux-arm64"}, {"linux", "intel", "linux-amd64"},
	} {
		name := fmt.Sprintf("retroproof-%s-%s.tar.gz", r.version, s.platform)
		if sums[name] != "" {
			about.Archives = append(about.Archives, archive{s.system, s.cpu, url + "/" + name, sums[name]})
		}
	}
	if len(about.Archives) == 0 {
		return nil
	}
	var b bytes.Buffer
	if err := template.Must(template.New("formula").Parse(formula)).Execute(&b, about); err != nil {
		return err
	}
	return r.add("retroproof.rb", b.Bytes())
}
