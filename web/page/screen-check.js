// Check: files are checked in this browser by retroproof-check, and sent nowhere.

import {h, button, replace, commandLine, problem, say} from './dom.js';
import {Checker, showResult, words} from './checker.js';
import {evidenceIn, inOrder} from './zip.js';

export function show(place) {
  let running = null;
  const result = h('div', {'aria-live': 'polite'});
  const command = h('div');
  const input = h('input', {type: 'file', multiple: true, 'aria-label': 'Files to check', onchange: () => check([...input.files])});
  const drop = h('div', {class: 'drop',
    ondragover: e => { e.preventDefault(); drop.classList.add('over'); }, ondragleave: () => drop.classList.remove('over'),
    ondrop: e => { e.preventDefault(); drop.classList.remove('over'); check([...e.dataTransfer.files]); }},
  h('p', {class: 'big middle'}, 'Drop a file here, or choose one'), input,
  h('p', {class: 'note'}, 'A certificate (.gz) of a position, a strategy, a transition system or a program; answers to questions (ask --certificate), proof games (JSON lines, as “retroproof games” writes them), a certificate of how many games there are, a formula with its proof: choose both, CNF and LRAT; or a transition system (AIGER) and a run that leads to a bad state: choose both.'));
  replace(place, h('div', {class: 'title'}, h('h1', null, 'Check evidence')),
    h('p', {class: 'lead'}, 'Do not believe this page, or the program behind it: retroproof-check, which links nothing that searches, derives everything again. It runs here as WebAssembly. Files stay in this browser.'),
    drop, result, command);
  return {update: () => {}, leave: () => running?.abort()};

  async function check(files) {
    if (!files.length) return;
    running?.abort();
    const mine = running = new AbortController();
    inOrder(files);
    replace(command, commandLine(['retroproof-check', ...files.map(f => f.name)]));
    const bar = h('progress', {max: 1, 'aria-label': 'Read so far'});
    replace(result, h('p', {class: 'working'}, `Checking ${files.map(f => f.name).join(', ')}… `, button('Stop', () => mine.abort())), bar);
    try {
      const read = await Promise.all(files.map(async f => ({name: f.name, bytes: new Uint8Array(await f.arrayBuffer())})));
      const folder = read.length === 1 && await evidenceIn(read[0].bytes);
      const answer = await new Checker().run(folder ? inOrder(folder) : read, {on: share => { bar.value = share; }, signal: mine.signal});
      if (mine !== running) return;
      replace(result, showResult(answer));
      say(words(answer));
    } catch (error) {
      if (mine === running) replace(result, problem(error));
    } finally {
      input.value = '';
    }
  }
}
