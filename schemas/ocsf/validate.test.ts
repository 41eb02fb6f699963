import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currentDictionary } from './dictionary.ts'
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
  process: { pid: 4, name: 'a.exe' },
}

const kinds = (event: unknown, version = '1.8.0') => validate(event, version).map(({ kind, path }) => `${kind} ${path}`)

test('an event that is right has no fault, whatever is unmapped', () => {
  expect(validate({ ...EVENT, unmapped: { any: { thing: [1, null] } } }, '1.8.0')).toEqual([])
})

test.each([
  [{ process: undefined }, 'missing process'],
  [{ process: null }, 'missing process'],
  [{ process: { name: 'a.exe' } }, 'constraint process'],
  [{ process: { pid: '4' } }, 'wrong_type process.pid'],
  [{ process: { pid: 4.5 } }, 'wrong_type process.pid'],
  [{ process: [] }, 'wrong_type process'],
  [{ nonsense: 1 }, 'unknown_attribute nonsense'],
  [{ severity_id: 7 }, 'unknown_enum severity_id'],
  [{ category_uid: 2 }, 'uid_mismatch category_uid'],
  [{ type_uid: 100_702 }, 'uid_mismatch type_uid'],
  [{ device: { ip: 'not an address', type_id: 0 } }, 'bad_format device.ip'],
  [{ cloud: { provider: 'x' } }, 'profile cloud'],
  [{ observables: {} }, 'wrong_type observables'],
  [{ observables: [{ name: 'x' }] }, 'missing observables[0].type_id'],
  [{ class_uid: 424_242 }, 'unknown_class class_uid'],
])('%j: %s', (change, fault) => {
  expect(kinds({ ...EVENT, ...change })).toContain(fault)
})

test('an attribute of a profile is right when the event names the profile', () => {
  const event = { ...EVENT, cloud: { provider: 'x' }, metadata: { ...EVENT.metadata, profiles: ['cloud'] } }
  expect(validate(event, '1.8.0')).toEqual([])
})

test('a port is in range', () => {
  const event = { class_uid: 4001, src_endpoint: { ip: '10.0.0.1', port: 65_536 } }
  expect(kinds(event)).toContain('out_of_range src_endpoint.port')
})

test('each version has its own classes', () => {
  expect(kinds({ ...EVENT, class_uid: 1009 }, '1.0.0')).toEqual(['unknown_class class_uid'])
  expect(kinds(EVENT, '0.1.0')).toEqual(['unknown_version metadata.version'])
})

test('any JSON is answered with at most a hundred faults, and never a throw', () => {
  const uids = currentDictionary()
    .classNames()
    .map((name) => currentDictionary().classOf(name)?.uid)
  const names = ['process', 'actor', 'user', 'file', 'parent_process', 'metadata', 'profiles', 'device', 'time', 'ip']
  const members = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.jsonValue({ maxDepth: 5 }), {
    maxKeys: 12,
  })
  fc.assert(
    fc.property(fc.constantFrom(...uids), fc.oneof(members, fc.jsonValue()), (class_uid, value) => {
      const event =
        typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, class_uid } : value
      expect(validate(event, '1.8.0').length).toBeLessThanOrEqual(100)
    }),
    { numRuns: 300 },
  )
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`x${i}`, 1]))
  expect(validate({ ...EVENT, ...wide }, '1.8.0').length).toBe(100)
})

test('a process that has itself for a parent, a thousand deep, ends', () => {
  let process: Record<string, unknown> = { pid: 1 }
  for (let i = 0; i < 1000; i++) process = { pid: 1, parent_process: process }
  expect(kinds({ ...EVENT, process }).some((fault) => fault.startsWith('out_of_range process.parent_process'))).toBe(
    true,
  )
})
