"""Tests of the module retroproof, with the programs of the package that it was installed with."""

import itertools
import os
import tempfile
import unittest

import retroproof

KINGS = "8/8/8/8/8/8/8/Kk6 w - - 0 1"
E4E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
ROOK = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"


class Board:
    """What python-chess calls a Board, as far as this module looks at one."""

    def __init__(self, fen):
        self.text = fen

    def fen(self):
        return self.text


class Tests(unittest.TestCase):
    def test_legal(self):
        v = retroproof.legal(Board(E4E5))
        self.assertEqual((v.verdict, v.reason, v.explanation), ("legal", "ProofGame", None))
        self.assertEqual((v.game, v.uci), (("e4", "e5"), ("e2e4", "e7e5")))
        v = retroproof.legal(KINGS)
        self.assertEqual((v.fen, v.verdict, v.reason), (KINGS, "illegal", "AdjacentKings"))
        self.assertIn("a1 and b1", v.explanation)

    def test_start(self):
        start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        v = retroproof.legal("4k3/8/8/8/8/8/8/4K3 w - - 0 1", start=Board(start))
        self.assertEqual((v.verdict, v.raw["schema"]), ("legal", "retroproof.legal/1"))

    def test_certificate(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "proof")
            retroproof.legal(KINGS, certificate=path)
            self.assertTrue(retroproof.check(path).verified)
            with open(path, "r+b") as f:
                f.truncate(os.path.getsize(path) // 2)
            checked = retroproof.check(path)
            self.assertFalse(checked.verified)
            self.assertTrue(checked.error)

    def test_many(self):
        fens = [KINGS, "not a position", "", E4E5]
        got = [(v.verdict, v.fen) for v in retroproof.legal_all(map(Board, fens), jobs=1)]
        self.assertEqual([verdict for verdict, _ in got], ["illegal", "malformed", "malformed", "legal"])
        self.assertEqual(got[1][1], "not a position")

    def test_many_at_once(self):
        # More than a pipe holds, from an endless list that is left early.
        answers = retroproof.legal_all(itertools.repeat(KINGS))
        self.assertEqual({v.reason for v in itertools.islice(answers, 3000)}, {"AdjacentKings"})
        answers.close()

    def test_failing_list(self):
        def positions():
            yield KINGS
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            list(retroproof.legal_all(positions()))

    def test_games(self):
        v = retroproof.proof_game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", shortest=True)
        self.assertEqual(len(v.game), 16)
        e = retroproof.exact(3, "rnbqkbnr/pppp1ppp/4p3/8/8/4P2P/PPPP1PP1/RNBQKBNR b KQkq - 0 2")
        self.assertEqual((e.verdict, e.solutions, e.complete), ("cooked", 2, True))
        self.assertEqual(set(e.games), {"e3 e6 h3", "h3 e6 e3"})

    def test_ask(self):
        answer = retroproof.ask("last-moves", "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1")
        self.assertEqual([m["un_move"] for m in answer["moves"]], ["b7-b5"])
        self.assertEqual([a["verdict"] for a in retroproof.ask_all("last-moves", [KINGS, "x"])], ["illegal", "malformed"])

    def test_tables(self):
        value = retroproof.probe(ROOK)
        self.assertEqual((value.result, value.dtm_plies), ("win", 31))
        self.assertEqual(len(value.moves), 16)
        self.assertEqual([v.result for v in retroproof.probe_all([ROOK, "x"])], ["win", "malformed"])

    def test_errors(self):
        with self.assertRaises(retroproof.Malformed) as raised:
            retroproof.legal("9/8 w")
        self.assertIsInstance(raised.exception, ValueError)
        with self.assertRaisesRegex(retroproof.Error, "no-such-verb"):
            retroproof.run("no-such-verb")
        with self.assertRaisesRegex(retroproof.Error, "between 1 and 5|1 to 5"):
            retroproof.legal(KINGS, effort=9)


if __name__ == "__main__":
    unittest.main()
