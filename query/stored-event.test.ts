/** Rows of earlier builds: their OCSF event, and how a hunt reads them. */
import { expect, test } from 'vitest'
import { recordOf } from '../connectors/families/syslog/fixture-line.ts'
import { detectMapping, mappingWithId } from '../connectors/index.ts'
import { EventRow } from '../schemas/event-row.ts'
import { useEngine } from '../stores/clickhouse/test-engine.ts'
import { readStored, type StoredEvent } from './stored-event.ts'
import { takeIn } from './testing.ts'

const engine = useEngine({ migrated: true })
const LINE = '<134>Mar  4 10:11:12 smg1 bmserver: 1709547072|c0a81919-01|VERDICT|a@corp.example|spam|default|spam'
const RECEIVED_MS = Date.UTC(2024, 5, 1)

/** A row as the mapping with that id stores the line. */
function storedBy(id: string): StoredEvent {
  const row = new EventRow()
  mappingWithId(id)?.fill(recordOf(LINE), row)
  return {
    event_uid: 'u',
    time_ms: String(row.timeMs),
    received_ms: String(RECEIVED_MS),
    mapping: id,
    source_format: 'syslog',
    class_uid: row.classUid,
    activity_id: row.activityId,
    status_id: row.statusId,
    event_code: row.eventCode,
    source: 'mail',
    raw_header: '',
    text: LINE,
    base64: '',
  }
}

test('a row of the general table keeps it when a later mapping would take its line', () => {
  expect(detectMapping(recordOf(LINE)).id).toBe('symantec-messaging-gateway/1')
  const read = readStored(storedBy('syslog/1'))
  expect(read?.mapping.id).toBe('syslog/1')
  expect(read?.row.classUid).toBe(0)
})

test('reads a row of another table version with the current table when class, code and time are equal', () => {
  const stored = storedBy('symantec-messaging-gateway/1')
  expect(readStored(stored)?.row.classUid).toBe(4009)
  expect(readStored({ ...stored, mapping: 'symantec-messaging-gateway/0' })?.row.classUid).toBe(4009)
  expect(readStored({ ...stored, mapping: 'symantec-messaging-gateway/0', class_uid: 0 })).toBeNull()
  expect(readStored({ ...stored, mapping: 'gone/1' })).toBeNull()
})

test('decodes an event with a field `log` as itself', () => {
  const text = '{"log":"GET /","time":"2026-01-01T00:00:00Z","host":"h1"}'
  const mapping = detectMapping(JSON.parse(text))
  const row = new EventRow()
  mapping.fill(JSON.parse(text), row)
  const { classUid: class_uid, eventCode: event_code } = row
  const about = { mapping: mapping.id, time_ms: String(row.timeMs), source_format: 'json', class_uid, event_code, text }
  expect(readStored({ ...storedBy('syslog/1'), ...about })?.record).toMatchObject({ log: 'GET /', host: 'h1' })
})

test('the OCSF event of a row depends on the row alone, whichever build stored it', async () => {
  await takeIn(engine().client, { tenant: 'old', format: 'syslog', body: LINE, receivedMs: Date.now() })
  await engine().client.command({
    query: /* sql */ `INSERT INTO events SELECT * REPLACE ('gone/7' AS mapping) FROM events WHERE tenant_id = 'old'`,
  })
  const answer = await engine().client.query({
    query: /* sql */ `SELECT uniqExact(mapping) AS mappings, groupUniqArray(ocsf) AS events FROM events WHERE tenant_id = 'old'`,
    format: 'JSONEachRow',
  })
  const [read] = await answer.json<{ mappings: string; events: string[] }>()
  expect(Number(read?.mappings)).toBe(2)
  expect(read?.events).toHaveLength(1)
  expect(JSON.parse(read?.events[0] ?? '')).toMatchObject({ class_uid: 4009, status_detail: 'spam' })
})
