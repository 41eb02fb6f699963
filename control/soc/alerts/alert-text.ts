/** Text that came from outside, made fit for a column, a line of a list and an index row. */

export const TITLE_MAX = 300
export const NAME_MAX = 255
/** Characters of a search. */
export const SEARCH_MAX = 200
export const NAMES_MAX = 100
/** @bound title and tags of a case or alert = {TITLE_MAX} characters, {} -> 422 */
export const TAGS_MAX = 30
export const TAG_MAX = 64
/** Bytes of all tags of an alert and of its search text: an index row holds both, in at most 2,700 bytes. */
export const TAGS_BYTES_MAX = 700
const SEARCH_BYTES_MAX = 1_000

/** Each once, in their order, and how many there were beyond `max`. */
export function distinct(values: Iterable<string>, max: number): { values: string[]; left: number } {
  const all = [...new Set(values)].filter((value) => value !== '')
  return { values: all.slice(0, max), left: Math.max(0, all.length - max) }
}

/** The text that a search looks in, cut at 1,000 bytes: the title first, then the rule and the affected names. */
export function searchText(alert: {
  readonly title: string
  readonly ruleId: string | null
  readonly affectedHosts: readonly string[]
  readonly affectedUsers: readonly string[]
  readonly affectedIps: readonly string[]
}): string {
  const parts = [alert.title, alert.ruleId ?? '', ...alert.affectedHosts, ...alert.affectedUsers, ...alert.affectedIps]
  return cutBytes(searchable(parts.filter((part) => part !== '').join('\n')), SEARCH_BYTES_MAX)
}

/** Normalises search terms and searched texts for comparison. */
export function searchable(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** The longest beginning of the text of so many bytes, never ending inside a character. */
export function cutBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= bytesMax) return text
  let end = bytesMax
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end-- // never inside a character
  return bytes.toString('utf8', 0, end)
}
