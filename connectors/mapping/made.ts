/** Questions that the emitter asks about the source of a value. */
import type { Made, ValueKind } from './leaf.ts'

export const OTHER = 99
/** Transforms whose results need no JSON escapes. */
const STRICT: ReadonlySet<string> = new Set(['ip', 'guid', 'mac', 'email'])

/** Leaves that are made of the same fields in the same way have the same key, and so share one value. */
export function keyOf(made: Made): string {
  if (made.from === 'constant') return made.json
  if (made.from === 'first') return made.of.map(keyOf).join(' ')
  if (made.from === 'plain') return `${made.transform}:${made.fields.join('|')}`
  if (made.from === 'list') return `list:${made.fields.join('|')}:${made.pattern}:${made.as}`
  if (made.from === 'each') return `each:${made.fields.join('|')}:${made.before}:${made.separator}`
  if (made.from === 'objects') return `objects:${made.fields.join('|')}:${specKey(made.spec)}`
  if (made.from === 'concat') return `concat:${JSON.stringify(made.parts)}`
  if (made.from === 'capture') return `capture:${made.fields.join('|')}:${made.pattern}:${made.as}`
  if (made.from === 'xml') return `xml:${made.fields.join('|')}:${JSON.stringify(made.steps)}:${made.as}`
  if (made.from === 'allHashes') return `allHashes:${made.as}:${made.fields.join('|')}`
  if (made.from === 'localTime') return `localTime:${made.fields.join('|')}`
  return `lookup:${made.fields.join('|')}:${made.pattern}:${made.other}:${made.missing}:${JSON.stringify([...made.words])}`
}

function specKey({ members, others, demands }: Extract<Made, { from: 'objects' }>['spec']): string {
  return JSON.stringify([members.map((one) => ({ ...one, words: one.words && [...one.words] })), others, demands])
}

/** True when a text may hold any words of a sender. */
export function isForeign(made: Made): boolean {
  if (made.from === 'first') return made.of.some(isForeign)
  return made.from === 'plain' ? !STRICT.has(made.transform) : made.from !== 'lookup'
}

export function hasOther(made: Made): boolean {
  return made.from === 'first' ? made.of.some(hasOther) : made.from === 'lookup' && made.other === OTHER
}

/** The empty value of a kind. */
export function nothingOf(kind: ValueKind): unknown {
  return kind === 'number' ? Number.NaN : kind === 'boolean' ? undefined : ''
}
