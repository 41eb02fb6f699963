/** Finds the places of a table's field in records of one shape. */
import type { Field, RecordShape } from './table.ts'

/** A place in a record: names of members, from the outside in. */
export type Place = readonly string[]

/** `userIdentity.arn` is nested, `id\\.orig_h` is one name. */
export function stepsOf(field: Field): Place {
  return field.split(/(?<!\\)\./).map((step) => step.replaceAll('\\.', '.'))
}

export function placesIn(shape: RecordShape): (field: Field) => readonly Place[] {
  const base = shape.under === undefined ? [] : stepsOf(shape.under)
  const known = new Map<Field, readonly Place[]>(
    Object.entries(shape.names ?? {}).map(([field, at]) => [field, at.map(stepsOf)]),
  )
  return (field) => known.get(field) ?? [[...base, ...stepsOf(field)]]
}

/** The places outside of `under` at which a field that no table knows may stand under its own name. */
export function placesBeside({ under, names, namesAllBeside }: RecordShape): (field: Field) => readonly Place[] {
  if (under === undefined || namesAllBeside) return () => []
  return (field) => (names !== undefined && Object.hasOwn(names, field) ? [] : [stepsOf(field)])
}
