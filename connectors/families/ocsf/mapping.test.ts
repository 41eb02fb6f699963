import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventRow } from '../../../schemas/event-row.ts'
import { isOcsf, ocsf } from './mapping.ts'

const EVENT = {
  class_uid: 1007,
  activity_id: 1,
  severity_id: 3,
  status_id: 1,
  time: 1_767_789_296_789,
  message: 'launched',
  metadata: { version: '1.4.0', uid: 'abc' },
  device: { hostname: 'host-1' },
  actor: { user: { name: 'alice' } },
  process: { name: 'cmd.exe', cmd_line: 'cmd /c dir', pid: 4242 },
}

function filled(record: Record<string, unknown>): EventRow {
  const row = new EventRow()
  expect(ocsf.fill(record, row)).toBeNull()
  return row
}

test('the most used values of an OCSF event are in their columns', () => {
  expect(filled(EVENT)).toMatchObject({
    classUid: 1007,
    activityId: 1,
    severityId: 3,
    statusId: 1,
    timeMs: 1_767_789_296_789,
    message: 'launched',
    host: 'host-1',
    user: 'alice',
    processName: 'cmd.exe',
    cmdLine: 'cmd /c dir',
    pid: 4242,
    ocsfRest: '',
  })
  expect(ocsf.vendorId(EVENT)).toBe('abc')
  expect(ocsf.vendorId({ ...EVENT, finding_info: { uid: 'f-1' } })).toBe('abc')
  expect(ocsf.vendorId({ ...EVENT, finding_info: { uid: 'abc' } })).toBe('')
})

test('an event is recognised as OCSF by its class and its schema version', () => {
  expect(isOcsf(EVENT)).toBe(true)
  for (const metadata of [null, undefined, 'x', {}, { version: 1 }]) {
    expect(isOcsf({ ...EVENT, metadata })).toBe(false)
    expect(ocsf.vendorId({ ...EVENT, metadata })).toBe('')
  }
  expect(isOcsf({ ...EVENT, class_uid: '1007' })).toBe(false)
})

test('for any event, columns get values of their type and range', () => {
  const members = fc.record(
    Object.fromEntries(Object.keys(EVENT).map((key) => [key, fc.oneof(fc.jsonValue(), fc.double(), fc.integer())])),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(members, (record) => {
      const row = filled(record)
      for (const value of [row.activityId, row.severityId, row.statusId]) {
        expect(Number.isInteger(value) && value >= 0 && value <= 255).toBe(true)
      }
      expect(row.classUid).toBeGreaterThanOrEqual(0)
      expect(row.classUid).toBeLessThanOrEqual(0xffff_ffff)
      expect(typeof row.message).toBe('string')
    }),
    { numRuns: 500 },
  )
})

test('an id that does not fit its column is unknown, never another id', () => {
  expect(filled({ ...EVENT, severity_id: 257, activity_id: 256 })).toMatchObject({ severityId: 0, activityId: 0 })
})

test.each([
  [{ time: 1_767_780_000_000, time_dt: '2026-01-06T10:00:00Z' }, Date.UTC(2026, 0, 7, 10)],
  [{ time: null, time_dt: '2026-01-06T10:00:00Z' }, Date.UTC(2026, 0, 6, 10)],
  [{ time: 'soon', hec: { time: 1_767_780_000 } }, Date.UTC(2026, 0, 7, 10)],
  [{ time: undefined }, Number.NaN],
])('%j happened at %d', (text, timeMs) => {
  expect(filled({ ...EVENT, ...text }).timeMs).toBe(timeMs)
})
