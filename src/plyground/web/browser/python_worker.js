// A worker in which one program of the visitor's runs, beside the page; the page ends it (shared/python.js).

// @ts-ignore -- Pyodide is there only where a site, or the server, has it
import { loadPyodide } from "{{pyodide}}pyodide.mjs";

const MOST = 1_000_000,
  decoder = new TextDecoder();
let printed = "";
/** @param {Uint8Array} bytes */
function write(bytes) {
  if (printed.length < MOST) printed += decoder.decode(bytes, { stream: true });
  return bytes.length;
}

const python = await loadPyodide({ indexURL: "{{pyodide}}" });
python.setStdout({ write });
python.setStderr({ write: (/** @type {Uint8Array} */ bytes) => bytes.length });

self.addEventListener("message", ({ data: { files, input } }) => {
  for (const [name, text] of Object.entries(files)) python.FS.writeFile(name, text);
  const bytes = new TextEncoder().encode(input);
  let at = 0;
  python.setStdin({ read: (/** @type {Uint8Array} */ into) => {
    const part = bytes.subarray(at, at + into.length);
    into.set(part);
    at += part.length;
    return part.length;
  } });
  let error = "";
  try {
    python.runPython("import runpy\nrunpy.run_path('main.py', run_name='__main__')");
  } catch (/** @type {any} */ failure) {
    error = String(failure.message ?? failure).trim().split("\n").at(-1) ?? "";
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  self.postMessage({ printed, error: error.startsWith("SystemExit") ? "" : error });
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
self.postMessage({ isReady: true });
