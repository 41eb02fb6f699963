/** Checks of the contract that every source must meet: call them from the test of a source with its fixtures. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Members } from '../../platform/members.ts'
import { EventRow } from '../../schemas/event-row.ts'
import { asVersion } from '../../schemas/ocsf/as-version.ts'
import { ocsfVersions } from '../../schemas/ocsf/dictionary.ts'
import { validate } from '../../schemas/ocsf/validate.ts'
import { restOf } from './event-of.ts'
import type { SourceMapping } from './source-mapping.ts'

/** A record, and the part of its OCSF event that is compared. */
export type Fixture = { readonly name: string; readonly record: Members; readonly becomes: Members }

const RUNS = 300

export function sourceTests(source: SourceMapping, fixtures: readonly Fixture[]): void {
  test.each(fixtures)('$name', ({ record, becomes }) => {
    const event = source.toOcsf(structuredClone(record))
    expect(event).toMatchObject(becomes)
    expect(validate(event, '1.8.0')).toEqual([])
    expect(source.recognises(record)).toBe(true)
  })

  test('a record is the same in any order of its members', () => {
    for (const { record } of fixtures) {
      const other = reordered(record)
      expect(source.recognises(other)).toBe(true)
      expect(source.toOcsf(structuredClone(other))).toEqual(source.toOcsf(structuredClone(record)))
    }
  })

  test('its events are right in every version of OCSF that a tenant may pin', () => {
    for (const { record } of fixtures) {
      const event = source.toOcsf(structuredClone(record))
      for (const version of ocsfVersions()) {
        expect(validate(event && asVersion(event, version)?.event, version), version).toEqual([])
      }
    }
  })

  test('a record whose values are anything gives an event that is right but for what it lacks', () => {
    const changed = fc.constantFrom(...fixtures).chain(({ record }) => variationsOf(record))
    fc.assert(
      fc.property(changed, (record) => {
        const row = new EventRow()
        expect(source.fill(structuredClone(record) as Members, row)).toBeNull()
        expect(() => restOf(row)).not.toThrow()
        const event = source.toOcsf(structuredClone(record) as Members)
        // A record may name no time: the stream then uses the time of receipt, and marks the event.
        const faults = validate(event, '1.8.0').filter(({ path }) => path !== 'time')
        expect(faults.filter(({ kind }) => kind !== 'missing' && kind !== 'constraint')).toEqual([])
        expect(source.faults().length > 0, JSON.stringify([faults, source.faults()])).toBe(faults.length > 0)
      }),
      { numRuns: RUNS },
    )
  })
}

/** Reverses the order of members, in lists too; wrappers stay where their decoder puts them. */
function reordered<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(reordered) as Value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, reordered(member)])
  return Object.fromEntries(members.reverse()) as Value
}

const ODD = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '-',
    '0x10',
    'A\\b',
    'C:\\dir\\',
    '10.0.0.1',
    '::',
    '99999999999',
    0,
    -1,
    1.5,
    true,
    null,
    [],
    {},
    'constructor',
    '__proto__',
    // Valid member names in JSON that make an object that cannot be converted to text.
    { toString: false, valueOf: null },
    [{ toString: false }],
    { length: 1e9 },
  ),
)

/** The record with some of its leaves removed or changed. */
function variationsOf(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: ODD })
  const members = Object.entries(value).map(([name, member]) => [name, variationsOf(member)] as const)
  return fc.record(Object.fromEntries(members), { requiredKeys: [] })
}
