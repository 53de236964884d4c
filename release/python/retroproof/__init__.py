"""Proofs about chess positions, from Python.

    >>> import retroproof
    >>> retroproof.legal("8/8/8/8/8/8/8/Kk6 w - - 0 1").reason
    'AdjacentKings'

This module runs the program retroproof, which the package holds, and reads its JSON lines. A position is
a FEN, or an object with a method fen(), such as a chess.Board of python-chess. Functions that end in _all
take any number of positions, and answer in their order while they still read: one process for all.

Answers have as fields what one needs most; raw is the whole JSON object, which doc/json.md describes.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
import threading
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator, Optional, Protocol, Union, runtime_checkable

__all__ = [
    "Checked", "Error", "Exact", "Malformed", "Value", "Verdict", "ask", "ask_all", "check", "exact",
    "legal", "legal_all", "probe", "probe_all", "program", "proof_game", "run",
]


@runtime_checkable
class Board(Protocol):
    """What has a FEN: a chess.Board of python-chess is one."""

    def fen(self) -> str: ...


Position = Union[str, Board]


class Error(Exception):
    """The program failed: the message is what it wrote on stderr."""


class Malformed(Error, ValueError):
    """A position that is none; column counts bytes from 1 on, where it is known."""

    def __init__(self, message: str, column: Optional[int] = None):
        super().__init__(message)
        self.column = column


@dataclass(frozen=True)
class Verdict:
    """Whether a game leads to a position."""

    fen: str
    verdict: str  # "legal", "illegal", or "unknown": neither was found within the budgets
    reason: str  # an identifier of doc/reasons.md, "ProofGame" or "IsStart"
    explanation: Optional[str]  # of an illegal one, in English
    game: tuple[str, ...]  # of a legal one, the moves in SAN
    uci: tuple[str, ...]  # the same moves in UCI
    raw: dict[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Exact:
    """The games of a length from the initial position, or another start, to a position."""

    fen: str
    plies: int
    verdict: str  # "unique", "cooked", "none" or "unknown"
    solutions: int
    complete: bool  # no other game exists
    games: tuple[str, ...]  # in SAN, the moves separated by blanks
    raw: dict[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Value:
    """What a tablebase has about a position."""

    fen: str
    result: str  # "win", "draw" or "loss", for the side to move
    dtm_plies: Optional[int]  # plies to mate, by best play of both; None in a draw
    moves: tuple[dict[str, Any], ...]  # all legal moves, the best first: san, uci, result, dtm_plies
    raw: dict[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Checked:
    """What the checker, which contains no search, says about a file."""

    verified: bool
    report: tuple[str, ...]  # what has been verified
    error: Optional[str]  # why not
    raw: dict[str, Any] = field(repr=False, compare=False)


def program(name: str = "retroproof") -> str:
    """Return the path of the program, or of "retroproof-check": that of this package, else that of PATH."""
    exe = name + (sysconfig.get_config_var("EXE") or "")
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [os.path.join(here, "bin"), sysconfig.get_path("scripts")]  # of pip install --target; of all others but --user
    folders.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    for folder in folders:
        path = os.path.join(folder, exe)
        if os.access(path, os.X_OK):
            return path
    path = shutil.which(exe)
    if path is None:
        raise Error(f"{exe} is neither in {' nor in '.join(folders)} nor on PATH")
    return path


def legal(position: Position, *, certificate: Optional[str] = None, start: Optional[Position] = None,
          effort: Optional[int] = None, timeout: Optional[float] = None) -> Verdict:
    """Decide whether a game leads to a position; what proves it is written to the file certificate.

    Games begin from start, if it is given. Effort is the number of rounds of refutation, 1 to 5.
    """
    args = ["legal", "--json", *_flags(certificate=certificate, start=start, effort=effort), "--", _fen(position)]
    return _verdict(_one(args, timeout))


def legal_all(positions: Iterable[Position], *, start: Optional[Position] = None, effort: Optional[int] = None,
              jobs: Optional[int] = None) -> Iterator[Verdict]:
    """Decide many positions, jobs at once. A malformed one has the verdict "malformed", and its error as explanation."""
    yield from map(_verdict, _stream(["legal", "--json", *_flags(start=start, effort=effort, jobs=jobs), "-"], positions))


def proof_game(position: Position, *, shortest: bool = False, start: Optional[Position] = None,
               timeout: Optional[float] = None) -> Verdict:
    """Construct a game to a position, or with shortest find one that no other undercuts."""
    flags = _flags(start=start) + (["--shortest"] if shortest else [])
    return _verdict(_one(["proofgame", "--json", *flags, "--", _fen(position)], timeout))


def exact(plies: int, position: Position, *, start: Optional[Position] = None, timeout: Optional[float] = None) -> Exact:
    """Find all games of exactly so many plies to a position."""
    row = _one(["exact", f"{plies // 2}.{5 * (plies % 2)}", "--all", "--json", *_flags(start=start), "--", _fen(position)], timeout)
    return Exact(row["fen"], row["plies"], row["verdict"], int(row["solutions"]), row["complete"], tuple(row.get("games", ())), row)


def ask(question: str, position: Position, *args: str, timeout: Optional[float] = None) -> dict[str, Any]:
    """Put a question: "last-moves", "rights", "fields", "cluster", "men", "promoted", "captures", "tempo" or "release".

    The answer is the JSON object of that question, which doc/json.md describes.
    """
    return _one(["ask", question, "--json", *args, "--", _fen(position)], timeout)


def ask_all(question: str, positions: Iterable[Position], *args: str) -> Iterator[dict[str, Any]]:
    """Put a question about many positions. The verdict of a malformed one is "malformed"."""
    yield from _stream(["ask", question, "--json", *args, "-"], positions)


def probe(position: Position, *, tables: Optional[str] = None, timeout: Optional[float] = None) -> Value:
    """Look a position up in the folder tables; tables of up to four men are built in memory where they are missing."""
    return _value(_one(["tb", "probe", "--json", *_flags(dir=tables), "--", _fen(position)], timeout))


def probe_all(positions: Iterable[Position], *, tables: Optional[str] = None) -> Iterator[Value]:
    """Look many positions up. The result of a malformed one is "malformed"."""
    yield from map(_value, _stream(["tb", "probe", "--json", *_flags(dir=tables), "-"], positions))


def check(*paths: str, timeout: Optional[float] = None) -> Checked:
    """Have retroproof-check verify a certificate; of a formula and its proof, both files."""
    row = _one(["--json", "--", *paths], timeout, "retroproof-check")
    return Checked(row["verified"], tuple(row.get("report", ())), row.get("error"), row)


def run(*args: str, timeout: Optional[float] = None, name: str = "retroproof") -> list[dict[str, Any]]:
    """Run any verb, with --json among its arguments, and return the objects that it prints."""
    done = subprocess.run([program(name), *args], capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, timeout=timeout)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if rows or done.returncode == 0:
        return rows
    message = done.stderr.strip() or f"{name} ended with exit code {done.returncode}"
    raise Malformed(message) if done.returncode == 3 else Error(message)


def _fen(position: Position) -> str:
    return position if isinstance(position, str) else position.fen()


def _flags(**flags: Any) -> list[str]:
    """Return the flags that are not None, as --name=value."""
    return [f"--{name}={_fen(v) if isinstance(v, Board) else v}" for name, v in flags.items() if v is not None]


def _one(args: list[str], timeout: Optional[float], name: str = "retroproof") -> dict[str, Any]:
    rows = run(*args, timeout=timeout, name=name)
    if not rows:
        raise Error(f"{name} {' '.join(args)} printed nothing")
    if rows[-1].get("verdict") == "malformed":
        raise Malformed(rows[-1]["error"], rows[-1].get("column"))
    return rows[-1]


def _stream(args: list[str], positions: Iterable[Position]) -> Iterator[dict[str, Any]]:
    """Yield the answers of a verb that reads stdin. A thread writes, so that neither side waits for the other."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        child = subprocess.Popen([program(), *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, encoding="utf-8")
        failure: list[BaseException] = []

        def write() -> None:
            try:
                for position in positions:
                    line = " ".join(_fen(position).split()) or "?"  # a blank line would have no answer
                    child.stdin.write(line + "\n")
                    child.stdin.flush()
            except OSError:
                pass  # the child has ended: its exit code says why
            except BaseException as error:  # of the caller's iterator: raised below
                failure.append(error)
            finally:
                with contextlib.suppress(OSError):
                    child.stdin.close()

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        try:
            yield from map(json.loads, child.stdout)
        except GeneratorExit:  # the caller has seen enough
            child.kill()
            raise
        finally:
            code = child.wait()
            child.stdout.close()
        writer.join()
        if failure:
            raise failure[0]
        if code not in (0, 3, 4):  # answered, some malformed, some undecided
            log.seek(0)
            raise Error(log.read().strip())


def _verdict(row: dict[str, Any]) -> Verdict:
    return Verdict(row.get("fen", row.get("text", "")), row["verdict"], row.get("reason", ""), row.get("explanation", row.get("error")),
                   tuple(row.get("game", "").split()), tuple(row.get("uci", "").split()), row)


def _value(row: dict[str, Any]) -> Value:
    return Value(row.get("fen", row.get("text", "")), row.get("result", row.get("verdict", "")), row.get("dtm_plies"),
                 tuple(row.get("moves", ())), row)
