// What a program as WebAssembly takes for a file system: files in memory, which can be read. What it prints is collected.
// The package for npm has this file, too.

'use strict';

class Files {
  // Each file has a name, in folders if it has slashes, and bytes. progress gets the share of them that has been read,
  // whenever it has grown by 1 %.
  constructor(files, progress) {
    this.progress = progress;
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
        this.#count(part.length);
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

  #count(n) {
    this.read += n;
    const share = Math.min(1, this.read / this.total);
    if (share >= this.told + 0.01) {
      this.told = share;
      this.progress(share);
    }
  }
}

function status(size, folder = false) {
  return {
    dev: 0, ino: 0, mode: folder ? 0o040555 : 0o100444, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: Math.ceil(size / 512), atimeMs: 0, mtimeMs: 0, ctimeMs: 0,
    isDirectory: () => folder,
  };
}
