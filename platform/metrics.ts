import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Labels = Readonly<Record<string, string>>
export type CounterMetric = { inc(by?: number, labels?: Labels): void }
export type GaugeMetric = {
  set(value: number, labels?: Labels): void
  /** Removes the series with these labels, whose value is no longer valid. */
  remove(labels: Labels): void
}
export type HistogramMetric = { observe(value: number, labels?: Labels): void }

/** The metrics of one service, in a registry of its own, so that several services can run in one process. */
export type Metrics = {
  counter(name: string, help: string, labels?: readonly string[]): CounterMetric
  gauge(name: string, help: string, labels?: readonly string[]): GaugeMetric
  /** `buckets` are upper bounds in the unit that ends the name. */
  histogram(name: string, help: string, buckets: readonly number[], labels?: readonly string[]): HistogramMetric
  /** A gauge that is read at each scrape. */
  observed(name: string, help: string, read: () => number): void
  /** Prometheus text that includes the `series` of other threads; send it as `contentType`. */
  text(others?: readonly Series[]): Promise<string>
  /** The current values, to be sent to another thread. */
  series(): Promise<Series>
  readonly contentType: string
}

/** The metrics of one registry, as prom-client passes them between workers. */
export type Series = readonly { readonly name: string; readonly aggregator: string }[]

export type MetricsOptions = {
  /** Memory, CPU, event-loop and garbage collection figures of the process. */
  readonly processMetrics?: boolean
  /**
   * Number of the thread among those with the same metrics: a label on all of them. Such a thread has no process
   * figures.
   */
  readonly thread?: number
}

/**
 * Number of different label sets a metric may have. Beyond it all labels of a new set become `other`.
 * @bound label sets of a metric -> further ones are counted as `other`
 */
export const SERIES_MAX = 500

/** Sampling interval of the event loop delay: the default of 10 ms would be most of an idle process's wake-ups. */
const LOOP_MS = 100

export function openMetrics(service: string, { processMetrics, thread }: MetricsOptions = {}): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service, ...(thread === undefined ? {} : { thread: String(thread) }) })
  if (processMetrics ?? thread === undefined)
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_MS })
  const registers = [registry]
  return {
    counter(name, help, labels = []) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers })
      const bounded = boundedLabels()
      return { inc: (by = 1, set) => (set ? counter.inc(bounded(set), by) : counter.inc(by)) }
    },
    gauge(name, help, labels = []) {
      const gauge = new Gauge({ name, help, labelNames: [...labels], registers })
      const bounded = boundedLabels()
      return {
        set: (value, set) => (set ? gauge.set(bounded(set), value) : gauge.set(value)),
        remove: (set) => gauge.remove(set),
      }
    },
    histogram(name, help, buckets, labels = []) {
      const histogram = new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers })
      const bounded = boundedLabels()
      return { observe: (value, set) => (set ? histogram.observe(bounded(set), value) : histogram.observe(value)) }
    },
    observed(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    text: (others = []) => (others.length === 0 ? registry.metrics() : textOfAll(registry, others)),
    series: () => seriesOf(registry),
    contentType: registry.contentType,
  }
}

async function seriesOf(registry: Registry): Promise<Series> {
  return (await registry.getMetricsAsJSON()) as unknown as Series
}

/** Threads differ by a label, so no values are added; metrics that prom-client leaves out of sums appear once. */
async function textOfAll(registry: Registry, others: readonly Series[]): Promise<string> {
  const own = (await seriesOf(registry)).map((one) => ({ ...one, aggregator: 'first' }))
  return AggregatorRegistry.aggregate([own, ...others]).metrics()
}

function boundedLabels(): (labels: Labels) => Labels {
  const seen = new Set<string>()
  return (labels) => {
    const series = Object.values(labels).join('\0')
    if (seen.has(series)) return labels
    if (seen.size >= SERIES_MAX) return Object.fromEntries(Object.keys(labels).map((name) => [name, 'other']))
    seen.add(series)
    return labels
  }
}
