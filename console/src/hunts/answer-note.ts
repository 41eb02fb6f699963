/** Explains which rows of a host's answer the page does not show, and where they are; empty if it shows all. */
export function answerNote(kept: number, leftOut: number, shownMax: number): string {
  const notes = [
    kept > shownMax ? `The first ${shownMax} of ${kept.toLocaleString()} rows; the API has these.` : '',
    leftOut > 0 ? `${leftOut.toLocaleString()} further rows were not kept: ask for fewer.` : '',
  ]
  return notes.filter((note) => note !== '').join(' ')
}
