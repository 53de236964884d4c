# The few commands of retroproof. "make help" lists them.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:

GO ?= go

# A clone that belongs to another user makes git refuse to tell its revision,
# and then go refuses to build; the binaries do without. All steps compile in the same
# way as what is released (-trimpath), so that no package is compiled twice. Without HTTP/2, of which a page on the same machine has
# no use, the program is half a megabyte shorter.
export GOFLAGS := $(strip $(GOFLAGS) -buildvcs=false -trimpath -tags=nethttpomithttp2)

# The steps of "make test" compile without the tables of debuggers, which takes a twelfth of the time less; what fails tells its lines
# all the same. All of them do, the programs included, so that no package is compiled twice.
vet lint unit race cross smoke browser farm-check: export GOFLAGS += $(NO_DWARF)
NO_DWARF := -gcflags=all=-dwarf=false

# What compiles and tests spends a tenth to a fifth of its time on collecting garbage that there is room for. (Not what measures:
# bench, reach.)
vet lint unit race cross wasm build browser farm-check: export GOGC = 400
vet lint unit race cross wasm build browser farm-check: export GOMEMLIMIT = 2GiB

# No test has a limit of time: machines may be slow and shared. What hangs is
# stopped by whoever runs the tests.
# The step lint looks at tests, too; programs without symbols are linked in a third of the time.
TEST := $(GO) test -timeout 0 -vet=off -ldflags="-s -w"

# The packages that run goroutines of their own, and the tests that make them do
# so with little else to do: the race detector makes code ten times as slow. cmd/retroproof, with all that it links, is
# a quarter of that step and runs few goroutines that are not those of packages below it: "make soundness" has it.
RACE := ./batch/... ./cmd/retroproof-check ./krk ./proofs ./proofs/illegal ./kernel/certify ./proofs/games ./retro ./retro/format ./retro/generate ./sat
RACE_TESTS := Progress|TestOrder|TestEnds|TestInteractive|TestToFile|TestGrows|TestInterrupt$$|TestDecided|TestPanic \
	|TestLegalPositions|TestMixed|TestResume|TestMany \
	|TestBuildMendsDamage|TestFileLookup|TestGenerateSameWithAnyCellsAndJobs|TestInterruptedBuild|TestStatsJobs \
	|TestExternal

# What the programs say of themselves: the version is in VERSION, the commit comes from git, if this folder is a clone.
# COMMIT= leaves it out.
COMMIT ?= $(shell [ ! -e .git ] || git describe --always --abbrev=12 --dirty --exclude='*' 2>/dev/null)
MODULE_PATH := $(shell sed -n 's/^module //p' go.mod)
LDFLAGS = $(if $(COMMIT),-X $(MODULE_PATH).commit=$(COMMIT))

# Without tables for debuggers, a third of a program. Panics name functions, files and lines all the same. STRIP= keeps them.
STRIP ?= -s -w

# The date of all files in archives.
SOURCE_DATE_EPOCH ?= $(or $(shell [ ! -e .git ] || git log -1 --format=%ct 2>/dev/null),0)

# What the code has to compile for besides the machine that CI runs on; there may be more.
CROSS ?= windows/amd64 darwin/arm64 js/wasm linux/386

.PHONY: coq coq-lemmas growth mutants build wasm site browser dist dist-check tags install notices prove certify gaviota test bench bench-sat reach farm farm-check soundness clean help fmt-check vet lint unit race cross cross-build smoke go-version

build wasm dist dist-check tags install notices vet lint unit race cross cross-build bench bench-sat peers pictures reach soundness: go-version

# Go 1.21 and later fetch what go.mod asks for; older ones only complain about
# packages that they do not have.
go-version:
	@GO='$(GO)' bash .ci/go-version

## build: the programs, into bin/
build: wasm
	$(GO) build -trimpath -ldflags '$(STRIP) $(LDFLAGS)' -o bin/ ./cmd/retroproof ./cmd/retroproof-check

# The checker as WebAssembly, for the page of "retroproof serve", which embeds it, and Go's own loader. Neither is linked nor
# compressed anew unless something has changed. Without LDFLAGS: the same sources make the same bytes.
WASM = CGO_ENABLED=0 GOOS=js GOARCH=wasm GOFLAGS='$(filter-out $(NO_DWARF),$(GOFLAGS))' $(GO) build -trimpath $(NO_DWARF) -ldflags '-s -w'
wasm:
	@mkdir -p bin
	$(WASM) -o bin/check.wasm ./cmd/retroproof-check
	@gzip -9nc bin/check.wasm > bin/check.wasm.gz && { cmp -s bin/check.wasm.gz web/wasm/check.wasm.gz || cp bin/check.wasm.gz web/wasm; }
	@cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" web/wasm

## site: the public site as files for any web server, into SITE: the page, with the program as WebAssembly, and the documents
SITE ?= site
site: build
	$(WASM) -o bin/retroproof.wasm ./cmd/retroproof
	bin/retroproof serve --export $(SITE) --program bin/retroproof.wasm
	@cd web/documents; \
	if ! timeout 300 $(GO) mod download; then \
		echo "NOTICE: what reads Markdown could not be obtained; the site has NO documents"; \
	else \
		$(GO) run . -from ../.. -to $(abspath $(SITE)); \
	fi

## prove: the main job, all lemmas of the KRK strategy; ARGS="--certify --out DIR" adds flags
prove: build
	bin/retroproof krk prove $(ARGS)

## test: everything that CI runs
# One after the other even under make -j, cheap ones first, so that output stays
# readable and a small mistake is told within seconds.
test:
	@for step in go-version fmt-check lint unit race cross smoke browser farm-check; do $(MAKE) --no-print-directory $$step; done

fmt-check:
	@bad=$$(gofmt -l .); if [ -n "$$bad" ]; then echo "gofmt: not formatted:"; echo "$$bad"; exit 1; fi
	@echo "gofmt: ok"

vet:
	$(GO) vet ./...

# The checks of staticcheck and of go vet, by a program of a module of its own. No network is no reason to fail, but a finding is.
lint:
	@mkdir -p .tools; \
	if (cd internal/lint && timeout 900 $(GO) mod download); then \
		(cd internal/lint && $(GO) build -ldflags='-s -w' -o ../../.tools/lint .) && echo "lint ./..." && .tools/lint ./...; \
	else \
		echo "NOTICE: the checks of staticcheck could not be obtained; they were NOT run"; $(GO) vet ./...; \
	fi

unit:
	$(TEST) ./...

# The race detector needs a C compiler. Everything is compiled a second time for it.
race:
	@if [ "$$($(GO) env CGO_ENABLED)" = 1 ] && command -v "$$($(GO) env CC)" >/dev/null; then \
		set -x; $(TEST) -race -short -run '$(subst $(eval) ,,$(RACE_TESTS))' $(RACE); \
	else \
		echo "NOTICE: no C compiler; the race detector was NOT run"; \
	fi

# Programs and tests compile for other systems and processors: their types are checked, in 3 CPU s a platform. One program is
# compiled and linked for another platform, the checker for js/wasm, which the step build needs anyway; the two programs for Windows
# would take another 54 CPU s. "make cross-build" does that for all platforms, with the tests, and "make dist" for what is released.
cross: wasm
	$(GO) run ./internal/platforms $(CROSS)

## cross-build: programs and tests compiled for all platforms of CROSS, and the programs linked
cross-build: wasm
	@for platform in $(CROSS); do \
		echo "cross-build: $$platform"; \
		export CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/}; \
		$(GO) build -o /dev/null ./cmd/retroproof ./cmd/retroproof-check && $(GO) vet ./... || exit 1; \
	done

# The page in a real browser, where there is one, and the documents as pages. Their modules have what drives it, and what reads Markdown.
# Browsers hang now and then: these tests, of 3 minutes at rest, do have a limit of time, tell where they were, and are tried twice.
BROWSERS := chromium chromium-browser google-chrome google-chrome-stable chrome
browser: build
	@cd web/browsertest; \
	if ! for b in $(BROWSERS); do command -v $$b && break; done >/dev/null; then \
		echo "NOTICE: no browser; the page was NOT tried"; \
	elif ! timeout 300 $(GO) mod download; then \
		echo "NOTICE: what drives a browser could not be obtained; the page was NOT tried"; \
	else \
		export RETROPROOF=$(CURDIR)/bin/retroproof; \
		$(GO) vet ./... && { $(TEST) -timeout 30m -count 1 . || { echo "NOTICE: the page failed in the browser; once more"; $(TEST) -timeout 30m -count 1 .; }; }; \
	fi
	@cd web/documents; \
	if ! timeout 300 $(GO) mod download; then \
		echo "NOTICE: what reads Markdown could not be obtained; the documents were NOT tried"; \
	else \
		$(GO) vet ./... && $(TEST) .; \
	fi

# The programs as they are built, with an illegal and a legal position, and a
# lemma. (The main job with its certificate is an example of README.md, which
# TestDocs runs.)
smoke: build
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && set -x && \
		bin/retroproof krk prove --lemma 1 && \
		bin/retroproof legal --certificate "$$dir/illegal.gz" $(ILLEGAL) && bin/retroproof-check "$$dir/illegal.gz" && \
		bin/retroproof proofgame --pgn "$$dir/legal.pgn" $(LEGAL) && bin/retroproof games "$$dir/legal.pgn" | bin/retroproof-check -

# Its evidence has last moves and kernels.
ILLEGAL := "B1Q1q3/R6n/2pk1N1B/5R2/1n1NBPr1/1nP1nB1n/r1P1bb1P/qK1b4 w - - 0 1"

# White could have captured on d3 two plies before: others call it illegal.
LEGAL := "r1b5/2pp1ppp/p1n5/np6/K1kPp3/b1q1r3/8/8 w - - 0 1"

## certify: the main job with a certificate in DIR, checked
DIR ?= certificate
certify: build
	bin/retroproof krk prove --certify --out $(DIR)
	bin/retroproof-check $(DIR)

## bench: the benchmarks; BENCH=pattern picks some
BENCH ?= .
bench:
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

## bench-sat: the native solver beside gini, minisat, cadical and kissat, as far as they are there, on generated formulas; ARGS="-rows krk" picks rows
bench-sat: build
	$(GO) run ./internal/peers -families -runs 1 -limit 20s $(ARGS)

## peers: CPU times of whole commands beside those of other programs, as far as they are there (TEXELUTIL, RTBGEN and POPEYE are paths), into doc/results/peers.md; ARGS="-rows king" picks rows
peers: build
	$(GO) run ./internal/peers -write doc/results/peers.md $(ARGS)

## mutants: plants each mistake of testdata/mutants in what is believed, and runs the tests of its package; ARGS="-run core" picks some
mutants:
	$(GO) run ./internal/mutants $(ARGS) testdata/mutants/*.txt

## growth: how the proof of a strategy grows with the board, as a table, with doc/growth.svg; ARGS="-growth.strategy krk2013 -growth.to 8" changes what
growth:
	$(TEST) ./strategy -run '^$$' -bench Growth -benchtime 1x -growth.svg $(CURDIR)/doc/growth.svg $(ARGS)

## pictures: doc/pictures, by a program that computes what they show
pictures:
	$(GO) run ./internal/pictures

## reach: proof games for 2,000 positions that a game can reach, with CPU times
reach:
	$(TEST) ./kernel/proofgame -run Reach -v -proofgame.all

## soundness: every test in its long version, large samples of some: games of PLIES random plies in all, no move missing among the un-moves, and each position asked by everything that can refute one, as those along BUILT games with exotic men; PLIES by rules of their own, whose history agrees with all facts; POSITIONS of such games, none called illegal; GAMES that satisfy their formulas; PAIRS of positions that A* calls no farther than they are; PROGRAMS of random calls of the solver's incremental interface; CASES files as strangers may hand them over, in 83 CPU minutes; some hours
PLIES ?= 10000000
POSITIONS ?= 2000000
SEED ?= 20
GAMES ?= 100000
PAIRS ?= 100000
BUILT ?= 2000
PROGRAMS ?= 100000000
CASES ?= 1000000
soundness:
	RETROPROOF_LONG=1 $(TEST) ./...
	$(TEST) ./cmd/retroproof-check -run 'Strangers|Terminated' -v -stranger-cases $(CASES)
	cd farm && RETROPROOF_LONG=1 $(GO) test -timeout 0 . -run 'Fuzzed|Hostile' -v
	$(TEST) -race -short -run 'TestScripts/^(count-figures|estimate-run|legal-lists|proofgame-lists|revmoves-lists)$$' ./cmd/retroproof/numbers ./cmd/retroproof/legal ./cmd/retroproof/games
	$(TEST) -race -short -run 'TestPhases|TestDirectly' ./proofs/survey ./kernel/exact
	$(TEST) ./chess -run 'UnmovesOf' -v -unmove-plies $(PLIES) -unmove-large
	$(TEST) ./kernel/story -run 'RandomGames' -v -game-positions $(GAMES)
	$(TEST) ./kernel -run 'EverythingAsked|AlongBuiltGames' -v -asked-plies $(PLIES) -along-games $(BUILT)
	$(TEST) ./kernel -run 'Soundness|FormulaAgrees$$' -v -kernel.positions $(GAMES) -formula.positions 3000
	$(TEST) ./kernel/rules -run 'History' -v -history-positions $(PLIES)
	$(TEST) ./kernel/certify -run 'Mutated' -v -mutated-positions 4000
	$(TEST) ./kernel/formula -run 'GamesSatisfy|ClosingWorlds' -v -formula.games $(GAMES) -formula.seed $(SEED) -formula.closing $(GAMES) -formula.jams $(GAMES) -formula.worlds 2000 -formula.worldsseed $(SEED)
	$(TEST) ./kernel/rules -run 'ClosingGames|JamGames' -v -closing-goals $(POSITIONS) -jam-goals $(GAMES) -jam-seed $(SEED)
	$(TEST) ./kernel/astar -run 'Admissible|BreadthFirst' -v -pairs $(PAIRS) -seed $(SEED)
	$(TEST) ./sat/cdcl -run 'Programs' -v -programs $(PROGRAMS)

## gaviota: all 145 published tables of Gaviota's, built and written into TABLES, and compared with the MD5 sums of the published files; it goes on where it was interrupted
TABLES ?= tables
MEN ?= 5
gaviota: build
	bin/retroproof tb build --men $(MEN) --dir $(TABLES)
	bin/retroproof tb export --men $(MEN) --dir $(TABLES) --out $(TABLES)/gaviota

## coq: check the theorems of proofs/coq, with Coq 8.16 (doc/machine-checked.md), and that they need no axioms: nine CPU minutes
COQ_FILES = Prelude Squares Board Table KRK KQK Chess Before Before_facts Before_complete Rights Weights Potential Games Home Illegal Illegal_sound Illegal_draws Closed Closed_sound Closed_cage Perft Rup Packed Kernel Kernel_facts Kernel_counts Kernel_sound Kernel_draw KRK_chess Plays Strategy KRK2013_wins KRK2016_wins KQK_wins Torres_wins Pawn_chess KPK_wins KPK_draws Counts
coq:
	cd proofs/coq && for file in $(COQ_FILES); do echo $$file && coqc -Q . "" $$file.v > $$file.out || exit; \
		! grep -v '^Closed under the global context$$' $$file.out && \
		test `grep -c '^Print Assumptions' $$file.v` = `grep -c '^Closed' $$file.out` || exit 1; done

## coq-lemmas: check in Coq the clauses and proofs of the lemmas of krk2013, and the cores of testdata/conformance: six CPU minutes, 3 GB
coq-lemmas: build
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && bin/retroproof krk prove --certify --out $$dir/krk2013 && \
		bin/retroproof-check --coq $$dir $$dir/krk2013 && \
		bin/retroproof-check --write-cnf $$dir/cores testdata/conformance/c*.gz && \
		for cnf in $$dir/cores/*.cnf; do bin/retroproof-check --coq $$dir $$cnf $${cnf%.cnf}.lrat || exit; done && \
		for file in $$dir/*.v; do echo $$file && coqc -Q proofs/coq "" -Q $$dir "" $$file || exit; done

## install: programs, manual pages and completions below PREFIX, which is /usr/local; DESTDIR goes before it
PREFIX ?= /usr/local
install: build
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && to="$(DESTDIR)$(PREFIX)" && set -x && \
		$(GO) run ./release -epoch $(SOURCE_DATE_EPOCH) -extras "$$dir" && \
		install -d "$$to/bin" "$$to/share/man/man1" "$$to/share/bash-completion/completions" \
			"$$to/share/zsh/site-functions" "$$to/share/fish/vendor_completions.d" && \
		install -m 755 bin/retroproof bin/retroproof-check "$$to/bin" && \
		install -m 644 "$$dir"/man/man1/*.1 "$$to/share/man/man1" && \
		install -m 644 "$$dir/completions/retroproof.bash" "$$to/share/bash-completion/completions/retroproof" && \
		install -m 644 "$$dir/completions/_retroproof" "$$to/share/zsh/site-functions" && \
		install -m 644 "$$dir/completions/retroproof.fish" "$$to/share/fish/vendor_completions.d"

## dist: archives for PLATFORMS, packages, a list of what they are made of, and SHA256SUMS, into dist/; the same commit and Go make the same bytes. URL is where they will be; SIGN_KEY, an SSH key, signs SHA256SUMS
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64 js/wasm
DIST = $(GO) run ./release -ldflags '$(LDFLAGS)' -epoch $(SOURCE_DATE_EPOCH)
URL ?= https://example.org/retroproof
dist: wasm
	rm -rf dist
	$(DIST) -platforms '$(PLATFORMS)' -out dist -url '$(URL)'
	$(if $(SIGN_KEY),ssh-keygen -Y sign -n retroproof-release -f '$(SIGN_KEY)' dist/SHA256SUMS)

# The archive for this machine, made twice, the second time in another folder; and the programs in it by another way, go build alone.
# FRESH=1 lets the second compile everything anew, from modules that are fetched anew, in two CPU minutes.
dist-check: wasm
	@dir=$$(mktemp -d) && trap 'chmod -R u+w "$$dir"; rm -rf "$$dir"' EXIT && \
		$(DIST) -platforms host -out "$$dir/first" && \
		mkdir "$$dir/copy" && git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$$dir/copy" && cd "$$dir/copy" && \
		$(MAKE) --no-print-directory wasm && \
		$(if $(FRESH),export GOCACHE="$$dir/cache" GOMODCACHE="$$dir/modules" &&) $(DIST) -platforms host -out "$$dir/second" && \
		cmp "$$dir/first/SHA256SUMS" "$$dir/second/SHA256SUMS" && cat "$$dir/first/SHA256SUMS" && echo "dist-check: the same archive" && \
		mkdir "$$dir/unpacked" && tar -xzf "$$dir"/first/retroproof-*.tar.gz -C "$$dir/unpacked" --strip-components 1 && \
		for program in retroproof retroproof-check; do \
			CGO_ENABLED=0 $(GO) build -ldflags '-s -w $(LDFLAGS)' -o "$$dir/alone" ./cmd/$$program && cmp "$$dir/alone" "$$dir/unpacked/$$program" || exit; \
		done && echo "dist-check: the same programs by go build alone"

## tags: the tags of published results, which doc/results/tags.tsv lists with their commits; whoever owns the repository pushes them
tags:
	@grep -v '^#' doc/results/tags.tsv | while read -r tag commit page; do git tag -f "$$tag" "$$commit" && echo "$$tag $$commit"; done

## module: gives the module another path, by which "go install" can fetch it; MODULE=example.org/retroproof
module:
	$(GO) run ./release -module '$(MODULE)'

# The licences of what the programs link; a test compares.
notices:
	$(GO) run ./release -notices

## farm: retroproof-farm, a module of its own, into bin/, and its tests, which kill workers and a server
farm: go-version
	@mkdir -p bin
	cd farm && $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o ../bin/retroproof-farm . && $(GO) vet ./... && $(GO) test ./...

# The same in "make test", where its modules can be had.
farm-check:
	@if (cd farm && timeout 300 $(GO) mod download); then \
		cd farm && $(GO) vet ./... && $(TEST) ./...; \
	else \
		echo "NOTICE: the modules of NATS could not be obtained; the farm was NOT tried"; \
	fi

## clean: removes what build and test have made; fetched tools stay
clean:
	rm -rf bin dist site
	rm -f web/wasm/*.gz web/wasm/wasm_exec.js
	rm -f coverage.out coverage.html

## help: this list
help:
	@sed -n 's/^## /  make /p' $(firstword $(MAKEFILE_LIST))
