"""Calls a checker with every container of the conformance kit: python3 read.py CHECKER [EVERY].

With EVERY only every so-manieth container is tried. README.md has the form of the index.
"""
import os
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib


def members(path):
    with zipfile.ZipFile(path) as z:
        return [(i.filename, z.read(i)) for i in z.infolist()]


def edited(list_, edits):
    for edit in edits.split(";"):
        member, at, length, text = edit.split(" ")
        at, length, text = int(at), int(length), bytes.fromhex(text)
        n = [name for name, _ in list_].index(member)
        content = list_[n][1]
        if length < 0:
            list_[n] = (text.decode(), content)
        else:
            list_[n] = (member, content[:at] + text + content[at + length:])
    return list_


def zipped(list_):
    """The one form that doc/certificates.md allows: zipfile writes another."""
    out, directory = b"", b""
    for name, content in list_:
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        data = deflate.compress(content) + deflate.flush()
        head = struct.pack("<HHHHHIIIHH", 0, 0, 8, 0, 0x21, zlib.crc32(content), len(data), len(content), len(name), 0)
        directory += b"PK\1\2" + b"\0\0" + head + struct.pack("<HHHII", 0, 0, 0, 0, len(out)) + name.encode()
        out += b"PK\3\4" + head + name.encode() + data
    n = len(list_)
    return out + directory + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, n, n, len(directory), len(out), 0)


def main():
    checker, every = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    here = os.path.dirname(os.path.abspath(__file__))
    wrong = tried = 0
    with open(os.path.join(here, "index.tsv"), encoding="utf-8") as index, tempfile.TemporaryDirectory() as folder:
        for n, line in enumerate(index):
            if n % every:
                continue
            name, expected, rule, sentence, edits = line.rstrip("\n").split("\t")
            path = os.path.join(here, name.split(":")[0] + ".zip")
            if edits != "-":
                data = zipped(edited(members(path), edits))
                path = os.path.join(folder, "changed.zip")
                with open(path, "wb") as f:
                    f.write(data)
            code = subprocess.run([checker, path], capture_output=True).returncode
            tried += 1
            if code not in ((0,) if expected == "accept" else (1, 3)):
                wrong += 1
                print(f"{name}: exit code {code}, want {expected} ({rule}: {sentence})")
    print(f"{tried} containers, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
