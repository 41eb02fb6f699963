/**
 * Finds the source of a record. Each source recognises its records by a function, and calling a hundred of them is
 * slow, so the conditions without which each returns false are found beforehand:
 *
 * - a member. Each function is called once with an empty record that notes which members it reads. For a record with
 *   none of these, the result is the same: false.
 * - the first character of the syslog message, where a source declares how its messages begin, or the program, where it
 *   declares those. It may declare that it also knows records without words of syslog by their members.
 *
 * The remaining functions are called in their order.
 */
import { ownText } from '../../platform/intern-string.ts'
import { messageOf, syslogField } from '../families/syslog/settle.ts'
import { type FirstCodes, firstCodes, PLACES, placeOf } from './first-codes.ts'
import type { SourceMapping } from './source-mapping.ts'

type Members = Readonly<Record<string, unknown>>
type Recognisable = Pick<SourceMapping, 'recognises' | 'begins' | 'programs'> &
  Partial<Pick<SourceMapping, 'isKnownAlone'>>
/** A set of sources: one bit for each, by its index in the list. */
type Some = Uint32Array

/** Returns the first source that recognises a record, or null. */
export function recogniser<Source extends Recognisable>(
  sources: readonly Source[],
): (record: Members) => Source | null {
  const looks = sources.map(looksOf)
  const some = (isOne: (at: number) => boolean) => someOf(sources.length, isOne)
  const always = some((at) => looks[at] === null)
  const names = new Set(looks.flatMap((look) => (look ? [...look] : [])))
  const byName = new Map([...names].map((name) => [name, some((at) => looks[at]?.has(name) === true)]))
  const first = sources.map(({ begins, programs }) => (begins ? firstCodes(begins) : programs ? NO_CODES : null))
  const byPlace = Array.from({ length: PLACES }, (_, place) => some((at) => first[at]?.[place] !== 0))
  const byNoText = some((at) => first[at] === null || sources[at]?.isKnownAlone === true)
  const ofProgram = byProgram(sources, some)
  const checks = new Uint32Array(always.length)
  return (record) => {
    checks.set(always)
    for (const name in record) {
      const named = byName.get(name)
      if (named) for (let i = 0; i < checks.length; i++) checks[i] = (checks[i] as number) | (named[i] as number)
    }
    const fitting = byPlace[placeOf(messageOf(record))] ?? byNoText
    const named = ofProgram(syslogField(record, 'app_name'))
    for (let i = 0; i < checks.length; i++) {
      const known = (fitting[i] as number) | (named[i] as number)
      for (let bits = (checks[i] as number) & known; bits !== 0; bits &= bits - 1) {
        const source = sources[i * WORD + WORD - 1 - Math.clz32(bits & -bits)] as Source
        if (source.recognises(record)) return source
      }
    }
    return null
  }
}

/** The codes of a source whose messages may begin in any way, but only come from its own programs. */
const NO_CODES: FirstCodes = new Uint8Array(PLACES)

/** Cached programs; a full cache is cleared. Senders can invent any number of them, of any length. */
const PROGRAMS_MAX = 1024
const PROGRAM_LENGTH_MAX = 128

/** The sources that list the name as a program. */
function byProgram(
  sources: readonly Recognisable[],
  some: (isOne: (at: number) => boolean) => Some,
): (program: string) => Some {
  const known = new Map<string, Some>()
  return (program) => {
    let found = known.get(program)
    if (found !== undefined) return found
    found = some((at) => sources[at]?.programs?.test(program) === true)
    if (program.length > PROGRAM_LENGTH_MAX) return found
    if (known.size >= PROGRAMS_MAX) known.clear()
    known.set(ownText(program), found)
    return found
  }
}

const WORD = 32

function someOf(count: number, isOne: (at: number) => boolean): Some {
  const some = new Uint32Array(Math.ceil(count / WORD))
  for (let at = 0; at < count; at++) if (isOne(at)) some[at >> 5] = (some[at >> 5] as number) | (1 << (at & (WORD - 1)))
  return some
}

/** A record is recognised only if it has one of these names; null when a record without them may be recognised too. */
function looksOf(source: Recognisable): ReadonlySet<string> | null {
  const names = new Set<string>()
  let isAll = false
  const look = (name: string | symbol) => {
    // Names that every object inherits are found in any record.
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
