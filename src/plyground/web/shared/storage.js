// What the browser keeps for the app: nothing where cookies are blocked, as in a frame on another site's page.

/** Whether it keeps anything. */
export const isStorageOpen = (() => {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
})();

/** @param {() => Storage} storage */
const memory = (storage) => ({
  /** @template T @param {string} name @param {T} usual @returns {Kind<T>} */
  get(name, usual) {
    /** @type {any} */
    let kept = null;
    try {
      kept = JSON.parse(storage().getItem(`plyground.${name}`) ?? "null");
    } catch {
      /* private mode, or no JSON */
    }
    return kept ?? usual;
  },
  /** @param {string} name @param {unknown} value */
  set(name, value) {
    try {
      storage().setItem(`plyground.${name}`, JSON.stringify(value));
    } catch {
      /* private mode, or no room */
    }
  },
});

/** A choice the browser remembers. */
export const remembered = memory(() => localStorage);
/** What lasts as long as this tab. */
export const tab = memory(() => sessionStorage);
