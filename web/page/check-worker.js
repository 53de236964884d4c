// Runs retroproof-check, unchanged, as WebAssembly. What it takes for a file system is this
// list of files in memory, which can be read; what it prints is collected.

'use strict';

// missing says that the checker is not there, or does not run here.
const missing = error => `This page has no checker, or this browser cannot run it (${error.message}). The command line has it: retroproof-check FILE.`;

let loader = true;
try {
  importScripts('./wasm/wasm_exec.js');
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
    const memory = new Files(files);
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

class Files {
  constructor(files) {
    this.files = new Map(files.map(f => ['/' + f.name, f.bytes]));
    this.folders = new Set(files.map(f => f.name.split('/').slice(0, -1)).flatMap(path => path.map((_, i) => '/' + path.slice(0, i + 1).join('/'))));
    this.open = new Map();
    this.next = 10;
    this.out = {1: [], 2: []};
    this.total = files.reduce((n, f) => n + f.bytes.length, 0) || 1;
    this.read = 0;
    this.told = 0;
  }

  text(fd) {
    const decoder = new TextDecoder();
    return this.out[fd].map(bytes => decoder.decode(bytes, {stream: true})).join('') + decoder.decode();
  }

  // fs is what Go's WebAssembly port asks for: the functions of node's fs with callbacks.
  fs() {
    const no = code => Object.assign(new Error(code), {code});
    const absent = (...args) => args.at(-1)(no('ENOSYS'));
    const fs = {
      constants: {O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536},
      writeSync: (fd, buffer) => {
        if (!this.out[fd]) throw no('EBADF');
        this.out[fd].push(buffer.slice());
        return buffer.length;
      },
      write: (fd, buffer, offset, length, position, done) => {
        try { done(null, fs.writeSync(fd, buffer.subarray(offset, offset + length))); } catch (error) { done(error); }
      },
      open: (path, flags, mode, done) => {
        const bytes = this.files.get(path) ?? (this.folders.has(path) ? null : undefined);
        if (bytes === undefined) { done(no('ENOENT')); return; }
        if (flags & 3) { done(no('EROFS')); return; }
        this.open.set(this.next, {bytes, at: 0, path});
        done(null, this.next++);
      },
      read: (fd, buffer, offset, length, position, done) => {
        const file = this.open.get(fd);
        if (!file) { done(fd === 0 ? null : no('EBADF'), 0); return; }
        if (!file.bytes) { done(no('EISDIR')); return; }
        const from = position ?? file.at;
        const part = file.bytes.subarray(from, from + length);
        buffer.set(part, offset);
        if (position === null || position === undefined) file.at += part.length;
        this.#progress(part.length);
        done(null, part.length);
      },
      close: (fd, done) => { this.open.delete(fd); done(null); },
      fstat: (fd, done) => {
        const file = this.open.get(fd);
        if (file) done(null, file.bytes ? status(file.bytes.length) : status(0, true));
        else if (fd <= 2) done(null, status(0));
        else done(no('EBADF'));
      },
      fsync: (fd, done) => done(null),
    };
    fs.stat = fs.lstat = (path, done) => {
      const bytes = this.files.get(path);
      if (bytes) done(null, status(bytes.length));
      else if (this.folders.has(path)) done(null, status(0, true));
      else done(no('ENOENT'));
    };
    fs.readdir = (path, done) => {
      if (!this.folders.has(path)) { done(no('ENOTDIR')); return; }
      const within = [...this.files.keys(), ...this.folders].filter(name => name.startsWith(path + '/')).map(name => name.slice(path.length + 1));
      done(null, within.filter(name => !name.includes('/')));
    };
    for (const name of ['chmod', 'chown', 'fchmod', 'fchown', 'ftruncate', 'lchown', 'link', 'mkdir', 'readlink', 'rename', 'rmdir', 'symlink', 'truncate', 'unlink', 'utimes']) fs[name] = absent;
    return fs;
  }

  #progress(n) {
    this.read += n;
    const share = Math.min(1, this.read / this.total);
    if (share >= this.told + 0.01) {
      this.told = share;
      postMessage({progress: share});
    }
  }
}

function status(size, folder = false) {
  return {
    dev: 0, ino: 0, mode: folder ? 0o040555 : 0o100444, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: Math.ceil(size / 512), atimeMs: 0, mtimeMs: 0, ctimeMs: 0,
    isDirectory: () => folder,
  };
}
