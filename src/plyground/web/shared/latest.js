// Answers may overtake each other, and what was asked first may be answered last: only the latest question counts. And
// what arrives may be what was there before.

export class Latest {
  /** @type {?object} */
  asked = null;

  /** Ask anew. Returns a function that tells whether nothing has been asked since. */
  begin() {
    const mine = (this.asked = {});
    return () => this.asked === mine;
  }

  /** Drop what is still to come. */
  end() {
    this.asked = null;
  }
}

/** Whether something differs from the time before: a button or link that is replaced while it is being pressed is never
 * clicked, so parts of a page are drawn anew only where what they show has changed. */
export class Change {
  text = "";

  /** Note a value that JSON can hold; tells whether it is another one than the last. @param {unknown} value */
  to(value) {
    const text = JSON.stringify(value),
      isNew = text !== this.text;
    this.text = text;
    return isNew;
  }
}
