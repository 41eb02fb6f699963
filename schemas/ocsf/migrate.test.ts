import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ocsfVersions } from './dictionary.ts'
import { migrate } from './migrate.ts'
import { validate } from './validate.ts'

const EVENT = {
  class_uid: 1007,
  category_uid: 1,
  activity_id: 1,
  type_uid: 100_701,
  severity_id: 1,
  time: 1_767_789_296_789,
  metadata: { version: '1.8.0', product: { name: 'x', vendor_name: 'y' } },
  device: { hostname: 'h', type_id: 0 },
  actor: { user: { name: 'u', type_id: 0 } },
  process: { pid: 4, ptid: 5, file: { name: 'a', type_id: 0 } },
}

test('to the same version nothing changes', () => {
  expect(migrate(EVENT, '1.8.0', '1.8.0')).toEqual({ event: EVENT, changes: [] })
})

test('back to an older version, what it does not know is unmapped under its path', () => {
  const migrated = migrate(EVENT, '1.8.0', '1.0.0')
  expect(migrated.event).toMatchObject({
    metadata: { version: '1.0.0' },
    process: { pid: 4 },
    unmapped: { 'process.ptid': 5 },
  })
  expect.assert(migrated.event)
  expect(validate(migrated.event, '1.0.0')).toEqual([])
})

test('forward, a deprecated attribute becomes its named successor, as a list where that is one', () => {
  const signature = { algorithm_id: 2 }
  const migrated = migrate(
    { ...EVENT, process: { pid: 4, file: { name: 'a', type_id: 0, signature } } },
    '1.7.0',
    '1.8.0',
  )
  expect(migrated.event).toMatchObject({ process: { file: { signatures: [signature] } } })
  expect('changes' in migrated && migrated.changes).toEqual([
    { path: 'process.file.signature', kind: 'renamed', detail: 'signatures' },
  ])
})

test('a successor that is there already is never written over', () => {
  const file = { name: 'a', type_id: 0, signature: { algorithm_id: 1 }, signatures: [{ algorithm_id: 2 }] }
  const migrated = migrate({ ...EVENT, process: { pid: 4, file } }, '1.7.0', '1.8.0')
  expect(migrated.event).toMatchObject({
    process: { file: { signature: { algorithm_id: 1 }, signatures: [{ algorithm_id: 2 }] } },
  })
})

test('an id whose number means something else takes the number of its meaning', () => {
  // Logon type 0 was System in 1.1.0; since 1.2.0 it is Unknown and System is 1.
  const logon = { ...EVENT, class_uid: 3002, category_uid: 3, type_uid: 300_201, logon_type_id: 0, user: { name: 'u' } }
  expect(migrate(logon, '1.1.0', '1.8.0').event).toMatchObject({ logon_type_id: 1 })
})

test('an id that the other version does not have is Other, with its caption beside it', () => {
  const dns = { ...EVENT, class_uid: 4003, category_uid: 4, activity_id: 5, type_uid: 400_305 }
  expect(migrate(dns, '1.0.0', '1.8.0').event).toMatchObject({
    activity_id: 99,
    activity_name: 'Refuse',
    type_uid: 400_399,
  })
})

test('a class that the other version does not have cannot be migrated', () => {
  expect(migrate({ ...EVENT, class_uid: 1009 }, '1.8.0', '1.0.0')).toEqual({ event: null, reason: 'unknown_class' })
  expect(migrate(EVENT, '1.8.0', '9.9.9')).toEqual({ event: null, reason: 'unknown_version' })
})

test('a member called __proto__ is unmapped as any other', () => {
  const event = JSON.parse('{"class_uid":3002,"__proto__":{"a":1},"unmapped":{"__proto__":{"b":1}}}')
  const { event: migrated } = migrate(event, '1.8.0', '1.5.0')
  expect(JSON.stringify(migrated?.unmapped)).toBe('{"__proto__":{"b":1},"ocsf.__proto__":{"a":1}}')
  expect({}).not.toHaveProperty('a')
})

test('any event between any versions is answered, and every leaf is somewhere', () => {
  const version = fc.constantFrom(...ocsfVersions())
  const members = fc.dictionary(
    fc.constantFrom(...Object.keys(EVENT), 'x', '__proto__', 'unmapped'),
    fc.jsonValue({ maxDepth: 4 }),
  )
  fc.assert(
    fc.property(version, version, members, (from, to, more) => {
      const event = { ...EVENT, ...more, class_uid: 1007, marker: 'somewhere' }
      const migrated = migrate(event, from, to)
      expect(JSON.stringify(migrated.event)).toContain('somewhere')
    }),
    { numRuns: 300 },
  )
})
