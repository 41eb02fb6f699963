import { expect, test } from 'vitest'
import { type ListScope, letterRows } from '../../control/platform/dead-letters/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { operatorReader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.now() - 3_600_000
const ALL: ListScope = { fromMs: null, toMs: NOW_MS + 3_600_000, source: '', reason: '', limit: 10 }

const letter = (of: { id: number; tenant: string; reason: string; raw: string; second: number }) => ({
  letter_id: `00000000-0000-4000-8000-00000000000${of.id}`,
  tenant_id: of.tenant,
  connector_id: 'fw',
  connector_type: '',
  source_format: 'json',
  request_id: '',
  received_at: NOW_MS + of.second * 1000,
  reason: of.reason,
  detail: `why ${of.id}`,
  raw: of.raw,
})

test('letters of one text and reason are one row, the newest first, and a tenant sees its own', async () => {
  const { client } = engine()
  const values = [
    letter({ id: 1, tenant: 'a', reason: 'bad_json', raw: '{"a":', second: 1 }),
    letter({ id: 2, tenant: 'a', reason: 'bad_json', raw: '{"a":', second: 3 }),
    letter({ id: 3, tenant: 'a', reason: 'too_deep', raw: 'x'.repeat(2000), second: 2 }),
    letter({ id: 4, tenant: 'b', reason: 'bad_json', raw: 'other', second: 0 }),
  ]
  await client.insert({ table: 'dead_letters', format: 'JSONEachRow', values })
  const own = tenantReader(client, tenantId('a'))
  expect(await letterRows(own, ALL)).toMatchObject([
    {
      tenant_id: 'a',
      letters: '2',
      source: 'fw',
      source_format: 'json',
      reason: 'bad_json',
      detail: 'why 2',
      bytes: '5',
      text: '{"a":',
      letter_id: '00000000-0000-4000-8000-000000000002',
    },
    { reason: 'too_deep', letters: '1', bytes: '2000', text: 'x'.repeat(1000) },
  ])
  expect(await letterRows(own, { ...ALL, reason: 'too_deep' })).toMatchObject([{ detail: 'why 3' }])
  expect(await letterRows(own, { ...ALL, fromMs: NOW_MS + 2000, toMs: NOW_MS + 3000 })).toMatchObject([
    { detail: 'why 3' },
  ])
  expect(await letterRows(own, { ...ALL, source: 'fw' })).toHaveLength(2)
  expect(await letterRows(own, { ...ALL, source: 'other' })).toEqual([])
  expect(await letterRows(own, { ...ALL, limit: 1 })).toHaveLength(1)
  const everybodys = await letterRows(operatorReader(client), ALL)
  expect(everybodys.map(({ tenant_id: tenant }) => tenant)).toEqual(['a', 'a', 'b'])
})
