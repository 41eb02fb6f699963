/**
 * The contract between every driver of the backbone and the runtime, one test suite for all drivers. It opens an empty
 * driver for each test, and awaits conditions, never a duration.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TOPICS } from '../schemas/topics.ts'
import type { Commit, Cursor, Driver, GroupSpec, LogRecord, Output, Ownership, TopicPartition } from './driver.ts'
import { Fenced } from './driver.ts'

export type Opened = {
  /** A driver on empty storage, with the topics of `schemas/topics.ts`. */
  readonly driver: Driver
  /** Closes the driver and opens another one on the same storage. */
  reopen(): Promise<Driver>
  /** A second driver on the same storage beside the first; where absent, both members of a group use `driver`. */
  beside?(): Promise<Driver>
  /** Closes whatever is open and removes the storage. */
  cleanup(): Promise<void>
}

export type ConformanceOptions = {
  /** True when the driver always gives every partition to one member: tests with two members are left out. */
  readonly singleMember?: boolean
}

const EVENTS = TOPICS.securityEvents.name
const OUT = TOPICS.normalizedEvents.name
const LEDGER = TOPICS.ledger.name
const WAIT_MS = 30_000
const TEST_MS = 120_000
const MB = 1024 * 1024

const input: TopicPartition = { topic: EVENTS, partition: 0 }
const spec: GroupSpec = { group: 'conformance', topics: [EVENTS], stores: ['counts', 'seen'] }

export function driverConformance(name: string, open: () => Promise<Opened>, options: ConformanceOptions = {}): void {
  describe(`driver conformance: ${name}`, { timeout: TEST_MS }, () => {
    const world = new World()
    beforeEach(async () => world.opened(await open()), TEST_MS)
    afterEach(() => world.cleanup(), TEST_MS)
    describe('records', () => recordTests(world))
    describe('reading', () => readingTests(world))
    describe('commits', () => commitTests(world))
    describe('state', () => stateTests(world))
    describe('membership', () => membershipTests(world))
    describe.skipIf(options.singleMember === true)('two members', () => twoMemberTests(world))
  })
}

function recordTests(world: World): void {
  test('records of a partition are read in the order they were appended, offsets rising', async () => {
    await world.driver.append(numbered(0, 100, input))
    await world.driver.append(numbered(100, 200, input))
    const records = await readCount(await world.reader(input, 0), 200)
    expect(texts(records)).toEqual(numbered(0, 200, input).map(textOf))
    expectRising(records)
  })

  test('topic, partition, timestamp, key and value come back as they were given', async () => {
    const written = output(
      { topic: EVENTS, partition: 1 },
      'tenant-ä/連接器/🔑',
      'body with ünïcode',
      1_700_000_000_123,
    )
    await world.driver.append([written])
    const [record] = await readCount(await world.reader({ topic: EVENTS, partition: 1 }, 0), 1)
    expect(record).toMatchObject({ topic: EVENTS, partition: 1, timestampMs: 1_700_000_000_123, key: written.key })
    expect(record?.value.toString()).toBe('body with ünïcode')
  })

  test('a value in pieces is read as one, an empty value as empty', async () => {
    const pieces = ['one ', '', 'value'].map((text) => Buffer.from(text))
    await world.driver.append([
      { ...output(input, 'k', ''), value: pieces },
      { ...output(input, 'none', ''), value: [] },
    ])
    expect(texts(await readCount(await world.reader(input, 0), 2))).toEqual(['one value', ''])
  })

  test('partitions do not mix', async () => {
    const partitions = Array.from({ length: world.driver.partitions(EVENTS) }, (_, partition) => ({
      topic: EVENTS,
      partition,
    }))
    expect(partitions.length).toBeGreaterThan(1)
    await world.driver.append(partitions.flatMap((tp) => [output(tp, 'k', `to ${tp.partition}`)]))
    for (const tp of partitions) {
      expect(texts(await readCount(await world.reader(tp, 0), 1))).toEqual([`to ${tp.partition}`])
    }
  })

  test('a record of 12 MB passes whole, appended and committed', async () => {
    const pieces = [0, 1, 2].map((seed) => patterned(4 * MB, seed))
    await world.driver.append([{ ...output(input, 'large', ''), value: pieces }])
    await inGroup(world.driver, spec, async (ownership) => {
      const [record] = await readCount(await ownership.cursor(input, 0), 1)
      expect(record?.value.equals(Buffer.concat(pieces))).toBe(true)
      const value = record === undefined ? [] : [record.value]
      await ownership.commit(commit({ outputs: [{ ...output({ topic: OUT, partition: 0 }, 'large', ''), value }] }))
    })
    const [copy] = await readCount(await world.reader({ topic: OUT, partition: 0 }, 0), 1)
    expect(copy?.value.equals(Buffer.concat(pieces))).toBe(true)
  })

  test('twenty thousand small records arrive once each and in order', async () => {
    const total = 20_000
    for (let from = 0; from < total; from += 2_000) await world.driver.append(numbered(from, from + 2_000, input))
    const records = await readCount(await world.reader(input, 0), total)
    expect(texts(records)).toEqual(numbered(0, total, input).map(textOf))
    expectRising(records)
  })

  test('appends that are called without waiting keep their order', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => world.driver.append(numbered(i * 10, i * 10 + 10, input))))
    expect(texts(await readCount(await world.reader(input, 0), 200))).toEqual(numbered(0, 200, input).map(textOf))
  })

  test('appended records survive closing and opening again', async () => {
    await world.driver.append(numbered(0, 10, input))
    await world.reopen()
    expect(texts(await readCount(await world.reader(input, 0), 10))).toEqual(numbered(0, 10, input).map(textOf))
  })

  test('bounds name the first offset and the one the next record gets', async () => {
    expect(await world.driver.bounds(input)).toEqual({ first: 0, end: 0 })
    await world.driver.append(numbered(0, 3, input))
    const { first, end } = await world.driver.bounds(input)
    expect(first).toBe(0)
    await world.driver.append(numbered(3, 4, input))
    const [record] = await readCount(await world.reader(input, end), 1)
    expect(record?.offset).toBe(end)
    expect(record?.value.toString()).toBe('record 3')
  })
}

function readingTests(world: World): void {
  test('a read without records is empty after its wait', async () => {
    const cursor = await world.reader(input, 0)
    expect(await cursor.read(MB, 20)).toEqual([])
    expect(cursor.position()).toBe(0)
  })

  test('a waiting read ends with the record that is appended meanwhile', async () => {
    const cursor = await world.reader(input, 0)
    expect(await cursor.read(MB, 0)).toEqual([])
    const pending = cursor.read(MB, WAIT_MS)
    await world.driver.append([output(input, 'k', 'late')])
    expect(texts(await pending)).toEqual(['late'])
  })

  test('a cursor starts at its offset and says where it stands', async () => {
    await world.driver.append(numbered(0, 10, input))
    const all = await readCount(await world.reader(input, 0), 10)
    const fourth = all[4]?.offset ?? -1
    const cursor = await world.reader(input, fourth)
    expect(cursor.position()).toBe(fourth)
    const records = await readCount(cursor, 6)
    expect(texts(records)).toEqual(numbered(4, 10, input).map(textOf))
    expect(cursor.position()).toBeGreaterThan(records.at(-1)?.offset ?? Number.POSITIVE_INFINITY)
  })

  test('pass skips the records that exist, and later ones are read', async ({ skip }) => {
    await world.driver.append(numbered(0, 5, input))
    const cursor = await world.reader(input, 0)
    if (cursor.pass === undefined) return skip('bodies that nobody wants are not loaded anyway')
    await cursor.pass(() => true)
    expect(cursor.position()).toBe(0)
    await cursor.pass(() => false)
    expect(cursor.position()).toBeGreaterThanOrEqual(5)
    await world.driver.append(numbered(5, 8, input))
    expect(texts(await readCount(cursor, 3))).toEqual(numbered(5, 8, input).map(textOf))
  })

  test('a read gives about as many bytes as asked for, and one record at least', async () => {
    const outputs = Array.from({ length: 10 }, (_, i) => ({
      ...output(input, 'k', ''),
      value: [patterned(100_000, i)],
    }))
    await world.driver.append(outputs)
    const tight = await world.reader(input, 0)
    expect(await readSome(tight, 1)).toHaveLength(1)
    const some = await readSome(tight, 250_000)
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(5)
    expect(some[0]?.value.equals(patterned(100_000, 1))).toBe(true)
  })

  test('records that are not wanted come without their body and are passed over', async () => {
    await world.driver.append(numbered(0, 10, input))
    const cursor = await world.reader(input, 0)
    const records = await readCount(cursor, 10, (record) => record.key === 'key 3')
    expect(records.map((record) => record.key)).toEqual(numbered(0, 10, input).map((value) => value.key))
    expect(texts(records).filter((text) => text !== '')).toEqual(['record 3'])
    await world.driver.append(numbered(10, 11, input))
    expect(texts(await readCount(cursor, 1))).toEqual(['record 10'])
  })

  test('two cursors on one partition do not disturb each other', async () => {
    await world.driver.append(numbered(0, 20, input))
    const [one, two] = [await world.reader(input, 0), await world.reader(input, 0)]
    expect(texts(await readCount(one, 20))).toEqual(texts(await readCount(two, 20)))
  })

  test('reads correct values after others were spent, and leaves unspent values unchanged', async () => {
    const body = (i: number) => Buffer.alloc(600_000 + i, 65 + i)
    for (let i = 0; i < 8; i++) await world.driver.append([{ ...output(input, 'k', ''), value: [body(i)] }])
    const cursor = await world.reader(input, 0)
    const kept: LogRecord[] = []
    for (let seen = 0; seen < 8; ) {
      const records = await readSome(cursor, 1)
      for (const record of records) {
        expect(record.value.equals(body(seen))).toBe(true)
        if (seen++ % 3 === 0) kept.push(record)
      }
      cursor.spent?.(records.filter((record) => !kept.includes(record)))
    }
    expect(kept.map(({ value }, i) => value.equals(body(3 * i)))).toEqual([true, true, true])
    const again = await readCount(await world.reader(input, 0), 8)
    expect(again.every(({ value }, i) => value.equals(body(i)))).toBe(true)
  })

  test('a value stays unchanged until the next read plus one commit', async () => {
    const text = 'x'.repeat(2_000)
    await world.driver.append([output(input, 'k', text), output(input, 'k', 'second')])
    await inGroup(world.driver, spec, async (ownership) => {
      const cursor = await ownership.cursor(input, 0)
      const [record] = await readSome(cursor, 1)
      await world.driver.append(numbered(0, 500, input))
      await readSome(cursor, 100)
      expect(record?.value.toString()).toBe(text)
      await ownership.commit(commit({ outputs: numbered(0, 10, { topic: OUT, partition: 0 }) }))
    })
  })
}

function commitTests(world: World): void {
  const out: TopicPartition = { topic: OUT, partition: 0 }

  test('outputs, state and positions of a commit are all there once it resolves', async () => {
    await world.driver.append(numbered(0, 5, input))
    const positions = [{ ...input, offset: 3 }]
    const outputs = [output(out, 'a', 'to out'), output({ topic: LEDGER, partition: 0 }, 'b', 'to ledger')]
    await inGroup(world.driver, spec, async (ownership) => {
      expect(await ownership.committed(input)).toBe(0)
      await ownership.commit(commit({ outputs, positions, changes: [change('counts', 0, 'n', '3')] }))
      await expectAt(world, spec.group, input, 3)
    })
    expect(texts(await readCount(await world.reader(out, 0), 1))).toEqual(['to out'])
    expect(texts(await readCount(await world.reader({ topic: LEDGER, partition: 0 }, 0), 1))).toEqual(['to ledger'])
    await world.reopen()
    await inGroup(world.driver, spec, async (ownership) => {
      expect(await ownership.committed(input)).toBe(3)
      expect(await restored(ownership, 'counts', 0)).toEqual([['n', '3']])
      expect(texts(await readCount(await ownership.cursor(input, 3), 2))).toEqual(['record 3', 'record 4'])
    })
  })

  test('commits called without waiting are applied in call order', async () => {
    await world.driver.append(numbered(0, 20, input))
    await inGroup(world.driver, spec, async (ownership) => {
      const commits = Array.from({ length: 20 }, (_, i) =>
        commit({
          outputs: numbered(i * 2, i * 2 + 2, out),
          positions: [{ ...input, offset: i + 1 }],
          changes: [change('counts', 0, 'n', `${i}`)],
        }),
      )
      await Promise.all(commits.map((each) => ownership.commit(each)))
    })
    expect(texts(await readCount(await world.reader(out, 0), 40))).toEqual(numbered(0, 40, out).map(textOf))
    await expectAt(world, spec.group, input, 20)
    await inGroup(world.driver, spec, async (ownership) => {
      expect(await restored(ownership, 'counts', 0)).toEqual([['n', '19']])
    })
  })

  test('a commit may carry nothing, only outputs, only state or only positions', async () => {
    await world.driver.append(numbered(0, 1, input))
    await inGroup(world.driver, spec, async (ownership) => {
      await ownership.commit(commit({}))
      await ownership.commit(commit({ outputs: [output(out, 'k', 'only output')] }))
      await ownership.commit(commit({ changes: [change('counts', 0, 'k', 'only state')] }))
      await ownership.commit(commit({ positions: [{ ...input, offset: 1 }] }))
      expect(await restored(ownership, 'counts', 0)).toEqual([['k', 'only state']])
      expect(await ownership.committed(input)).toBe(1)
    })
    expect(texts(await readCount(await world.reader(out, 0), 1))).toEqual(['only output'])
  })

  test('a position of a partition that is not owned is refused and nothing of that commit happens', async () => {
    await world.driver.append(numbered(0, 1, out))
    const stray = commit({ outputs: [output(out, 'k', 'stray')], positions: [{ ...out, offset: 1 }] })
    await inGroup(world.driver, spec, async (ownership) => {
      await expect(ownership.commit(stray)).rejects.toThrow()
    })
    await world.driver.append([output(out, 'k', 'after')])
    expect(texts(await readCount(await world.reader(out, 0), 2))).toEqual(['record 0', 'after'])
    await expectAt(world, spec.group, out, 0)
  })

  test('each group keeps its own position', async () => {
    await world.driver.append(numbered(0, 4, input))
    const other = { ...spec, group: 'conformance-other' }
    await inGroup(world.driver, spec, (ownership) => ownership.commit(commit({ positions: [{ ...input, offset: 4 }] })))
    await inGroup(world.driver, other, async (ownership) => {
      expect(await ownership.committed(input)).toBe(0)
      await ownership.commit(commit({ positions: [{ ...input, offset: 2 }] }))
    })
    await world.reopen()
    await expectAt(world, spec.group, input, 4)
    await expectAt(world, other.group, input, 2)
    await expectAt(world, 'conformance-unknown', input, 0)
  })

  test('a group that processed every committed record has no lag', async () => {
    await inGroup(world.driver, spec, (ownership) => ownership.commit(commit({ outputs: numbered(0, 5, out) })))
    const downstream: GroupSpec = { group: 'conformance-downstream', topics: [OUT], stores: [] }
    await inGroup(world.driver, downstream, async (ownership) => {
      const records = await readCount(await ownership.cursor(out, 0), 5)
      const offset = (records.at(-1)?.offset ?? 0) + 1
      await ownership.commit(commit({ positions: [{ ...out, offset }] }))
    })
    await expectAt(world, downstream.group, out, (await world.driver.bounds(out)).end)
  })

  test('what was read before a crash without a commit is read again', async () => {
    await world.driver.append(numbered(0, 3, input))
    const read = (ownership: Ownership) => ownership.committed(input).then((at) => ownership.cursor(input, at))
    const first = await inGroup(world.driver, spec, async (ownership) =>
      texts(await readCount(await read(ownership), 3)),
    )
    await world.reopen()
    const again = await inGroup(world.driver, spec, async (ownership) =>
      texts(await readCount(await read(ownership), 3)),
    )
    expect(again).toEqual(first)
  })
}

function stateTests(world: World): void {
  test('restore gives the latest payload of each live slot, in the order of the last write', async () => {
    const one = [change('counts', 0, 'a', '1'), change('counts', 0, 'b', '1'), change('counts', 0, 'c', '1')]
    const two = [change('counts', 0, 'a', '2'), change('counts', 0, 'b', ''), change('counts', 0, 'ü/連/🔑', '2')]
    await inGroup(world.driver, spec, async (ownership) => {
      await ownership.commit(commit({ changes: one }))
      await ownership.commit(commit({ changes: two }))
      expect(await restored(ownership, 'counts', 0)).toEqual([
        ['c', '1'],
        ['a', '2'],
        ['ü/連/🔑', '2'],
      ])
    })
    await world.reopen()
    await inGroup(world.driver, spec, async (ownership) => {
      expect(await restored(ownership, 'counts', 0)).toEqual([
        ['c', '1'],
        ['a', '2'],
        ['ü/連/🔑', '2'],
      ])
    })
  })

  test('the last of several changes of a slot in one commit holds, and a removed slot can come back', async () => {
    await inGroup(world.driver, spec, async (ownership) => {
      await ownership.commit(commit({ changes: [change('counts', 0, 'a', '1'), change('counts', 0, 'a', '2')] }))
      expect(await restored(ownership, 'counts', 0)).toEqual([['a', '2']])
      await ownership.commit(commit({ changes: [change('counts', 0, 'a', '')] }))
      expect(await restored(ownership, 'counts', 0)).toEqual([])
      await ownership.commit(commit({ changes: [change('counts', 0, 'a', '3')] }))
      expect(await restored(ownership, 'counts', 0)).toEqual([['a', '3']])
    })
  })

  test('stores, partitions and groups keep their slots apart', async () => {
    const changes = [
      change('counts', 0, 's', 'counts 0'),
      change('counts', 1, 's', 'counts 1'),
      change('seen', 0, 's', 'seen'),
    ]
    await inGroup(world.driver, spec, async (ownership) => {
      await ownership.commit(commit({ changes }))
      expect(await restored(ownership, 'counts', 0)).toEqual([['s', 'counts 0']])
      expect(await restored(ownership, 'counts', 1)).toEqual([['s', 'counts 1']])
      expect(await restored(ownership, 'seen', 0)).toEqual([['s', 'seen']])
      expect(await restored(ownership, 'seen', 1)).toEqual([])
    })
    await inGroup(world.driver, { ...spec, group: 'conformance-other' }, async (ownership) => {
      expect(await restored(ownership, 'counts', 0)).toEqual([])
    })
  })

  test('a slot of 4 MB and five hundred slots are restored whole', async () => {
    const payload = patterned(4 * MB, 7)
    const small = Array.from({ length: 500 }, (_, i) => change('counts', 0, `slot ${i}`, `payload ${i}`))
    await inGroup(world.driver, spec, async (ownership) => {
      await ownership.commit(commit({ changes: [{ store: 'seen', partition: 0, slot: 'large', payload }, ...small] }))
    })
    await world.reopen()
    await inGroup(world.driver, spec, async (ownership) => {
      const large = await slotsOf(ownership, 'seen', 0)
      expect(large.map((slot) => [slot.slot, slot.payload.equals(payload)])).toEqual([['large', true]])
      expect(await restored(ownership, 'counts', 0)).toEqual(small.map((each) => [each.slot, each.payload.toString()]))
    })
  })
}

function membershipTests(world: World): void {
  test('a single member owns every partition of all topics of its group', async () => {
    const both: GroupSpec = { ...spec, topics: [EVENTS, OUT] }
    const owned = await inGroup(world.driver, both, async (ownership) => ownership.partitions.map(label).sort())
    const expected = both.topics.flatMap((topic) =>
      Array.from({ length: world.driver.partitions(topic) }, (_, partition) => label({ topic, partition })),
    )
    expect(owned).toEqual(expected.sort())
  })

  test('stop aborts `lost`, and join resolves when work has returned', async () => {
    const stop = new AbortController()
    let returned = false
    await world.driver.join(
      spec,
      async (ownership) => {
        expect(ownership.lost.aborted).toBe(false)
        stop.abort()
        await aborted(ownership.lost)
        returned = true
      },
      stop.signal,
    )
    expect(returned).toBe(true)
  })

  test('join rejects with what work threw, and another member then gets the partitions', async () => {
    const failing = world.driver.join(
      spec,
      () => Promise.reject(new Error('work failed')),
      new AbortController().signal,
    )
    await expect(failing).rejects.toThrow('work failed')
    expect(await inGroup(world.driver, spec, async (ownership) => ownership.partitions.length)).toBeGreaterThan(0)
  })

  test('a commit after leaving is fenced and has no effect', async () => {
    await world.driver.append(numbered(0, 1, input))
    const left = await inGroup(world.driver, spec, async (ownership) => ownership)
    await expectFencedWithoutEffect(world, left)
  })
}

function twoMemberTests(world: World): void {
  test('two members share the partitions; when one leaves, the other gets all of them', async () => {
    const all = world.driver.partitions(EVENTS)
    const watch = new Watch()
    const first = new Member(world.driver, spec, watch)
    await watch.until(() => first.count === all)
    const second = new Member(await world.beside(), spec, watch)
    await watch.until(() => first.count > 0 && second.count > 0 && first.count + second.count === all)
    expect(new Set([...first.labels, ...second.labels]).size).toBe(all)
    await first.leave()
    await watch.until(() => second.count === all)
    await second.leave()
  })

  test('the old owner learns of the loss, its late commit is fenced, and the new owner resumes at the last commit', async () => {
    const watch = new Watch()
    const first = new Member(world.driver, spec, watch)
    await watch.until(() => first.current !== undefined)
    const old = first.current
    if (old === undefined) throw new Error('unreachable: awaited above')
    await world.driver.append(numbered(0, 3, input))
    await old.commit(commit({ positions: [{ ...input, offset: 2 }], changes: [change('counts', 0, 'n', '2')] }))
    const second = new Member(await world.beside(), spec, watch)
    await watch.until(() => old.lost.aborted && second.count > 0 && first.count > 0)
    await expectFencedWithoutEffect(world, old, 2)
    await first.leave()
    await watch.until(() => second.count === world.driver.partitions(EVENTS))
    const now = second.current
    expect(await now?.committed(input)).toBe(2)
    expect(now && (await restored(now, 'counts', 0))).toEqual([['n', '2']])
    await second.leave()
  })

  test('all partitions with one number go to the same member', async () => {
    const both: GroupSpec = { ...spec, topics: [EVENTS, OUT] }
    const total = world.driver.partitions(EVENTS) + world.driver.partitions(OUT)
    const watch = new Watch()
    const first = new Member(world.driver, both, watch)
    const second = new Member(await world.beside(), both, watch)
    await watch.until(() => first.count > 0 && second.count > 0 && first.count + second.count === total)
    for (const each of [first, second]) {
      const numbersOf = (topic: string) => each.owned.filter((tp) => tp.topic === topic).map((tp) => tp.partition)
      const shared = numbersOf(EVENTS).filter((partition) => partition < world.driver.partitions(OUT))
      expect(numbersOf(OUT).sort()).toEqual(shared.sort())
    }
    await Promise.all([first.leave(), second.leave()])
  })
}

async function expectFencedWithoutEffect(world: World, lost: Ownership, position = 0): Promise<void> {
  const out: TopicPartition = { topic: OUT, partition: 0 }
  const late = commit({
    outputs: [output(out, 'k', 'from a lost owner')],
    changes: [change('counts', 0, 'zombie', 'must not appear')],
    positions: [{ ...input, offset: position + 1 }],
  })
  await expect(lost.commit(late)).rejects.toThrow(Fenced)
  await world.driver.append([output(out, 'k', 'after')])
  expect(texts(await readCount(await world.reader(out, 0), 1))).toEqual(['after'])
  await expectAt(world, spec.group, input, position)
}

/** The driver under test and everything a test opened on it. */
class World {
  #opened: Opened | undefined
  #driver: Driver | undefined
  #cursors: Cursor[] = []

  get driver(): Driver {
    if (this.#driver === undefined) throw new Error('no driver is open')
    return this.#driver
  }

  opened(opened: Opened): void {
    this.#opened = opened
    this.#driver = opened.driver
  }

  async reader(tp: TopicPartition, offset: number): Promise<Cursor> {
    const cursor = await this.driver.reader(tp, offset)
    this.#cursors.push(cursor)
    return cursor
  }

  async reopen(): Promise<void> {
    await this.#closeCursors()
    if (this.#opened !== undefined) this.#driver = await this.#opened.reopen()
  }

  beside(): Promise<Driver> {
    return this.#opened?.beside?.() ?? Promise.resolve(this.driver)
  }

  async cleanup(): Promise<void> {
    await this.#closeCursors()
    await this.#opened?.cleanup()
    this.#opened = undefined
    this.#driver = undefined
  }

  async #closeCursors(): Promise<void> {
    for (const cursor of this.#cursors.splice(0)) await cursor.close()
  }
}

/** A group member that holds its partitions until they are revoked. */
class Member {
  current: Ownership | undefined
  readonly #stop = new AbortController()
  readonly #joined: Promise<void>

  constructor(driver: Driver, group: GroupSpec, watch: Watch) {
    const hold = async (ownership: Ownership): Promise<void> => {
      watch.set(() => (this.current = ownership))
      await aborted(ownership.lost)
      watch.set(() => (this.current = undefined))
    }
    this.#joined = driver.join(group, hold, this.#stop.signal)
    this.#joined.catch((error: unknown) => watch.fail(error))
  }

  get owned(): readonly TopicPartition[] {
    return this.current?.partitions ?? []
  }

  get count(): number {
    return this.owned.length
  }

  get labels(): string[] {
    return this.owned.map(label)
  }

  async leave(): Promise<void> {
    this.#stop.abort()
    await this.#joined
  }
}

/** Awaits conditions over several members; checks them again whenever a member changes. */
class Watch {
  #changed = Promise.withResolvers<void>()
  #failures: unknown[] = []

  set(change: () => void): void {
    change()
    this.#wake()
  }

  fail(error: unknown): void {
    this.#failures.push(error)
    this.#wake()
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#failures.length > 0) throw this.#failures[0]
      await this.#changed.promise
    }
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}

/** Joins, acts once on the first set of partitions, leaves. */
async function inGroup<T>(driver: Driver, group: GroupSpec, act: (ownership: Ownership) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const results: T[] = []
  const work = async (ownership: Ownership): Promise<void> => {
    results.push(await act(ownership))
    stop.abort()
  }
  await driver.join(group, work, stop.signal)
  expect(results).toHaveLength(1)
  return results[0] as T
}

/** Waits, because other processes see a commit shortly after it resolved. */
function expectAt({ driver }: World, group: string, tp: TopicPartition, position: number): Promise<void> {
  return expect.poll(() => driver.groupPosition(group, tp), { timeout: WAIT_MS }).toBe(position)
}

async function readCount(
  cursor: Cursor,
  count: number,
  want?: (record: { key: string }) => boolean,
): Promise<LogRecord[]> {
  const records: LogRecord[] = []
  while (records.length < count) {
    const batch = await cursor.read(16 * MB, WAIT_MS, want)
    if (batch.length === 0) throw new Error(`only ${records.length} of ${count} records came`)
    // The value is only valid until the next read, so the test keeps a copy.
    records.push(...batch.map((record) => ({ ...record, value: Buffer.from(record.value) })))
  }
  expect(records).toHaveLength(count)
  return records
}

async function readSome(cursor: Cursor, bytesMax: number): Promise<LogRecord[]> {
  const records = await cursor.read(bytesMax, WAIT_MS)
  expect(records.length).toBeGreaterThan(0)
  return records
}

async function slotsOf(
  ownership: Ownership,
  store: string,
  partition: number,
): Promise<{ slot: string; payload: Buffer }[]> {
  const slots = []
  for await (const { slot, payload } of ownership.restore(store, partition)) {
    slots.push({ slot, payload: Buffer.from(payload) })
  }
  return slots
}

async function restored(ownership: Ownership, store: string, partition: number): Promise<[string, string][]> {
  const slots = await slotsOf(ownership, store, partition)
  return slots.map(({ slot, payload }) => [slot, payload.toString()])
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function output(tp: TopicPartition, key: string, text: string, timestampMs = 1_760_000_000_000): Output {
  return { ...tp, key, timestampMs, value: [Buffer.from(text)] }
}

function numbered(from: number, to: number, tp: TopicPartition): Output[] {
  return Array.from({ length: to - from }, (_, i) => output(tp, `key ${from + i}`, `record ${from + i}`))
}

function change(store: string, partition: number, slot: string, text: string): Commit['changes'][number] {
  return { store, partition, slot, payload: Buffer.from(text) }
}

function commit(parts: Partial<Commit>): Commit {
  return { outputs: [], changes: [], positions: [], ...parts }
}

function patterned(bytes: number, seed: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  for (let i = 0; i + 4 <= bytes; i += 4) buffer.writeUInt32LE((Math.imul(i + 1, 0x9e3779b1) ^ seed) >>> 0, i)
  return buffer
}

const label = (tp: TopicPartition): string => `${tp.topic}/${tp.partition}`
const textOf = (output: Output): string => Buffer.concat([...output.value]).toString()
const texts = (records: readonly LogRecord[]): string[] => records.map((record) => record.value.toString())

function expectRising(records: readonly LogRecord[]): void {
  const falling = records.filter((record, i) => i > 0 && record.offset <= (records[i - 1]?.offset ?? -1))
  expect(falling).toEqual([])
}
