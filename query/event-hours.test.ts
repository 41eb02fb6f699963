import { beforeAll, expect, test } from 'vitest'
import { rows, START_MS, useEngine } from '../stores/clickhouse/test-engine.ts'
import { hoursSql } from './event-hours.ts'

const engine = useEngine({ migrated: true })
const FROM_MS = Date.UTC(2026, 2, 1)
const HOUR_MS = 3_600_000

beforeAll(async () => {
  await engine().client.command({
    query: /* sql */ `
      INSERT INTO events (tenant_id, event_uid, time, ingest_time, class_uid, host, raw)
      SELECT 'acme', generateUUIDv4(), fromUnixTimestamp64Milli(${FROM_MS} + number * 1500), toDateTime64('2026-03-09 10:00:00', 3),
        number % 7, concat('host-', toString(number % 11)), 'text' FROM numbers(100000)`,
  })
  // Received on another day: far from the rest in either direction.
  const far = ['1970-01-01 00:20:00', '2105-06-01 00:00:00', '2110-06-01 00:00:00', '2199-06-01 00:00:00']
  for (const time of far)
    await engine().client.command({
      query: `INSERT INTO events (tenant_id, event_uid, time, ingest_time, raw)
        SELECT 'acme', generateUUIDv4(), toDateTime64('${time}', 3), toDateTime64('2026-03-10 10:00:00', 3), 'far'`,
    })
}, START_MS)

const between = (fromMs: number, toMs: number) =>
  `tenant_id = 'acme' AND time >= fromUnixTimestamp64Milli(${fromMs}) AND time < fromUnixTimestamp64Milli(${toMs})`
async function count(condition: string): Promise<number> {
  const [row] = await rows<{ n: number }>(
    engine().client,
    `SELECT toUInt32(count()) AS n FROM events WHERE ${condition}`,
  )
  return row?.n ?? -1
}

test.each([
  [FROM_MS, FROM_MS + HOUR_MS],
  [FROM_MS + 90_000, FROM_MS + 91_000],
  [FROM_MS + HOUR_MS - 1, FROM_MS + HOUR_MS + 1],
  [FROM_MS - HOUR_MS, FROM_MS + 60 * HOUR_MS],
  [0, Date.UTC(2105, 11, 1)],
  [0, Date.UTC(2200, 0, 1)],
  [Date.UTC(2106, 0, 1), Date.UTC(2200, 0, 1)],
  [-1, Date.UTC(2030, 0, 1)],
])('from %i to %i they find the same events', async (fromMs, toMs) => {
  const plain = await count(between(fromMs, toMs))
  expect(plain).toBeGreaterThan(0)
  expect(await count(between(fromMs, toMs) + hoursSql({ fromMs, toMs }))).toBe(plain)
})

test('the order key skips events of other hours', async () => {
  const span = { fromMs: FROM_MS + 5 * HOUR_MS, toMs: FROM_MS + 6 * HOUR_MS }
  const granules = async (condition: string) => {
    const plan = await rows<{ explain: string }>(
      engine().client,
      `EXPLAIN indexes = 1 SELECT any(raw) FROM events WHERE ${condition}`,
    )
    const read = plan.map(({ explain }) => /Parts: \d+ \| Granules: (\d+)/.exec(explain)?.[1]).find((one) => one)
    return Number(read)
  }
  const without = await granules(between(span.fromMs, span.toMs))
  expect(without, 'of a hundred thousand events').toBeGreaterThan(10)
  expect(await granules(between(span.fromMs, span.toMs) + hoursSql(span))).toBeLessThanOrEqual(2)
})
