// The page: screens, each with an address of its own behind the #.

import {h, replace, problem} from './dom.js';
import {about, mode} from './api.js';
import {screens, navigation, current} from './nav.js';

// Screens are loaded when they are shown for the first time.
const load = name => import(`./screen-${name}.js`);

// Names of screens in addresses of earlier versions.
const renamed = {krk: 'strategy'};

const main = document.getElementById('screen');
let shown = null; // {name, screen}

// State of a screen: a map of strings, as in "#/legal?fen=...". set changes the address without
// showing the screen anew; replace does not add to the history.
function read() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return {name: renamed[path] || path || (mode === 'checker' ? 'check' : 'legal'), state: new URLSearchParams(query || '')};
}

function address(name, state) {
  const query = new URLSearchParams(Object.entries(state).filter(([, v]) => v !== undefined && v !== null && v !== '')).toString();
  return `#/${name}${query ? `?${query}` : ''}`;
}

// go shows another screen, or another state of this one.
export function go(name, state) { location.hash = address(name, state); }

// link is a link to a screen.
export function link(name, state, ...children) { return h('a', {href: address(name, state)}, children); }

async function show() {
  const {name, state} = read();
  const found = screens.find(([id]) => id === name);
  if (!found) {
    replace(main, h('h1', null, 'There is no such screen'), h('p', null, 'Choose one above.'));
    return;
  }
  current(name);
  document.title = `${found[1]} – retroproof`;
  if (shown?.name === name && shown.screen?.update) {
    shown.screen.update(state);
    return;
  }
  shown?.screen?.leave?.();
  shown = {name};
  const mine = shown;
  try {
    const module = await load(name);
    if (shown !== mine) return;
    const place = h('div', {class: `screen screen-${name}`});
    replace(main, place);
    mine.screen = module.show(place, state, {
      // keep notes the state in the address.
      keep: (changed, add) => {
        const to = address(name, changed);
        if (to === location.hash) return;
        if (add) history.pushState(null, '', to);
        else history.replaceState(null, '', to);
      },
    });
    main.dataset.ready = name;
  } catch (error) {
    console.error(error);
    replace(main, problem(error));
  }
}

function begin() {
  navigation('./', document.querySelector('meta[name=retroproof-documents]').content);
  addEventListener('hashchange', show);
  show();
  about().then(a => {
    replace(document.getElementById('footer'), h('p', null,
      a.version ? `${a.version}. ` : '', mode === 'server' ? 'Everything on this page is worked out on this machine; nothing leaves it.' : 'Everything on this page is worked out in this browser; nothing is sent anywhere.'));
  }, error => replace(document.getElementById('footer'), problem(error)));
}

begin();
