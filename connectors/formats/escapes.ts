/** The meaning of each escape of a format, by the character behind the backslash. */
export type Escapes = Readonly<Record<string, string>>

/** The text with its escapes replaced; a backslash before any other character stays. */
export function unescaped(text: string, escapes: Escapes): string {
  let plain = ''
  let from = 0
  let at = text.indexOf('\\')
  while (at !== -1) {
    const meaning = escapes[text.charAt(at + 1)]
    if (meaning === undefined) at = text.indexOf('\\', at + 1)
    else {
      plain += text.slice(from, at) + meaning
      from = at + 2
      at = text.indexOf('\\', from)
    }
  }
  return from === 0 ? text : plain + text.slice(from)
}
