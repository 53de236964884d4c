// Files out of a ZIP file, and the checker's names for them.

const mostFiles = 1000;
const mostBytes = 1 << 28;

// unzip returns the files of a ZIP file as [{name, bytes}], in its order.
export async function unzip(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error('This is no ZIP file.');
  const number = view.getUint16(end + 10, true), files = [];
  let at = view.getUint32(end + 16, true), total = 0;
  if (number > mostFiles) throw new Error(`A ZIP file with more than ${mostFiles} files.`);
  for (let i = 0; i < number; i++) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('The list of the ZIP file is damaged.');
    const method = view.getUint16(at + 10, true), packed = view.getUint32(at + 20, true), size = view.getUint32(at + 24, true);
    const lengths = [28, 30, 32].map(n => view.getUint16(at + n, true)), local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + lengths[0]));
    at += 46 + lengths[0] + lengths[1] + lengths[2];
    if ((total += size) > mostBytes) throw new Error('The files in the ZIP file are too long for this page.');
    if (name.endsWith('/')) continue;
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const content = await inflate(bytes.subarray(begin, begin + packed), method);
    if (content.length !== size) throw new Error(`${name} in the ZIP file is damaged.`);
    files.push({name, bytes: content});
  }
  return files;
}

async function inflate(bytes, method) {
  if (method === 0) return bytes;
  if (method !== 8) throw new Error(`The ZIP file is packed by method ${method}.`);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// evidenceIn returns the files of a ZIP file if they are what several files prove: a folder with a manifest, or a
// formula and its proof; null if the checker takes the ZIP file itself.
export async function evidenceIn(bytes) {
  if (bytes.length < 4 || bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
  const files = await unzip(bytes).catch(() => []);
  const has = pattern => files.some(f => pattern.test(f.name));
  return has(/^[^/]+\/manifest\.json$/) || has(/^[^/]+\.cnf$/) && has(/^[^/]+\.lrat$/) ? files : null;
}

// inOrder puts a formula before its proof, and a transition system before its run, as the checker wants them.
export function inOrder(files) {
  const first = f => Number(/\.(cnf|aag|aig)(\.gz)?$/.test(f.name));
  return files.sort((x, y) => first(y) - first(x));
}
