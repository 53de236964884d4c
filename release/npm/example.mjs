// Is the position legal? Prints the verdict, and what the checker says of its certificate:
//
//   node example.mjs "8/8/8/8/8/8/8/Kk6 w - - 0 1"

import {certificate, check, legal} from 'retroproof';

const fen = process.argv[2] ?? '8/8/8/8/8/8/8/Kk6 w - - 0 1';
const verdict = await legal(fen);
console.log(verdict.verdict, verdict.reason);
console.log(verdict.explanation ?? verdict.game ?? '');

if (verdict.verdict === 'illegal') {
  const checked = await check(await certificate(fen));
  console.log(checked.verified ? 'VERIFIED' : `NOT VERIFIED: ${checked.error}`);
  console.log(checked.report.join('\n'));
}
process.exit(0);
