/**
 * Generates functions that read a few fields of a record, for one source and one shape of its records. A single loop
 * for all sources would see objects of every shape, and the engine would look up each name in a shared table; generated
 * code with the names written out sees only the few shapes of its own source.
 */

import type { Kinds } from './dispatch.ts'
import type { Place } from './places.ts'
import * as transforms from './transforms.ts'
import { vendorIdOf } from './vendor-id.ts'

/** The functions that the generated code calls. */
const CALLED = { members: transforms.members, vendorIdOf }

type Members = Readonly<Record<string, unknown>>

/** Returns the kind of a record: for each field, the first place that holds something counts. */
export function kindReader<T extends object>(
  fields: readonly (readonly Place[])[],
  kinds: Kinds<T>,
): (record: Members) => T {
  const names = fields.map((_, at) => `s${at}`)
  const reads = fields.map((places, at) => firstCode(`s${at}`, places))
  const [outer = 'undefined', ...inner] = names
  const steps = inner.map((name) => `if (kind !== undefined) kind = kind.get(${name})`)
  const code = [...reads, `let kind = K.memory.get(${outer})`, ...steps, `return kind ?? K.find([${names.join(', ')}])`]
  return make(code, kinds) as (record: Members) => T
}

/** Returns the id at the first place that holds one; '' when none does. */
export function vendorIdReader(places: readonly Place[]): (record: Members) => string {
  const code = places.flatMap((place, at) => [
    `const v${at} = T.vendorIdOf(${accessCode(place)})`,
    `if (v${at} !== '') return v${at}`,
  ])
  return make([...code, `return ''`], null) as (record: Members) => string
}

function firstCode(name: string, places: readonly Place[]): string {
  const isNothing = `${name} === null || ${name} === ''`
  const [first, ...others] = places.map(accessCode)
  return [
    `let ${name} = ${first}`,
    ...others.map((other) => `if (${name} === undefined || ${isNothing}) ${name} = ${other}`),
    `if (${isNothing}) ${name} = undefined`,
  ].join('\n')
}

function accessCode(place: Place): string {
  const name = JSON.stringify(place.at(-1))
  return place.length <= 1 ? `record[${name}]` : `T.members(${accessCode(place.slice(0, -1))})[${name}]`
}

/** The code is built from the table, never from a record; names in it are quoted as JSON. */
function make(code: readonly string[], kinds: unknown): unknown {
  return new Function('T', 'K', `'use strict'; return function (record) {\n${code.join('\n')}\n}`)(CALLED, kinds)
}
