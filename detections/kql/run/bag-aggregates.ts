/** Aggregates over property bags: `make_bag`, `buildschema`. */
import { type AggregateCall, type AggregateResult, type AggregateSpec, argumentOf, limitOf } from './aggregate-spec.ts'
import { overrun } from './budget.ts'
import { cast } from './compare.ts'
import { RUN_LIMITS } from './limits.ts'
import { isArray, isBag, type Json, type Row } from './value.ts'

export const bagAggregates: readonly [string, AggregateSpec][] = [
  ['make_bag', { prefix: 'bag', compile: bag }],
  ['make_dictionary', { prefix: 'dictionary', compile: bag }],
  ['make_bag_if', { prefix: 'bag', condition: 1, compile: bag }],
  ['buildschema', { prefix: 'schema', compile: schema }],
]

/** For a key with several values the first is kept. */
function bag(call: AggregateCall): AggregateResult {
  const { run } = cast(argumentOf(call, 0), 'dynamic')
  const max = limitOf(call, 1, RUN_LIMITS.listEntries)
  const make = () => {
    const made = new Map<string, Json>()
    return {
      add(row: Row) {
        const value = call.passes(row) ? run(row) : null
        if (!isBag(value)) return
        for (const [key, one] of Object.entries(value)) {
          if (made.has(key) || made.size >= max) continue
          call.budget.hold(1)
          made.set(key, (one as Json | undefined) ?? null)
        }
      },
      value: () => Object.fromEntries(made) as Json,
    }
  }
  return { type: 'dynamic', make }
}

/** Every type that occurred at a place: names of scalars, and at most one bag and one list type. */
type Shape = { readonly scalars: Set<string>; members: Map<string, Shape> | null; elements: Shape | null }

const shape = (): Shape => ({ scalars: new Set(), members: null, elements: null })

function schema(call: AggregateCall): AggregateResult {
  const { run } = cast(argumentOf(call, 0), 'dynamic')
  const make = () => {
    const found = shape()
    return {
      add(row: Row) {
        const value = call.passes(row) ? run(row) : null
        if (value !== null) observe(found, value as Json, call, 0)
      },
      value: () => described(found),
    }
  }
  return { type: 'dynamic', make }
}

function observe(found: Shape, value: Json, call: AggregateCall, depth: number): void {
  if (depth > RUN_LIMITS.jsonDepth) overrun(`a dynamic value is nested more than ${RUN_LIMITS.jsonDepth} deep`)
  call.budget.spend(1)
  if (isArray(value)) {
    found.elements ??= shape()
    for (const one of value) observe(found.elements, one, call, depth + 1)
  } else if (isBag(value)) {
    found.members ??= new Map()
    for (const [key, one] of Object.entries(value)) {
      const inner = found.members.get(key) ?? shape()
      if (!found.members.has(key)) call.budget.hold(1)
      found.members.set(key, inner)
      observe(inner, one ?? null, call, depth + 1)
    }
  } else if (value !== null) found.scalars.add(nameOf(value))
}

function nameOf(value: Json): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'long' : 'double'
  return typeof value === 'bigint' ? 'long' : typeof value === 'boolean' ? 'bool' : 'string'
}

function described({ scalars, members, elements }: Shape): Json {
  const parts: Json[] = [...scalars]
  if (elements) parts.push({ '`indexer`': described(elements) })
  if (members) parts.push(Object.fromEntries([...members].map(([key, one]) => [key, described(one)])))
  return parts.length === 1 ? (parts[0] ?? null) : parts
}
