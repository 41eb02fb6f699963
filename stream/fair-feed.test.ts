import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cursor, LogRecord, Ownership } from './driver.ts'
import { FairFeed, type FeedLimits, type FeedPosition } from './fair-feed.ts'

const tp = { topic: 'in', partition: 0 }
const LIMITS: FeedLimits = {
  readBytes: 4000,
  tenantBytes: 6000,
  totalBytes: 24_000,
  quantumBytes: 1000,
  batchBytes: 3000,
  sharedBatchBytes: 1500,
}
/** Cost of a record beside its value, in bytes. */
const HANDLING = 512

function log(tenants: readonly string[], bytes = (_: number) => 100): LogRecord[] {
  return tenants.map((tenant, i) => ({
    ...tp,
    offset: i * 2, // with gaps, as behind the markers of a transaction
    timestampMs: 0,
    key: `${tenant}/connector`,
    value: Buffer.alloc(bytes(i)),
  }))
}

/** A cursor over a list that returns a few records per read, and sometimes none although some exist. */
class ListCursor implements Cursor {
  #next: number
  readonly #records: readonly LogRecord[]
  readonly #gives: () => number
  constructor(records: readonly LogRecord[], offset: number, gives: () => number) {
    this.#records = records
    this.#gives = gives
    const found = records.findIndex((record) => record.offset >= offset)
    this.#next = found < 0 ? records.length : found
  }
  position(): number {
    return this.#records[this.#next]?.offset ?? (this.#records.at(-1)?.offset ?? -1) + 1
  }
  async read(bytesMax: number, _waitMs: number, want?: (record: LogRecord) => boolean): Promise<LogRecord[]> {
    const some: LogRecord[] = []
    let count = this.#gives()
    for (let bytes = 0; bytes < bytesMax && count > 0; count--) {
      const record = this.#records[this.#next]
      if (!record) break
      this.#next++
      const isLoaded = !want || want(record)
      if (isLoaded) bytes += record.value.length
      some.push(isLoaded ? record : { ...record, value: Buffer.alloc(0) })
    }
    return some
  }
  async close(): Promise<void> {}
}

function ownershipOf(records: readonly LogRecord[], gives: () => number = () => 1000): Ownership {
  const refuse = () => Promise.reject(new Error('a feed only reads'))
  return {
    partitions: [tp],
    committed: refuse,
    commit: refuse,
    restore: () => {
      throw new Error('a feed only reads')
    },
    lost: new AbortController().signal,
    cursor: async (_, offset) => new ListCursor(records, offset, gives),
  }
}

const start: FeedPosition = { main: 0, behind: [] }
const open = (ownership: Ownership, from = start, weightOf = (_: string) => 1, limits = LIMITS) =>
  FairFeed.open(ownership, tp, from, { weightOf }, limits)

test('each record arrives once and in its tenant’s order, through any reads, crashes and restores', async () => {
  const tenants = fc.array(fc.constantFrom('a', 'a', 'a', 'a', 'b', 'c', '__proto__', 'constructor'), {
    maxLength: 120,
  })
  const sizes = fc.array(fc.constantFrom(0, 50, 900, 7000), { minLength: 1, maxLength: 20 })
  const gives = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 20 })
  /** A step is a fill, a take of some bytes, or a crash that restores the last kept position. */
  const steps = fc.array(
    fc.oneof(fc.constant('fill'), fc.constantFrom(1, 2000, 9000), fc.constantFrom('keep', 'crash')),
    {
      maxLength: 80,
    },
  )
  await fc.assert(
    fc.asyncProperty(tenants, sizes, gives, steps, async (names, bytes, counts, doing) => {
      const records = log(names, (i) => bytes[i % bytes.length] as number)
      let reads = 0
      const ownership = ownershipOf(records, () => counts[reads++ % counts.length] as number)
      const kept = { position: start, done: [] as number[] }
      let feed = await open(ownership)
      let done: number[] = []
      for (const step of doing) {
        if (step === 'fill') await feed.fill(0)
        else if (typeof step === 'number') done.push(...feed.next(step).map(({ offset }) => offset))
        else if (step === 'keep') Object.assign(kept, { position: feed.position(), done: [...done] })
        else {
          await feed.close()
          // Serialised and parsed again, as when it is stored.
          feed = await open(ownership, JSON.parse(JSON.stringify(kept.position)) as FeedPosition)
          done = [...kept.done]
        }
        expect(feed.queuedBytes).toBeLessThanOrEqual(LIMITS.totalBytes + LIMITS.readBytes + 7 * (7000 + HANDLING))
      }
      counts.push(6) // from here on something always comes in the end
      for (let idle = 0; idle < 60; ) {
        await feed.fill(0)
        const offsets = feed.next(2000).map(({ offset }) => offset)
        idle = offsets.length > 0 || reads % counts.length !== 0 ? 0 : idle + 1
        if (offsets.length === 0 && feed.queuedBytes === 0 && feed.position().main > (records.at(-1)?.offset ?? -1)) {
          if (feed.position().behind.length === 0) break
        }
        done.push(...offsets)
      }
      expect([...done].sort((x, y) => x - y)).toEqual(records.map(({ offset }) => offset))
      const tenantAt = new Map(records.map(({ offset, key }) => [offset, key]))
      for (const tenant of new Set(names)) {
        const own = done.filter((offset) => tenantAt.get(offset) === `${tenant}/connector`)
        expect(own).toEqual([...own].sort((x, y) => x - y))
      }
    }),
    { numRuns: 300 },
  )
})

/** Bytes handed out before the first record of a tenant, batch by batch. */
async function bytesBefore(feed: FairFeed, tenant: string, batchBytes = LIMITS.batchBytes): Promise<number> {
  for (let bytes = 0; ; ) {
    await feed.fill(0)
    const chosen = feed.next(batchBytes)
    if (chosen.length === 0) throw new Error(`${tenant} never came`)
    for (const { key, value } of chosen) {
      if (key.startsWith(`${tenant}/`)) return bytes
      bytes += value.length + HANDLING
    }
  }
}

test('a loud tenant’s backlog does not delay a quiet tenant', async () => {
  const records = log([...Array(5000).fill('loud'), 'quiet', ...Array(5000).fill('loud')])
  const all = records.length * (100 + HANDLING)
  // The loud tenant fills its queue and is parked; then the main cursor continues without it. So the bound is its queue
  // and one read.
  const bound = LIMITS.tenantBytes + LIMITS.readBytes + 40 * (100 + HANDLING) + LIMITS.batchBytes
  expect(bound * 20).toBeLessThan(all)
  expect(await bytesBefore(await open(ownershipOf(records, () => 40)), 'quiet')).toBeLessThanOrEqual(bound)
})

test('nor with the production limits, where one batch takes a tenant’s whole queue', async () => {
  const even = {
    ...LIMITS,
    readBytes: 80_000,
    tenantBytes: 80_000,
    batchBytes: 80_000,
    quantumBytes: 5000,
    totalBytes: 1_280_000,
  }
  const backlog = Array(1000).fill('loud')
  const records = log([...backlog, 'quiet', ...backlog], () => 20_000)
  const feed = await open(ownershipOf(records), start, () => 1, even)
  expect(await bytesBefore(feed, 'quiet', even.batchBytes)).toBeLessThan((backlog.length * 20_000) / 10)
})

test('forty loud tenants delay a quiet one by at most one queue each, not by their backlog', async () => {
  const loud = Array.from({ length: 40 }, (_, i) => `loud-${i}`)
  const backlog = Array.from({ length: 20_000 }, (_, i) => loud[i % loud.length] as string)
  const records = log([...backlog, 'quiet', ...backlog])
  const bound = loud.length * (LIMITS.tenantBytes + 100 + HANDLING) + LIMITS.totalBytes
  expect(bound * 20).toBeLessThan(records.length * (100 + HANDLING))
  expect(await bytesBefore(await open(ownershipOf(records, () => 40)), 'quiet')).toBeLessThanOrEqual(bound)
})

test('a queued record waits for at most one quantum of each other tenant', async () => {
  const loud = Array.from({ length: 30 }, (_, i) => `loud-${i}`)
  const wide: FeedLimits = { ...LIMITS, readBytes: 1 << 20, totalBytes: 1 << 20 }
  const records = log([...loud.flatMap((tenant) => Array(9).fill(tenant)), 'quiet'])
  const feed = await open(ownershipOf(records), start, () => 1, wide)
  await feed.fill(0)
  let bytes = 0
  for (;;) {
    const chosen = feed.next(LIMITS.batchBytes)
    const place = chosen.findIndex(({ key }) => key.startsWith('quiet/'))
    bytes += (place < 0 ? chosen : chosen.slice(0, place)).length * (100 + HANDLING)
    if (place >= 0) break
  }
  expect(bytes).toBeLessThanOrEqual(loud.length * LIMITS.quantumBytes)
})

test('a batch is small while several tenants are queued, and large for a single tenant', async () => {
  const wide: FeedLimits = { ...LIMITS, readBytes: 1 << 20, tenantBytes: 1 << 20, totalBytes: 1 << 20 }
  const records = log([...Array(40).fill('loud'), 'quiet', 'third'])
  const feed = await open(ownershipOf(records), start, () => 1, wide)
  await feed.fill(0)
  const bytes = (batch: readonly LogRecord[]) => batch.length * (100 + HANDLING)
  const first = feed.takeBatch()
  expect(new Set(first.map(({ key }) => key)).size, 'all who wait are in it').toBe(3)
  expect(bytes(first)).toBeLessThanOrEqual(wide.sharedBatchBytes + wide.quantumBytes)
  const second = feed.takeBatch()
  expect(new Set(second.map(({ key }) => key)).size).toBe(1)
  expect(bytes(second)).toBeGreaterThan(2 * wide.sharedBatchBytes - wide.quantumBytes)
  expect(bytes(second)).toBeLessThanOrEqual(wide.batchBytes + wide.quantumBytes)
})

test('tenants share by weight while all of them have records', async () => {
  const names = Array.from({ length: 3000 }, (_, i) => ['heavy', 'middle', 'light'][i % 3] as string)
  const weights: Record<string, number> = { heavy: 4, middle: 2, light: 1 }
  const wide: FeedLimits = { ...LIMITS, tenantBytes: 1 << 22, totalBytes: 1 << 23, readBytes: 1 << 23 }
  const feed = await open(
    ownershipOf(log(names), () => 3000),
    start,
    (tenant) => weights[tenant] ?? 1,
    wide,
  )
  await feed.fill(0)
  const chosen = Array.from({ length: 200 }, () => feed.next(LIMITS.batchBytes)).flat()
  const share = (tenant: string) => chosen.filter(({ key }) => key.startsWith(`${tenant}/`)).length
  expect(share('heavy')).toBeLessThan(1000) // still has something
  expect(share('heavy') / share('light')).toBeCloseTo(4, 0)
  expect(share('middle') / share('light')).toBeCloseTo(2, 0)
})

test('a parked tenant that caught up is no longer listed as behind', async () => {
  const records = log(Array(60).fill('loud'), () => 900)
  const feed = await open(ownershipOf(records, () => 7))
  let chosenCount = 0
  let wasBehind = false
  while (chosenCount < 60) {
    await feed.fill(0)
    wasBehind ||= feed.position().behind.length > 0
    chosenCount += feed.next(1000).length
  }
  await feed.fill(0)
  expect(wasBehind).toBe(true)
  expect(feed.position()).toEqual({ main: (records.at(-1)?.offset as number) + 1, behind: [] })
})

test('records of a held tenant wait in order, and those of others do not wait', async () => {
  const records = log(['slow', 'quick', 'slow', 'quick', 'slow', 'quick'])
  const held = new Set(['slow'])
  const tenants = { weightOf: () => 1, isHeld: (tenant: string) => held.has(tenant) }
  const feed = await FairFeed.open(ownershipOf(records), tp, start, tenants, LIMITS)
  await feed.fill(0)
  expect(offsets(feed.next(100_000))).toEqual([2, 6, 10])
  expect(feed.position()).toEqual({ main: 11, behind: [['slow', 0]] })
  await feed.fill(0)
  expect(feed.next(100_000)).toEqual([])

  const again = await FairFeed.open(ownershipOf(records), tp, feed.position(), tenants, LIMITS)
  await again.fill(0)
  expect(again.next(100_000), 'it is held after a restart, too').toEqual([])
  held.clear()
  await again.fill(0)
  expect(offsets(again.next(100_000))).toEqual([0, 4, 8])
  expect(again.position()).toEqual({ main: 11, behind: [] })
})

const offsets = (records: readonly LogRecord[]) => records.map(({ offset }) => offset)
