import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asVersion } from './as-version.ts'
import { ocsfVersions } from './dictionary.ts'
import { validate } from './validate.ts'

const EVENT = {
  class_uid: 1007,
  category_uid: 1,
  activity_id: 1,
  type_uid: 100_701,
  severity_id: 1,
  time: 1_767_789_296_789,
  metadata: { version: '1.8.0', product: { name: 'x' } },
  device: { hostname: 'h', type_id: 0 },
  actor: { user: { name: 'u' } },
  process: { pid: 4, name: 'a' },
  unmapped: { raw: 1 },
}
const DNS = {
  ...EVENT,
  class_uid: 4003,
  category_uid: 4,
  type_uid: 400_301,
  process: undefined,
  query: { hostname: 'h.example' },
  answers: [{ rdata: '192.0.2.1' }, { rdata: '192.0.2.2', type: 'A', class: 'IN' }],
  dst_endpoint: { ip: '192.0.2.9' },
  src_endpoint: { ip: '192.0.2.8' },
}
const withoutHoles = (event: object) => JSON.parse(JSON.stringify(event)) as Record<string, unknown>

function valid(event: object, version: string): Record<string, unknown> {
  const converted = asVersion(withoutHoles(event), version)
  expect.assert(converted)
  expect(validate(converted.event, version)).toEqual([])
  return converted.event
}

test('returns an event unchanged in its own version', () => {
  expect(asVersion(EVENT, '1.8.0')).toEqual({ event: EVENT, changes: [] })
})

test('fills attributes that an older version requires with Unknown', () => {
  expect(valid(EVENT, '1.0.0')).toMatchObject({
    actor: { user: { name: 'u', type_id: 0 } },
    metadata: { version: '1.0.0', product: { name: 'x', vendor_name: 'Unknown' } },
  })
})

test('moves only the invalid object to unmapped', () => {
  const event = valid({ ...DNS, query: { hostname: '_srv._tcp.h.example' } }, '1.2.0')
  expect(event.query).toBeUndefined()
  expect(event.unmapped).toEqual({ raw: 1, 'query.hostname': '_srv._tcp.h.example', query: {} })
  expect(event.answers).toHaveLength(2)
})

test('an event of a class that the version lacks becomes a Base Event, with its class under unmapped', () => {
  const finding = {
    ...EVENT,
    class_uid: 2004,
    category_uid: 2,
    type_uid: 200_401,
    finding_info: { uid: '1', title: 't' },
  }
  expect(valid(finding, '1.0.0')).toMatchObject({
    class_uid: 0,
    activity_id: 99,
    type_uid: 99,
    unmapped: { raw: 1, class_uid: 2004, type_uid: 200_401, finding_info: { uid: '1', title: 't' } },
  })
})

test('a moved attribute never overwrites a vendor’s member', () => {
  const event = valid(
    { ...EVENT, process: { pid: 4, name: 'a', ptid: 5 }, unmapped: { 'process.ptid': 'theirs' } },
    '1.0.0',
  )
  expect(event.unmapped).toEqual({ 'process.ptid': 'theirs', 'ocsf.process.ptid': 5 })
})

test('returns no event for an unknown version', () => {
  expect(asVersion(EVENT, '9.9.9')).toBeNull()
})

test('converts any event to any version, keeps it valid, and does not change the input', () => {
  const version = fc.constantFrom(...ocsfVersions())
  const members = fc.dictionary(
    fc.constantFrom(...Object.keys(DNS), 'file', 'x', '__proto__'),
    fc.jsonValue({ maxDepth: 4 }),
  )
  fc.assert(
    fc.property(fc.constantFrom(EVENT, DNS), members, version, (base, more, to) => {
      const event = withoutHoles({ ...base, ...more })
      const before = structuredClone(event)
      const converted = asVersion(event, to)
      expect(event).toEqual(before)
      const wasValid =
        validate(before, '1.8.0').length === 0 && (before.metadata as { version?: unknown }).version === '1.8.0'
      if (wasValid) expect(validate(converted?.event, to)).toEqual([])
      expect(converted).not.toBeNull()
    }),
    { numRuns: 300 },
  )
})
