// Texts packed for a link: deflated, and in letters that need no escape.

/** @param {BlobPart} part @param {CompressionStream | DecompressionStream} stream */
const through = (part, stream) => new Response(new Blob([part]).stream().pipeThrough(stream)).arrayBuffer();

/** @param {string} text */
export async function packedText(text) {
  const bytes = new Uint8Array(await through(text, new CompressionStream("deflate-raw")));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The same the other way round; fails for what is no such text. @param {string} packed */
export async function unpackedText(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
