// Python's files in the browser's worker: those that it begins with come as one file, the others when they are read.
// They are written by package.py. Also used by bytecode.mjs, in node.

/** Emscripten's number of this error. */
const INPUT_OUTPUT_ERROR = 29;

/** What is used of Emscripten's file system.
 * @typedef {{ mkdirTree(path: string): void, ErrnoError: new (number: number) => Error,
 *   writeFile(path: string, data: Uint8Array | string, options?: object): void,
 *   lookupPath(path: string): { node: any } }} FileSystem */

/** What Python begins with; in its first part by address the sizes of the files that are loaded later, and by game the
 * addresses of those that it needs.
 * @typedef {{ first: [string, Uint8Array][], later: Record<string, Record<string, number>>,
 *   games: Record<string, string[]> }} Files
 * @param {Promise<Response>} fetched @returns {Promise<Files>} */
export async function unpack(fetched) {
  const { body, ok, status, url } = await fetched;
  if (!ok || !body) throw new Error(`${url} could not be loaded (${status}).`);
  const plain = new Response(body.pipeThrough(new DecompressionStream("gzip"))),
    whole = new Uint8Array(await plain.arrayBuffer()),
    begin = whole.indexOf(10) + 1,
    { first, later = {}, games = {} } = JSON.parse(new TextDecoder().decode(whole.subarray(0, begin)));
  let end = begin;
  const cut = (/** @type {number} */ size) => whole.subarray(end, (end += size));
  const sizes = /** @type {[string, number][]} */ (Object.entries(first));
  return { first: sizes.map(([path, size]) => [path, cut(size)]), later, games };
}

/** @param {FileSystem} filesystem @param {[string, Uint8Array | string][]} files */
export function put(filesystem, files) {
  let last = "";
  for (const [path, content] of files) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (folder !== last) filesystem.mkdirTree(folder);
    last = folder;
    filesystem.writeFile(path, content, { canOwn: true });
  }
}

/** Show Python a file, empty as yet, whose content is asked for when the first of its bytes is read.
 * @param {FileSystem} filesystem @param {string} path @param {number} size @param {() => Uint8Array} contents
 * @param {() => Int8Array} memory */
export function show(filesystem, path, size, contents, memory) {
  const { node } = filesystem.lookupPath(path);
  Object.defineProperties(node, { usedBytes: { get: () => size }, contents: { get: contents } });
  node.stream_ops = {
    ...node.stream_ops,
    /** @param {object} stream @param {Int8Array} buffer @param {number} offset @param {number} length
     * @param {number} position */
    read(stream, buffer, offset, length, position) {
      const found = contents().subarray(position, position + length);
      // Python's memory may have grown meanwhile, and then is elsewhere
      (buffer.length ? buffer : memory()).set(found, offset);
      return found.length;
    },
  };
}

/** Python's own zlib, since a browser's cannot be waited for.
 * @param {any} module Pyodide's @param {Uint8Array} packed @param {number} size @returns {Uint8Array} */
function inflate(module, packed, size) {
  const from = module._calloc(1, packed.length),
    to = module._calloc(1, size),
    room = module._calloc(1, 4);
  try {
    module.HEAPU8.set(packed, from);
    module.HEAPU32[room >> 2] = size;
    if (module._uncompress(to, room, from, packed.length)) throw new Error("A file of this site is damaged.");
    return module.HEAPU8.slice(to, to + size);
  } finally {
    for (const place of [from, to, room]) module._free(place);
  }
}

/** Give Python the files that it begins with, and show it those that are loaded later: one that cannot be loaded is an
 * `OSError` there, and is asked for again the next time.
 * @param {FileSystem} filesystem @param {Files} files @param {(address: string) => Uint8Array} read
 * @param {() => any} module Pyodide's, once it is there */
export function fill(filesystem, { first, later }, read, module) {
  put(filesystem, first);
  for (const [address, sizes] of Object.entries(later)) {
    put(
      filesystem,
      Object.keys(sizes).map((path) => [path, ""]),
    );
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    /** @type {?Uint8Array} */
    let whole = null,
      end = 0;
    for (const [path, size] of Object.entries(sizes)) {
      const place = end,
        contents = () => {
          try {
            whole ??= inflate(module(), read(address), total);
          } catch (error) {
            console.warn(error);
            throw new filesystem.ErrnoError(INPUT_OUTPUT_ERROR);
          }
          return whole.subarray(place, place + size);
        };
      end += size;
      show(filesystem, path, size, contents, () => module().HEAP8);
    }
  }
}
