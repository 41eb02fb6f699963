/** One simulated process with the roles of the pipeline, started again whenever it ends. */
import { WINDOW_LIMITS } from '../../detections/window/window.ts'
import { FeedPositions } from '../../pipeline/correlate/feed-positions.ts'
import { markTime } from '../../pipeline/correlate/mark-time.ts'
import { correlateStage } from '../../pipeline/correlate/stage.ts'
import { intakeStage } from '../../pipeline/intake/stage.ts'
import { lakeSink } from '../../pipeline/lake/sink.ts'
import type { Driver } from '../../pipeline/runtime/driver.ts'
import type { FeedLimits } from '../../pipeline/runtime/fair-feed.ts'
import { runSink, type Sink, type SinkLimits } from '../../pipeline/runtime/run-sink.ts'
import { type CommittedBatch, runStage } from '../../pipeline/runtime/run-stage.ts'
import type { SimulatedBackbone } from '../../pipeline/runtime/simulated/backbone.ts'
import { SimulatedDriver } from '../../pipeline/runtime/simulated/driver.ts'
import type { Stage } from '../../pipeline/stage.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { SimulatedLake } from './lake.ts'
import { BOOK } from './rules.ts'

/** Small, so that a few events already queue, park, fold and fill a range. */
export const FEED: FeedLimits = {
  readBytes: 3_000,
  tenantBytes: 2_500,
  totalBytes: 10_000,
  quantumBytes: 500,
  batchBytes: 1_500,
  sharedBatchBytes: 1_000,
}
const SINK: SinkLimits = { weightMax: 12, bytesMax: 20_000, everyMs: 300 }
export const DEDUPE = { perSourceMax: 4096, sourcesMax: 64, keysMax: 2 ** 22, foldAfter: 5 }
/** A sender that gives up may tell much later what it saw; folds come early. */
const WINDOWS = { ...WINDOW_LIMITS, latenessMs: 120_000, foldAfter: 4 }
const MARK_MS = 700
export const EVENT_BYTES_MAX = 10_000
/** The largest record a sender makes: each bound may be passed by one of them. */
const RECORD_BYTES_MAX = 6_000

/** What a test of the oracle replaces by something wrong. */
export type Mutation = {
  readonly driver?: (driver: Driver) => Driver
  readonly stage?: (stage: Stage) => Stage
  readonly correlate?: (stage: Stage) => Stage
  readonly sink?: (sink: Sink) => Sink
}

export function intakeOf(backbone: SimulatedBackbone): Stage {
  const partitions = backbone.partitions(TOPICS.normalizedEvents.name)
  const matchPartitions = backbone.partitions(TOPICS.ruleMatches.name)
  const signalPartitions = backbone.partitions(TOPICS.signals.name)
  const detects = { detector: BOOK, matchPartitions, signalPartitions }
  return intakeStage({ partitions, eventBytesMax: EVENT_BYTES_MAX, dedupe: DEDUPE, ...detects })
}

export function correlateOf(backbone: SimulatedBackbone): Stage {
  const inputPartitions = backbone.partitions(TOPICS.securityEvents.name)
  const signalPartitions = backbone.partitions(TOPICS.signals.name)
  return correlateStage({ book: BOOK, inputPartitions, signalPartitions, limits: WINDOWS })
}

export class PipelineNode {
  readonly violations: string[] = []
  readonly #backbone: SimulatedBackbone
  readonly #lake: SimulatedLake
  readonly #mutation: Mutation
  readonly #now: () => number
  #driver!: SimulatedDriver
  #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #isOver = false

  /** `now` stamps the marks of time. */
  constructor(backbone: SimulatedBackbone, lake: SimulatedLake, now: () => number, mutation: Mutation) {
    this.#backbone = backbone
    this.#lake = lake
    this.#mutation = mutation
    this.#now = now
    this.#start()
  }

  kill(): void {
    this.#driver.kill()
    this.#restart()
  }

  /** A clean stop and a new start: everything must be given back in order. */
  async recycle(): Promise<void> {
    const driver = this.#driver
    this.#stop.abort()
    await this.#running
    if (driver === this.#driver) this.#restart()
  }

  /** For good. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#stop.abort()
    await this.#running
  }

  #restart(): void {
    if (this.#isOver) return
    const driver = this.#driver
    const { scheduler } = this.#backbone
    scheduler.after(scheduler.random.below(500), () => {
      if (!this.#isOver && driver === this.#driver) this.#start()
    })
  }

  #start(): void {
    this.#driver = new SimulatedDriver(this.#backbone)
    this.#stop = new AbortController()
    const driver = this.#mutation.driver?.(this.#driver) ?? this.#driver
    const { stop, clock } = { stop: this.#stop.signal, clock: this.#driver.clock }
    const stage = intakeOf(this.#backbone)
    const correlate = correlateOf(this.#backbone)
    const sink = lakeSink(this.#lake.portFor(this.#driver.life))
    const feeds = new FeedPositions()
    const roles = [
      runStage(driver, this.#mutation.stage?.(stage) ?? stage, stop, { ...this.#stageHooks(feeds), clock }),
      runStage(driver, this.#mutation.correlate?.(correlate) ?? correlate, stop, { limits: FEED, clock }),
      markTime(driver, { group: stage.name, everyMs: MARK_MS, now: this.#now, clock, feeds }, stop),
      runSink(driver, this.#mutation.sink?.(sink) ?? sink, stop, SINK, { ...this.#sinkHooks(), clock }),
    ]
    this.#running = Promise.all(roles).then(
      () => undefined,
      (error: unknown) => this.#failed(this.#driver, error),
    )
  }

  /** A process whose role failed ends as a whole; only a refusing backbone is a good reason. */
  #failed(driver: SimulatedDriver, error: unknown): void {
    const isExpected = error instanceof Error && error.message.startsWith('simulated: ')
    if (!isExpected) this.violations.push(`a role failed: ${error instanceof Error ? error.stack : String(error)}`)
    if (driver === this.#driver && driver.life.isAlive) this.kill()
  }

  #stageHooks(feeds: FeedPositions) {
    const queuedMax = FEED.totalBytes + FEED.readBytes + RECORD_BYTES_MAX
    return {
      limits: FEED,
      committed: (batch: CommittedBatch) => {
        feeds.saw(batch)
        const { queuedBytes, bytes } = batch
        if (queuedBytes > queuedMax) this.violations.push(`${queuedBytes} bytes queued, at most ${queuedMax} may be`)
        if (bytes > FEED.batchBytes + FEED.quantumBytes + RECORD_BYTES_MAX)
          this.violations.push(`a batch of ${bytes} bytes`)
      },
    }
  }

  #sinkHooks() {
    const { random } = this.#backbone.scheduler
    return {
      nonce: () => `${random.below(2 ** 32)}-${random.below(2 ** 32)}`,
      written: ({ weight, records }: { weight: number; records: number }) => {
        // One record's rows are at most those of one batch of the stage.
        if (weight > SINK.weightMax + 200) this.violations.push(`a range of weight ${weight} in ${records} records`)
      },
    }
  }
}
