#!/bin/bash
# Gives formulas and proofs, NAME.cnf and NAME.lrat in DIR, to other checkers, as far as they are on
# PATH: cake_lpr, lrat-trim, lrat-check and drat-trim. The lemmas about king and rook are written with
#
#     retroproof krk prove --dimacs DIR
#     for f in DIR/*.cnf; do retroproof solve --proof "${f%.cnf}.lrat" "$f"; done
#
# as cake_lpr and lrat-check read text only. Only what they print counts: some exit with 0 whatever
# they find. The exit code is 1 if one of them does not say "VERIFIED", and 2 if none is there.
set -u
dir=${1:?usage: outside.sh DIR}
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
checkers=()
for c in cake_lpr lrat-trim lrat-check drat-trim; do
	if command -v "$c" >/dev/null; then checkers+=("$c"); fi
done
if [ ${#checkers[@]} -eq 0 ]; then
	echo "outside.sh: none of cake_lpr, lrat-trim, lrat-check, drat-trim is on PATH" >&2
	exit 2
fi
code=0
checked=0
for proof in "$dir"/*.lrat; do
	name=$(basename "$proof" .lrat)
	[ -e "$proof" ] || continue
	if [ "$(head -c 1 "$proof")" = a ]; then
		echo "outside.sh: $proof is binary, want --proof-format text" >&2
		exit 2
	fi
	# drat-trim reads the clauses of a proof, without ids and hints.
	awk '$2 == "d" { next } { line = ""; for (i = 2; i <= NF; i++) { line = line $i " "; if ($i == "0") break } print line }' "$proof" >"$tmp/f.drat"
	for c in "${checkers[@]}"; do
		file=$proof
		if [ "$c" = drat-trim ]; then file=$tmp/f.drat; fi
		if "$c" "$dir/$name.cnf" "$file" 2>&1 | grep -Eq '^(c |s )?VERIFIED( UNSAT)?$'; then
			checked=$((checked + 1))
		else
			echo "$c: $name is not verified"
			code=1
		fi
	done
done
echo "$checked proofs verified by ${checkers[*]}"
[ "$checked" -gt 0 ] || [ "$code" -ne 0 ] || code=2 # no proof
exit $code
