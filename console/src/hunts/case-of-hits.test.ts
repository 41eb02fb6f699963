import { expect, test } from 'vitest'
import { entriesOf, observablesOf } from './case-of-hits.ts'

const hit = (document: Record<string, unknown>, note: string | null = null) => ({
  ...{ ordinal: 0, event_uid: 'e0', event_time: '2026-01-01T00:00:00.000Z', document },
  ...{ mark: 'interesting' as const, note, marked_by: 'ann', marked_at: null },
})
const event = hit({ fields: { time: 't', host: 'ws1', user: 'kim', cmd_line: 'certutil\u0000 -urlcache' } }, 'odd')

test('a hit becomes an entry at the time of its event, with its note and its fields', () => {
  expect(entriesOf([event])).toEqual([
    {
      type: 'note',
      title: 'host: ws1, user: kim, cmd_line: certutil -urlcache',
      description: 'note: odd\nhost: ws1\nuser: kim\ncmd_line: certutil -urlcache\nevent: e0',
      timestamp: '2026-01-01T00:00:00.000Z',
    },
  ])
})

test('a row of SQL has no event', () => {
  const row = { ...hit({ host: 'ws1', n: 3 }), event_uid: null, event_time: null }
  expect(entriesOf([row])).toEqual([{ type: 'note', title: 'host: ws1, n: 3', description: 'host: ws1\nn: 3' }])
})

test('entities become observables once', () => {
  expect(observablesOf([event, event, hit({ Computer: 'ws2', src_ip: '' })])).toEqual([
    { kind: 'host', value: 'ws1' },
    { kind: 'user', value: 'kim' },
    { kind: 'host', value: 'ws2' },
  ])
})
