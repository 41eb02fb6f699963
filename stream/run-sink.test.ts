import { expect, test } from 'vitest'
import type { Clock } from './clock.ts'
import type { Commit, Cursor, Driver, LogRecord, Ownership, Work } from './driver.ts'
import { runSink, type Sink } from './run-sink.ts'

const tp = { topic: 'in', partition: 0 }
const EVERY_MS = 1000
const LIMITS = { weightMax: 1_000_000, bytesMax: 1 << 30, everyMs: EVERY_MS }
const BETWEEN_MS = 10

/**
 * A simulated sink and input in which time passes only by waiting and writing: a record arrives every few milliseconds.
 */
class Line {
  nowMs = 0
  #next = 0
  readonly #stop = new AbortController()
  readonly #took: (nth: number, weight: number) => number
  readonly #writesMax: number
  readonly #weighs: (record: LogRecord) => number
  /** Time from the arrival of each record until it was stored, in milliseconds. */
  readonly storedMs: number[] = []
  /** Time from the write of each range until its position was committed, in milliseconds. */
  readonly heldMs: number[] = []
  #written: { readonly to: number; readonly atMs: number } | null = null
  writes = 0

  readonly #lastMs: number

  constructor(
    writesMax: number,
    took: (nth: number, weight: number) => number,
    weighs = (_: LogRecord) => 1,
    lastMs = Number.POSITIVE_INFINITY,
  ) {
    this.#took = took
    this.#lastMs = lastMs
    this.#writesMax = writesMax
    this.#weighs = weighs
  }

  async run(isAwaited: (record: LogRecord) => boolean = () => false): Promise<void> {
    const wait = async (ms: number) => void (this.nowMs += ms)
    const clock: Clock = { now: () => this.nowMs, wait }
    const sink = { ...this.#sink(), isAwaited }
    await runSink(this.#driver(), sink, this.#stop.signal, LIMITS, { clock, nonce: () => 'n' })
  }

  #sink(): Sink {
    const write = async (records: readonly LogRecord[]) => {
      const weight = records.reduce((sum, record) => sum + this.#weighs(record), 0)
      this.nowMs += this.#took(this.writes++, weight)
      for (const { timestampMs } of records) this.storedMs.push(this.nowMs - timestampMs)
      this.#written = { to: (records.at(-1)?.offset ?? 0) + 1, atMs: this.nowMs }
      if (this.writes === this.#writesMax) this.#stop.abort()
      return []
    }
    return { name: 'sink', inputs: [tp.topic], weigh: this.#weighs, write }
  }

  #driver(): Driver {
    let committed = 0
    const ownership: Ownership = {
      partitions: [tp],
      committed: async () => committed,
      cursor: async () => this.#cursor(),
      restore: async function* () {},
      commit: async ({ positions }: Commit) => {
        committed = positions[0]?.offset ?? committed
        if (!this.#written || committed < this.#written.to) return
        this.heldMs.push(this.nowMs - this.#written.atMs)
        this.#written = null
      },
      lost: this.#stop.signal,
    }
    return { join: (_group: unknown, work: Work) => work(ownership) } as unknown as Driver
  }

  #cursor(): Cursor {
    return {
      read: async (_bytes, waitMs) => {
        const dueMs = this.#next * BETWEEN_MS
        const comesMs = dueMs > this.#lastMs ? Number.POSITIVE_INFINITY : dueMs
        this.nowMs = Math.max(this.nowMs, Math.min(comesMs, this.nowMs + waitMs))
        const records: LogRecord[] = []
        for (; this.#next * BETWEEN_MS <= Math.min(this.nowMs, this.#lastMs); this.#next++) {
          const timestampMs = this.#next * BETWEEN_MS
          records.push({ ...tp, offset: this.#next, timestampMs, key: 'k', value: Buffer.alloc(1) })
        }
        return records
      },
      position: () => this.#next,
      close: async () => undefined,
    }
  }
}

test.each([
  ['of one length', () => 200],
  ['short and long in turn', (nth: number) => (nth % 2 === 0 ? 50 : 400)],
  ['with a long one now and then', (nth: number) => (nth % 5 === 0 ? 500 : 100)],
])('with writes %s, a record is stored within the interval of small writes, once they are known', async (_, took) => {
  const line = new Line(60, took)
  await line.run()
  const settled = line.storedMs.slice(line.storedMs.length / 4)
  expect(settled.length).toBeGreaterThan(500)
  expect(Math.max(...settled)).toBeLessThanOrEqual(EVERY_MS + BETWEEN_MS)
  expect(line.writes / (line.nowMs / EVERY_MS), 'and writes are not much more than it takes').toBeLessThan(2)
})

test('commits a range as soon as it is written, not with the next one', async () => {
  const line = new Line(20, () => 100)
  await line.run()
  expect(line.heldMs).toEqual(Array.from({ length: 20 }, () => 0))
})

test('a single slow write stops affecting the interval', async () => {
  const line = new Line(40, (nth) => (nth === 3 ? 5000 : 100))
  await line.run()
  const last = line.storedMs.slice(-200)
  expect(Math.max(...last), 'ranges are as large as before').toBeGreaterThan(EVERY_MS - 4 * BETWEEN_MS)
})

test('records that become ten times as heavy are stored within the interval from the first on', async () => {
  const heavyMs = 20_000
  const weigh = ({ timestampMs }: LogRecord) => (timestampMs < heavyMs ? 8 : 80)
  const line = new Line(60, (_, weight) => 40 + 0.04 * weight, weigh)
  await line.run()
  expect(line.nowMs).toBeGreaterThan(heavyMs + 10 * EVERY_MS)
  expect(Math.max(...line.storedMs.slice(500))).toBeLessThanOrEqual(EVERY_MS + BETWEEN_MS)
})

test.each([
  ['half as long where writes are short', 50, EVERY_MS / 2 + 50],
  ['as long as ever where they are not', 350, EVERY_MS],
])('what is worth a write waits %s', async (_, tookMs, expectedMs) => {
  const line = new Line(
    60,
    () => tookMs,
    () => (LIMITS.weightMax / EVERY_MS) * BETWEEN_MS * 0.3,
  )
  await line.run()
  const slowest = Math.max(...line.storedMs.slice(line.storedMs.length / 4))
  expect(slowest).toBeGreaterThan(expectedMs - 3 * BETWEEN_MS)
  expect(slowest).toBeLessThanOrEqual(expectedMs + 2 * BETWEEN_MS)
})

test('a flow that fills a range within three intervals waits for a full one, once it was measured', async () => {
  const tookMs = 50
  const line = new Line(
    40,
    () => tookMs,
    () => (LIMITS.weightMax / EVERY_MS) * BETWEEN_MS * 0.5,
  )
  await line.run()
  const ofFullRange = (2 * EVERY_MS) / BETWEEN_MS
  expect(line.storedMs.length / line.writes).toBeGreaterThan(0.9 * ofFullRange)
  expect(Math.max(...line.storedMs)).toBeLessThanOrEqual(2 * EVERY_MS + tookMs + 10 * BETWEEN_MS)
})

test('does not wait for a flow that has stopped', async () => {
  const lastMs = 7800
  const line = new Line(
    9,
    () => 50,
    () => (LIMITS.weightMax / EVERY_MS) * BETWEEN_MS * 0.9,
    lastMs,
  )
  await line.run()
  expect(line.storedMs.at(-1), 'two seconds and a half otherwise').toBeLessThan(EVERY_MS / 2)
})

test('writes an awaited record at once, together with all records before it', async () => {
  const line = new Line(30, () => 5)
  const nth = 40
  await line.run(({ offset }) => offset % nth === nth - 1)
  const slowest = Math.max(...line.storedMs.slice(line.storedMs.length / 4))
  expect(slowest, 'none waits for the interval of small writes').toBeLessThan(nth * BETWEEN_MS + 100)
  expect(line.storedMs.length / line.writes, 'and no others are written for it').toBeGreaterThan(nth - 8)
})

test('outputs of a write are in the commit of its range and in no other, after any number of attempts', async () => {
  const stop = new AbortController()
  const commits: Commit[] = []
  const record: LogRecord = { ...tp, offset: 7, timestampMs: 1, key: 'k', value: Buffer.alloc(1) }
  const storedRecord = { ...tp, timestampMs: 1, key: '', value: [Buffer.from('stored')] }
  const left = [record]
  const read = async () => {
    if (left.length === 0) stop.abort()
    return left.splice(0)
  }
  const ownership: Ownership = {
    partitions: [tp],
    committed: async () => 7,
    cursor: async () => ({ read, position: () => 8, close: async () => undefined }),
    restore: async function* () {},
    commit: async (commit: Commit) => void commits.push(commit),
    lost: stop.signal,
  }
  let refusals = 2
  const write = async () => {
    if (refusals-- > 0) throw new Error('away')
    return [storedRecord]
  }
  const driver = { join: (_group: unknown, work: Work) => work(ownership) } as unknown as Driver
  const clock: Clock = { now: () => 0, wait: async () => undefined }
  const sink: Sink = { name: 'sink', inputs: [tp.topic], weigh: () => LIMITS.weightMax, write }
  await runSink(driver, sink, stop.signal, LIMITS, { clock, nonce: () => 'n' })
  const passing = commits.filter(({ outputs }) => outputs.length > 0)
  expect(passing.map(({ outputs, positions }) => ({ outputs, positions }))).toEqual([
    { outputs: [storedRecord], positions: [{ ...tp, offset: 8 }] },
  ])
  expect(commits[0]?.changes[0]?.payload.toString(), 'claimed before').toContain('"from":7')
  expect(passing[0]?.changes[0]?.payload.length, 'and no longer claimed').toBe(0)
})
