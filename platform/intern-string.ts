/**
 * Returns an interned copy of a text that will be kept for long. A text that was cut out of a line would keep the whole
 * line in memory.
 */
export function ownText(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text
}
