import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openHealth } from '../../platform/health.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { streamTimeHealth } from './stream-time.ts'

const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) })

test('a stage whose time is ahead of the clock is unhealthy until it is set back, and late events are counted', async () => {
  let clockMs = Date.UTC(2026, 0, 7)
  const metrics = openMetrics('pipeline', { processMetrics: false })
  const time = streamTimeHealth(metrics, log, () => clockMs)
  const saw = (timeMs: number, setBacks = 0, late = 0) =>
    time.saw({
      stage: 'correlate',
      tp: { topic: 't', partition: 0 },
      figures: {
        outcomes: [{ outcome: 'not_counted', reason: 'late', events: late }],
        state: { time_ms: timeMs, time_set_backs: setBacks },
        rows: 0,
      },
    })
  const health = () => openHealth({ checks: time.checks, figures: time.figures, nowMs: () => clockMs, log })()
  saw(clockMs - 2_000)
  expect(await health()).toMatchObject({ status: 'ok', figures: { stream_time: { ahead_seconds: 0, late_events: 0 } } })
  clockMs += 40 * 86_400_000
  saw(clockMs)
  clockMs -= 40 * 86_400_000
  saw(clockMs + 40 * 86_400_000, 0, 12)
  expect(await health()).toMatchObject({
    status: 'degraded',
    figures: { stream_time: { ahead_seconds: 40 * 86_400, late_events: 12 } },
  })
  saw(clockMs, 1)
  expect((await health()).status).toBe('ok')
  expect(logged).toEqual([
    'stage time is ahead of the system clock: events count as late until it is set back',
    'a subsystem is down',
    'stage time was set back to the system clock',
  ])
  expect(await metrics.text()).toContain('svc_stage_time_set_backs_total{stage="correlate",service="pipeline"} 1')
})
