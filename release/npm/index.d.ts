/** The verdict on a position, as "retroproof legal --json" prints it (doc/json.md, retroproof.legal/1). */
export interface Verdict {
  schema: string;
  fen: string;
  verdict: 'legal' | 'illegal' | 'unknown';
  /** An identifier of doc/reasons.md, "ProofGame" or "IsStart". */
  reason: string;
  /** Of an illegal position, in English. */
  explanation?: string;
  /** Of a legal one: a game in SAN, and the same in UCI. */
  game?: string;
  uci?: string;
  plies?: number;
  [field: string]: unknown;
}

export interface Options {
  /** The position from which games start, in place of the initial one. */
  start?: string;
  /** Rounds of refutation, 1 to 5. */
  effort?: number;
  [budget: string]: unknown;
}

/** What retroproof-check says of a file (doc/json.md, retroproof.check/1). */
export interface Checked {
  schema: string;
  verified: boolean;
  claims?: {claim: string; [field: string]: unknown}[];
  report?: string[];
  error?: string;
  exit_code: number;
}

/** What the program refuses: a malformed position, with the column in bytes from 1 on, or a request that is none. */
export class Refusal extends Error {
  column?: number;
  status: number;
}

/** Decides whether a game leads to a position. */
export function legal(fen: string, options?: Options): Promise<Verdict>;

/** Returns the certificate of such a verdict, for check. */
export function certificate(fen: string, options?: Options): Promise<Uint8Array>;

/** Has the checker verify a file; of a formula and its proof, both. */
export function check(...files: (Uint8Array | {name: string; bytes: Uint8Array})[]): Promise<Checked>;

/** Puts a request to a route of "retroproof serve" (doc/serve.md); event gets what a stream tells before the answer. */
export function ask(route: string, request?: object, event?: (name: string, object: unknown) => void): Promise<any>;
