/** The index of observables, made by the engine as events are inserted. */
import { beforeAll, expect, test } from 'vitest'
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

test('a domain is seen where it or a name below it was, first and last and by source', async () => {
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

test('an address is found by itself and by the networks around it', async () => {
  const events = async (kind: 'ip' | 'cidr', value: string) => (await ask('acme', kind, value)).events
  expect(await events('ip', '192.0.2.7')).toBe(1)
  expect(await events('cidr', '192.0.2.0/24')).toBe(2)
  expect(await events('cidr', '192.0.2.128/25')).toBe(1)
  expect(await events('cidr', '2001:db8::/32')).toBe(1)
  expect(await events('cidr', '10.0.0.0/8')).toBe(0)
})

test('names, mail addresses and hashes are asked for as they are normalised', async () => {
  expect((await ask('acme', 'filename', 'bad.exe')).events).toBe(1)
  expect((await ask('acme', 'email', 'bob@corp.example')).events).toBe(1)
  expect((await ask('acme', 'md5', 'ab')).events).toBe(1)
  expect(await ask('acme', 'ja3', 'ab')).toMatchObject({ isIndexed: false, events: 0 })
})

test('one tenant is told nothing of another', async () => {
  expect((await ask('globex', 'domain', 'evil.example')).events).toBe(1)
  expect(await ask('nobody', 'domain', 'evil.example')).toMatchObject({ events: 0, firstSeen: null, indexedFrom: null })
})
