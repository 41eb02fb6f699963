/**
 * Kills the archiving and compacting process with kill -9, 20 times at random moments, and the whole instance in every
 * fifth round. Afterwards lake and archive together must hold what the ledger reports as stored, each event once.
 */
import { afterEach, expect, test } from 'vitest'
import { Instance } from './instance.ts'
import { until } from './until.ts'

const ROUNDS = 20
const EVENTS = 400
const DAYS = 4
const SEED = 20_261_129
/** A bound against a hang: beside other work on two cores (load 12 to 24) it took 21 minutes. */
const MS_MAX = 5_400_000

let instance: Instance | null = null
afterEach(async () => {
  await instance?.remove()
  instance = null
})

/** Numbers from 0 to 1, the same ones in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

test('archiving and compaction lose and duplicate no event when they are killed at any moment', {
  timeout: MS_MAX,
}, async () => {
  const running = await Instance.start()
  instance = running
  const token = await running.token('acme')
  const random = numbers(SEED)
  let pushed = 0
  const push = async () => {
    await pushTo(running, token, pushed, EVENTS)
    pushed += EVENTS
    await running.drained()
  }
  const steps: readonly (readonly string[])[] = [
    ['archive', 'run', '--tenant', 'acme', '--all'],
    ['archive', 'maintain', '--tenant', 'acme'],
  ]
  const lengths = new Map<readonly string[], number>()
  for (const step of steps) {
    await push()
    const startedAt = performance.now()
    await running.svc(...step)
    lengths.set(step, performance.now() - startedAt)
  }
  const outcomes: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const step = steps[round % steps.length] ?? []
    await push()
    const afterMs = random.next().value * (lengths.get(step) ?? 0)
    const isKilled = await running.killed(step, afterMs)
    outcomes.push(`${step[1]} ${isKilled ? 'killed' : 'had ended'} at ${Math.round(afterMs)} ms`)
    if (round % 5 === 4) await killAll(running)
    const { found, different, isReported } = await searched(running)
    const about = `round ${round}: ${outcomes.at(-1)}`
    expect(found - different, `doubled in ${about}`).toBe(0)
    // A file whose rows were being dropped is not read until the instance has finished the run; the search reports
    // this.
    if (isReported) outcomes.push(`${about}: the search says what it did not look at`)
    const events = isReported ? await searchedWhole(running) : different
    expect(events, about).toBe(pushed)
  }
  for (const step of steps) await running.svc(...step)
  expect(await running.svc('archive', 'verify', '--tenant', 'acme')).toContain('all intact')
  const after = await settled(running, pushed)
  expect(after).toMatchObject({ lost: 0, doubled: 0, hot: 0, archived: pushed })
  const [row] = await running.ledger('acme')
  expect(Number(row?.stored)).toBe(pushed)
  const killed = outcomes.filter((outcome) => outcome.includes('killed')).length
  expect(killed).toBeGreaterThan(ROUNDS / 2)
  process.stderr.write(`${JSON.stringify({ pushed, rounds: ROUNDS, killed, after, outcomes })}\n`)
})

async function pushTo(running: Instance, token: string, first: number, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, at) => ({
    n: first + at,
    timestamp: new Date(Date.UTC(2026, 0, 1 + (at % DAYS)) + (first + at) * 1000).toISOString(),
  }))
  await until('a push to be taken', async () => {
    const answer = await fetch(`${running.ingestUrl}/v1/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ connector_id: 'c', source_format: 'json', events }),
    }).catch(() => null)
    return answer?.status === 202
  })
}

/** The processes of the killed one may still run: the start waits for them. */
async function killAll(running: Instance): Promise<void> {
  await running.end('SIGKILL')
  await running.restart()
}

/** Searches lake and archive as one. `isSaid` is true if the answer names time that was not searched. */
async function searched(running: Instance) {
  const time = ['--from', '2025-12-31T00:00:00Z', '--to', '2026-02-01T00:00:00Z']
  const fields = ['--fields', 'unmapped.n', '--format', 'json', '--limit', '100000']
  const { code, stdout } = await running.run('search', '', '--tenant', 'acme', ...time, ...fields)
  const lines = stdout.split('\n').filter((line) => line !== '')
  const numbers = lines.map((line) => (JSON.parse(line) as Record<string, unknown>)['unmapped.n'])
  return { found: numbers.length, different: new Set(numbers).size, isReported: code !== 0 }
}

/** The number of different events, when the search names no time that was not searched. */
async function searchedWhole(running: Instance): Promise<number> {
  let different = 0
  await until('a search to look at everything again', async () => {
    const found = await searched(running)
    different = found.different
    return !found.isReported
  })
  return different
}

/** The numbers of events in the lake and in the archive, each queried separately. */
async function settled(running: Instance, pushed: number) {
  const hot = await running.rows<{ n: string }>("SELECT JSONExtractInt(raw, 'n') AS n FROM events", 'acme')
  const sql = `SELECT CAST(json_extract(raw, '$.n') AS INTEGER) AS n FROM events`
  const query = ['query', sql, '--archive', '--tenant', 'acme', '--format', 'JSONEachRow', '--limit', '1000000']
  const archived = (await running.svc(...query))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Number((JSON.parse(line) as { n: number }).n))
  const all = [...hot.map(({ n }) => Number(n)), ...archived]
  const different = new Set(all).size
  return { hot: hot.length, archived: archived.length, lost: pushed - different, doubled: all.length - different }
}
