/**
 * Intake of a process. With the embedded log the process is alone, and intake is spread over threads; on Kafka it is
 * spread over replicas, and runs in this thread.
 */
import { availableParallelism } from 'node:os'
import { RuleParser } from '../../detections/content/parser/rule-parser.ts'
import { RuleBook, type RuleBookHooks } from '../../detections/tenant/rule-book.ts'
import { groupOf } from '../../pipeline/contract/topology.ts'
import type { IntelBook } from '../../pipeline/stages/intake/intel/step.ts'
import { INTAKE } from '../../pipeline/topology.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics, Series } from '../../platform/metrics.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Driver } from '../../stream/driver.ts'
import type { CommittedBatch, StageHooks } from '../../stream/run-stage.ts'
import type { Pace } from '../../stream/sink-backpressure.ts'
import type { FeedPositions } from '../../stream/time/feed-positions.ts'
import type { Config } from '../config.ts'
import { figuresOf } from '../metrics/detect-metrics.ts'
import { writeRuleCosts } from '../metrics/rule-costs.ts'
import { unreadOf } from '../stream/backbone.ts'
import { builtInOf, type IntakeKnowledge, runIntake } from './run-intake.ts'
import { IntakeThreads } from './threads.ts'

export type Intake = {
  /** The rules of this thread: they receive control data, and know the windows. */
  readonly rules: RuleBook
  /** Resolves when `stop` aborts; rejects when intake fails. */
  run(known: Omit<IntakeKnowledge, 'rules' | 'intel'>, stop: AbortSignal): Promise<void>
  /** Metric series that intake counts in addition to those of the process. */
  series(): Promise<readonly Series[]>
  /** Threads match against this block from now on. */
  showIntel(block: SharedArrayBuffer): void
  close(): Promise<void>
}

export type IntakeParts = {
  readonly config: Config
  readonly driver: Driver
  /** Receives the positions of the feeds. */
  readonly feeds: FeedPositions
  /** Counts rows handed on, where one process has them all. */
  readonly pace: Pace
  readonly metrics: Metrics
  readonly log: Log
  readonly stageHooks: StageHooks
  readonly ruleHooks: RuleBookHooks
  readonly intel: IntelBook
}

export function openIntake(parts: IntakeParts): Intake {
  return parts.driver.name === 'embedded' ? inThreads(parts) : inThisThread(parts)
}

function inThreads({ config, driver, pace, feeds }: IntakeParts): Intake {
  const builtIn = builtInOf(config)
  const threadsFor = (own: number) => threadsOf(config, driver, builtIn.length + own)
  const threads = new IntakeThreads(threadsFor(0), { pace, feeds })
  const compiled: RuleBookHooks['compiled'] = (_, set) => threads.grow(threadsFor(set?.rules ?? 0))
  const parser = new RuleParser()
  const rules = new RuleBook(builtIn, { compiled }, { onlyWindows: true, parser })
  return {
    rules,
    run: (_, stop) => threads.run(driver, groupOf(INTAKE), stop),
    series: () => threads.series(),
    showIntel: (block) => threads.showIntel(block),
    close: async () => {
      await parser.close()
      await threads.close()
    },
  }
}

/** Another replica may store the rows here, so they are not paced; but nothing is handed on that might be dropped. */
function inThisThread({ config, driver, feeds, metrics, log, stageHooks, ruleHooks, intel }: IntakeParts): Intake {
  const parser = new RuleParser()
  const rules = new RuleBook(builtInOf(config), ruleHooks, { parser })
  const committed = (batch: CommittedBatch) => {
    stageHooks.committed?.(batch)
    feeds.saw(batch)
  }
  figuresOf(rules, metrics)
  const costs = config.clickhouseUrl === null ? null : writeRuleCosts(rules, config.clickhouseUrl, log)
  const unread = unreadOf(driver, [TOPICS.normalizedEvents.name, TOPICS.ruleMatches.name], config, log)
  const hooks = { ...stageHooks, committed, room: (lost: AbortSignal) => unread.room(lost) }
  return {
    rules,
    run: (known, stop) => runIntake(unread.noting(driver), { rules, intel, ...known }, stop, hooks),
    series: async () => [],
    showIntel: () => undefined,
    close: async () => {
      await parser.close()
      await costs?.close()
    },
  }
}

/** Rules of one tenant from which on matching is worth another thread. */
const MANY_RULES = 1_000

/**
 * Ingest, the writer of the log and the lake need a core too: on two cores a second thread makes events 6 % dearer
 * where there are few rules, and is a fifth faster where there are thousands. One without a partition would have nothing to do.
 */
function threadsOf({ intakeThreads }: Config, driver: Driver, rules: number): number {
  const cores = availableParallelism()
  const wanted = intakeThreads || (rules < MANY_RULES ? Math.max(1, cores - 1) : cores)
  return Math.min(wanted, driver.partitions(TOPICS.securityEvents.name))
}
