// Runs retroproof-check, unchanged, as WebAssembly. What it takes for a file system are files in memory.

'use strict';

// missing says that the checker is not there, or does not run here.
const missing = error => `This page has no checker, or this browser cannot run it (${error.message}). The command line has it: retroproof-check FILE.`;

let loader = true;
try {
  importScripts('./files.js', './wasm/wasm_exec.js');
} catch (error) {
  loader = false;
  postMessage({problem: missing(error)});
}

addEventListener('unhandledrejection', event => {
  event.preventDefault();
  postMessage({problem: `The checker cannot go on in this browser (${event.reason?.message || event.reason}). The command line has it: retroproof-check FILE.`});
});

onmessage = async ({data: {files, flags}}) => {
  if (!loader) return;
  try {
    const memory = new Files(files, share => postMessage({progress: share}));
    globalThis.fs = memory.fs();
    const go = new Go();
    go.argv = ['retroproof-check', '--json', ...flags, ...new Set(files.map(f => '/' + f.name.split('/')[0]))];
    let code = 0;
    go.exit = c => { code = c; };
    const {instance} = await WebAssembly.instantiateStreaming(fetch('./wasm/check.wasm'), go.importObject);
    await go.run(instance);
    postMessage({code, stdout: memory.text(1), stderr: memory.text(2)});
  } catch (error) {
    postMessage({problem: error instanceof TypeError || error instanceof WebAssembly.CompileError ? missing(error) : String(error.message || error)});
  }
};
