/** Numbers and zones of time in a sentence, in whatever way they are written. */

const NUMBER = /(?<![\w.])\d+(?:\.\d+)?(?![\w])/g
const DIGIT = /\p{Nd}/gu
const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const SCALES: Readonly<Record<string, number>> = {
  ...{ dozen: 12, hundred: 100, thousand: 1_000, million: 1_000_000, billion: 1_000_000_000 },
}
const VALUES: ReadonlyMap<string, number> = new Map([
  ...UNITS.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, at) => [word, 20 + at * 10] as const),
  ...['once', 'twice', 'thrice'].map((word, at) => [word, at + 1] as const),
])
const WORD = /\p{L}+|\d+(?:\.\d+)?/gu
/** After these words `one` and `once` count nothing: one of them, at once, that one. */
const NO_COUNT_BEHIND = /\b(?:at|no|each|every|any|this|that|another)[\s-]+$/i
const NO_COUNT_BEFORE = /^[\s-]+(?:of|by|another|more)\b/i

/**
 * Numbers of a sentence in decimal digits: those in digits of any script, and those in English words, `twenty-five` and
 * `12 thousand` as one number each.
 */
export function numbersIn(text: string): string[] {
  const plain = text.replaceAll(DIGIT, (digit) => String(valueOfDigit(digit)))
  const inDigits = [...plain.matchAll(NUMBER)].map(({ 0: found, index }) => ({ found, index }))
  const inWords = numbersInWords(plain)
  const isWithin = (index: number) => inWords.some(({ from, to }) => index >= from && index < to)
  return [
    ...inDigits.filter(({ index }) => !isWithin(index)).map(({ found }) => found),
    ...inWords.map(({ value }) => String(value)),
  ]
}

/** True for `twenty-five`, which is a number and no name. */
export const isInNumberWords = (text: string): boolean =>
  text
    .toLowerCase()
    .split('-')
    .every((word) => VALUES.has(word) || Object.hasOwn(SCALES, word))

/** Digits of each script stand in a row of ten. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) as number // a match has a character
  if (code < 0x80) return code - 0x30
  let zero = code
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
  return (code - zero) % 10
}

type Open = { readonly total: number; readonly last: number; readonly from: number; readonly to: number }
type InWords = { readonly value: number; readonly from: number; readonly to: number }

function numbersInWords(text: string): InWords[] {
  const found: InWords[] = []
  let open = null as Open | null
  const close = () => {
    if (open !== null) found.push({ value: open.total + open.last, from: open.from, to: open.to })
    open = null
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const lower = word.toLowerCase().replace(/(?<=dozen|hundred|thousand|million|billion)s$/, '')
    const to = index + word.length
    const isNext = open !== null && /^[\s-]*$/.test(text.slice(open.to, index))
    const scale = Object.hasOwn(SCALES, lower) ? SCALES[lower] : undefined
    const value = VALUES.get(lower)
    if (scale !== undefined) {
      const before: Open = isNext && open !== null ? open : { total: 0, last: 1, from: index, to }
      if (before !== open) close()
      const last = (before.last === 0 ? 1 : before.last) * scale
      open = last >= 1_000 ? { ...before, total: before.total + last, last: 0, to } : { ...before, last, to }
    } else if (value !== undefined && isCount(text, index, to, value)) {
      if (isNext && open !== null && joins(open.last, value)) open = { ...open, last: open.last + value, to }
      else {
        close()
        open = { total: 0, last: value, from: index, to }
      }
    } else if (/^\d/.test(word) && /^\s+(?:dozen|hundred|thousand|million|billion)s?\b/i.test(text.slice(to))) {
      close()
      open = { total: 0, last: Number(word), from: index, to }
    } else if (lower === 'and' && open !== null && (open.last >= 100 || open.total > 0)) open = { ...open, to }
    else close()
  }
  close()
  return found
}

/** `twenty-five` and `one hundred five` are one number, `five six` are two. */
const joins = (last: number, value: number) =>
  (last >= 20 && last < 100 && last % 10 === 0 && value > 0 && value < 10) || (last >= 100 && value < 100) || last === 0

function isCount(text: string, from: number, to: number, value: number): boolean {
  if (value !== 1) return true
  return !NO_COUNT_BEHIND.test(text.slice(0, from)) && !NO_COUNT_BEFORE.test(text.slice(to))
}

/** Names of zones other than UTC, which is the zone of every entry. */
const ZONE =
  /\b(?:CES?T|EES?T|WES?T|BST|IST|MSK|[ECMP][SD]T|AK[SD]T|HST|A[EWC][SD]T|NZ[SD]T|JST|KST|HKT|SGT|PKT|BRT|SAST|local time)\b/

/** The zone that a sentence names for its times; null where it names none, or UTC. */
export function zoneIn(text: string): string | null {
  return ZONE.exec(text)?.[0] ?? null
}
