// retroproof-check as WebAssembly, in a worker: files are read there, and sent nowhere.

import {h, plural, seconds} from './dom.js';

export class Checker {
  // run checks files [{name, bytes}] and returns {verified, answers, messages, seconds}; on(progress)
  // gets the share of the bytes that have been read. signal stops it.
  run(files, {on, signal, flags} = {}) {
    return new Promise((resolve, reject) => {
      const worker = new Worker('./check-worker.js');
      const began = performance.now();
      const end = (f, value) => { worker.terminate(); f(value); };
      signal?.addEventListener('abort', () => end(reject, new DOMException('stopped', 'AbortError')));
      worker.onerror = event => { event.preventDefault(); end(reject, new Error(event.message || 'The checker could not be started.')); };
      worker.onmessage = ({data}) => {
        if (data.progress !== undefined) on?.(data.progress);
        else if (data.problem) end(reject, new Error(data.problem));
        else {
          const answers = data.stdout.trim().split('\n').filter(Boolean).map(line => JSON.parse(line));
          end(resolve, {
            verified: data.code === 0 && answers.length > 0 && answers.every(a => a.verified === true),
            code: data.code, answers, messages: data.stderr.trim(), seconds: (performance.now() - began) / 1000,
          });
        }
      };
      worker.postMessage({files, flags: flags || []});
    });
  }
}

// showResult shows what the checker has said.
export function showResult(result) {
  return h('section', {class: `verdict check ${result.verified ? 'legal' : 'illegal'}`, 'aria-label': 'Result of the check'},
    h('p', {class: 'big'}, h('span', {class: 'sign', 'aria-hidden': 'true'}, result.verified ? '✓' : '✕'), h('strong', null, result.verified ? 'VERIFIED' : 'NOT VERIFIED')),
    result.answers.map(a => [
      a.claims?.map(c => h('p', {class: 'summary'}, claim(c), c.fen && [' ', h('code', null, c.fen)])),
      a.error && h('p', {class: 'summary'}, a.error),
      a.report?.length && h('details', null, h('summary', null, 'What the checker has verified'), h('pre', null, a.report.join('\n'))),
    ]),
    !result.answers.length && result.messages && h('pre', null, result.messages),
    h('p', {class: 'spent'}, `in this browser, ${seconds(result.seconds)}`));
}

function claim(c) {
  switch (c.claim) {
    case 'illegal': return c.positions > 1 ? `No game leads to any of ${plural(c.positions, 'position', 'positions')}.` : 'No game leads to this position.';
    case 'legal': return c.positions > 1 ? `A game leads to each of ${plural(c.positions, 'position', 'positions')}.` : 'A game leads to this position.';
    case 'unsatisfiable': return 'The formula has no model.';
  }
  return c.text || c.claim;
}
