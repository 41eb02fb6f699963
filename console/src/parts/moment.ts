/** Moments among values whose types are not known: texts as databases and JSON write them. */
const MOMENT = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z?$/

/** The moment in ISO if the text is one and nothing else; without a zone it is in UTC, as the lake keeps times. */
export function momentOfText(value: unknown): string | null {
  if (typeof value !== 'string' || !MOMENT.test(value)) return null
  const iso = `${value.replace(' ', 'T').replace(/Z$/, '')}Z`
  return Number.isNaN(Date.parse(iso)) ? null : iso
}

/** Length of a moment as it is shown, such as `Nov 30, 23:07:44`. */
const MOMENT_LENGTH = 16

/** Length of the text that a column shows of the value. */
export function lengthOfValue(value: unknown): number {
  if (value === null || value === undefined) return 0
  if (momentOfText(value) !== null) return MOMENT_LENGTH
  return (typeof value === 'string' ? value : JSON.stringify(value)).length
}
