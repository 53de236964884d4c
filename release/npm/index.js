// Whether a game of chess leads to a position, with evidence, and the checker of that evidence. Both are the programs of
// retroproof, unchanged, as WebAssembly. They run in the thread that calls them: a long search belongs in a worker.

import './wasm_exec.js';
import {Files} from './files.js';

/** What the program refuses: a malformed position, with the column, or a request that is none. */
export class Refusal extends Error {
  constructor({error, column, status}) {
    super(error);
    this.column = column;
    this.status = status;
  }
}

// load compiles a file of this package, once: under node from the disk, elsewhere from where this module comes from.
const compiled = new Map();
function load(name) {
  if (!compiled.has(name)) {
    const url = new URL(name, import.meta.url);
    compiled.set(name, url.protocol === 'file:'
      ? import('node:fs/promises').then(fs => fs.readFile(url)).then(bytes => WebAssembly.compile(bytes))
      : WebAssembly.compileStreaming(fetch(url)));
  }
  return compiled.get(name);
}

// program starts "retroproof serve", which answers through globalThis.retroproof from then on.
let program;
function start() {
  program ??= load('./retroproof.wasm').then(async module => {
    const go = new Go();
    go.argv = ['retroproof', 'serve'];
    const ready = new Promise(done => { globalThis.retroproofReady = done; });
    go.run(await WebAssembly.instantiate(module, go.importObject));
    await ready;
    return globalThis.retroproof;
  });
  return program;
}

/** Puts a request to a route of "retroproof serve" (doc/serve.md), and returns its answer: an object, or the bytes of a file. */
export async function ask(route, request, event = () => {}) {
  const call = await start();
  return new Promise((resolve, reject) => call(route, request === undefined ? '' : JSON.stringify(request),
    (name, object) => event(name, JSON.parse(object)),
    (error, answer, bytes) => error ? reject(new Refusal(JSON.parse(error))) : resolve(bytes ?? (answer && JSON.parse(answer)))));
}

/** Decides whether a game leads to a position. */
export const legal = (fen, options = {}) => ask('/api/legal', {fen, ...options});

/** Returns the certificate of such a verdict, for check. */
export const certificate = (fen, options = {}) => ask('/api/certificate', {fen, ...options});

/** Has the checker, which contains no search, verify a file: its bytes, or {name, bytes}; of a formula and its proof, both; of a
 * folder all its files, with the folder in their names. */
export async function check(...files) {
  const named = files.map((file, i) => file instanceof Uint8Array ? {name: `file${i + 1}`, bytes: file} : file);
  const memory = new Files(named, () => {});
  const go = new Go();
  go.argv = ['retroproof-check', '--json', ...new Set(named.map(file => `/${file.name.split('/')[0]}`))];
  go.exit = () => {};
  const instance = await WebAssembly.instantiate(await load('./check.wasm'), go.importObject);
  // The checker takes hold of its file system as it starts, before anything else runs.
  const outside = globalThis.fs;
  globalThis.fs = memory.fs();
  const running = go.run(instance);
  globalThis.fs = outside;
  await running;
  const text = memory.text(1);
  if (!text) throw new Error(memory.text(2).trim());
  return JSON.parse(text.trim().split('\n').at(-1));
}
