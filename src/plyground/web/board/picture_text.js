// A position as it looks, in the part of an address after "#": what stands where needs no rules to be drawn.

/** @param {View} view */
export function pictureText({ pieces, last = [], shoots }) {
  /** @type {Record<string, string[]>} */
  const men = {};
  for (const [square, piece] of Object.entries(pieces)) (men[piece] ??= []).push(square);
  const parts = Object.entries({ ...men, ...(last.length ? { last } : {}) });
  return [...parts.map(([name, squares]) => `${name}=${squares}`), ...(shoots ? ["shoots="] : [])].join("&");
}

/** Read a picture; null where there is none of this game. @param {string} text @param {Look} game */
export function pictureOf(text, game) {
  const parts = [...new URLSearchParams(text.slice(1))],
    squares = new Set(game.board.rows.flat()),
    /** @type {Record<string, string>} */
    pieces = {};
  /** @type {string[]} */
  let last = [];
  for (const [name, places] of parts) {
    const found = places.split(",").filter((square) => squares.has(square));
    if (name === "last") last = found;
    else if (game.symbols[name]) for (const square of found) pieces[square] = name;
  }
  const shoots = parts.some(([name]) => name === "shoots");
  return Object.keys(pieces).length
    ? { pieces, last, shoots, moves: [], becomes: {}, turn: 0, outcome: null }
    : null;
}
