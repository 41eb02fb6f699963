import { afterEach, beforeEach, expect, test } from 'vitest'
import { RULE_KIND } from '../../detections/tenant/documents.ts'
import { YaraTexts } from '../../detections/tenant/yara-texts.ts'
import { SetScanner } from '../../detections/yara/set-scanner.ts'
import { decodeSignals } from '../../schemas/signal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { systemClock } from '../../stream/clock.ts'
import type { Commit, Cursor, Driver, Ownership } from '../../stream/driver.ts'
import { EmbeddedDriver } from '../../stream/embedded/driver.ts'
import { useFolders } from '../../stream/embedded/testing.ts'
import { CarefulScanner } from './careful-scanner.ts'
import { runScans, type ScansHooks, YARA } from './run-scans.ts'
import { normalized, RECEIVED_MS } from './testing.ts'

const folder = useFolders()
const EVENTS = { topic: TOPICS.normalizedEvents.name, partition: 0 }
const PARTITIONS = { [TOPICS.normalizedEvents.name]: 1, [TOPICS.signals.name]: 1 }

let driver: EmbeddedDriver
let engine: SetScanner
beforeEach(async () => {
  driver = await EmbeddedDriver.open({ dir: folder(), writes: ['pipeline'], partitions: PARTITIONS })
  engine = new SetScanner()
})
afterEach(async () => {
  await engine.close()
  await driver.close()
})

const line = (text: string) => `${JSON.stringify({ text })}\n`

/** Records of events as intake commits them. */
async function store(...bodies: readonly string[]): Promise<void> {
  const outputs = bodies.map((body) => {
    const value = [normalized({ tenant: 'acme', body })]
    return { ...EVENTS, timestampMs: RECEIVED_MS, key: '', value }
  })
  const group = { group: 'intake', topics: [TOPICS.securityEvents.name], stores: [] }
  const work = (ownership: Ownership) => ownership.commit({ outputs, changes: [], positions: [] })
  await driver.join(group, work, new AbortController().signal)
}

function bookWith(word: string | null): YaraTexts {
  const book = new YaraTexts()
  if (word !== null) book.change('acme', RULE_KIND, '1', { language: 'yara', file: 'a.yar', text: textOf(word) })
  return book
}

const textOf = (word: string) => `rule found { strings: $a = "${word}" condition: $a }`

const scansOf = (book: YaraTexts, hooks: ScansHooks = {}) => ({
  ...{ book, hooks, scanner: new CarefulScanner(book, engine, systemClock), signalPartitions: 1 },
})

const position = () => driver.groupPosition(YARA, EVENTS)
const end = async () => (await driver.bounds(EVENTS)).end

/** Runs until every record was passed. */
async function drain(of: Driver, book: YaraTexts): Promise<void> {
  const stop = new AbortController()
  const running = runScans(of, scansOf(book), stop.signal)
  while ((await position()) < (await end())) await Promise.race([running, new Promise((done) => setImmediate(done))])
  stop.abort()
  await running
}

async function signals(): Promise<readonly string[]> {
  const cursor = await driver.reader({ topic: TOPICS.signals.name, partition: 0 }, 0)
  const found: string[] = []
  for (;;) {
    const records = await cursor.read(1 << 20, 0)
    if (records.length === 0) break
    found.push(...records.flatMap(({ value }) => decodeSignals(value).map(({ signal_id }) => signal_id)))
  }
  await cursor.close()
  return found
}

/** The process dies in the nth commit: before it takes effect, or after it and before the caller learns of it. */
function dyingIn(nth: number, isMade: boolean): Driver {
  let commits = 0
  const dying = (ownership: Ownership): Ownership => ({
    ...ownership,
    lost: ownership.lost,
    async commit(commit: Commit) {
      const isLast = ++commits === nth
      if (!isLast || isMade) await ownership.commit(commit)
      if (isLast) throw new Error('died')
    },
  })
  return owning(dying)
}

/** This file's driver with another implementation of ownership. */
function owning(as: (ownership: Ownership) => Ownership): Driver {
  return new Proxy(driver, {
    get(target, name) {
      if (name === 'join')
        return (...[group, work, stop]: Parameters<Driver['join']>) => target.join(group, (own) => work(as(own)), stop)
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

/** As on Kafka, where unwanted records are loaded unless the cursor skips them with `pass`. */
function passing(): Driver {
  const cursorOf = async (ownership: Ownership, ...[tp, offset]: Parameters<Ownership['cursor']>): Promise<Cursor> => {
    let cursor = await ownership.cursor(tp, offset)
    return {
      read: (...args) => cursor.read(...args),
      position: () => cursor.position(),
      close: () => cursor.close(),
      async pass(isWanted) {
        const { end } = await driver.bounds(tp)
        if (isWanted()) return
        await cursor.close()
        cursor = await ownership.cursor(tp, end)
      },
    }
  }
  return owning((ownership) => ({
    ...ownership,
    lost: ownership.lost,
    commit: (commit) => ownership.commit(commit),
    cursor: (...args) => cursorOf(ownership, ...args),
  }))
}

test('each event that matches is one signal, at whichever commit the process dies', async () => {
  await store(line('evil 1') + line('good'), line('evil 2'), line('good'), line('evil 3') + line('evil 4'))
  for (const [nth, isMade] of [
    [1, false],
    [1, true],
    [1, false],
    [1, true],
  ] as const) {
    await expect(drain(dyingIn(nth, isMade), bookWith('evil'))).rejects.toThrow('died')
  }
  await drain(driver, bookWith('evil'))
  const found = await signals()
  expect([found.length, new Set(found).size]).toEqual([4, 4])
})

test('without rules nothing is read, and the group’s position still advances', async () => {
  await store(line('evil 1'), line('evil 2'))
  await drain(driver, bookWith(null))
  expect(await signals()).toEqual([])
  expect(engine.pid, 'no process is started for nobody').toBeNull()
})

test('records before the first rule are skipped, later ones are scanned', async () => {
  const book = bookWith(null)
  await store(line('evil 1'), line('evil 2'))
  const stop = new AbortController()
  const running = runScans(passing(), scansOf(book), stop.signal)
  while ((await position()) < (await end())) await Promise.race([running, systemClock.wait(5, stop.signal)])
  book.change('acme', RULE_KIND, '1', { language: 'yara', file: 'a.yar', text: textOf('evil') })
  await store(line('evil 3'))
  while ((await signals()).length === 0) await Promise.race([running, systemClock.wait(5, stop.signal)])
  stop.abort()
  await running
  expect(await signals()).toHaveLength(1)
})

test('without an engine a record waits, and is scanned when the engine is back', async () => {
  await store(line('evil'))
  await engine.close()
  const refused = Promise.withResolvers<number>()
  const stop = new AbortController()
  const hooks = { refused: (_: unknown, __: unknown, attempt: number) => attempt === 2 && refused.resolve(attempt) }
  const running = runScans(driver, scansOf(bookWith('evil'), hooks), stop.signal)
  expect(await refused.promise).toBe(2)
  expect(await position()).toBe(0)
  stop.abort()
  await running
  engine = new SetScanner()
  await drain(driver, bookWith('evil'))
  expect(await signals()).toHaveLength(1)
})
