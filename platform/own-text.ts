/** For what is remembered: the same text as the engine keeps names. One cut out of a line would keep the whole line alive. */
export function ownText(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text
}
