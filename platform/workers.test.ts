import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openHealth } from './health.ts'
import { openMetrics } from './metrics.ts'
import { drainAll, FAILING_MS_MAX, runWorkers, type Worker } from './workers.ts'

const log = pino({ level: 'silent' })
const options = (stop: AbortSignal) => {
  const metrics = openMetrics('test', { processMetrics: false })
  return { log, metrics, stop, random: () => 0 }
}

test('repeats a turn at once when there is more to do, and after a failure', async () => {
  const stop = new AbortController()
  const seen: string[] = []
  const answers = ['more', 'fail', 'none'] as const
  const worker: Worker = {
    name: 'hunts',
    everyMs: 1,
    once: async () => {
      const answer = answers[seen.length] ?? 'none'
      seen.push(answer)
      if (seen.length === answers.length) stop.abort()
      if (answer === 'fail') throw new Error('the lake is away')
      return answer === 'more'
    },
  }
  const running = runWorkers([worker], options(stop.signal))
  await running.ended
  expect(seen).toEqual(['more', 'fail', 'none'])
  expect(running.states()).toEqual([
    { name: 'hunts', runs: 2, failures: 1, lastSuccessAt: expect.any(Date), failingSince: null, lastError: null },
  ])
})

test('pauses after failures grow to a bound, with random jitter, and start anew after a success', async () => {
  const stop = new AbortController()
  const pauses: number[] = []
  const once = async () => {
    if (pauses.length === 6) return false
    throw new Error('away')
  }
  const pause = async (ms: number) => {
    pauses.push(ms)
    if (pauses.length === 7) stop.abort()
  }
  const worker = { name: 'relay', everyMs: 100, once }
  await runWorkers([worker], { ...options(stop.signal), pause, random: () => 0.5 }).ended
  expect(pauses.map(Math.round)).toEqual([110, 220, 440, 880, 1_760, 2_200, 100])
})

test('a worker is down once it has failed for ten minutes, and well after its next success', async () => {
  const stop = new AbortController()
  let nowMs = 0
  let isAway = true
  let turns = 0
  const { promise: recovered, resolve } = Promise.withResolvers<void>()
  const worker: Worker = {
    name: 'feeds',
    everyMs: 1,
    once: async () => {
      turns++
      if (isAway) throw new Error('connection refused')
      resolve()
      return false
    },
  }
  const setUp = options(stop.signal)
  const running = runWorkers([worker], { ...setUp, nowMs: () => nowMs })
  const health = () => openHealth({ checks: running.checks, nowMs: () => nowMs, log })()
  await expect.poll(() => turns).toBeGreaterThan(0)
  expect((await health()).subsystems).toEqual({ 'worker: feeds': 'ok' })
  nowMs = FAILING_MS_MAX
  expect((await health()).subsystems).toEqual({ 'worker: feeds': 'down' })
  isAway = false
  await recovered
  await expect.poll(async () => (await health()).subsystems).toEqual({ 'worker: feeds': 'ok' })
  const text = await setUp.metrics.text()
  expect(text).toMatch(/svc_worker_failures_total\{worker="feeds",service="test"\} [1-9]/)
  stop.abort()
  await running.ended
})

test('ignores a failure of a turn that was asked to stop', async () => {
  const stop = new AbortController()
  const once = () => {
    stop.abort()
    return Promise.reject(new Error('aborted'))
  }
  const running = runWorkers([{ name: 'polls', everyMs: 1, once }], options(stop.signal))
  await running.ended
  expect(running.states()[0]).toMatchObject({ failures: 0, failingSince: null })
})

test('a long turn reports success in between', async () => {
  const stop = new AbortController()
  const once: Worker['once'] = async ({ succeeded }) => {
    succeeded()
    stop.abort()
    throw new Error('the lock was lost')
  }
  const running = runWorkers([{ name: 'control relay', everyMs: 1, once }], options(stop.signal))
  await running.ended
  expect(running.states()[0]).toMatchObject({ runs: 1, failures: 0 })
})

test('of concurrent turns only one polls while idle, and all of them work when there is work', async () => {
  const stop = new AbortController()
  let [turns, pauses, atWork, most] = [0, 0, 0, 0]
  let waiting = 0
  const once = async () => {
    turns++
    if (waiting === 0) return false
    waiting--
    most = Math.max(most, ++atWork)
    // Lasts until four are at work at the same time.
    await expect.poll(() => most, { timeout: 60_000 }).toBe(4)
    atWork--
    return waiting > 0
  }
  const pause = async () => {
    // The first pause ends when all the others have looked as well, and sleep.
    if (++pauses === 1) await expect.poll(() => turns).toBe(4)
    if (pauses === 10) waiting = 12
    if (pauses > 10 && waiting === 0) stop.abort()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await runWorkers([{ name: 'polls', everyMs: 1, atOnce: 4, once }], { ...options(stop.signal), pause }).ended
  expect(most).toBe(4)
  expect(waiting).toBe(0)
})

test('a failure of one concurrent turn does not stop the others', async () => {
  const stop = new AbortController()
  const done: string[] = []
  let failed = 0
  const once = async () => {
    if (failed < 3) {
      failed++
      throw new Error('this one is broken')
    }
    done.push('work')
    if (done.length === 5) stop.abort()
    return false
  }
  // After a failure a turn rests for as long as the process runs.
  const pause = (ms: number, signal: AbortSignal) =>
    ms === 1
      ? new Promise<void>((resolve) => setImmediate(resolve))
      : new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  await runWorkers([{ name: 'polls', everyMs: 1, atOnce: 4, once }], {
    ...options(stop.signal),
    pause,
    random: () => 1,
  }).ended
  expect(done.length).toBeGreaterThanOrEqual(5)
})

test('the age of waiting work is a metric', async () => {
  const stop = new AbortController()
  const setUp = options(stop.signal)
  const oldestSeconds = async () => 42
  const running = runWorkers([{ name: 'actions', everyMs: 1, once: async () => false, oldestSeconds }], setUp)
  await expect
    .poll(() => setUp.metrics.text())
    .toContain('svc_worker_oldest_seconds{worker="actions",service="test"} 42')
  stop.abort()
  await running.ended
})

test('draining runs every worker until no work is left, and throws a failure', async () => {
  const left = { first: 2, second: 1 }
  const worker = (name: keyof typeof left): Worker => ({
    name,
    everyMs: 1,
    once: async () => {
      if (left[name] === 0) return false
      left[name]--
      // Work of one worker may make work for another.
      if (name === 'second' && left.first === 0) left.first = 1
      return true
    },
  })
  await drainAll([worker('first'), worker('second')])
  expect(left).toEqual({ first: 0, second: 0 })
  const broken: Worker = { name: 'broken', everyMs: 1, once: () => Promise.reject(new Error('no lake')) }
  await expect(drainAll([broken])).rejects.toThrow('no lake')
})
