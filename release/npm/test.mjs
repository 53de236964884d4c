// Tests of the package for npm, in a folder where it is installed. With the argument "checker" it has the checker alone.

import assert from 'node:assert/strict';
import {ask, certificate, check, legal, Refusal} from 'retroproof';

const bytes = text => new TextEncoder().encode(text);
const formula = {name: 'a.cnf', bytes: bytes('p cnf 1 2\n1 0\n-1 0\n')};

// Two checks at once have two file systems.
const [good, bad] = await Promise.all(['3 0 1 2 0\n', '3 0 1 0\n'].map(proof => check(formula, {name: 'a.lrat', bytes: bytes(proof)})));
assert.equal(good.verified, true);
assert.equal(bad.verified, false);
assert.ok(bad.error);
await assert.rejects(check(bytes('nothing')), /no certificate/); // nothing that it could check

if (process.argv[2] !== 'checker') {
  const fen = '4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1';
  const verdict = await legal(fen);
  assert.deepEqual([verdict.verdict, verdict.reason], ['illegal', 'LastMovesRefuted']);
  const file = await certificate(fen);
  assert.equal((await check(file)).verified, true);
  assert.equal((await check(file.slice(0, file.length / 2))).verified, false);
  assert.equal((await legal('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1')).game, 'e4 e5');
  await assert.rejects(legal('9/8 w'), error => error instanceof Refusal && error.column === 1);
  await assert.rejects(legal(fen, {nonsense: 1}), Refusal);
  const answer = await ask('/api/ask', {question: 'last-moves', fen});
  assert.match(answer.lines.join('\n'), /b7-b5/);
}
console.log('ok');
