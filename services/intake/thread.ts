/**
 * A thread that runs intake over some partitions of an embedded instance. It reads the log itself, follows control data
 * and compiles the rules itself; commits are made by the thread that started it.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { LearnedBook } from '../../connectors/learned/learned-book.ts'
import { RuleParser } from '../../detections/content/parser/rule-parser.ts'
import { RuleBook } from '../../detections/tenant/rule-book.ts'
import { IndicatorTable } from '../../intel/indicator-table.ts'
import { DecoyBook } from '../../pipeline/stages/intake/honeytoken/decoy-book.ts'
import { assert } from '../../platform/assert.ts'
import { collectGarbage } from '../../platform/collect-garbage.ts'
import { openLog } from '../../platform/log.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { type Answer, Calls } from '../../platform/port-rpc.ts'
import { giveMemoryBack } from '../../schemas/native-columns.ts'
import { ControlFeed } from '../../stream/control-feed.ts'
import type { Driver, TopicPartition } from '../../stream/driver.ts'
import { borrowOwnership } from '../../stream/threads/borrow.ts'
import type { LentQuestion } from '../../stream/threads/lend.ts'
import type { Stands } from '../../stream/time/feed-positions.ts'
import { config } from '../config.ts'
import { figuresOf, ruleMetrics } from '../metrics/detect-metrics.ts'
import { pipelineMetrics } from '../metrics/pipeline-metrics.ts'
import { writeRuleCosts } from '../metrics/rule-costs.ts'
import { openBackbone } from '../stream/backbone.ts'
import { followStops } from '../sync-stopped-rules.ts'
import { builtInOf, runIntake } from './run-intake.ts'

/** Messages from the starter to a thread. */
export type ToThread =
  /** Answered when the partitions were lost; others may follow. */
  | { readonly kind: 'run'; readonly partitions: readonly TopicPartition[] }
  | { readonly kind: 'lost' }
  | { readonly kind: 'series' }
  | { readonly kind: 'intel'; readonly block: SharedArrayBuffer }

export type FromThread = LentQuestion | { readonly kind: 'room' } | { readonly kind: 'stands'; readonly at: Stands }

export type ThreadData = { readonly thread: number; readonly intel: SharedArrayBuffer | null }

assert(parentPort, 'intake must run in its own thread')
const { thread, intel: block } = workerData as ThreadData
const settings = config()
const log = openLog('pipeline').child({ role: 'pipeline', thread })
const metrics = openMetrics('pipeline', { thread })
collectGarbage()
metrics.observed('svc_thread_heap_bytes', 'heap of a thread, with garbage', () => process.memoryUsage().heapUsed)
metrics.observed('svc_thread_external_bytes', 'buffers of a thread', () => process.memoryUsage().external)
const stageMetrics = pipelineMetrics(metrics, log).stage
const rules = new RuleBook(builtInOf(settings), ruleMetrics(metrics, log).rules, { parser: new RuleParser() })
const decoys = new DecoyBook()
const learned = new LearnedBook()
const control = new ControlFeed((...change) => {
  rules.change(...change)
  decoys.change(change[0], change[1], change[2], change[3])
  learned.change(change[0], change[1], change[2], change[3])
})
const intel = { table: block && new IndicatorTable(block) }
/** Aborts the partitions that it has now. */
let lost = new AbortController()
const driver = await openBackbone(settings, [], log)
void control.follow(driver, log, new AbortController().signal) // until the thread is ended
figuresOf(rules, metrics)
if (settings.clickhouseUrl !== null) writeRuleCosts(rules, settings.clickhouseUrl, log)
const stopsKnown =
  settings.clickhouseUrl === null
    ? control.caughtUp
    : followStops([rules], control.caughtUp, settings.clickhouseUrl, log).known
/** Created last: it starts to receive messages. */
const calls = new Calls<FromThread>(parentPort, answer)

async function answer(question: ToThread): Promise<Answer> {
  if (question.kind === 'series') return { value: await metrics.series() }
  if (question.kind === 'intel') intel.table = new IndicatorTable(question.block)
  else if (question.kind === 'lost') lost.abort()
  else {
    try {
      await run(question.partitions)
    } catch (err) {
      log.error({ err }, 'intake failed in this thread')
      throw err
    }
  }
  return { value: null }
}

async function run(partitions: readonly TopicPartition[]): Promise<void> {
  lost = new AbortController()
  const ask = (question: LentQuestion, moved?: readonly ArrayBuffer[]) => calls.ask(question, moved)
  const ownership = borrowOwnership({ partitions, lost: lost.signal, ask }, driver, giveMemoryBack)
  const member: Pick<Driver, 'partitions' | 'join'> = {
    partitions: (topic) => driver.partitions(topic),
    join: (_, work) => work(ownership),
  }
  await runIntake(member, { rules, intel, decoys, learned, control, stopsKnown }, lost.signal, {
    ...stageMetrics,
    room: async () => void (await calls.ask({ kind: 'room' })),
    committed(batch) {
      stageMetrics.committed?.(batch)
      void calls.ask({ kind: 'stands', at: { stage: batch.stage, tp: batch.tp, position: batch.position } })
    },
  })
}
