/**
 * Texts that are in the text of an event when a value of it has a certain text or is a certain number: runs of ASCII
 * letters and digits, in lower case, which every spelling of the value has in it. What may be written otherwise after
 * all (`\u0041`, 1e3 and numbers that are rounded when they are read, those in texts too) is for whoever looks for them to
 * let pass.
 */

/** One of each list is in the text of the event. */
export type Texts = readonly (readonly string[])[]

/** Shorter runs are in every text. */
const LENGTH_MIN = 3
/** A number with more digits is rounded, and has others as a text. */
const DIGITS_MAX = 15
/** Runs taken from one text, the longest first. */
const RUNS_MAX = 3
/** Texts of one list; engines look for so many at once. */
const CHOICES_MAX = 250

/** A value that holds the text, or is it. */
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
 * A part of a text. In the text of an object a line break is written `\n`, and in that of the event perhaps `\u000a`: a
 * letter that may come from there is not looked for.
 */
export function textsOfPart(text: string): Texts {
  return textsOf(text.replace(/(^|\\)[bfnrt]/gi, '$1 '))
}

/** A whole number in decimal digits; 0 and 1 are truth values too, and too short anyway. */
export function textsOfNumber(value: number): Texts {
  const digits = value.toString()
  return value >= 0 && digits.length >= LENGTH_MIN && digits.length <= DIGITS_MAX ? [[digits]] : []
}

/** For the one or the other: of each its rarest list, as far as its length tells. */
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
