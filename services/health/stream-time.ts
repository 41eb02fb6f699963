/**
 * Compares the time that stages go by with the clock. After a jump of the clock it lies ahead until marks set it back, and
 * until then what comes is late for every window: a fault that shows in the health, in a metric and in the log.
 */

import { AppError } from '../../platform/errors.ts'
import type { Checks, Figures } from '../../platform/health.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { CommittedBatch } from '../../stream/run-stage.ts'
import { BACK_MS } from '../../stream/time/stream-time.ts'

type Seen = { readonly timeMs: number; readonly wasAhead: boolean }

export type StreamTimeHealth = {
  /** After each commit of a stage. */
  saw(batch: Pick<CommittedBatch, 'stage' | 'tp' | 'figures'>): void
  readonly checks: Checks
  /** Events that came too late for a window since the process began, and how far time is ahead. */
  readonly figures: Figures
}

export function streamTimeHealth(metrics: Metrics, log: Log, nowMs: () => number = Date.now): StreamTimeHealth {
  const gauge = metrics.gauge(
    'svc_stage_time_ahead_seconds',
    'how far the event clock of a stage is ahead of the system clock',
    ['stage'],
  )
  const setBack = metrics.counter(
    'svc_stage_time_set_backs_total',
    'number of times that the clock of a stage was set back',
    ['stage'],
  )
  const seen = new Map<string, Seen>()
  const setBacks = new Map<string, number>()
  let lateEvents = 0
  const aheadSeconds = () => {
    const ahead = [...seen.values()].map(({ timeMs }) => (timeMs - nowMs()) / 1000)
    return Math.max(0, Math.round(Math.max(0, ...ahead)))
  }
  return {
    saw({ stage, tp, figures: { outcomes, state } }) {
      for (const { reason, events } of outcomes) if (reason === 'late') lateEvents += events
      const { time_ms: timeMs, time_set_backs: count = 0 } = state
      if (timeMs === undefined) return
      const key = `${stage} ${tp.partition}`
      if (count > (setBacks.get(key) ?? 0)) {
        setBack.inc(1, { stage })
        log.warn(
          { stage, partition: tp.partition, time: new Date(timeMs).toISOString() },
          'stage time was set back to the system clock',
        )
      }
      setBacks.set(key, count)
      const wasAhead = seen.get(key)?.wasAhead ?? false
      const isAhead = timeMs > nowMs() + BACK_MS
      seen.set(key, { timeMs, wasAhead: isAhead })
      gauge.set(Math.max(0, Math.round((timeMs - nowMs()) / 1000)), { stage })
      if (isAhead && !wasAhead)
        log.warn(
          { stage, partition: tp.partition, time: new Date(timeMs).toISOString() },
          'stage time is ahead of the system clock: events count as late until it is set back',
        )
    },
    checks: {
      stream_time: async () => {
        const seconds = aheadSeconds()
        if (seconds * 1000 > BACK_MS)
          throw new AppError(
            'unavailable',
            `the time of windows is ${seconds} s ahead of the system clock: events count as late`,
          )
      },
    },
    figures: {
      stream_time: async () => ({ ahead_seconds: aheadSeconds(), late_events: lateEvents }),
    },
  }
}
