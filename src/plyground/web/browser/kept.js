// What is kept: Python's files are in memory, and after each change the blocks that have become different are written
// to IndexedDB, all in one transaction. So a browser that ends meanwhile has what was there before, or all of it.

const BLOCK = 4096;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

/** @param {string} name @returns {Promise<IDBDatabase>} */
function opened(name) {
  const request = indexedDB.open(name, 1);
  request.addEventListener("upgradeneeded", () => {
    for (const store of ["blocks", "sizes", "owner"]) request.result.createObjectStore(store);
  });
  return answer(request);
}

/** Another worker has taken over: that of a newer version of the site. */
export class TakenOver extends Error {}

/** The files of a folder of Python's.
 * @typedef {{ readdir(path: string): string[], readFile(path: string): Uint8Array,
 *   writeFile(path: string, data: Uint8Array): void }} Files */
export class Kept {
  /** @param {IDBDatabase} database @param {string} folder */
  constructor(database, folder) {
    this.database = database;
    /** @type {Files} */
    this.filesystem = /** @type {any} */ (null);
    this.folder = folder;
    this.me = crypto.getRandomValues(new Uint32Array(4)).join("-");
    /** @type {Map<string, Uint8Array>} What has been written, by file. */
    this.written = new Map();
    /** @type {Promise<void>} */
    this.last = Promise.resolve();
    this.isWaiting = false;
  }

  /** Open what is kept under a name, and put the files into a folder once there is one; null where the browser lets
   * nothing be kept.
   * @param {string} name @param {Files | Promise<Files>} filesystem @param {string} folder @returns {Promise<?Kept>} */
  static async open(name, filesystem, folder) {
    const database = await opened(name).catch(() => null);
    if (!database) return null;
    const kept = new Kept(database, folder);
    await kept.load();
    kept.filesystem = await filesystem;
    for (const [file, data] of kept.written) kept.filesystem.writeFile(`${folder}/${file}`, data);
    return kept;
  }

  /** @param {IDBTransactionMode} mode */
  transaction(mode) {
    const transaction = this.database.transaction(["blocks", "sizes", "owner"], mode, { durability: "strict" });
    const ended = new Promise((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve(undefined));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new TakenOver()));
    });
    return { transaction, ended };
  }

  async load() {
    const { transaction, ended } = this.transaction("readwrite"),
      sizes = transaction.objectStore("sizes"),
      blocks = transaction.objectStore("blocks");
    transaction.objectStore("owner").put(this.me, "owner");
    const names = await answer(sizes.getAllKeys());
    for (const name of /** @type {string[]} */ (names)) {
      const data = new Uint8Array(await answer(sizes.get(name))),
        found = await answer(blocks.getAll(IDBKeyRange.bound([name], [name, Infinity])));
      for (const [number, block] of found.entries()) data.set(block, number * BLOCK);
      this.written.set(name, data);
    }
    await ended;
  }

  /** Write what has changed; resolved when it is safe, also what changes until the write begins. */
  save() {
    if (!this.isWaiting) {
      this.isWaiting = true;
      const write = () => this.write();
      this.last = this.last.then(write, write);
    }
    return this.last;
  }

  async write() {
    this.isWaiting = false;
    const { transaction, ended } = this.transaction("readwrite"),
      changed = new Map(),
      owner = transaction.objectStore("owner").get("owner");
    owner.addEventListener("success", () => {
      if (owner.result !== this.me) transaction.abort();
    });
    for (const name of this.filesystem.readdir(this.folder).filter((each) => each.endsWith(".db"))) {
      const data = this.filesystem.readFile(`${this.folder}/${name}`);
      if (this.writeFile(transaction, name, data)) changed.set(name, data);
    }
    await ended;
    for (const [name, data] of changed) this.written.set(name, data);
  }

  /** Write the blocks of a file that have changed; tell whether there are any.
   * @param {IDBTransaction} transaction @param {string} name @param {Uint8Array} data */
  writeFile(transaction, name, data) {
    const before = this.written.get(name) ?? new Uint8Array(),
      blocks = transaction.objectStore("blocks");
    let isChanged = data.length !== before.length;
    if (isChanged) {
      transaction.objectStore("sizes").put(data.length, name);
      blocks.delete(IDBKeyRange.bound([name, Math.ceil(data.length / BLOCK)], [name, Infinity]));
    }
    for (let first = 0; first < data.length; first += BLOCK) {
      const block = data.subarray(first, first + BLOCK);
      if (isSame(block, before.subarray(first, first + BLOCK))) continue;
      blocks.put(block.slice(), [name, first / BLOCK]);
      isChanged = true;
    }
    return isChanged;
  }
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function isSame(one, other) {
  if (one.length !== other.length) return false;
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) return false;
  return true;
}
