/**
 * `Field|modifier|modifier`: the combined meaning of the modifiers, and refusals of those that contradict each other.
 */
import type { RegexFlags } from '../plan/expr.ts'
import type { Wide } from './encode.ts'
import { quote, Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'
import type { Anchor } from './text.ts'

type Order = 'lt' | 'lte' | 'gt' | 'gte'
export type TimePart = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** How a value is compared. Only one per field, because two would contradict each other. */
export type Comparison =
  | { readonly kind: 'text' | 're' | 'cidr' | 'exists' | 'fieldref' }
  | { readonly kind: 'compare'; readonly how: Order }
  | { readonly kind: 'time'; readonly part: TimePart; readonly how: Order | 'eq' }

export type FieldKey = {
  /** Null for keywords without a field. */
  readonly field: string | null
  readonly comparison: Comparison
  readonly anchor: Anchor | null
  readonly all: boolean
  readonly negated: boolean
  readonly cased: boolean
  readonly windash: boolean
  readonly expand: boolean
  readonly wide: Wide | null
  readonly base64: 'whole' | 'offset' | null
  readonly flags: RegexFlags
}

const ANCHORS: Readonly<Record<string, Anchor>> = { contains: 'contains', startswith: 'prefix', endswith: 'suffix' }
const WIDE: Readonly<Record<string, Wide>> = { wide: 'utf16le', utf16le: 'utf16le', utf16be: 'utf16be', utf16: 'utf16' }
/** pySigma's other names for the flags of `re`. */
const LONG_NAMES: Readonly<Record<string, string>> = { ignorecase: 'i', multiline: 'm', dotall: 's' }
const SWITCHES = ['all', 'neq', 'cased', 'windash', 'expand', 'i', 'm', 's'] as const
const KNOWN = new Set<string>([
  ...Object.keys(ANCHORS),
  ...Object.keys(WIDE),
  ...SWITCHES,
  ...['re', 'cidr', 'exists', 'fieldref', 'lt', 'lte', 'gt', 'gte', 'base64', 'base64offset'],
  ...['minute', 'hour', 'day', 'week', 'month', 'year'],
])

/** Cache, because rules repeat the same few keys. Cleared when full. */
const parsedKeys = new Map<string, FieldKey>()
const PARSED_KEYS_MAX = 10_000

export function fieldKey(source: string): FieldKey {
  const known = parsedKeys.get(source)
  if (known !== undefined) return known
  const key = parseFieldKey(source)
  if (parsedKeys.size >= PARSED_KEYS_MAX) parsedKeys.clear()
  if (source.length <= LIMITS.idChars) parsedKeys.set(source, key)
  return key
}

/** @throws Refusal for a modifier that Sigma does not know, one given twice, and modifiers that exclude each other. */
function parseFieldKey(key: string): FieldKey {
  const [name = '', ...written] = key.split('|')
  const modifiers = written.map(
    (modifier) => (Object.hasOwn(LONG_NAMES, modifier) ? LONG_NAMES[modifier] : modifier) ?? '',
  )
  const modifierSet = new Set(modifiers)
  for (const modifier of modifiers) {
    if (!KNOWN.has(modifier)) throw new Refusal(`unknown modifier ${quote(modifier)}`)
  }
  if (modifierSet.size < modifiers.length) throw new Refusal(`${quote(key)} has the same modifier twice`)
  const parsed: FieldKey = {
    field: name === '' ? null : name,
    comparison: comparisonOf(modifiers),
    anchor: anchorOf(modifiers),
    all: modifierSet.has('all'),
    negated: modifierSet.has('neq'),
    cased: modifierSet.has('cased'),
    windash: modifierSet.has('windash'),
    expand: modifierSet.has('expand'),
    wide: onlyOne(modifiers, WIDE),
    base64: base64Of(modifiers),
    flags: { i: modifierSet.has('i'), m: modifierSet.has('m'), s: modifierSet.has('s') },
  }
  assertSound(parsed)
  return parsed
}

/** A part of a time is a number, so an order may follow: `hour|gte`. */
function comparisonOf(modifiers: readonly string[]): Comparison {
  const [first = { kind: 'text' } as const, second, ...more] = modifiers.flatMap(comparison)
  if (second === undefined) return first
  const isOrder = first.kind === 'time' && second.kind === 'compare' && more.length === 0
  if (isOrder) return { ...first, how: second.how }
  throw new Refusal(`these modifiers cannot be combined: ${quote(modifiers.join('|'))}`)
}

function comparison(modifier: string): Comparison[] {
  switch (modifier) {
    case 're':
    case 'cidr':
    case 'exists':
    case 'fieldref':
      return [{ kind: modifier }]
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return [{ kind: 'compare', how: modifier }]
    case 'minute':
    case 'hour':
    case 'day':
    case 'week':
    case 'month':
    case 'year':
      return [{ kind: 'time', part: modifier, how: 'eq' }]
    default:
      return []
  }
}

function onlyOne<T>(modifiers: readonly string[], table: Readonly<Record<string, T>>): T | null {
  const found = modifiers.filter((modifier) => Object.hasOwn(table, modifier))
  if (found.length > 1) throw new Refusal(`these modifiers cannot be combined: ${quote(found.join('|'))}`)
  return found[0] === undefined ? null : (table[found[0]] as T)
}

/** The anchor of a regular expression must follow `re`. */
function anchorOf(modifiers: readonly string[]): Anchor | null {
  const anchor = onlyOne(modifiers, ANCHORS)
  const isEarly = modifiers.findIndex((modifier) => Object.hasOwn(ANCHORS, modifier)) < modifiers.indexOf('re')
  if (anchor !== null && isEarly) throw new Refusal('re must stand before contains, startswith and endswith')
  return anchor
}

function base64Of(modifiers: readonly string[]): FieldKey['base64'] {
  const whole = modifiers.indexOf('base64')
  const offset = modifiers.indexOf('base64offset')
  if (whole >= 0 && offset >= 0) throw new Refusal('these modifiers cannot be combined: "base64|base64offset"')
  const encoded = Math.max(whole, offset)
  const isWideLater = encoded >= 0 && modifiers.slice(encoded).some((modifier) => Object.hasOwn(WIDE, modifier))
  if (isWideLater) throw new Refusal('the UTF-16 modifier must stand before the Base64 modifier')
  if (encoded < 0) return null
  return whole >= 0 ? 'whole' : 'offset'
}

function assertSound(key: FieldKey): void {
  const { kind } = key.comparison
  const isText = kind === 'text'
  if (!isText && (key.windash || key.wide !== null || key.base64 !== null)) {
    throw new Refusal(`an encoding of text cannot be combined with ${quote(kind)}`)
  }
  if (key.anchor !== null && !isText && kind !== 'fieldref' && kind !== 're') {
    throw new Refusal(`contains, startswith and endswith cannot be combined with ${quote(kind)}`)
  }
  if (key.cased && !isText && kind !== 'fieldref') throw new Refusal(`cased cannot be combined with ${quote(kind)}`)
  if (key.expand && kind !== 're' && kind !== 'cidr' && !isText) {
    throw new Refusal(`expand cannot be combined with ${quote(kind)}`)
  }
  const { i, m, s } = key.flags
  if ((i || m || s) && kind !== 're') throw new Refusal('the modifiers i, m and s can only be used with re')
  if (key.field === null && !isText && kind !== 're') throw new Refusal(`${quote(kind)} needs a field`)
}
