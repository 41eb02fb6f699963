/** Metrics of the stages. */

import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Consumers } from '../../stream/embedded/retention.ts'
import type { SinkHooks } from '../../stream/run-sink.ts'
import type { StageHooks } from '../../stream/run-stage.ts'
import type { Lags } from '../health/lags.ts'
import { repeat } from '../process/repeat.ts'
import { CONSUMERS } from '../stream/backbone.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type PipelineHooks = { readonly stage: StageHooks; readonly sink: SinkHooks }

export function pipelineMetrics(metrics: Metrics, log: Log): PipelineHooks {
  const records = metrics.counter('svc_stage_records_total', 'records read and committed', ['stage', 'topic'])
  const bytes = metrics.counter('svc_stage_bytes_total', 'bytes of records read and committed', ['stage', 'topic'])
  const batch = metrics.histogram('svc_stage_batch_seconds', 'time to process one batch', SECONDS, ['stage'])
  const outcomes = metrics.counter('svc_stage_events_total', 'events by outcome', ['stage', 'outcome', 'reason'])
  const queued = metrics.gauge('svc_stage_queued_bytes', 'records read ahead and not yet processed', [
    'stage',
    'partition',
  ])
  const state = metrics.gauge('svc_stage_state', "size of a stage's state", ['stage', 'partition', 'figure'])
  const figuresSeen = new Set<string>()
  const written = metrics.counter('svc_sink_rows_total', 'rows written', ['sink', 'topic'])
  const write = metrics.histogram('svc_sink_write_seconds', 'time of one write to the store', SECONDS, ['sink'])
  const refusals = metrics.counter('svc_sink_refusals_total', 'writes that failed and were retried', ['topic'])
  return {
    stage: {
      committed({ stage, tp, records: count, bytes: size, seconds, queuedBytes, figures }) {
        records.inc(count, { stage, topic: tp.topic })
        bytes.inc(size, { stage, topic: tp.topic })
        batch.observe(seconds, { stage })
        queued.set(queuedBytes, { stage, partition: String(tp.partition) })
        for (const { outcome, reason, events } of figures.outcomes) outcomes.inc(events, { stage, outcome, reason })
        for (const [figure, value] of Object.entries(figures.state)) {
          figuresSeen.add(figure)
          state.set(value, { stage, partition: String(tp.partition), figure })
        }
      },
      left({ stage, tp }) {
        const partition = String(tp.partition)
        queued.remove({ stage, partition })
        for (const figure of figuresSeen) state.remove({ stage, partition, figure })
      },
    },
    sink: {
      written({ sink, tp, weight, seconds }) {
        written.inc(weight, { sink, topic: tp.topic })
        write.observe(seconds, { sink })
      },
      refused(tp, err, attempt) {
        refusals.inc(1, { topic: tp.topic })
        log.warn({ err, topic: tp.topic, partition: tp.partition, attempt }, 'write failed, retrying')
      },
    },
  }
}

const LAG_MS = 5_000

/** Lag of each group in records, as old as the last read. */
export function lagOf(driver: Lags, metrics: Metrics, consumers: Consumers = CONSUMERS): void {
  const lag = metrics.gauge('svc_group_lag_records', 'consumer lag: records that a group has not processed', [
    'group',
    'topic',
  ])
  repeat(LAG_MS, async () => {
    for (const { group, topic } of consumers) lag.set(await groupLag(driver, group, topic), { group, topic })
  })
}

export async function groupLag(driver: Lags, group: string, topic: string): Promise<number> {
  let lag = 0
  for (let partition = 0; partition < driver.partitions(topic); partition++) {
    const { end } = await driver.bounds({ topic, partition })
    lag += Math.max(0, end - (await driver.groupPosition(group, { topic, partition })))
  }
  return lag
}

/** Records anywhere on their way to the lake. */
export async function totalLag(driver: Lags, consumers: Consumers = CONSUMERS): Promise<number> {
  let lag = 0
  for (const { group, topic } of consumers) lag += await groupLag(driver, group, topic)
  return lag
}
