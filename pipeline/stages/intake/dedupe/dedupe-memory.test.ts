import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DedupeLimits, DedupeMemory } from './dedupe-memory.ts'

const PAGE = 4096
const uid = (n: number) => Uint32Array.of(Math.imul(n, 0x9e37_79b1), n, ~n, 7)

/** A memory with its committed slots; `crash` restores it from them alone. */
class Durable {
  readonly slots = new Map<string, Buffer>()
  readonly #limits: DedupeLimits
  memory: DedupeMemory

  constructor(limits: DedupeLimits) {
    this.#limits = limits
    this.memory = new DedupeMemory(limits)
  }

  commit(): void {
    for (const { slot, payload } of this.memory.flush()) {
      this.slots.delete(slot)
      if (payload.length > 0) this.slots.set(slot, Buffer.from(payload))
    }
  }

  crash(): void {
    this.memory = new DedupeMemory(this.#limits)
    this.memory.restore([...this.slots].map(([slot, payload]) => ({ slot, payload })))
  }
}

type Step = 'commit' | 'crash' | { readonly source: string; readonly from: number; readonly count: number }

const names = fc.constantFrom('a/x', 'a/y', 'b/x', '__proto__', 'constructor', 'ü/連')
const runs = fc.record({
  source: names,
  from: fc.nat(12_000),
  count: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1000, 4095, 4096, 4097, 9000)),
})
const histories = fc.array(fc.oneof({ weight: 3, arbitrary: runs }, fc.constant('commit'), fc.constant('crash')), {
  maxLength: 40,
})

/** Events that the memory let through, with a commit before each crash: the runtime reads uncommitted events again. */
function passed(history: readonly Step[], limits: DedupeLimits, crashes: boolean): string[] {
  const durable = new Durable(limits)
  const let_through: string[] = []
  for (const step of history) {
    if (step === 'commit') durable.commit()
    else if (step === 'crash') {
      durable.commit()
      if (crashes) durable.crash()
    } else {
      const prints = durable.memory.of(step.source)
      for (let n = step.from; n < step.from + step.count; n++) {
        if (prints.add(uid(n))) let_through.push(`${step.source} ${n}`)
      }
    }
  }
  return let_through
}

test('a crash at any commit does not change which events pass', () => {
  const limits = fc.record({
    perSourceMax: fc.constantFrom(PAGE, 2 * PAGE, 4 * PAGE),
    sourcesMax: fc.constant(10),
    keysMax: fc.constant(2 ** 22),
    foldAfter: fc.constantFrom(1, 2, 3, 7),
  })
  fc.assert(
    fc.property(histories, limits, (history, limit) => {
      expect(passed(history, limit, true)).toEqual(passed(history, limit, false))
    }),
    { numRuns: 120 },
  )
})

test('lets the same events through as a list of the last keys', () => {
  const limit = { perSourceMax: PAGE, sourcesMax: 10, keysMax: 2 ** 22, foldAfter: 2 }
  fc.assert(
    fc.property(histories, (history) => {
      const seen = new Map<string, Map<number, true>>()
      const wanted: string[] = []
      for (const step of history) {
        if (typeof step === 'string') continue
        const held = seen.get(step.source) ?? new Map<number, true>()
        seen.set(step.source, held)
        for (let n = step.from; n < step.from + step.count; n++) {
          if (held.has(n)) continue
          held.set(n, true)
          if (held.size > PAGE) held.delete(held.keys().next().value as number)
          wanted.push(`${step.source} ${n}`)
        }
      }
      expect(passed(history, limit, true)).toEqual(wanted)
    }),
    { numRuns: 80 },
  )
})

test('survives more events between two folds than the memory holds', () => {
  const durable = new Durable({ perSourceMax: PAGE, sourcesMax: 4, keysMax: 2 ** 22, foldAfter: 3 })
  for (let commit = 0; commit < 12; commit++) {
    const prints = durable.memory.of('a/loud')
    for (let n = 0; n < 5000; n++) expect(prints.add(uid(commit * 5000 + n))).toBe(true)
    durable.commit()
  }
  durable.crash()
  const prints = durable.memory.of('a/loud')
  for (let n = 60_000 - PAGE; n < 60_000; n++) expect(prints.add(uid(n))).toBe(false)
  expect(prints.add(uid(60_000 - PAGE - 1))).toBe(true)
})

test('overwritten pages hold the newest fingerprints', () => {
  const durable = new Durable({ perSourceMax: 4 * PAGE, sourcesMax: 4, keysMax: 2 ** 22, foldAfter: 1 })
  for (let from = 0; from < 14 * PAGE; from += 3000) {
    const prints = durable.memory.of('a/x')
    for (let n = from; n < from + 3000; n++) prints.add(uid(n))
    durable.commit()
    durable.crash()
    const oldest = Math.max(0, from + 3000 - 4 * PAGE)
    const held = durable.memory.of('a/x')
    expect([held.first, held.next]).toEqual([oldest, from + 3000])
  }
  expect(durable.slots.size).toBeLessThanOrEqual(5)
})

test('a forgotten source that returns is remembered from then on, through every crash', () => {
  const sources = fc.constantFrom('a', 'b', 'c', 'd')
  const turns = fc.array(fc.record({ source: sources, count: fc.constantFrom(1, 30, 5000), crash: fc.boolean() }))
  fc.assert(
    fc.property(turns, fc.constantFrom(1, 2, 5), (value, foldAfter) => {
      const durable = new Durable({ perSourceMax: 2 * PAGE, sourcesMax: 2, keysMax: 2 ** 22, foldAfter })
      let n = 0
      for (const { source, count, crash } of value) {
        const prints = durable.memory.of(source)
        for (const until = n + count; n < until; n++) expect(prints.add(uid(n))).toBe(true)
        durable.commit()
        if (crash) durable.crash()
        expect(durable.memory.stats().sources).toBeLessThanOrEqual(2)
        const held = durable.memory.of(source)
        for (let last = n - Math.min(count, 40); last < n; last++) expect(held.add(uid(last))).toBe(false)
      }
    }),
    { numRuns: 50 },
  )
})

test('a fold writes only changed sources', () => {
  const durable = new Durable({ perSourceMax: PAGE, sourcesMax: 1000, keysMax: 2 ** 22, foldAfter: 1 })
  for (let n = 0; n < 500; n++) durable.memory.of(`a/${n}`).add(uid(n))
  expect(durable.memory.flush().length).toBe(500)
  durable.memory.of('a/7').add(uid(1000))
  expect(durable.memory.flush().map(({ slot }) => slot)).toEqual(['t a/7'])
})

test('memory and slots are bounded in events and in sources', () => {
  const limits = { perSourceMax: PAGE, sourcesMax: 8, keysMax: 2 ** 22, foldAfter: 4 }
  const durable = new Durable(limits)
  for (let n = 0; n < 400; n++) {
    const prints = durable.memory.of(`a/${n}`)
    for (let i = 0; i < 100; i++) prints.add(uid(n * 100 + i))
    durable.commit()
  }
  expect(durable.memory.stats().sources).toBe(8)
  expect(durable.memory.stats().keys).toBe(800)
  expect(durable.slots.size).toBeLessThanOrEqual(8 * 2 + 2 * limits.foldAfter)
})

test('restores a million keys', () => {
  const durable = new Durable({ perSourceMax: 2 ** 21, sourcesMax: 64, keysMax: 2 ** 22 })
  for (let n = 0; n < 1_000_000; n++) {
    durable.memory.of(`tenant/${n % 20}`).add(uid(n))
    if (n % 4000 === 3999) durable.commit()
  }
  durable.commit()
  durable.crash()
  expect(durable.memory.stats()).toMatchObject({ sources: 20, keys: 1_000_000 })
})

test('past the total bound only the tenant with the most keys forgets', () => {
  const memory = new DedupeMemory({ perSourceMax: PAGE, sourcesMax: 100, keysMax: 3000 })
  const fill = (source: string, from: number, count: number) => {
    const prints = memory.of(source)
    for (let i = 0; i < count; i++) prints.add(Uint32Array.of(from + i, 1, 2, 3))
    memory.flush()
  }
  fill('quiet/a', 0, 500)
  for (let i = 0; i < 8; i++) fill(`loud/${i}`, 10_000 + i * 1000, 1000)
  expect(memory.stats().keys).toBeLessThanOrEqual(3000 + 1000)
  expect(memory.of('quiet/a').size).toBe(500)
  expect(memory.of('loud/0').size).toBe(0)
})
