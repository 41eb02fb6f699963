import { beforeAll, describe, expect, test } from 'vitest'
import { rows, START_MS, useEngine } from './test-engine.ts'

const engine = useEngine({ migrated: true })
const GRANULES = 5

/** Fixed rows: with random ones a bloom filter would now and then give a false positive. */
beforeAll(async () => {
  const { client } = engine()
  await client.command({
    query: `INSERT INTO events (tenant_id, event_uid, ingest_time, src_ip, dst_ip, user, target_user, file_hash, domain)
      SELECT 'acme', toUUID(concat('00000000-0000-4000-9000-', leftPad(hex(number), 12, '0'))), '2026-01-02 03:04:05', toIPv6('10.0.0.1'), toIPv6('10.0.0.2'), 'kim', 'lee', 'aa', 'a.test'
      FROM numbers(${GRANULES * 8192})`,
    clickhouse_settings: { max_insert_block_size: `${GRANULES * 8192}` },
  })
}, START_MS)

/** Granules that the engine reads, of all granules. */
async function granulesOf(condition: string): Promise<string> {
  const { client } = engine()
  const plan = await rows<{ explain: string }>(
    client,
    `EXPLAIN indexes = 1 SELECT count() FROM events WHERE tenant_id = 'acme' AND (${condition})`,
  )
  return plan.findLast(({ explain }) => explain.includes('Granules:'))?.explain.trim() ?? 'none'
}

describe('the index of identifiers', () => {
  test.each([
    [`src_ip = toIPv6('10.9.9.9')`],
    [`dst_ip = toIPv6('10.9.9.9')`],
    [`src_ip = toIPv6('10.9.9.9') OR dst_ip = toIPv6('10.9.9.9')`],
    [`user = 'nobody' OR target_user = 'nobody'`],
    [`file_hash IN ('bb', 'cc')`],
    [`event_uid = '00000000-0000-4000-8000-000000000000'`],
    [`domain = 'b.test'`],
  ])('%s reads nothing that cannot hold it', async (condition) => {
    expect(await granulesOf(condition)).toBe(`Granules: 0/${GRANULES}`)
  })

  test.each([[`src_ip = toIPv6('10.0.0.1')`], [`user = 'nobody' OR target_user = 'lee'`]])(
    '%s reads what holds it',
    async (condition) => {
      expect(await granulesOf(condition)).toBe(`Granules: ${GRANULES}/${GRANULES}`)
    },
  )
})
