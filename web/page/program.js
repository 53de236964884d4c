// The whole program as WebAssembly: the same routes as the server's, in a worker.

export class Program {
  #worker = null;
  #calls = new Map();
  #last = 0;

  // The program is loaded at once: that takes longer than the page.
  constructor() { this.#start(); }

  #start() {
    this.#worker = new Worker('./program-worker.js');
    this.#worker.onmessage = ({data}) => {
      if (data.fatal) {
        this.#stop(new Error(`This is too much for a browser (${data.fatal}). The command below does it.`));
        return;
      }
      const call = this.#calls.get(data.id);
      if (!call) return;
      if (data.event) { call.on?.(data.event, JSON.parse(data.object)); return; }
      this.#calls.delete(data.id);
      if (data.error) call.reject(call.problem(JSON.parse(data.error)));
      else call.resolve({answer: data.answer ? JSON.parse(data.answer) : null, bytes: data.bytes});
    };
    this.#worker.onerror = event => {
      event.preventDefault();
      this.#stop(new Error('The program could not be started here.'));
    };
  }

  // A search does not listen while it runs: stopping it means to begin anew.
  #stop(error) {
    this.#worker.terminate();
    this.#worker = null;
    for (const call of this.#calls.values()) call.reject(error);
    this.#calls.clear();
  }

  call(path, body, signal, on) {
    if (!this.#worker) this.#start();
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      const problem = answer => Object.assign(new Error(answer.error), {column: answer.column, status: answer.status});
      this.#calls.set(id, {resolve, reject, on, problem});
      signal?.addEventListener('abort', () => {
        if (this.#calls.has(id)) this.#stop(new DOMException('stopped', 'AbortError'));
      });
      this.#worker.postMessage({id, path, body: body === undefined ? '' : JSON.stringify(body)});
    });
  }
}
