import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leadingTime } from './leading-time.ts'
import { syslog } from './syslog.ts'

const RECEIVED_MS = Date.UTC(2026, 10, 24, 12)

function timeOf(line: string): [string, boolean, string] | null {
  const found = leadingTime(line, RECEIVED_MS)
  return found && [new Date(found.ms).toISOString().slice(0, 23), found.isZoned, found.level]
}

test.each([
  ['2026-11-24 10:00:01 a thing happened', '2026-11-24T10:00:01.000', false, ''],
  ['2026-11-24T10:00:02.500Z WARN a thing', '2026-11-24T10:00:02.500', true, 'warn'],
  ['[2026-11-24 10:00:03] ERROR boom', '2026-11-24T10:00:03.000', false, 'error'],
  ['2026-11-24 10:00:01,250 - root - INFO - hi', '2026-11-24T10:00:01.250', false, 'info'],
  ['2026-11-24T10:00:02+02:00 [main] DEBUG com.x - y', '2026-11-24T08:00:02.000', true, 'debug'],
  ['2026-11-24 10:00:01 12345 ERROR x', '2026-11-24T10:00:01.000', false, 'error'],
  ['2026/11/24 10:00:01 [error] 12#12: *1 open()', '2026-11-24T10:00:01.000', false, 'error'],
  ['[INFO] 2026-11-24 10:00:01 x', '2026-11-24T10:00:01.000', false, 'info'],
  ['WARNING: 2026-11-24 10:00:01 x', '2026-11-24T10:00:01.000', false, 'warning'],
  ['2026-11-24 10:00:01.5-01 x', '2026-11-24T11:00:01.500', true, ''],
  ['2026-11-24 10:00:01: x', '2026-11-24T10:00:01.000', false, ''],
  ['nov/24 10:00:01 system,info x', '2026-11-24T10:00:01.000', false, ''],
  ['Tue Nov 24 2026 10:00:01 GMT+0100 (CET) x', '2026-11-24T09:00:01.000', true, ''],
  ['####<Nov 24, 2026 10:00:01,123 AM UTC> <Notice> x', '2026-11-24T10:00:01.123', true, ''],
  ['(2026-11-24 10:00) x', '2026-11-24T10:00:00.000', false, ''],
  ['[Tue Nov 24 10:00:01.123456 2026] [core:error] [pid 1] x', '2026-11-24T10:00:01.123', false, 'error'],
  ['24/Nov/2026:10:00:01 +0100 x', '2026-11-24T09:00:01.000', true, ''],
  ['Nov 24, 2026 1:00:02 AM org.example.Main run', '2026-11-24T01:00:02.000', false, ''],
  ['Nov 23, 2026 1:00:02 PM org.example.Main run', '2026-11-23T13:00:02.000', false, ''],
  ['1795514401.250 request', '2026-11-24T10:00:01.250', true, ''],
  ['E1124 10:00:01.250000   42 main.go:7] x', '2026-11-24T10:00:01.250', false, 'error'],
  ['11/24/2026 10:00:01 AM x', '2026-11-24T10:00:01.000', false, ''],
  ['24.11.2026 10:00:01 ERROR x', '2026-11-24T10:00:01.000', false, 'error'],
  ['[24/11/2026 10:00:01] x', '2026-11-24T10:00:01.000', false, ''],
  ['20261124 10:00:01 x', '2026-11-24T10:00:01.000', false, ''],
  ['20261124-100001.250 x', '2026-11-24T10:00:01.250', false, ''],
  ['2026:11:24-10:00:01 x', '2026-11-24T10:00:01.000', false, ''],
  ['2026.11.24 10:00:01 x', '2026-11-24T10:00:01.000', false, ''],
  ['2026-11-24_10:00:01 x', '2026-11-24T10:00:01.000', false, ''],
  ['2026-11-24 10:00:01 AM WARN x', '2026-11-24T10:00:01.000', false, 'warn'],
  ['2026-Nov-24 10:00:01.250 x', '2026-11-24T10:00:01.250', false, ''],
  ['Tuesday, November 24, 2026 10:00:01 AM x', '2026-11-24T10:00:01.000', false, ''],
  ['2026-11-24 11:00:01 CET WARN x', '2026-11-24T10:00:01.000', true, 'warn'],
  ['[2026-11-24 05:00:01,250 EST] ERROR x', '2026-11-24T10:00:01.250', true, 'error'],
  ['Tue Nov 24 11:00:01 CET 2026 x', '2026-11-24T10:00:01.000', true, ''],
  ['2026-11-24 10:00:01 WARN x', '2026-11-24T10:00:01.000', false, 'warn'],
  ['2026-11-24 10:00:01 EST-APP x', '2026-11-24T10:00:01.000', false, ''],
  ['I1231 10:00:01.250000   42 main.go:7] x', '2025-12-31T10:00:01.250', false, 'info'],
])('%s', (line, time, isZoned, level) => {
  expect(timeOf(line)).toEqual([time, isZoned, level])
})

test.each([
  'a line',
  '2026-11-24 is a day',
  '2026-13-24 10:00:01 x',
  '1234567890123456 x',
  '05/12/2026 10:00:01 x',
  '1985-03-02 10:00:01 x',
  '2026-11-25 12:00:01 x',
  '2026-11-24 10:00:01x',
  'see 2026-11-24 10:00:01',
  'E9924 10:00:01.250000   42 main.go:7] x',
])('%s says no time', (line) => {
  expect(timeOf(line)).toBeNull()
})

test('a level must be a separate word', () => {
  expect(timeOf('2026-11-24 10:00:01 error-prone')?.[2]).toBe('')
  expect(timeOf('2026-11-24 10:00:01 informed')?.[2]).toBe('')
})

test('a syslog message without a time in its header has the time of its text', () => {
  expect(syslog.decode('<13>[2026-11-24 10:00:03] WARN x', { receivedMs: RECEIVED_MS })).toMatchObject({
    syslog: { time: Date.UTC(2026, 10, 24, 10, 0, 3), severity: 5, message: '[2026-11-24 10:00:03] WARN x' },
  })
  expect(syslog.decode('<13>Nov 24 09:00:00 h app: 2026-11-24 10:00:03 x', { receivedMs: RECEIVED_MS })).toMatchObject({
    syslog: { time: Date.UTC(2026, 10, 24, 9) },
  })
})

test('any line has a result, with a time in range', () => {
  const parts = [
    '2026-11-24',
    ' ',
    'T',
    '10:00:01',
    '.5',
    'Z',
    '[',
    ']',
    'INFO',
    'E1124',
    'Nov',
    '24',
    '2026',
    'PM',
    '+01:00',
  ]
  const near = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string())).map((some) => some.join(''))
  fc.assert(
    fc.property(near, (line) => {
      const found = leadingTime(line, RECEIVED_MS)
      if (found) expect(found.ms).toBeLessThanOrEqual(RECEIVED_MS + 86_400_000)
    }),
  )
})
