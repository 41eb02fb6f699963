import { isMembers } from '../../platform/members.ts'
import { quote, Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'

/**
 * Values of `%name%` under the modifier `expand`, by name. Values are Sigma strings with wildcards. A name without
 * values makes its test match nothing, and the rule lists it in `unresolved`.
 */
export type Placeholders = ReadonlyMap<string, readonly string[]>

export const NO_PLACEHOLDERS: Placeholders = new Map()

export const PLACEHOLDER_LIMITS = {
  /** @bound placeholders of Sigma rules of a tenant -> 422 */
  names: 500,
  nameChars: 200,
  /**
   * Values of one name; a rule accepts as many variants of a value.
   * @bound values of a placeholder -> 422
   */
  values: LIMITS.variants,
  valueChars: 1_024,
  /**
   * Size of all names and values as JSON.
   * @bound bytes of all placeholders -> 422
   */
  bytes: 256 * 1024,
} as const

/**
 * Parses a map from names to their values in YAML or JSON: `Admins: [root, adm*]`. A single value is a list of one;
 * numbers and booleans become texts. Throws Refusal for a name without a value.
 */
export function placeholdersIn(value: unknown): Placeholders {
  if (!isMembers(value)) throw new Refusal('placeholders must be a map from names to values')
  const entries = Object.entries(value)
  if (entries.length > PLACEHOLDER_LIMITS.names) throw new Refusal(`more than ${PLACEHOLDER_LIMITS.names} names`)
  const table = new Map(entries.map(([name, values]) => [nameIn(name), valuesIn(name, values)]))
  if (Buffer.byteLength(JSON.stringify([...table])) > PLACEHOLDER_LIMITS.bytes)
    throw new Refusal(`placeholders have more than ${PLACEHOLDER_LIMITS.bytes} bytes`)
  return table
}

/** As written in a rule between two percent signs. */
const NAME = /^[^%\s\0]+$/

function nameIn(name: string): string {
  if (!NAME.test(name))
    throw new Refusal(
      `${quote(name)} is not a valid placeholder name: rules write it between percent signs, without spaces`,
    )
  if (name.length > PLACEHOLDER_LIMITS.nameChars)
    throw new Refusal(`a name has more than ${PLACEHOLDER_LIMITS.nameChars} characters`)
  return name
}

function valuesIn(name: string, values: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(values) ? values : values === null ? [] : [values]
  if (list.length > PLACEHOLDER_LIMITS.values)
    throw new Refusal(`${quote(name)} has more than ${PLACEHOLDER_LIMITS.values} values`)
  return list.map((item) => valueIn(name, item))
}

function valueIn(name: string, item: unknown): string {
  const text = typeof item === 'number' || typeof item === 'boolean' ? String(item) : item
  if (typeof text !== 'string' || text.includes('\0'))
    throw new Refusal(`${quote(name)} has a value that is not a text`)
  if (text.length <= PLACEHOLDER_LIMITS.valueChars) return text
  throw new Refusal(`${quote(name)} has a value of more than ${PLACEHOLDER_LIMITS.valueChars} characters`)
}

/** `\%` is a percent sign, and a pair of backslashes is kept. */
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
