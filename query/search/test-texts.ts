/** Events of texts that JSON writes in several ways, one granule a day, with the indexes of texts. */
import type { ClickHouseClient } from '@clickhouse/client'
import { textIndexWorker } from '../../stores/clickhouse/text-index.ts'

export const DAYS = 20
const COUNT = 200

const VALUES = [
  ...[
    'AX-77-1931',
    'C:\\Windows\\System32\\cmd.exe',
    '/usr/bin/env',
    '10.20.30.40',
    '{0F2C11AA-77B1-4c2e-9d1f-AA77B1C2D3E4}',
    '50%_off',
    'Straße',
    'brоken',
    'İstanbul',
  ],
  ...[
    '\u212aernel and ſilver',
    'say "hi"',
    '',
    '2026-03-01T10:00:00.000Z',
    '1e4',
    '12345',
    "a+b=<c>&'d'",
    'tab\there',
    '日本語 text',
  ],
]
const hex = (at: number) => (at * 2654435761).toString(16).padStart(12, '0')
export const textOf = (at: number) => `${VALUES[at % VALUES.length]} ${hex(at)}`

/** Some encoders escape letters, others what stands in markup. */
function rawOf(at: number): string {
  const json = JSON.stringify({ ticket_code: textOf(at), list: [textOf(at + 3), at], deep: { part: hex(at) } })
  if (at % 5 === 1) return json.replaceAll('-', '\\u002d').replaceAll('e', '\\u0065')
  if (at % 5 === 2) return json.replaceAll('<', '\\u003c').replaceAll("'", '\\u0027').replaceAll('/', '\\/')
  return at % 11 === 3 ? `ticket_code=${textOf(at)}` : json
}

/** Each day has a granule of its own, and texts of one spelling. */
export const EVENTS = Array.from({ length: COUNT }, (_, at) => ({ at, raw: rawOf(at), value: textOf(at) }))

export async function insertTexts(client: ClickHouseClient): Promise<void> {
  const values = EVENTS.map(({ at, raw, value }) => {
    const time = `2026-02-${String(1 + (at % DAYS)).padStart(2, '0')} 10:00:00.000`
    return {
      ...{ tenant_id: 'acme', event_uid: uidOf(at), time, ingest_time: time, class_uid: at % 2 ? 3002 : 1007, raw },
      ...{
        host: `Web-${at}`,
        user: value,
        process_name: `P${at % 7}.exe`,
        cmd_line: value,
        message: value.toUpperCase(),
      },
      ...{ mapping: at % 4 === 0 ? 'ocsf' : 'test/1', ocsf_rest: `"device":{"os":{"build":${JSON.stringify(value)}}}` },
    }
  })
  const clickhouse_settings = { date_time_input_format: 'best_effort' } as const
  await client.insert({ table: 'events', values, format: 'JSONEachRow', clickhouse_settings })
  const worker = textIndexWorker(client, 0)
  while (await worker.once({ stop: new AbortController().signal, succeeded: () => {} }));
}

export const uidOf = (at: number) => `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`
