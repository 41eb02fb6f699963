import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { ClickHouseClient } from '@clickhouse/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openClickhouse } from '../client.ts'
import { newDataDir, rows, START_MS, startEngine } from '../test-engine.ts'
import { Watch } from './watch.ts'

const TABLE = 'CREATE TABLE t (id UInt32, text String) ENGINE = MergeTree ORDER BY id'
/** Random text of this size is written in several pieces. */
const TEXT_BYTES = 1 << 20
/** The system refuses a file larger than this. */
const FILE_MAX_BYTES = 2.5 * TEXT_BYTES

let dataDir = ''
beforeEach(() => {
  dataDir = newDataDir()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('an insert that could not be written completely is not acknowledged, and can be repeated', {
  timeout: START_MS,
}, async () => {
  await withEngine(async (client, engine) => {
    await client.command({ query: TABLE })
    await insert(client, [1])
    refuseLongFiles(engine.pid)
    await expect(insert(client, [2, 3, 4, 5])).rejects.toThrow()
    expect((await engine.exited).signal).toBe('SIGKILL')
  })
  await withEngine(async (client) => {
    expect(await whatIsThere(client)).toEqual({ ids: [1], bytes: TEXT_BYTES })
    await insert(client, [2, 3, 4, 5])
    expect(await whatIsThere(client)).toEqual({ ids: [1, 2, 3, 4, 5], bytes: 5 * TEXT_BYTES })
  })
})

test('a merge that could not be written completely loses nothing', { timeout: START_MS }, async () => {
  await withEngine(async (client, engine) => {
    await client.command({ query: TABLE })
    await insert(client, [1, 2])
    await insert(client, [3, 4])
    refuseLongFiles(engine.pid)
    await expect(client.command({ query: 'OPTIMIZE TABLE t FINAL' })).rejects.toThrow()
    expect((await engine.exited).signal).toBe('SIGKILL')
  })
  await withEngine(async (client) => {
    expect(await whatIsThere(client)).toEqual({ ids: [1, 2, 3, 4], bytes: 4 * TEXT_BYTES })
    const kept = `SELECT toUInt32(value) AS seconds FROM system.merge_tree_settings WHERE name = 'old_parts_lifetime'`
    expect(await rows(client, kept)).toEqual([{ seconds: 480 }])
  })
})

test('one check serves all waiting statements, but only if it began after them', async () => {
  const looks: ((failed: string) => void)[] = []
  const ends: string[] = []
  const watch = new Watch(
    () => new Promise((resolve) => looks.push(resolve)),
    (why) => void ends.push(why),
  )
  watch.close()
  const settled: string[] = []
  const look = (name: string) => void watch.look().then(() => settled.push(name))
  look('first')
  await turn()
  look('second')
  look('third')
  expect(looks.length).toBe(1)
  looks[0]?.('')
  await turn()
  expect({ settled, looks: looks.length }).toEqual({ settled: ['first'], looks: 2 })
  look('fourth')
  looks[1]?.('')
  await turn()
  expect({ settled, looks: looks.length }).toEqual({ settled: ['first', 'second', 'third'], looks: 3 })
  looks[2]?.('4\n')
  await turn()
  expect(settled).toEqual(['first', 'second', 'third'])
  expect(ends).toEqual(['4 of its writes were refused by the system'])
})

test('an engine that does not answer for a minute is killed, one that answers late is not', async () => {
  vi.useFakeTimers()
  try {
    const looks: ((failed: string) => void)[] = []
    const ends: string[] = []
    const watch = new Watch(
      () => new Promise((resolve) => looks.push(resolve)),
      (why) => void ends.push(why),
    )
    await vi.advanceTimersByTimeAsync(60_000)
    looks[0]?.('')
    await vi.advanceTimersByTimeAsync(60_000)
    expect({ looks: looks.length, ends }).toEqual({ looks: 2, ends: [] })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ends).toEqual(['it stands still'])
    watch.close()
  } finally {
    vi.useRealTimers()
  }
})

async function withEngine(
  use: (client: ClickHouseClient, engine: Awaited<ReturnType<typeof startEngine>>) => Promise<void>,
): Promise<void> {
  const engine = await startEngine(dataDir)
  const client = openClickhouse({ url: engine.url })
  try {
    await use(client, engine)
  } finally {
    await client.close()
    await engine.stop()
  }
}

function refuseLongFiles(pid: number): void {
  execFileSync('prlimit', ['--pid', `${pid}`, `--fsize=${FILE_MAX_BYTES}`])
}

/** The engine generates the rows, because a body would be another long file. */
function insert(client: ClickHouseClient, ids: readonly number[]) {
  const query = 'INSERT INTO t SELECT arrayJoin({ids:Array(UInt32)}), randomPrintableASCII({bytes:UInt32})'
  return client.command({ query, query_params: { ids, bytes: TEXT_BYTES } })
}

async function whatIsThere(client: ClickHouseClient): Promise<unknown> {
  const [found] = await rows(
    client,
    'SELECT groupArray(id) AS ids, toUInt32(sum(length(text))) AS bytes FROM (SELECT * FROM t ORDER BY id)',
  )
  return found
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
