/**
 * Texts that must occur in an event's text when one of its values has a certain text or number: runs of ASCII letters
 * and digits in lower case, which every notation of the value contains. Exceptions (`\u0041`, 1e3, and numbers that are
 * rounded when parsed, also inside texts) must be allowed by the caller.
 */

/** At least one text of each list occurs in the event's text. */
export type Texts = readonly (readonly string[])[]

/** Shorter runs occur in nearly every text. */
const LENGTH_MIN = 3
/** A number with more digits is rounded, and its text differs. */
const DIGITS_MAX = 15
/** Runs that are used of one text, the longest first. */
const RUNS_MAX = 3
/** Texts of one list; engines search for at most this many at once. */
const CHOICES_MAX = 250

/** For a value that contains or equals the text. */
export function textsOf(text: string): Texts {
  const isExponent = /\de[+-]?\d/i.test(text)
  const runs = (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((run) => isSure(run, isExponent))
  return [...new Set(runs)]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, RUNS_MAX)
    .map((run) => [run])
}

/** A run of digits and `e` alone may be a number in another spelling. */
function isSure(run: string, isExponent: boolean): boolean {
  if (run.length < LENGTH_MIN || run === 'infinity') return false
  return /[a-df-z]/.test(run) || (/^\d+$/.test(run) && run.length <= DIGITS_MAX && !isExponent)
}

/**
 * For a part of a text. In an object's JSON text a line break is `\n`, and in the event's text perhaps `\u000a`: a
 * letter that may come from such an escape is not searched for.
 */
export function textsOfPart(text: string): Texts {
  return textsOf(text.replace(/(^|\\)[bfnrt]/gi, '$1 '))
}

/** A whole number in decimal digits; 0 and 1 are truth values too, and too short anyway. */
export function textsOfNumber(value: number): Texts {
  const digits = value.toString()
  return value >= 0 && digits.length >= LENGTH_MIN && digits.length <= DIGITS_MAX ? [[digits]] : []
}

/** For an alternative of both: combines the rarest list of each, judged by length. */
export function eitherTexts(a: Texts, b: Texts): Texts {
  const [x, y] = [rarest(a), rarest(b)]
  if (x === null || y === null) return []
  const choices = [...new Set([...x, ...y])]
  return choices.length > CHOICES_MAX ? [] : [choices]
}

function rarest(texts: Texts): readonly string[] | null {
  const shortest = (list: readonly string[]) => Math.min(...list.map(({ length }) => length))
  return texts.reduce<readonly string[] | null>(
    (best, list) => (best === null || shortest(list) > shortest(best) ? list : best),
    null,
  )
}
