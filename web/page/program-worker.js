// Runs the program "retroproof serve" as WebAssembly. It answers through globalThis.retroproof,
// which it sets once it is ready.

'use strict';

importScripts('./wasm/wasm_exec.js');

// Browsers give a worker little stack; what recurs deeply ends here, and with it the program.
addEventListener('unhandledrejection', event => {
  event.preventDefault();
  postMessage({fatal: String(event.reason?.message || event.reason)});
});

const ready = (async () => {
  const go = new Go();
  go.argv = ['retroproof', 'serve'];
  let started;
  const waiting = new Promise(done => { started = done; });
  globalThis.retroproofReady = started;
  const {instance} = await WebAssembly.instantiateStreaming(fetch('./wasm/retroproof.wasm'), go.importObject);
  go.run(instance);
  await waiting;
})();

onmessage = async ({data: {id, path, body}}) => {
  try {
    await ready;
  } catch (error) {
    postMessage({id, error: JSON.stringify({error: `The program could not be loaded: ${error.message}`})});
    return;
  }
  globalThis.retroproof(path, body,
    (event, object) => postMessage({id, event, object}),
    (error, answer, bytes) => postMessage({id, error, answer, bytes}));
};
