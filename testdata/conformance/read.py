"""Calls a checker with every certificate of the conformance kit: python3 read.py CHECKER [EVERY].

With EVERY only every so-manieth certificate is tried. README.md has the form of the index.
"""
import gzip
import os
import subprocess
import sys
import tempfile


def edited(data, edits):
    for edit in edits.split(";"):
        at, length, text = edit.split(" ")
        at, length = int(at), int(length)
        data = data[:at] + bytes.fromhex(text) + data[at + length:]
    return data


def main():
    checker, every = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    here = os.path.dirname(os.path.abspath(__file__))
    wrong = tried = 0
    with open(os.path.join(here, "index.tsv"), encoding="utf-8") as index, tempfile.TemporaryDirectory() as folder:
        for n, line in enumerate(index):
            if n % every:
                continue
            name, expected, rule, sentence, edits = line.rstrip("\n").split("\t")
            with gzip.open(os.path.join(here, name.split(":")[0] + ".gz")) as f:
                data = f.read()
            path = os.path.join(folder, "certificate")
            with open(path, "wb") as f:
                f.write(data if edits == "-" else edited(data, edits))
            code = subprocess.run([checker, path], capture_output=True).returncode
            tried += 1
            if code not in ((0,) if expected == "accept" else (1, 3)):
                wrong += 1
                print(f"{name}: exit code {code}, want {expected} ({rule}: {sentence})")
    print(f"{tried} certificates, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
