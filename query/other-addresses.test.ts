/**
 * Addresses that are not an end of a connection: the lake's column, the matcher's list, searches and the index must
 * agree.
 */
import { beforeAll, expect, test } from 'vitest'
import { otherAddresses } from '../connectors/mapping/other-addresses.ts'
import { normalisedEvents } from '../pipeline/sample/sample-events.ts'
import { tenantId } from '../platform/tenant.ts'
import { tenantReader } from '../stores/clickhouse/tenant-reader.ts'
import { START_MS, useEngine } from '../stores/clickhouse/test-engine.ts'
import { compileSearch } from './search/compile.ts'
import { parseSearch } from './search/parse.ts'
import { shownFields } from './search/shown-fields.ts'
import { seenValue } from './seen-values.ts'

const engine = useEngine({ migrated: true })
const reader = () => tenantReader(engine().client, tenantId('acme'))

const ocsf = (members: object) =>
  JSON.stringify({
    ...{ class_uid: 6003, category_uid: 6, activity_id: 1, type_uid: 600_301, severity_id: 1, time: 1_795_774_272_000 },
    ...{ metadata: { version: '1.8.0', product: { name: 'x' } }, ...members },
  })

/** A log line, and its addresses that are not an end of the connection. */
const LINES: readonly (readonly [line: string, addresses: readonly string[]])[] = [
  ['<13>Nov 28 05:11:12 192.0.2.5 jobd[12]: job 7 of kim is finished', ['192.0.2.5']],
  ['CEF:0|V|P|1|9|Malware found|10|src=198.51.100.20 dst=192.0.2.21 dvc=192.0.2.22 suser=kim', ['192.0.2.22']],
  [ocsf({ device: { ip: '192.0.2.31' }, src_endpoint: { ip: '198.51.100.32' } }), ['192.0.2.31']],
  [
    ocsf({
      actor: { session: {} },
      proxy_endpoint: { ip: '192.0.2.41', intermediate_ips: ['192.0.2.42', '2001:db8::42'] },
    }),
    ['192.0.2.41', '192.0.2.42', '2001:db8::42'],
  ],
  [
    ocsf({
      resources: [{ name: 'vm1', ip: '192.0.2.51' }],
      observables: [
        { name: 'x', type_id: 2, value: '192.0.2.52' },
        { name: 'y', type_id: 1, value: '192.0.2.53' },
      ],
    }),
    ['192.0.2.51', '192.0.2.52'],
  ],
  [ocsf({ src_endpoint: { ip: '198.51.100.61' } }), []],
  ['{"msg":"no address at all","time":"2026-11-27T10:11:12Z"}', []],
  // The device is one end of the connection that it reports.
  ['<38>Nov 28 05:11:12 192.0.2.9 sshd[12]: Accepted publickey for kim from 198.51.100.4 port 4242 ssh2', []],
]

const matched: string[][] = []

beforeAll(async () => {
  const values: Record<string, unknown>[] = []
  for (const [at, [line]] of LINES.entries()) {
    const [event] = normalisedEvents(Buffer.from(`${line}\n`), 'auto')
    if (event === undefined || 'reason' in event) throw new Error(`not read: ${line}`)
    const { row, read } = event
    matched.push([...otherAddresses(row, read)].sort())
    values.push({
      ...{
        tenant_id: 'acme',
        source: `s${at}`,
        time: '2026-11-27 10:11:12.000',
        ingest_time: '2026-11-27 10:11:12.000',
      },
      ...{ mapping: row.mapping, ocsf_form: row.ocsfForm, ocsf_rest: row.ocsfRest, raw: line },
      ...{ src_ip: row.srcIp || '::', dst_ip: row.dstIp || '::', class_uid: row.classUid },
    })
  }
  await engine().client.insert({ table: 'events', format: 'JSONEachRow', values })
}, START_MS)

const addressText = `arraySort(arrayMap(one -> replaceOne(toString(one), '::ffff:', ''), other_ips))`

test('the column has the addresses that the matcher uses', async () => {
  const rows = await reader().query<{ found: string[] }>(`SELECT ${addressText} AS found FROM events ORDER BY source`)
  expect(rows.map(({ found }) => found)).toEqual(LINES.map(([, addresses]) => [...addresses].sort()))
  expect(matched).toEqual(LINES.map(([, addresses]) => [...addresses].sort()))
})

async function sourcesOf(text: string): Promise<string[]> {
  const { sql, params } = compileSearch(parseSearch(text), text, 0)
  const rows = await reader().query<{ source: string }>(
    `SELECT source FROM events WHERE ${sql} ORDER BY source`,
    params,
  )
  return rows.map(({ source }) => source)
}

test('every such address is found by its value, its network and a part of it, and counts as seen', async () => {
  for (const [at, [, addresses]] of LINES.entries())
    for (const address of addresses) {
      expect(await sourcesOf(`ip:"${address}"`)).toEqual([`s${at}`])
      expect((await seenValue(reader(), 'ip', address)).events).toBe(1)
    }
  expect(await sourcesOf('ip:192.0.2.40/30')).toEqual(['s3'])
  expect(await sourcesOf('ip:192.0.2.4*')).toEqual(['s3'])
  expect(await sourcesOf('NOT ip:*')).toEqual(['s6'])
})

test('every address of an event is shown as its `ip`', async () => {
  const { sql = '', value } = shownFields(['ip'], String)[0] ?? {}
  const [row] = await reader().query<{ shown: string }>(`SELECT ${sql} AS shown FROM events WHERE source = 's1'`)
  expect(value?.(row?.shown ?? '')).toEqual(['198.51.100.20', '192.0.2.21', '192.0.2.22'])
})
