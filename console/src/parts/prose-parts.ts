/** Splits the platform's text into words, ISO 8601 times, and ATT&CK ids. */
export type ProsePart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'time'; readonly text: string }
  | { readonly kind: 'attack'; readonly text: string }

const PART = /\b(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)|\b(?<attack>TA\d{4}|T\d{4}(?:\.\d{3})?)\b/g

export function proseParts(text: string): ProsePart[] {
  const parts: ProsePart[] = []
  let at = 0
  for (const found of text.matchAll(PART)) {
    const { time, attack } = found.groups ?? {}
    if (time !== undefined && Number.isNaN(Date.parse(time))) continue
    if (found.index > at) parts.push({ kind: 'words', text: text.slice(at, found.index) })
    parts.push(time === undefined ? { kind: 'attack', text: attack ?? '' } : { kind: 'time', text: time })
    at = found.index + found[0].length
  }
  if (at < text.length) parts.push({ kind: 'words', text: text.slice(at) })
  return parts
}

const CITATION = /(?:^|\s)\[\d+\](?=[\s.,;]|$)/g

/** The text for a small screen: names of tactics, times in the viewer's zone, no citation numbers. */
export function plainProse(text: string, names: Readonly<Record<string, string>>): string {
  return proseParts(text.replace(CITATION, ''))
    .map(({ kind, text: part }) => {
      if (kind === 'time') return new Date(part).toLocaleString()
      return kind === 'attack' && part.startsWith('TA') ? (names[part] ?? part) : part
    })
    .join('')
}
