# The few commands of retroproof. "make help" lists them.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:

GO ?= go

# A clone that belongs to another user makes git refuse to tell its revision,
# and then go refuses to build; the binaries do without.
export GOFLAGS := $(strip $(GOFLAGS) -buildvcs=false)

# Packages that run goroutines of their own, as far as they exist: go test fails
# on a folder without Go files.
RACE := $(if $(wildcard sat/*.go sat/*/*.go),./sat/...) \
	$(if $(wildcard cmd/*/*.go),./cmd/...) \
	$(if $(wildcard krk/*.go),./krk) \
	$(if $(wildcard kernel/certif*/*.go),./kernel/certificate ./kernel/certify) \
	$(if $(wildcard proofs/games/*.go),./proofs/games) \
	$(if $(wildcard retro/*.go),./retro)

STATICCHECK_VERSION := v0.6.1
STATICCHECK := .tools/staticcheck-$(STATICCHECK_VERSION)

# What the programs say of themselves: the version is in VERSION, the commit comes from git, if this folder is a clone.
# COMMIT= leaves it out.
COMMIT ?= $(shell [ ! -e .git ] || git describe --always --abbrev=12 --dirty --exclude='*' 2>/dev/null)
LDFLAGS = $(if $(COMMIT),-X retroproof.commit=$(COMMIT))

# The date of all files in archives.
SOURCE_DATE_EPOCH ?= $(or $(shell [ ! -e .git ] || git log -1 --format=%ct 2>/dev/null),0)

.PHONY: build dist dist-check install notices prove certify test bench reach soundness clean help fmt-check vet staticcheck unit race smoke

## build: the programs, into bin/
build:
	@mkdir -p bin
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/ ./cmd/retroproof ./cmd/retroproof-check

## prove: the main job, all lemmas of the KRK strategy; ARGS="--certify --out DIR" adds flags
prove: build
	bin/retroproof krk prove $(ARGS)

## test: everything that CI runs
# One after the other even under make -j, cheap ones first, so that output stays
# readable and a small mistake is told within seconds.
test:
	@for step in fmt-check vet staticcheck unit race smoke; do $(MAKE) --no-print-directory $$step; done

fmt-check:
	@bad=$$(gofmt -l .); if [ -n "$$bad" ]; then echo "gofmt: not formatted:"; echo "$$bad"; exit 1; fi
	@echo "gofmt: ok"

vet:
	$(GO) vet ./...

# No network is no reason to fail, but a finding is.
staticcheck:
	@if [ ! -x $(STATICCHECK) ]; then \
		mkdir -p .tools; \
		GOBIN=$(CURDIR)/.tools timeout 240 $(GO) install honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK_VERSION) \
			&& mv .tools/staticcheck $(STATICCHECK) || rm -f .tools/staticcheck; \
	fi
	@if [ -x $(STATICCHECK) ]; then \
		echo "staticcheck ./..."; $(STATICCHECK) ./...; \
	else \
		echo "NOTICE: staticcheck $(STATICCHECK_VERSION) could not be obtained; its checks were NOT run"; \
	fi

unit:
	$(GO) test ./...

# The race detector needs a C compiler.
race:
	@if [ -z "$(strip $(RACE))" ]; then \
		echo "NOTICE: no package to run under the race detector"; \
	elif [ "$$($(GO) env CGO_ENABLED)" = 1 ] && command -v "$$($(GO) env CC)" >/dev/null; then \
		echo "$(GO) test -race -short $(strip $(RACE))"; $(GO) test -race -short $(strip $(RACE)); \
	else \
		echo "NOTICE: no C compiler; the race detector was NOT run"; \
	fi

# The main job, an illegal and a legal position once, with evidence that the other
# program checks.
smoke: build
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && set -x && \
		bin/retroproof krk prove --certify --out "$$dir" && bin/retroproof-check "$$dir" && \
		bin/retroproof legal --certificate "$$dir/illegal.zip" $(ILLEGAL) && bin/retroproof-check "$$dir/illegal.zip" && \
		bin/retroproof proofgame --pgn "$$dir/legal.pgn" $(LEGAL) && bin/retroproof-check "$$dir/legal.pgn"

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

## reach: proof games for 2,000 positions that a game can reach, with CPU times
reach:
	$(GO) test ./kernel/proofgame -run Reach -timeout 0 -v -proofgame.all

## soundness: games of PLIES random plies in all, no move missing among the un-moves; POSITIONS of such games, none called illegal; GAMES that satisfy their formulas; PAIRS of positions that A* calls no farther than they are
PLIES ?= 10000000
POSITIONS ?= 2000000
SEED ?= 20
GAMES ?= 100000
PAIRS ?= 100000
soundness:
	$(GO) test ./chess -run 'UnmovesOf|UnmovesTried' -timeout 0 -v -unmove-plies $(PLIES) -unmove-large
	$(GO) test ./kernel -run 'RandomGames' -timeout 0 -v -game-positions $(POSITIONS) -games-seed $(SEED)
	$(GO) test ./kernel/formula -run GamesSatisfy -timeout 0 -v -formula.games $(GAMES) -formula.seed $(SEED)
	$(GO) test ./kernel/astar -run 'Admissible|BreadthFirst' -timeout 0 -v -pairs $(PAIRS) -seed $(SEED)

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

## dist: archives for PLATFORMS, with SHA256SUMS, into dist/; the same commit and Go make the same bytes
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64 js/wasm
DIST = $(GO) run ./release -ldflags '$(LDFLAGS)' -epoch $(SOURCE_DATE_EPOCH)
dist:
	rm -rf dist
	$(DIST) -platforms '$(PLATFORMS)' -out dist

# The archive for this machine, made twice, the second time in another folder. FRESH=1 lets that compile everything anew, in two
# CPU minutes.
dist-check:
	@dir=$$(mktemp -d) && trap 'chmod -R u+w "$$dir"; rm -rf "$$dir"' EXIT && \
		$(DIST) -platforms host -out "$$dir/first" && \
		mkdir "$$dir/copy" && git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$$dir/copy" && cd "$$dir/copy" && \
		$(if $(FRESH),GOCACHE="$$dir/cache") $(DIST) -platforms host -out "$$dir/second" && \
		cmp "$$dir/first/SHA256SUMS" "$$dir/second/SHA256SUMS" && cat "$$dir/first/SHA256SUMS" && echo "dist-check: the same archive"

# The licences of what the programs link; a test compares.
notices:
	$(GO) run ./release -notices

## clean: removes what build and test have made; fetched tools stay
clean:
	rm -rf bin dist
	rm -f coverage.out coverage.html

## help: this list
help:
	@sed -n 's/^## /  make /p' $(firstword $(MAKEFILE_LIST))
