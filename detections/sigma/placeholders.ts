import { Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'

/**
 * What `%name%` stands for under the modifier `expand`, by name. Values are Sigma strings, wildcards included. A name
 * that is not in the table stands for nothing: the test holds for no event, and the rule names it in `unresolved`.
 */
export type Placeholders = ReadonlyMap<string, readonly string[]>

/** `\%` is a percent sign, and a pair of backslashes stays what it is. */
const PIECES = /\\\\|\\%|%([^%\s]+)%|[^\\%]+|[\s\S]/g

/** @returns every string the placeholders give, none when one of them has no value. */
export function expandPlaceholders(source: string, table: Placeholders, missing: (name: string) => void): string[] {
  let variants = ['']
  for (const [piece, name] of source.matchAll(PIECES)) {
    const ways = name === undefined ? [piece === '\\%' ? '%' : piece] : table.get(name)
    if (ways === undefined || ways.length === 0) missing(name ?? piece)
    const count = variants.length * (ways?.length ?? 0)
    if (count > LIMITS.variants || count * source.length > LIMITS.textChars) {
      throw new Refusal(`placeholders make more than ${LIMITS.variants} variants of one value, or too long ones`)
    }
    variants = variants.flatMap((variant) => (ways ?? []).map((way) => variant + way))
  }
  return variants
}
