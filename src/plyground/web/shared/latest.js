// Answers may overtake each other, and what was asked first may be answered last: only the latest question counts.

export class Latest {
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
