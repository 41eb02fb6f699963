/** The index of observables, made by the engine as events are inserted. */
import { beforeAll, expect, test } from 'vitest'
import { normalisedEvents } from '../pipeline/sample/sample-events.ts'
import { tenantId } from '../platform/tenant.ts'
import { tenantReader } from '../stores/clickhouse/tenant-reader.ts'
import { START_MS, useEngine } from '../stores/clickhouse/test-engine.ts'
import { seenValue } from './seen-values.ts'

const engine = useEngine({ migrated: true })
const ask = (tenant: string, ...[kind, value]: [Parameters<typeof seenValue>[1], string]) =>
  seenValue(tenantReader(engine().client, tenantId(tenant)), kind, value)

beforeAll(async () => {
  const insert = (tenant: string, source: string, at: string, columns: Record<string, string>) =>
    engine().client.insert({
      table: 'events',
      format: 'JSONEachRow',
      values: [{ tenant_id: tenant, source, time: at, ingest_time: at, ...columns }],
    })
  const late = '2090-01-02 00:00:00.000'
  await insert('acme', 'dns', '2090-01-01 00:00:00.000', { domain: 'A.Evil.Example.', src_ip: '192.0.2.7' })
  await insert('acme', 'dns', late, { domain: 'evil.example', dst_ip: '192.0.2.200', user: 'Bob@Corp.Example' })
  await insert('acme', 'proxy', late, {
    domain: 'b.evil.example',
    file_path: 'C:\\Temp\\Bad.EXE',
    file_hash: 'AB',
    src_ip: '2001:db8::5',
  })
  await insert('globex', 'dns', late, { domain: 'evil.example', src_ip: '192.0.2.7' })
}, START_MS)

test('a domain counts where it or a subdomain occurred: first, last and by source', async () => {
  expect(await ask('acme', 'domain', 'evil.example')).toEqual({
    isIndexed: true,
    events: 3,
    firstSeen: '2090-01-01T00:00:00.000Z',
    lastSeen: '2090-01-02T00:00:00.000Z',
    sources: [
      { source: 'dns', events: 2 },
      { source: 'proxy', events: 1 },
    ],
    indexedFrom: '2090-01-01',
  })
  expect((await ask('acme', 'domain', 'b.evil.example')).events).toBe(1)
  expect((await ask('acme', 'domain', 'vil.example')).events).toBe(0)
})

test('finds an address by itself and by the networks that contain it', async () => {
  const events = async (kind: 'ip' | 'cidr', value: string) => (await ask('acme', kind, value)).events
  expect(await events('ip', '192.0.2.7')).toBe(1)
  expect(await events('cidr', '192.0.2.0/24')).toBe(2)
  expect(await events('cidr', '192.0.2.128/25')).toBe(1)
  expect(await events('cidr', '2001:db8::/32')).toBe(1)
  expect(await events('cidr', '10.0.0.0/8')).toBe(0)
})

test('looks up names, mail addresses and hashes in normalised form', async () => {
  expect((await ask('acme', 'filename', 'bad.exe')).events).toBe(1)
  expect((await ask('acme', 'email', 'bob@corp.example')).events).toBe(1)
  expect((await ask('acme', 'md5', 'ab')).events).toBe(1)
  expect(await ask('acme', 'ja3', 'ab')).toMatchObject({ isIndexed: false, events: 0 })
})

test('shows a tenant nothing of another', async () => {
  expect((await ask('globex', 'domain', 'evil.example')).events).toBe(1)
  expect(await ask('nobody', 'domain', 'evil.example')).toMatchObject({ events: 0, firstSeen: null, indexedFrom: null })
})

const DIGESTS = { md5: '0a'.repeat(16), sha1: '0b'.repeat(20), sha256: '0c'.repeat(32) } as const
const finding = (name: string) =>
  JSON.stringify({
    ...{
      class_uid: 2004,
      activity_id: 1,
      severity_id: 4,
      time: 1_795_774_272_000,
      finding_info: { uid: name, title: 't' },
    },
    metadata: { version: '1.8.0', product: { name: 'x' } },
    evidences: [
      {
        file: { name: 'a', hashes: [{ algorithm_id: 3, value: DIGESTS.sha256.toUpperCase() }] },
        url: { url_string: 'https://one.example/a' },
      },
      { file: { hashes: [{ algorithm_id: 2, value: DIGESTS.sha1 }] }, url: { url_string: 'https://two.example/b' } },
      { file: { hashes: [{ algorithm_id: 1, value: DIGESTS.md5 }] }, query: { hostname: 'c2.three.example' } },
    ],
  })
const sysmon = JSON.stringify({
  ...{ EventID: 1, Channel: 'Microsoft-Windows-Sysmon/Operational', Computer: 'w', EventTime: '2026-11-27 10:11:12' },
  ...{ Image: 'C:\\a.exe', Hashes: `SHA1=${DIGESTS.sha1},MD5=${DIGESTS.md5},SHA256=${DIGESTS.sha256}` },
})
const wazuh = JSON.stringify({
  ...{
    timestamp: '2026-11-27T10:11:12.345+0000',
    rule: { level: 7, description: 'x', id: '550' },
    agent: { id: '001' },
    id: '1.4',
  },
  syscheck: { path: '/a', sha256_after: DIGESTS.sha256, sha1_after: DIGESTS.sha1, md5_after: DIGESTS.md5 },
  data: { url: 'https://one.example/a' },
})

test('indexes every hash, name and URL of an event, with or without a column', async () => {
  for (const [source, line] of Object.entries({ ocsf: finding('f'), sysmon, wazuh })) {
    const [event] = normalisedEvents(Buffer.from(`${line}\n`), 'auto')
    if (event === undefined || 'reason' in event) throw new Error(`not read: ${line}`)
    const { row } = event
    await engine().client.insert({
      table: 'events',
      format: 'JSONEachRow',
      values: [
        {
          ...{
            tenant_id: 'hooli',
            source,
            time: '2090-01-02 00:00:00.000',
            ingest_time: '2090-01-02 00:00:00.000',
            raw: line,
            mapping: row.mapping,
          },
          ...{ class_uid: row.classUid, file_hash: row.fileHash, url: row.url, domain: row.domain },
          ...{ ocsf_form: row.ocsfForm, ocsf_rest: row.ocsfRest },
        },
      ],
    })
  }
  const sources = async (...[kind, value]: [Parameters<typeof seenValue>[1], string]) =>
    (await ask('hooli', kind, value)).sources.map(({ source }) => source).sort()
  for (const kind of ['md5', 'sha1', 'sha256'] as const)
    expect(await sources(kind, DIGESTS[kind]), kind).toEqual(['ocsf', 'sysmon', 'wazuh'])
  expect(await sources('url', 'https://one.example/a')).toEqual(['ocsf', 'wazuh'])
  expect(await sources('url', 'https://two.example/b')).toEqual(['ocsf'])
  for (const name of ['one.example', 'two.example', 'three.example', 'c2.three.example'])
    expect(await sources('domain', name), name).toContain('ocsf')
})
