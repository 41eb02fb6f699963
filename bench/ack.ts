/**
 * Measures how long a sender waits for its 202 at half of the maximum sustained load, with bodies of a megabyte and
 * with small ones. The maximum is found first, by pushing as fast as ingest accepts and waiting until all events are
 * drained.
 */

import { benchConfig } from './config.ts'
import { FeedBodies } from './feed-bodies.ts'
import { type BenchInstance, startInstance } from './instance.ts'
import { inMs, openLoop } from './open-loop.ts'
import { usageOfTree } from './processes.ts'
import { type Pushed, pushOne } from './pusher.ts'
import { round } from './round.ts'

const CLOSED_SECONDS = 8
/** Enough to keep ingest busy with small bodies too, most of whose time is waiting for the disk. */
const PARALLEL = 32
/** A tenant may push 1,000 requests a second; small bodies need more. */
const TENANTS = 8

export async function benchAck(): Promise<Record<string, unknown>> {
  const large = await FeedBodies.load({ bodyBytes: 1 << 20 })
  const small = await FeedBodies.load({ eventsPerBody: 20 })
  const bench = await startInstance()
  try {
    const tokens: string[] = []
    for (let i = 0; i < TENANTS; i++) tokens.push((await bench.svc('tokens', 'mint', '--tenant', `ack-${i}`)).trim())
    const figures = {
      corpus: large.corpus,
      bytes_per_event: large.bytesPerEvent,
      megabyte: await atHalfLoad(bench, 'large', large, tokens),
      twenty_events: await atHalfLoad(bench, 'small', small, tokens),
    }
    return { ...figures, peak_rss_mb: Math.round(usageOfTree(bench.instance.pid).peakRssMb) }
  } finally {
    await bench.stop()
  }
}

async function atHalfLoad(
  bench: BenchInstance,
  name: string,
  bodies: FeedBodies,
  tokens: readonly string[],
): Promise<Record<string, unknown>> {
  let nth = 0
  const target = (round: number) => ({
    url: bench.instance.ingestUrl,
    token: tokens[nth++ % tokens.length] as string,
    connector: `${name}-${round}`,
  })
  await closedLoop(bodies, target, CLOSED_SECONDS / 4) // warms up the ingest service and the stages
  await bench.drain()
  const { perSecond, eventsPerSecond } = await sustained(bench, bodies, target)
  const { seconds } = benchConfig()
  const times: number[] = []
  const pushed: Pushed = { events: 0, refusals: 0, latenciesMs: [] }
  await openLoop(perSecond / 2, seconds, async (_, dueMs) => {
    const { body, round } = bodies.next()
    await pushOne(body, target(round), pushed)
    times.push(performance.now() - dueMs)
  })
  await bench.drain()
  return {
    sustained_events_per_second: Math.round(eventsPerSecond),
    events_per_second: Math.round(pushed.events / seconds),
    requests_per_second: round(perSecond / 2),
    ack_ms: inMs(times),
    requests: times.length,
    refused_and_sent_again: pushed.refusals,
  }
}

type Target = (round: number) => { url: string; token: string; connector: string }

/** Events a second through the whole path, the time to drain them included. */
async function sustained(bench: BenchInstance, bodies: FeedBodies, target: Target) {
  const startedAt = performance.now()
  const { events, requests } = await closedLoop(bodies, target, CLOSED_SECONDS)
  await bench.drain()
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: requests / seconds, eventsPerSecond: events / seconds }
}

async function closedLoop(bodies: FeedBodies, target: Target, seconds: number) {
  const untilMs = performance.now() + seconds * 1000
  let requests = 0
  const pushed: Pushed = { events: 0, refusals: 0, latenciesMs: [] }
  const worker = async () => {
    for (; performance.now() < untilMs; requests++) {
      const { body, round } = bodies.next()
      await pushOne(body, target(round), pushed)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return { events: pushed.events, requests }
}
