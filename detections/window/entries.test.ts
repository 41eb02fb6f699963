import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BLOCK_ENTRIES } from './blocks.ts'
import { bytesOf, type Entry } from './columns.ts'
import { Entries } from './entries.ts'

/** The same by the book: a sorted array. Index 0 of it is `base`. */
class Model {
  entries: Entry[] = []
  base = 0

  insert(entry: Entry): number {
    const at = this.entries.findIndex(
      ({ timeMs, uid }) => timeMs > entry.timeMs || (timeMs === entry.timeMs && uid >= entry.uid),
    )
    const index = at < 0 ? this.entries.length : at
    const known = this.entries[index]
    if (known?.timeMs === entry.timeMs && known.uid === entry.uid) {
      if ((known.feeds | entry.feeds) === known.feeds) return -1
      this.entries[index] = { ...known, feeds: known.feeds | entry.feeds }
    } else this.entries.splice(index, 0, entry)
    return this.base + index
  }

  from(timeMs: number): number {
    const at = this.entries.findIndex((entry) => entry.timeMs >= timeMs)
    return this.base + (at < 0 ? this.entries.length : at)
  }

  dropTo(index: number): void {
    this.entries.splice(0, index - this.base)
    this.base = index
  }
}

type Load = {
  readonly seed: number
  readonly inOrder: number
  readonly carries: boolean
  readonly dropEvery: number
  /** Percent of the entries that are held. */
  readonly dropped: number
}

/** A block is cut in two, or put away, and nothing in the older half is held any more. */
const CUT: readonly Load[] = [15, 30, 60].map((dropped) => ({
  seed: 0,
  inOrder: 0,
  carries: false,
  dropEvery: 6000,
  dropped,
}))

/** Yields more entries than some blocks hold, with times that repeat. */
function* entriesOf({ seed, inOrder, carries }: Load, count: number): Generator<Entry> {
  let state = seed | 1
  const next = (below: number) => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % below
  for (let i = 0; i < count; i++) {
    const isLate = next(100) >= inOrder
    yield {
      timeMs: isLate ? next(count * 3) : i * 3,
      uid: `uid ${next(count)}`,
      feeds: 1 << next(3),
      value: carries ? `value ${next(50)}` : null,
      carry: carries && isLate ? [`carried ${i}`] : [],
    }
  }
}

test('entries in any order and number of blocks equal a sorted array', () => {
  const load = fc.record({
    seed: fc.integer(),
    inOrder: fc.constantFrom(0, 50, 99, 100),
    carries: fc.boolean(),
    dropEvery: fc.constantFrom(500, 2500, 6000),
    dropped: fc.integer({ min: 1, max: 99 }),
  })
  fc.assert(
    fc.property(load, (how) => {
      const [entries, model] = [new Entries(), new Model()]
      let nth = 0
      for (const entry of entriesOf(how, 20 * BLOCK_ENTRIES)) {
        const index = model.insert(entry)
        expect(entries.insert(entry), `entry ${nth}`).toBe(index)
        nth++
        if (nth % how.dropEvery === 0) {
          const index = entries.first + Math.floor((entries.size * how.dropped) / 100)
          entries.dropTo(index)
          model.dropTo(index)
        }
        if (nth % 1500 === 0) compare(entries, model)
      }
      compare(entries, model)
      entries.dropTo(entries.end)
      expect([entries.size, entries.from(0)]).toEqual([0, entries.end])
    }),
    { numRuns: 6 + CUT.length, examples: CUT.map((how) => [how] as [Load]) },
  )
})

function compare(entries: Entries, { base, entries: wanted }: Model): void {
  expect([entries.first, entries.end, entries.size]).toEqual([base, base + wanted.length, wanted.length])
  expect(entries.newestMs()).toBe(wanted.at(-1)?.timeMs)
  expect(entries.slice(entries.first, entries.end)).toEqual(wanted)
  const [low, high] = [base + Math.floor(wanted.length / 3), base + Math.floor((wanted.length * 5) / 6)]
  expect(entries.slice(low, high)).toEqual(wanted.slice(low - base, high - base))
  expect(entries.bytes(low, high)).toBe(
    wanted.slice(low - base, high - base).reduce((sum, entry) => sum + bytesOf(entry), 0),
  )
  for (const index of [low, high, base, entries.end - 1]) {
    const { timeMs, feeds, value } = wanted[index - base] as Entry
    expect([entries.timeAt(index), entries.feedsAt(index), entries.valueAt(index)]).toEqual([timeMs, feeds, value])
  }
}
