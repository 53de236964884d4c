// How the page asks: the server that it comes from, or, where it is only files, the program
// as WebAssembly in a worker.

import {Program} from './program.js';

export const mode = document.querySelector('meta[name=retroproof]').content;

// Problem is an error that the server has told.
export class Problem extends Error {
  constructor(answer, status) {
    super(answer.error || `The server answered ${status}.`);
    this.status = status;
    this.column = answer.column;
  }
}

const program = mode === 'program' ? new Program() : null;

// post opens a request. A server that is busy is asked again a few times.
async function post(path, body, signal) {
  for (let tries = 0; ; tries++) {
    let response;
    try {
      response = await fetch('.' + path, body === undefined
        ? {signal}
        : {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body), signal});
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      throw new Problem({error: 'The server does not answer. Is retroproof serve still running?'}, 0);
    }
    if (response.ok) return response;
    const wait = Number(response.headers.get('Retry-After'));
    const answer = await response.json().catch(() => ({}));
    if (response.status === 503 && wait && tries < 5 && answer.error === 'too many requests at once') {
      await new Promise(done => setTimeout(done, 1000 * wait * Math.random()));
      continue;
    }
    throw new Problem(answer, response.status);
  }
}

function unavailable() {
  return new Problem({error: 'This copy of the page can only check files: start retroproof serve for everything else.'}, 0);
}

// ask returns one object.
export async function ask(path, body, signal) {
  if (mode === 'checker') throw unavailable();
  if (program) return (await program.call(path, body, signal)).answer;
  return (await post(path, body, signal)).json();
}

// run has a verb print JSON, and returns the objects.
export async function run(verb, query, signal) {
  const a = await ask(`/api/run/${verb}`, {...query, json: true}, signal);
  if (!a.output) throw new Problem({error: (a.remarks || 'There is no answer.').trim().replace(/^retroproof: /, '')}, 200);
  return a.output.trim().split('\n').map(line => JSON.parse(line));
}

// lines returns a list of objects.
export async function lines(path, body, signal) {
  if (mode === 'checker') throw unavailable();
  if (program) return (await program.call(path, body, signal)).answer;
  const text = await (await post(path, body, signal)).text();
  return text.trim().split('\n').map(line => JSON.parse(line));
}

// file returns the bytes of a file.
export async function file(path, body, signal) {
  if (mode === 'checker') throw unavailable();
  if (program) return (await program.call(path, body, signal)).bytes;
  return new Uint8Array(await (await post(path, body, signal)).arrayBuffer());
}

// stream calls on(event, object) for each event, until the last one.
export async function stream(path, body, on, signal) {
  if (mode === 'checker') throw unavailable();
  if (program) {
    const {answer} = await program.call(path, body, signal, on);
    if (answer) on('answer', answer);
    return;
  }
  const reader = (await post(path, body, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    text += value;
    for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
      let event = '', data = '';
      for (const line of text.slice(0, end).split('\n')) {
        if (line.startsWith('event: ')) event = line.slice(7);
        if (line.startsWith('data: ')) data += line.slice(6);
      }
      if (!event) continue;
      const object = JSON.parse(data);
      if (event === 'error') throw new Problem(object, object.status);
      on(event, object);
    }
  }
}

let known;

// about returns what the server can do, asked once.
export function about() {
  if (mode === 'checker') return Promise.resolve({version: '', folder: false, checker: true, tables: [], build: 0});
  known ||= ask('/api/version');
  return known;
}
