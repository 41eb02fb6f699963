import type { LikePart } from '../plan/expr.ts'
import { Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'

const DASHES = ['-', '/', '\u2013', '\u2014', '\u2015']
/** A dash begins a flag where a word follows it and none ends at it: the first one of `-param-name`. */
const FLAG_DASH = /(?<!\w)[-/\u2013\u2014\u2015](?=\w)/g

/** The value with each flag's dash written in all the ways that Windows programs take. */
export function windashVariants(parts: readonly LikePart[]): LikePart[][] {
  let variants: LikePart[][] = [[]]
  for (const part of parts) {
    const ways = part.kind === 'text' ? textVariants(part.text) : [part]
    if (variants.length * ways.length > LIMITS.variants) {
      throw new Refusal(`windash would make more than ${LIMITS.variants} variants of one value`)
    }
    variants = variants.flatMap((variant) => ways.map((way) => [...variant, way]))
  }
  return variants
}

function textVariants(text: string): LikePart[] {
  const places = [...text.matchAll(FLAG_DASH)].map((match) => match.index)
  const count = DASHES.length ** places.length
  if (count > LIMITS.variants || count * text.length > LIMITS.textChars) {
    throw new Refusal(`windash would make more than ${LIMITS.variants} variants of one value, or too long ones`)
  }
  let variants = [text]
  for (const place of places) {
    variants = variants.flatMap((way) => DASHES.map((dash) => way.slice(0, place) + dash + way.slice(place + 1)))
  }
  return variants.map((way) => ({ kind: 'text', text: way }))
}
