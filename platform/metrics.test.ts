import { expect, test } from 'vitest'
import { openMetrics, SERIES_MAX } from './metrics.ts'

const quiet = { processMetrics: false }

test('counters, gauges and histograms appear in the text under the service they belong to', async () => {
  const metrics = openMetrics('door', quiet)
  metrics.counter('seen_total', 'Things seen').inc(3)
  const depth = metrics.gauge('depth', 'How deep', ['side'])
  depth.set(7, { side: 'left' })
  depth.set(8, { side: 'right' })
  depth.remove({ side: 'right' })
  metrics.histogram('wait_seconds', 'How long', [0.1, 1]).observe(0.5)
  metrics.observed('level', 'Read when looked at', () => 42)
  const text = await metrics.text()
  expect(text).toContain('seen_total{service="door"} 3')
  expect(text).toContain('depth{side="left",service="door"} 7')
  expect(text).not.toContain('right')
  expect(text).toContain('wait_seconds_bucket{le="1",service="door"} 1')
  expect(text).toContain('level{service="door"} 42')
  expect(metrics.contentType).toContain('text/plain')
})

test('a counter without labels starts at 0', async () => {
  const metrics = openMetrics('door', quiet)
  metrics.counter('seen_total', 'Things seen')
  expect(await metrics.text()).toContain('seen_total{service="door"} 0')
})

test('too many label sets are folded into one series', async () => {
  const metrics = openMetrics('door', quiet)
  const counter = metrics.counter('seen_total', 'Things seen', ['who'])
  for (let i = 0; i < SERIES_MAX + 20; i++) counter.inc(1, { who: `caller-${i}` })
  counter.inc(1, { who: 'caller-0' })
  const text = await metrics.text()
  expect(text.match(/^seen_total\{/gm)).toHaveLength(SERIES_MAX + 1)
  expect(text).toContain('seen_total{who="other",service="door"} 20')
  expect(text).toContain('seen_total{who="caller-0",service="door"} 2')
})

test('process figures are included unless switched off', async () => {
  expect(await openMetrics('a').text()).toContain('process_resident_memory_bytes')
  expect(await openMetrics('b', quiet).text()).not.toContain('process_resident_memory_bytes')
})

test('counts of threads and of the process are separate series with a label', async () => {
  const metrics = openMetrics('pipeline')
  metrics.counter('seen_total', 'Things seen').inc(1)
  const threads = [0, 1].map((thread) => openMetrics('pipeline', { thread }))
  for (const [thread, counted] of threads.entries()) {
    counted.counter('seen_total', 'Things seen').inc(10 + thread)
    counted.histogram('wait_seconds', 'How long', [0.1, 1]).observe(0.5)
  }
  const series = structuredClone(await Promise.all(threads.map((thread) => thread.series())))
  const text = await metrics.text(series)
  expect(text.match(/^# TYPE seen_total counter$/gm)).toHaveLength(1)
  expect(text).toContain('seen_total{service="pipeline"} 1')
  expect(text).toContain('seen_total{service="pipeline",thread="0"} 10')
  expect(text).toContain('seen_total{service="pipeline",thread="1"} 11')
  expect(text).toContain('wait_seconds_count{service="pipeline",thread="1"} 1')
  expect(text).toContain('process_start_time_seconds')
  expect(text).toContain('process_cpu_seconds_total')
})
