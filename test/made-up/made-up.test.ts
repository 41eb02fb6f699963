/**
 * A stage needs a folder, a schema and one entry. Then it runs on all three drivers, drains, has its lag, and is
 * simulated.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSource, resolveSources } from '../../detections/content/rule-source.ts'
import { RuleBook } from '../../detections/tenant/rule-book.ts'
import { kafkaAvailable, startKafkaBroker } from '../../docker/kafka/broker.ts'
import { assertCompliant } from '../../pipeline/contract/compliance.ts'
import { changelogsOf, consumersOf, countsOf, type Topology, topicsOf } from '../../pipeline/contract/topology.ts'
import { appendTimeMarks, loadEntries, runEntries } from '../../pipeline/run-topology.ts'
import { CORRELATE, INTAKE, type Parts } from '../../pipeline/topology.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { tenantId } from '../../platform/tenant.ts'
import { encodeEventBatch } from '../../schemas/event-batch.ts'
import { decodeSignals, encodeSignals, type Signal } from '../../schemas/signal.ts'
import { encodeTimeMarks, isTimeMarks } from '../../schemas/time-marks.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { drained } from '../../services/cli/drain.ts'
import { lagOf } from '../../services/metrics/pipeline-metrics.ts'
import { systemClock } from '../../stream/clock.ts'
import type { Driver, LogRecord } from '../../stream/driver.ts'
import { EmbeddedDriver } from '../../stream/embedded/driver.ts'
import { openKafkaDriver } from '../../stream/kafka/driver.ts'
import { kafkaClientAvailable } from '../../stream/kafka/rdkafka.ts'
import type { SimulatedBackbone } from '../../stream/simulated/backbone.ts'
import { FeedPositions } from '../../stream/time/feed-positions.ts'
import { until } from '../e2e/until.ts'
import { simulate } from '../sim/run.ts'
import { TALLY, tallies } from './entry.ts'
import { decodeTally, SPAN_MS, tallyStage } from './stage.ts'

type FewParts = Pick<Parts, 'partitions' | 'rules' | 'intake' | 'windows'>
/** The topology without the entries that need a lake or a YARA engine. */
const TOPOLOGY: Topology<FewParts> = { fromOutside: [TOPICS.securityEvents], entries: [INTAKE, CORRELATE, TALLY] }
const CONSUMERS = consumersOf(TOPOLOGY)

const rule = 'title: a\nid: a\nname: a\nlogsource: {}\ndetection: { x: { is: a }, condition: x }'
const { rules } = resolveSources([parseSource({ language: 'sigma', file: 'a.yml', text: rule })])

async function running(driver: Driver, stop: AbortSignal): Promise<void> {
  const feeds = new FeedPositions()
  const partitions = (topic: string) => driver.partitions(topic)
  const parts = { partitions, rules: new RuleBook(rules), intake: { eventBytesMax: 1 << 20 } }
  const hooks = { stage: () => ({ committed: feeds.saw.bind(feeds) }), sink: {} }
  const open = await loadEntries(TOPOLOGY.entries)
  await Promise.all([
    runEntries(driver, open(parts), hooks, stop),
    appendTimeMarks(driver, TOPOLOGY.entries, { everyMs: 500, now: Date.now, clock: systemClock, feeds }, stop),
  ])
}

function push(driver: Driver, events: number): Promise<void> {
  const receivedMs = Date.now()
  const header = { tenantId: tenantId('acme'), connectorId: 'x', connectorType: 't', requestId: '', framing: 'lines' }
  const lines = Array.from({ length: events }, (_, n) => JSON.stringify({ is: 'a', n, of: receivedMs }))
  const batch = { ...header, framing: 'lines', sourceFormat: 'auto', receivedMs, events } as const
  const value = encodeEventBatch(batch, Buffer.from(`${lines.join('\n')}\n`))
  return driver.append([
    { topic: TOPICS.securityEvents.name, partition: 1, timestampMs: receivedMs, key: 'acme/x', value },
  ])
}

async function recordsOf(driver: Driver, topic: string): Promise<readonly LogRecord[]> {
  const found: LogRecord[] = []
  for (let partition = 0; partition < driver.partitions(topic); partition++) {
    const cursor = await driver.reader({ topic, partition }, 0)
    for (let read = await cursor.read(1 << 20, 500); read.length > 0; read = await cursor.read(1 << 20, 500))
      found.push(...read)
    await cursor.close()
  }
  return found
}

const talliedIn = async (driver: Driver) =>
  (await recordsOf(driver, tallies.name)).reduce((sum, { value }) => sum + decodeTally(value).signals, 0)

/** Runs the stage twice: the second run publishes the counts that the first one left. */
async function lives(open: () => Promise<Driver>): Promise<void> {
  for (const [life, isReportedOf] of [3, 7].entries()) {
    const driver = await open()
    const stop = new AbortController()
    const run = running(driver, stop.signal)
    await push(driver, life === 0 ? 3 : 4)
    await until('all signals are tallied', async () => (await talliedIn(driver)) === isReportedOf)
    await drained(driver, 60_000, CONSUMERS)
    const metrics = openMetrics('test', { processMetrics: false })
    lagOf(driver, metrics, CONSUMERS)
    const line = 'svc_group_lag_records{group="tally",topic="svc.signals",service="test"} 0'
    await until('the metrics show the lag', async () => (await metrics.text()).includes(line))
    stop.abort()
    await run
    await driver.close()
  }
}

test('a made-up stage runs on the embedded log', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'svc-made-up-'))
  const partitions = countsOf(TOPOLOGY, 'embedded')
  await lives(() => EmbeddedDriver.open({ dir, writes: ['ingest', 'pipeline'], partitions }))
  rmSync(dir, { recursive: true, force: true })
})

const missing = kafkaAvailable() ?? kafkaClientAvailable()
if (missing !== null) process.stderr.write(`SKIPPED: the made-up stage on Kafka: ${missing}\n`)

test.skipIf(missing !== null)('a made-up stage runs on Kafka', { timeout: 180_000 }, async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'svc-made-up-kafka-'))
  const broker = await startKafkaBroker({ dir })
  const counts = countsOf(TOPOLOGY, 'kafka')
  const topics = topicsOf(TOPOLOGY).map(({ name, compacted }) => ({ name, compacted, partitions: counts[name] ?? 1 }))
  await lives(() => openKafkaDriver({ brokers: broker.brokers, topics }))
  await broker.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Every signal must be in exactly one tally, after any crash, delay or repeated read. */
function judge(backbone: SimulatedBackbone, fail: (text: string) => void): void {
  const valuesOf = (topic: string) =>
    Array.from(
      { length: backbone.partitions(topic) },
      (_, partition) => backbone.partition({ topic, partition }).records,
    )
      .flat()
      .map(({ value }) => value)
  const tallied = valuesOf(tallies.name).reduce((sum, value) => sum + decodeTally(value).signals, 0)
  const signals = valuesOf(TOPICS.signals.name)
    .filter((value) => !isTimeMarks(value))
    .flatMap(decodeSignals).length
  if (tallied !== signals) fail(`${signals} signals, ${tallied} tallied`)
}

test('a made-up stage runs in simulated worlds with all other stages', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { violations } = await simulate(seed, 400, {}, { entries: [TALLY], judge })
    expect(violations, `seed ${seed}`).toEqual([])
  }
})

test('the simulation finds a fault of a made-up stage', async () => {
  const twice = { ...TALLY, load: async () => () => withoutMemory(tallyStage()) }
  const found: string[] = []
  for (let seed = 1; seed <= 60 && found.length === 0; seed++)
    found.push(...(await simulate(seed, 400, {}, { entries: [twice], judge })).violations)
  expect(found.join()).toMatch(/signals, \d+ tallied/)
})

function withoutMemory(stage: ReturnType<typeof tallyStage>): ReturnType<typeof tallyStage> {
  const open: typeof stage.open = (partition) => {
    const task = stage.open(partition)
    return { ...bound(task), restore: () => undefined }
  }
  return { ...stage, open }
}

function bound(task: ReturnType<ReturnType<typeof tallyStage>['open']>) {
  return {
    step: (record: LogRecord) => task.step(record),
    flush: () => task.flush(),
    advance: (...time: Parameters<NonNullable<typeof task.advance>>) => task.advance?.(...time),
  }
}

test('a made-up stage has its changelogs', () => {
  expect(changelogsOf(TOPOLOGY).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['svc.tally.spans.changelog', 'svc.tally.feed.changelog']),
  )
})

test('a made-up stage passes the compliance suite of stages', () => {
  const signal = { tenant_id: 'acme', techniques: [], tactics: [], matched: [], event_uids: [] } as Partial<Signal>
  const texts = ['signal_id', 'rule_id', 'rule_title', 'language', 'source', 'host', 'user', 'src_ip']
  const numbers = { severity_id: 1, time_ms: 0, class_uid: 0 }
  const blank = { ...signal, ...numbers, ...Object.fromEntries(texts.map((name) => [name, ''])) } as Signal
  const mark = fc.record({ isMark: fc.boolean(), spans: fc.nat(5), partition: fc.nat(1) })
  fc.assert(
    fc.property(fc.array(mark), fc.nat(40), fc.integer({ min: 1, max: 4 }), (all, crashAt, commitEvery) => {
      const records = all.map(({ isMark, spans, partition }, offset) => {
        const received_ms = spans * SPAN_MS
        const value = isMark
          ? encodeTimeMarks([{ partition, received_ms, behind: [] }])
          : encodeSignals([{ ...blank, received_ms }])
        return { topic: TOPICS.signals.name, partition: 0, offset, timestampMs: received_ms, key: '', value }
      })
      assertCompliant(TALLY, tallyStage, records, { crashAt, commitEvery, partitionsOf: () => 2 })
    }),
  )
})
