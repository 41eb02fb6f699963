/** One simulated process with the roles of the pipeline, which is restarted whenever it ends. */
import { WINDOW_LIMITS } from '../../detections/window/window.ts'
import { appendTimeMarks, loadStage, type Opened, type RunHooks, runEntries } from '../../pipeline/run-topology.ts'
import { BASELINE_LIMITS, type BaselineLimits } from '../../pipeline/stages/baseline/limits.ts'
import { DAY_MS, FUSE_LIMITS, type FuseLimits } from '../../pipeline/stages/fuse/limits.ts'
import { CORRELATE, FUSE as FUSE_ENTRY, INTAKE, type Parts } from '../../pipeline/topology.ts'
import { assert } from '../../platform/assert.ts'
import type { Driver } from '../../stream/driver.ts'
import type { FeedLimits } from '../../stream/fair-feed.ts'
import type { Sink, SinkLimits } from '../../stream/run-sink.ts'
import type { CommittedBatch, StageHooks } from '../../stream/run-stage.ts'
import type { SimulatedBackbone } from '../../stream/simulated/backbone.ts'
import { SimulatedDriver } from '../../stream/simulated/driver.ts'
import type { Stage } from '../../stream/stage.ts'
import { FeedPositions } from '../../stream/time/feed-positions.ts'
import type { SimulatedAlerts } from './alerts.ts'
import type { SimulatedLake } from './lake.ts'
import { BOOK } from './rules.ts'

/** Small limits, so that a few events already queue, park, fold and fill a range. */
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
/** The lateness covers a sender that repeats a batch long after it gave up; folds happen early. */
const WINDOWS = { ...WINDOW_LIMITS, latenessMs: 120_000, foldAfter: 4 }
/** Ended windows are published a month early, and no story may be dropped by then. */
export const FUSE: FuseLimits = { ...FUSE_LIMITS, keepMs: 3650 * DAY_MS, partnersMax: 4 }
/** Publishes as soon as a baseline exists, and for few entities. */
export const BASELINE: BaselineLimits = {
  ...BASELINE_LIMITS,
  ...{ readyHours: 1, entitiesMax: 6, probabilities: [0.5, 0.1, 0.01] },
}
const MARK_MS = 700
export const EVENT_BYTES_MAX = 10_000
/** The largest record of a sender: each bound may be exceeded by one record. */
const RECORD_BYTES_MAX = 6_000

/** Parts that a test of the oracle replaces by faulty ones. */
export type Mutation = {
  readonly driver?: (driver: Driver) => Driver
  readonly stage?: (stage: Stage) => Stage
  readonly correlate?: (stage: Stage) => Stage
  readonly fuse?: (stage: Stage) => Stage
  readonly sink?: (sink: Sink) => Sink
}

function judgingParts(backbone: SimulatedBackbone) {
  const partitions = (topic: string) => backbone.partitions(topic)
  const intake = { eventBytesMax: EVENT_BYTES_MAX, dedupe: DEDUPE }
  const baseline = { limits: BASELINE }
  return {
    partitions,
    rules: BOOK,
    intake,
    windows: WINDOWS,
    fuse: { limits: FUSE },
    baseline,
  } satisfies Partial<Parts>
}

const openIntake = await loadStage(INTAKE)
const openCorrelate = await loadStage(CORRELATE)

export function intakeOf(backbone: SimulatedBackbone): Stage {
  return openIntake(judgingParts(backbone))
}

export function correlateOf(backbone: SimulatedBackbone): Stage {
  return openCorrelate(judgingParts(backbone))
}

/** No tenant has a YARA rule here: records are skipped, and the scanner is not called. */
const NO_YARA: Pick<Parts['scans'], 'book' | 'scanner'> = {
  book: { isEmpty: true, sourcesOf: () => [], headOf: () => null, stop: () => [] },
  scanner: { scan: () => assert(false, 'nothing is scanned') as never },
}

export type Stores = { readonly lake: SimulatedLake; readonly alerts: SimulatedAlerts }

export type OpenEntries = (parts: Parts) => readonly Opened<Parts>[]

function mutated(one: Opened<Parts>, { stage, correlate, fuse, sink }: Mutation): Opened<Parts> {
  if (one.kind === 'sink') return { ...one, sink: sink?.(one.sink) ?? one.sink }
  if (one.kind !== 'stage') return one
  const mutations = new Map([
    [INTAKE.name, stage],
    [CORRELATE.name, correlate],
    [FUSE_ENTRY.name, fuse],
  ])
  return { ...one, stage: mutations.get(one.entry.name)?.(one.stage) ?? one.stage }
}

export class PipelineNode {
  readonly violations: string[] = []
  readonly #backbone: SimulatedBackbone
  readonly #stores: Stores
  readonly #mutation: Mutation
  readonly #now: () => number
  readonly #open: OpenEntries
  #driver!: SimulatedDriver
  #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #isOver = false

  /** `now` is the clock of the watermarks. */
  constructor(backbone: SimulatedBackbone, stores: Stores, open: OpenEntries, now: () => number, mutation: Mutation) {
    this.#backbone = backbone
    this.#stores = stores
    this.#mutation = mutation
    this.#now = now
    this.#open = open
    this.#start()
  }

  kill(): void {
    this.#driver.kill()
    this.#restart()
  }

  /** Stops cleanly and starts again: all partitions must be given back in order. */
  async recycle(): Promise<void> {
    const driver = this.#driver
    this.#stop.abort()
    await this.#running
    if (driver === this.#driver) this.#restart()
  }

  /** Ends the process for good. */
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
    const feeds = new FeedPositions()
    const opened = this.#open({
      ...judgingParts(this.#backbone),
      lake: this.#stores.lake.portFor(this.#driver.life),
      alerts: this.#stores.alerts.portFor(this.#driver.life),
      anomalies: this.#stores.alerts.anomaliesFor(this.#driver.life),
      touches: this.#stores.alerts.touchesFor(this.#driver.life),
      scans: { ...NO_YARA, clock },
    })
    const hooks: RunHooks = {
      stage: (name) => ({
        ...(name === INTAKE.name ? this.#intakeHooks(feeds) : { limits: FEED, committed: feeds.saw.bind(feeds) }),
        clock,
      }),
      sink: { ...this.#sinkHooks(), clock },
      sinkLimits: SINK,
    }
    const roles = [
      runEntries(
        driver,
        opened.map((one) => mutated(one, this.#mutation)),
        hooks,
        stop,
      ),
      appendTimeMarks(
        driver,
        opened.map(({ entry }) => entry),
        { everyMs: MARK_MS, now: this.#now, clock, feeds },
        stop,
      ),
    ]
    this.#running = Promise.all(roles).then(
      () => undefined,
      (error: unknown) => this.#failed(this.#driver, error),
    )
  }

  /** If a role fails, the whole process ends; only a refusing backbone is an accepted reason. */
  #failed(driver: SimulatedDriver, error: unknown): void {
    const isExpected = error instanceof Error && error.message.startsWith('simulated: ')
    if (!isExpected) this.violations.push(`a role failed: ${error instanceof Error ? error.stack : String(error)}`)
    if (driver === this.#driver && driver.life.isAlive) this.kill()
  }

  #intakeHooks(feeds: FeedPositions): StageHooks {
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
