#!/usr/bin/env python3
"""Replays the deduction of a certificate of a strategy, as doc/strategy-certificates.md defines it.

    replay-deduction.py DIR/manifest.json

What the lemmas say is taken for proved: retroproof-check checks that. Each step of the deduction is checked by its rule.
"""
import json
import re
import sys

PLAY = {  # what holds of every play, by its definition
    "at(i+1) => replied(i); replied(i) => moved(i); moved(i) => at(i)",
    "at(i) and step(i) => moved(i)",
    "moved(i) => replied(i) or stuck(i); stuck(i) and replied(i) => false",
    "early(i) => once(i) or run(i); early(i) => moved(i); last(i) => moved(i)",
    "on(i+1) => any(i); any(i) => on(i); on(i+1) and saved(i) => false",
    "open(i) and any(i) => unkept(i)",
}


def parse(claim, shift=0):
    """The clauses of a claim, each a list of (atom, time, positive)."""
    clauses = []
    for text in claim.split("; ") if claim else []:
        sides, clause = text.split(" => "), []
        for side, word, empty in ((0, " and ", "true"), (1, " or ", "false")):
            for atom in [] if sides[side] == empty else sides[side].split(word):
                name, time = re.fullmatch(r"([a-z0-9-]+)\(i(?:\+(\d+))?\)", atom).groups()
                clause.append((name, int(time or 0) + shift, side == 1))
        clauses.append(clause)
    return clauses


def follows(clauses, claim):
    """Whether unit propagation refutes the clauses with the negation of a clause."""
    value = {(a, t): not positive for a, t, positive in claim}
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if any(value.get((a, t)) == positive for a, t, positive in clause):
                continue
            left = [x for x in clause if (x[0], x[1]) not in value]
            if not left:
                return True
            if len(left) == 1:
                value[left[0][:2]] = left[0][2]
                changed = True
    return False


def all_follow(clauses, claim):
    return all(follows(clauses, c) for c in claim)


def descent(step, known, steps):
    d, cites, moves = step["descent"], list(step.get("cites", [])), 0
    claim = lambda: known[cites.pop(0)["name"]]["claim"]
    names = d["early_steps"] + d["last_step"] + d["other_steps"]
    if d["phases"][0].get("property") or len(set(names)) != steps:  # all steps of the strategy
        return False
    if d["early_steps"]:
        moves += int(re.fullmatch(r"early\(i\+(\d+)\) => false", claim()).group(1))
    if d["last_step"]:
        moves += 2
        if claim() != "last(i) and at(i+2) => false":
            return False
    for phase in d["phases"]:
        falls = [known[name]["falls"] for name in phase["lemmas"]]
        for value in range(phase["greatest"] + 1):
            most = 0
            for name in d["other_steps"]:
                by = [f["moves"] for f in falls if f["low"] <= value <= f["high"] and name in f["steps"] and f["moves"] > 0]
                if not by:
                    return False
                most = max(most, by[0])
            moves += most
    return step["claim"] == "at(i+%d) => false" % moves and step["moves"] == moves


def check(step, known, ranks, steps):
    cites = [(known[c["name"]], c.get("shift", 0)) for c in step.get("cites", [])]
    cited = [c for k, shift in cites for c in parse(k.get("claim", ""), shift)]
    claim, rule = parse(step.get("claim", "")), step["rule"]
    if rule == "lemma":
        return True
    if rule == "play":
        on_ranks = "unkept(i) => " + " or ".join("rank-%d(i)" % r for r in range(2, ranks + 1))
        return step["claim"] in PLAY or step["claim"] == on_ranks
    if rule == "propagation":
        return all_follow(cited, claim)
    if rule == "induction":
        base = [[(atom, 0, True)] for atom in ("at", "claimed", "on", "open")]
        return all_follow(base, claim) and all_follow(cited + claim, parse(step["claim"], 1))
    if rule == "descent":
        return descent(step, known, steps)
    if rule == "end":
        want = ["at(i+%d) => false" % step["moves"], "at(i) => moved(i)", "moved(i) => replied(i) or lost(i)"]
        return step["moves"] > 0 and [k["claim"] for k, _ in cites] == want and step["claim"] == "at(i) => wins(i)"
    return False


def main():
    with open(sys.argv[1]) as f:
        manifest = json.load(f)
    lemmas, known = {l["lemma"] for l in manifest["lemmas"]}, {}
    steps = len(manifest["figures"]["positions_by_step"])
    for step in manifest["deduction"]:
        name = step["name"]
        if name in known or step["rule"] == "lemma" and name not in lemmas or not check(step, known, manifest["ranks"], steps):
            sys.exit("%s does not follow" % name)
        known[name] = step
        if name.startswith("Theorem"):
            print("%s: %s" % (name, step["sentence"]))


main()
