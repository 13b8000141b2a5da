// What stands in a remark beside its words, as PGN has it: arrows [%cal Ga1a2], circles [%csl Rb3], [%clk 0:05:00].

const COMMAND = /\s*\[%(\w+)\s+([^\]]*)\]\s*/g;
const KINDS = /** @type {Record<string, string>} */ ({ G: "user", R: "user-2", B: "user-3", Y: "user-4" });
const LETTERS = Object.fromEntries(Object.entries(KINDS).map(([letter, kind]) => [kind, letter]));
const SHAPE = /^([GRBY])([a-z]\d+)([a-z]\d+)?$/i;

/** The words of a remark. @param {string} comment */
export const wordsOf = (comment) => comment.replace(COMMAND, " ").trim();

/** The commands of a remark: name and value. @param {string} comment */
const commandsOf = (comment) =>
  [...comment.matchAll(COMMAND)].map(([, name, value]) => ({ name, value: value.trim() }));

/** What stood on the clock after a move: "0:05:00"; "" if it is not said. @param {string} comment */
export const clockOf = (comment) => commandsOf(comment).find(({ name }) => name === "clk")?.value ?? "";

/** The arrows and circles in a list such as "Ga1a2,Rb3". @param {string} text @returns {Shape[]} */
export const shapesIn = (text) =>
  text.split(",").flatMap((each) => {
    const [, letter, from, to] = SHAPE.exec(each.trim()) ?? [];
    return from ? [{ from, to: to ?? from, kind: KINDS[letter.toUpperCase()] }] : [];
  });

/** The same the other way round. @param {Shape[]} shapes */
export const shapesText = (shapes) =>
  shapes.map(({ from, to, kind = "" }) => `${LETTERS[kind]}${from}${to === from ? "" : (to ?? "")}`).join(",");

/** @param {string} comment */
export const shapesOf = (comment) =>
  commandsOf(comment)
    .filter(({ name }) => ["cal", "csl"].includes(name))
    .flatMap(({ value }) => shapesIn(value));

/** A remark with other words. @param {string} comment @param {string} words */
export const withWords = (comment, words) =>
  [...[...comment.matchAll(COMMAND)].map(([text]) => text.trim()), words].join(" ").trim();

const isArrow = (/** @type {Shape} */ { from, to }) => to !== undefined && to !== from;

/** A remark with other arrows and circles. @param {string} comment @param {Shape[]} shapes */
export function withShapes(comment, shapes) {
  const lists = { csl: shapes.filter((shape) => !isArrow(shape)), cal: shapes.filter(isArrow) };
  const drawn = Object.entries(lists).map(([name, list]) => (list.length ? `[%${name} ${shapesText(list)}]` : ""));
  const others = commandsOf(comment).filter(({ name }) => !(name in lists));
  const kept = others.map(({ name, value }) => `[%${name} ${value}]`);
  return [...drawn, ...kept, wordsOf(comment)].filter(Boolean).join(" ");
}
