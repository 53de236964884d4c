// retroproof-check as WebAssembly, in a worker: files are read there, and sent nowhere.

import {h, button, replace, plural, problem, say, seconds} from './dom.js';

export class Checker {
  // run checks files [{name, bytes}] and returns {verified, answers, messages, seconds}; on(progress)
  // gets the share of the bytes that have been read. signal stops it. A checker that cannot
  // be loaded, or whose output cannot be read, is an error.
  run(files, {on, signal, flags} = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const worker = new Worker('./check-worker.js');
      const began = performance.now();
      const end = (f, value) => { worker.terminate(); f(value); };
      signal?.addEventListener('abort', () => end(reject, new DOMException('stopped', 'AbortError')));
      worker.onerror = event => { event.preventDefault(); end(reject, new Error(event.message || 'The checker could not be started.')); };
      worker.onmessage = ({data}) => {
        if (data.progress !== undefined) on?.(data.progress);
        else if (data.problem) end(reject, new Error(data.problem));
        else {
          let answers;
          try {
            answers = data.stdout.trim().split('\n').filter(Boolean).map(line => JSON.parse(line));
          } catch (error) {
            end(reject, new Error(`What the checker says cannot be read (${error.message}).`));
            return;
          }
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

// checkHere asks for what proves an answer, files that get(signal) returns, checks them, and shows in a place what
// comes of it. The controller stops it.
export async function checkHere(place, get, controller, what = 'the proof') {
  const result = h('div'); // detached once something else is shown in the place
  replace(place, result);
  replace(result, h('p', {class: 'note working'}, 'Proving, and checking in this browser… ', button('Stop', () => controller.abort())));
  try {
    const answer = await new Checker().run(await get(controller.signal), {signal: controller.signal});
    replace(result, showResult(answer), h('p', {class: 'note'}, `What was checked: ${what}. In this browser, by retroproof-check itself as WebAssembly: it links nothing that searches, and derives everything again.`));
    say(words(answer));
  } catch (error) {
    replace(result, problem(error));
  }
}

// words are what a result comes to.
export function words(result) { return result.verified ? 'VERIFIED' : 'NOT VERIFIED'; }

// showResult shows what the checker has said.
export function showResult(result) {
  const kind = result.verified ? 'legal' : 'illegal';
  return h('section', {class: `verdict check ${kind}`, 'aria-label': 'Result of the check'},
    h('p', {class: 'big'}, h('span', {class: 'sign', 'aria-hidden': 'true'}, {legal: '✓', illegal: '✕'}[kind]), h('strong', null, words(result))),
    result.answers.map(a => [
      a.claims?.slice(0, mostClaims).map(showClaim),
      a.claims?.length > mostClaims && h('details', null, h('summary', null, `${plural(a.claims.length - mostClaims, 'more claim', 'more claims')}`), a.claims.slice(mostClaims).map(showClaim)),
      a.error && h('p', {class: 'summary'}, a.error),
      a.report?.length && h('details', null, h('summary', null, 'What the checker has verified'), h('pre', null, a.report.join('\n'))),
    ]),
    !result.answers.length && result.messages && h('pre', null, result.messages),
    h('p', {class: 'spent'}, `in this browser, ${seconds(result.seconds)}`));
}

// mostClaims is how many claims are shown before they are folded, and longClaim the length of a text
// from which on the rest of it is.
const mostClaims = 8;
const longClaim = 300;

function showClaim(c) {
  const text = claim(c), at = c.fen && [' ', h('code', null, c.fen)];
  if (text.length <= longClaim) return h('p', {class: 'summary'}, text, at);
  return [h('p', {class: 'summary'}, `${text.slice(0, text.lastIndexOf(' ', longClaim))} …`, at), h('details', null, h('summary', null, 'All of this claim'), h('p', null, text))];
}

function claim(c) {
  switch (c.claim) {
    case 'illegal': return c.positions > 1 ? `No game leads to any of ${plural(c.positions, 'position', 'positions')}.` : 'No game leads to this position.';
    case 'legal': return c.positions > 1 ? `A game leads to each of ${plural(c.positions, 'position', 'positions')}.` : 'A game leads to this position.';
    case 'unsatisfiable': return 'The formula has no model.';
  }
  return c.text || c.claim;
}
