/** Colours for a terminal, unless its user does not want them. */
import type { WriteStream } from 'node:tty'

/** Words by their colour: SGR codes. */
const CODES: Readonly<Record<string, string>> = {
  critical: '1;31',
  high: '31',
  medium: '33',
  low: '36',
  ok: '32',
  bad: '1;31',
  heading: '1',
}

/** Node reads `NO_COLOR`, `FORCE_COLOR`, `NODE_DISABLE_COLORS` and `TERM=dumb`. */
export function wantsColours(stream: WriteStream): boolean {
  return stream.isTTY && stream.hasColors()
}

/** Colours the text without the spaces at its end; a word without a colour leaves it as it is. */
export function coloured(text: string, word: string): string {
  const code = Object.hasOwn(CODES, word) ? CODES[word] : undefined
  if (code === undefined) return text
  const shown = text.trimEnd()
  return `\x1b[${code}m${shown}\x1b[0m${text.slice(shown.length)}`
}
