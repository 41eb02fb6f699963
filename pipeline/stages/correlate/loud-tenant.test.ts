/**
 * Intake, time marks and windows together on a simulated backbone: a tenant that is held back in intake delays only its
 * own windows.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSource, resolveSources } from '../../../detections/content/rule-source.ts'
import { RuleBook } from '../../../detections/tenant/rule-book.ts'
import { WINDOW_LIMITS } from '../../../detections/window/window.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { encodeEventBatch } from '../../../schemas/event-batch.ts'
import { decodeSignals } from '../../../schemas/signal.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import { runStage } from '../../../stream/run-stage.ts'
import { SimulatedBackbone } from '../../../stream/simulated/backbone.ts'
import { SimulatedDriver } from '../../../stream/simulated/driver.ts'
import { BENIGN } from '../../../stream/simulated/schedule.ts'
import { FeedPositions } from '../../../stream/time/feed-positions.ts'
import { appendTimeMarks } from '../../run-topology.ts'
import { TOPOLOGY } from '../../topology.ts'
import { intakeStage } from '../intake/stage.ts'
import { correlateStage } from './stage.ts'

const base = (id: string) =>
  `title: ${id}\nid: ${id}\nname: ${id}\nlogsource: {}\ndetection: { x: { is: ${id} }, condition: x }`
const ABSENT = [
  ...['title: lone', 'id: lone', 'correlation:', '  type: temporal', '  rules: [a, b]', '  group-by: [user]'],
  ...['  timespan: 2s', '  condition: a and not b'],
].join('\n')
const set = resolveSources(
  [base('a'), base('b'), ABSENT].map((text, n) => parseSource({ language: 'sigma', file: `${n}.yml`, text })),
)
const book = new RuleBook(set.rules)

const FEED = {
  readBytes: 8_000,
  tenantBytes: 8_000,
  totalBytes: 64_000,
  quantumBytes: 2_000,
  batchBytes: 4_000,
  sharedBatchBytes: 4_000,
}
const TP = { topic: TOPICS.securityEvents.name, partition: 0 }
const ONE = { [TOPICS.securityEvents.name]: 1, [TOPICS.ruleMatches.name]: 1, [TOPICS.signals.name]: 1 } as const

function world(seed: number) {
  const backbone = new SimulatedBackbone(seed, BENIGN, ONE)
  const { scheduler } = backbone
  const driver = new SimulatedDriver(backbone)
  const { clock } = driver
  const stop = new AbortController()
  const feeds = new FeedPositions()
  const intake = intakeStage({ partitions: 1, eventBytesMax: 10_000, detector: book })
  const limits = { ...WINDOW_LIMITS, latenessMs: 1_000 }
  const correlate = correlateStage({ book, signalPartitions: 1, limits })
  // A busy stage: each batch takes a while.
  const slow = { room: (lost: AbortSignal) => clock.wait(100, lost), committed: feeds.saw.bind(feeds), limits: FEED }
  const now = () => scheduler.nowMs
  const running = Promise.all([
    runStage(driver, intake, stop.signal, { ...slow, clock }),
    runStage(driver, correlate, stop.signal, { clock }),
    appendTimeMarks(driver, TOPOLOGY.entries, { everyMs: 300, now, clock, feeds }, stop.signal),
  ])
  const push = (tenant: string, fields: Readonly<Record<string, string>>, times = 1) => {
    const timeMs = scheduler.nowMs
    const outputs = Array.from({ length: times }, (_, n) => {
      const event = { time: new Date(timeMs).toISOString(), n, ...fields }
      const header = { tenantId: tenantId(tenant), connectorId: 'x', connectorType: 't', requestId: '' }
      const batch = { ...header, sourceFormat: 'auto', receivedMs: timeMs, framing: 'lines', events: 1 } as const
      const value = encodeEventBatch(batch, Buffer.from(`${JSON.stringify(event)}\n`))
      return { ...TP, timestampMs: timeMs, key: `${tenant}/x`, value }
    })
    return driver.append(outputs)
  }
  const signalTenants = () =>
    backbone
      .partition({ topic: TOPICS.signals.name, partition: 0 })
      .records.flatMap(({ value }) => decodeSignals(value).map((signal) => signal.tenant_id))
  const behind = () => String(backbone.slots('intake', 'feed', 0).get(TP.topic) ?? '')
  const end = async () => {
    stop.abort()
    await running
    await driver.close()
  }
  return { scheduler, push, signalTenants, behind, end }
}

test('a loud tenant delays no absence rule of a quiet tenant, and its own does not fire too early', async () => {
  const loudEvents = fc.integer({ min: 300, max: 600 })
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000_000), loudEvents, async (seed, count) => {
      const { scheduler, push, signalTenants, behind, end } = world(seed)
      await push('loud', { is: 'a', user: 'ann' })
      await push('loud', { is: 'nothing', pad: 'x'.repeat(500) }, count)
      await push('loud', { is: 'b', user: 'ann' })
      await push('quiet', { is: 'a', user: 'ann' })
      const untilMs = scheduler.nowMs + 10_000
      while (!signalTenants().includes('quiet') && scheduler.nowMs < untilMs) await scheduler.sleep(100)
      expect(signalTenants()).toEqual(['quiet'])
      expect(behind()).toContain('loud')
      expect(behind()).not.toContain('quiet')
      while (behind() !== '') await scheduler.sleep(100)
      await scheduler.sleep(10_000)
      expect(signalTenants(), 'what ends the absence of the loud tenant came at the end of its backlog').toEqual([
        'quiet',
      ])
      await push('loud', { is: 'a', user: 'bob' })
      await scheduler.sleep(10_000)
      expect(signalTenants(), 'once it is level it is signalled as everybody is').toEqual(['quiet', 'loud'])
      await end()
    }),
    { numRuns: 10 },
  )
})
