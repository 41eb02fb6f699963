import { expect, test } from 'vitest'
import { rows, useEngine } from './test-engine.ts'
import { textIndexWorker } from './text-index.ts'

const engine = useEngine({ migrated: true })
const turn = { stop: new AbortController().signal, succeeded: () => {} }

/** Parts that a search for a word passes over by the text index, of all. */
async function readBy(condition: string): Promise<string> {
  const plan = await rows<{ explain: string }>(
    engine().client,
    `EXPLAIN indexes = 1 SELECT count() FROM events WHERE ${condition}`,
  )
  return plan.map(({ explain }) => explain).join('\n')
}
const insert = (ingest: string, count: number) =>
  engine().client.command({
    query: `INSERT INTO events (tenant_id, event_uid, time, ingest_time, raw)
      SELECT 'acme', generateUUIDv4(), '${ingest}', '${ingest}', concat('the ', lower(hex(number)), ' Rare', toString(number), 'word stands here') FROM numbers(${count})
      SETTINGS materialize_skip_indexes_on_insert = 0`,
  })

test('a day that is quiet has its texts indexed, once, and a search finds the same by it', async () => {
  await insert('2026-03-01 10:00:00', 20_000)
  const count = async () =>
    (
      await rows<{ n: string }>(
        engine().client,
        `SELECT toString(count()) AS n FROM events WHERE raw ILIKE '%are1234w%'`,
      )
    )[0]?.n
  expect(await textIndexWorker(engine().client, 3600).once(turn), 'a busy day waits').toBe(false)
  expect(await count()).toBe('1')
  const worker = textIndexWorker(engine().client, 0)
  expect([await worker.once(turn), await worker.once(turn)]).toEqual([true, false])
  expect(await count()).toBe('1')
  expect(await readBy(`raw ILIKE '%are1234w%'`)).toMatch(/raw_text/)
  await insert('2026-03-02 10:00:00', 10)
  expect([await worker.once(turn), await worker.once(turn)], 'and further days').toEqual([true, false])
})
