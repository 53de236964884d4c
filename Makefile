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
	$(if $(wildcard proofs/illegal/*.go),./proofs/illegal ./kernel/certify) \
	$(if $(wildcard proofs/games/*.go),./proofs/games) \
	$(if $(wildcard retro/*.go),./retro)

STATICCHECK_VERSION := v0.6.1
STATICCHECK := .tools/staticcheck-$(STATICCHECK_VERSION)

.PHONY: build prove certify test bench reach soundness clean help fmt-check vet staticcheck unit race smoke

## build: the programs, into bin/
build:
	@mkdir -p bin
	$(GO) build -trimpath -o bin/ ./cmd/retroproof ./cmd/retroproof-check

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
	$(GO) test ./proofs/illegal/formula -run GamesSatisfy -timeout 0 -v -formula.games $(GAMES) -formula.seed $(SEED)
	$(GO) test ./kernel/astar -run 'Admissible|BreadthFirst' -timeout 0 -v -pairs $(PAIRS) -seed $(SEED)

## clean: removes what build and test have made; fetched tools stay
clean:
	rm -rf bin
	rm -f coverage.out coverage.html

## help: this list
help:
	@sed -n 's/^## /  make /p' $(firstword $(MAKEFILE_LIST))
