/** Detection on a real Kafka: intake, windows with their watermarks, and the YARA scans, as one process runs them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSource, resolveSources } from '../../detections/content/rule-source.ts'
import { RULE_KIND } from '../../detections/tenant/documents.ts'
import { RuleBook } from '../../detections/tenant/rule-book.ts'
import { YaraTexts } from '../../detections/tenant/yara-texts.ts'
import { WINDOW_LIMITS } from '../../detections/window/window.ts'
import { SetScanner } from '../../detections/yara/set-scanner.ts'
import { kafkaAvailable, startKafkaBroker } from '../../docker/kafka/broker.ts'
import { appendTimeMarks, loadEntries, runEntries } from '../../pipeline/run-topology.ts'
import { CarefulScanner } from '../../pipeline/scans/careful-scanner.ts'
import { CORRELATE, INTAKE, YARA } from '../../pipeline/topology.ts'
import { tenantId } from '../../platform/tenant.ts'
import { encodeEventBatch } from '../../schemas/event-batch.ts'
import { decodeSignals, type Signal } from '../../schemas/signal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { systemClock } from '../../stream/clock.ts'
import type { Driver } from '../../stream/driver.ts'
import { openKafkaDriver } from '../../stream/kafka/driver.ts'
import { kafkaClientAvailable } from '../../stream/kafka/rdkafka.ts'
import { FeedPositions } from '../../stream/time/feed-positions.ts'
import { until } from './until.ts'

const base = (id: string) =>
  `title: ${id}\nid: ${id}\nname: ${id}\nlogsource: {}\ndetection: { x: { is: ${id} }, condition: x }`
const window = (id: string, type: string, rules: string, condition: string) =>
  [
    ...[`title: ${id}`, `id: ${id}`, 'correlation:', `  type: ${type}`, `  rules: [${rules}]`, '  group-by: [user]'],
    ...['  timespan: 1s', `  condition: ${condition}`],
  ].join('\n')
const TEXTS = [
  ...[base('a'), base('b'), base('c')],
  ...[window('many', 'event_count', 'a', '{ gte: 3 }'), window('lone', 'temporal', 'b, c', 'b and not c')],
]

function bookOf(): RuleBook {
  const set = resolveSources(TEXTS.map((text, n) => parseSource({ language: 'sigma', file: `${n}.yml`, text })))
  expect(set.faults).toEqual([])
  return new RuleBook(set.rules)
}

function yaraBook(): YaraTexts {
  const book = new YaraTexts()
  const text = 'rule found { strings: $a = "beacon" condition: $a }'
  book.change('acme', RULE_KIND, '1', { language: 'yara', file: 'a.yar', text })
  return book
}

/** Runs all parts of detection that one process runs; resolves when `stop` aborts. */
function running(driver: Driver, engine: SetScanner, stop: AbortSignal): Promise<unknown> {
  const [book, yara, feeds] = [bookOf(), yaraBook(), new FeedPositions()]
  const limits = { ...WINDOW_LIMITS, latenessMs: 3_000 }
  const parts = {
    partitions: (topic: string) => driver.partitions(topic),
    ...{ rules: book, intake: { eventBytesMax: 1 << 20 }, windows: limits },
    scans: { book: yara, scanner: new CarefulScanner(yara, engine, systemClock) },
  }
  const hooks = { stage: () => ({ committed: feeds.saw.bind(feeds) }), sink: {} }
  const entries = [INTAKE, CORRELATE, YARA]
  return Promise.all([
    loadEntries<typeof parts>(entries).then((open) => runEntries(driver, open(parts), hooks, stop)),
    appendTimeMarks(driver, entries, { everyMs: 200, now: Date.now, clock: systemClock, feeds }, stop),
  ])
}

type Event = Readonly<Record<string, unknown>>

/** Pushes one batch to each partition; all events happened and were received at the same time. */
function push(driver: Driver, ...batches: readonly (readonly Event[])[]): Promise<void> {
  const receivedMs = Date.now()
  const topic = TOPICS.securityEvents.name
  const outputs = batches.map((events, partition) => {
    const header = { tenantId: tenantId('acme'), connectorId: `c${partition}`, connectorType: 't', requestId: '' }
    const body = events.map((event) => `${JSON.stringify({ time: new Date(receivedMs).toISOString(), ...event })}\n`)
    const batch = { ...header, sourceFormat: 'auto', receivedMs, framing: 'lines', events: events.length } as const
    const value = encodeEventBatch(batch, Buffer.from(body.join('')))
    return { topic, partition, timestampMs: receivedMs, key: `acme/c${partition}`, value }
  })
  return driver.append(outputs)
}

async function signalsOf(driver: Driver): Promise<readonly Signal[]> {
  const found: Signal[] = []
  for (let partition = 0; partition < driver.partitions(TOPICS.signals.name); partition++) {
    const cursor = await driver.reader({ topic: TOPICS.signals.name, partition }, 0)
    for (let records = await cursor.read(1 << 20, 500); records.length > 0; records = await cursor.read(1 << 20, 500))
      found.push(...records.flatMap(({ value }) => decodeSignals(value)))
    await cursor.close()
  }
  return found
}

const missing = kafkaAvailable() ?? kafkaClientAvailable()

test.skipIf(missing !== null)(
  'windows, absences and scans are reported once, also after two restarts',
  { timeout: 180_000 },
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svc-detect-kafka-'))
    const broker = await startKafkaBroker({ dir })
    const engine = new SetScanner()
    const seen = await openKafkaDriver({ brokers: broker.brokers })
    try {
      const expected = ['a.yar#found', 'lone', 'many']
      const idsOf = async () => (await signalsOf(seen)).map(({ rule_id }) => rule_id).sort()
      for (const round of [1, 2]) {
        const driver = await openKafkaDriver({ brokers: broker.brokers })
        const stop = new AbortController()
        const work = running(driver, engine, stop.signal)
        const user = `ann ${round}`
        // The first append of a producer is slow, and would make the events late.
        await push(driver, [{ is: 'nothing' }])
        await push(
          driver,
          [
            { is: 'a', user, n: 1 },
            { is: 'b', user },
          ],
          [
            { is: 'a', user, n: 2 },
            { is: 'd', user, text: `beacon ${round}` },
          ],
          [{ is: 'a', user, n: 3 }],
        )
        const wanted = Array.from({ length: round }, () => expected)
          .flat()
          .sort()
        await until('every signal was raised', async () => (await idsOf()).length >= wanted.length)
        stop.abort()
        await work
        await driver.close()
        expect(await idsOf()).toEqual(wanted)
      }
    } finally {
      await engine.close()
      await seen.close()
      await broker.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  },
)
