// The navigation: screens, and the documents where the site has them. On a phone it is a bar at the bottom with room for
// a few, and a button that shows all.

import {h, button} from './dom.js';

// screens are the names of the screens in addresses, with their titles.
export const screens = [
  ['legal', 'Position'], ['ask', 'Questions'], ['game', 'Proof game'], ['strategy', 'Strategies'], ['reach', 'Reach'], ['solve', 'Solve'], ['ursa', 'URSA'],
  ['tb', 'Tablebase'], ['count', 'Counting'], ['estimate', 'Estimate'], ['run', 'Verbs'], ['check', 'Check'],
];

// navigation fills the bar. root leads to the page, documents from there to the documents, '' for none.
export function navigation(root, documents) {
  const nav = document.getElementById('nav');
  const all = button('All', () => open(!nav.classList.contains('open')), {class: 'all', 'aria-expanded': 'false', 'aria-controls': 'nav', 'aria-label': 'All screens'});
  const open = is => { nav.classList.toggle('open', is); all.setAttribute('aria-expanded', is); };
  nav.replaceChildren(h('div', {class: 'list'}, screens.map(([id, title]) => h('a', {href: `${root}#/${id}`, 'data-screen': id}, title)),
    documents && h('a', {href: root + documents, 'data-screen': 'documents'}, 'Documents')), all);
  nav.addEventListener('click', e => { if (e.target.closest('a')) open(false); });
  nav.addEventListener('keydown', e => { if (e.key === 'Escape' && nav.classList.contains('open')) { open(false); all.focus(); } });
}

// current marks where one is.
export function current(name) {
  for (const a of document.querySelectorAll('#nav a')) {
    if (a.dataset.screen === name) a.setAttribute('aria-current', 'page');
    else a.removeAttribute('aria-current');
  }
  document.querySelector('#nav a[aria-current]')?.scrollIntoView({block: 'nearest', inline: 'nearest'});
}
