/**
 * Which source a record is of. What a source knows its records by is a function, and asking a hundred of them one after
 * the other is dear, so it is found out beforehand what each of them has to see to say yes:
 *
 * - a member. Each is asked about a record without members that notes which ones are looked up. As long as a record
 *   has none of these, its answer is the same, which is no.
 * - the first character of the syslog message, where a source declares how its messages begin.
 *
 * Those that are left are asked in their order.
 */
import { firstCodes, PLACES, placeOf } from './compile/first-codes.ts'
import type { SourceMapping } from './mapping.ts'
import { messageOf } from './syslog/settle.ts'

type Members = Readonly<Record<string, unknown>>
type Asked = Pick<SourceMapping, 'recognises' | 'begins'>
/** Some of the sources: a bit each, by their place in the list. */
type Some = Uint32Array

/** The first of the sources that recognises a record; null when none does. */
export function recogniser<Source extends Asked>(sources: readonly Source[]): (record: Members) => Source | null {
  const looks = sources.map(looksOf)
  const some = (isOne: (at: number) => boolean) => someOf(sources.length, isOne)
  const always = some((at) => looks[at] === null)
  const names = new Set(looks.flatMap((look) => (look ? [...look] : [])))
  const byName = new Map([...names].map((name) => [name, some((at) => looks[at]?.has(name) === true)]))
  const first = sources.map(({ begins }) => (begins ? firstCodes(begins) : null))
  const byPlace = Array.from({ length: PLACES }, (_, place) => some((at) => first[at]?.[place] !== 0))
  const byNoText = some((at) => first[at] === null)
  const asked = new Uint32Array(always.length)
  return (record) => {
    asked.set(always)
    for (const name in record) {
      const named = byName.get(name)
      if (named) for (let i = 0; i < asked.length; i++) asked[i] = (asked[i] as number) | (named[i] as number)
    }
    const fitting = byPlace[placeOf(messageOf(record))] ?? byNoText
    for (let i = 0; i < asked.length; i++) {
      for (let bits = (asked[i] as number) & (fitting[i] as number); bits !== 0; bits &= bits - 1) {
        const source = sources[i * WORD + WORD - 1 - Math.clz32(bits & -bits)] as Source
        if (source.recognises(record)) return source
      }
    }
    return null
  }
}

const WORD = 32

function someOf(count: number, isOne: (at: number) => boolean): Some {
  const some = new Uint32Array(Math.ceil(count / WORD))
  for (let at = 0; at < count; at++) if (isOne(at)) some[at >> 5] = (some[at >> 5] as number) | (1 << (at & (WORD - 1)))
  return some
}

/** Names of which a record has to have one to be recognised; null when it may be recognised without. */
function looksOf(source: Asked): ReadonlySet<string> | null {
  const names = new Set<string>()
  let isAll = false
  const look = (name: string | symbol) => {
    // What every object inherits is there in records that do not have it.
    if (typeof name === 'symbol' || name in Object.prototype) isAll = true
    else names.add(name)
  }
  const nothing = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, name) => look(name),
      has: (_, name) => {
        look(name)
        return false
      },
      getOwnPropertyDescriptor: (_, name) => {
        look(name)
        return undefined
      },
      ownKeys: () => {
        isAll = true
        return []
      },
    },
  )
  return source.recognises(nothing) || isAll ? null : names
}
