import { expect, test } from 'vitest'
import { TEXT_INDEXES } from './field-indexes.ts'
import { rows, useEngine } from './test-engine.ts'
import { textIndexWorker } from './text-index.ts'

const engine = useEngine({ migrated: true })
const turn = { stop: new AbortController().signal, succeeded: () => {} }

/** Number of parts that a search for a word skips by the indexes of texts, of all parts. */
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

test('the texts of a finished day are indexed once, and a search finds the same with the index', async () => {
  await insert('2026-03-01 10:00:00', 20_000)
  const count = async () =>
    (
      await rows<{ n: string }>(
        engine().client,
        `SELECT toString(count()) AS n FROM events WHERE lower(raw) LIKE '%are1234w%'`,
      )
    )[0]?.n
  expect(await textIndexWorker(engine().client, 3600).once(turn), 'a busy day waits').toBe(false)
  expect(await count()).toBe('1')
  const worker = textIndexWorker(engine().client, 0)
  expect([await worker.once(turn), await worker.once(turn)]).toEqual([true, false])
  expect(await count()).toBe('1')
  expect(await readBy(`lower(raw) LIKE '%are1234w%'`)).toMatch(/raw_grams/)
  for (const day of ['02', '03', '04']) await insert(`2026-03-${day} 10:00:00`, 10)
  expect([await worker.once(turn), await worker.once(turn)], 'and further days, all of them by one statement').toEqual([
    true,
    false,
  ])
})

test('a long build is awaited and not started twice, also by a process that follows a killed one', async () => {
  const { client } = engine()
  await insert('2026-03-05 10:00:00', 1000)
  const builds = () =>
    rows<{ done: number }>(client, `SELECT is_done AS done FROM system.mutations WHERE command LIKE '%20260305%'`)
  await client.command({ query: 'SYSTEM STOP MERGES events' })
  const killed = new AbortController()
  const first = textIndexWorker(client, 0).once({ ...turn, stop: killed.signal })
  while ((await builds()).length === 0) await new Promise((resolve) => setImmediate(resolve))
  killed.abort()
  await expect(first).rejects.toThrow()
  const second = textIndexWorker(client, 0).once(turn)
  await client.command({ query: 'SYSTEM START MERGES events' })
  expect(await second).toBe(true)
  const states = await builds()
  expect(new Set(states.map(({ done }) => done))).toEqual(new Set([1]))
  expect(states, 'one for each index of texts, and that of names').toHaveLength(TEXT_INDEXES.length + 1)
})
