import { expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { operatorReader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { driftLine, driftRows } from './drift.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 0, 7, 12)

test('a tenant sees drift of its own sources only, each report once with the time of its first notice', async () => {
  const { client } = engine()
  const report = (of: { id: number; tenant: string; kind: string; path: string; hour: number }) => ({
    drift_id: `00000000-0000-4000-8000-00000000000${of.id}`,
    tenant_id: of.tenant,
    source: 'fw',
    mapping: 'cisco/1',
    kind: of.kind,
    path: of.path,
    time: NOW_MS + of.hour * 3_600_000,
    ingest_time: NOW_MS,
    last_seen: of.kind === 'vanished' ? NOW_MS : 0,
  })
  const values = [
    report({ id: 2, tenant: 'a', kind: 'vanished', path: 'dst.port', hour: 2 }),
    report({ id: 1, tenant: 'a', kind: 'new', path: 'src.geo', hour: 1 }),
    report({ id: 1, tenant: 'a', kind: 'new', path: 'src.geo', hour: 3 }),
    report({ id: 3, tenant: 'b', kind: 'untracked', path: '', hour: 0 }),
  ]
  await client.insert({ table: 'schema_drift', format: 'JSONEachRow', values })
  const rows = await driftRows(tenantReader(client, tenantId('a')))
  expect(rows.map(driftLine)).toEqual([
    '2026-01-07T13:00:00Z\ta\tfw\tcisco/1\tnew field src.geo',
    '2026-01-07T14:00:00Z\ta\tfw\tcisco/1\tno field dst.port any more, last seen before 2026-01-07T12:00:00Z',
  ])
  expect(rows[0]?.last_seen_before).toBeNull()
  expect((await driftRows(operatorReader(client))).map(({ tenant_id: tenant }) => tenant)).toEqual(['a', 'a', 'b'])
})
