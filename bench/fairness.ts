/**
 * Measures the effect of a loud tenant on twenty quiet ones: their acknowledgements, and the time from push until a
 * query sees the batch. The quiet tenants run alone, beside one at 100 times their rate, beside one that sends as much
 * as ingest accepts, and alone again, which shows how much the figures vary by themselves.
 */
import { benchConfig } from './config.ts'
import { p99AtMostMs, readIngestTimes } from './door-times.ts'
import { BATCH_EVENTS, LOUD, NORMAL, QUIET_TENANTS, WARM_SECONDS } from './fairness-load.ts'
import { FeedBodies } from './feed-bodies.ts'
import { startInstance } from './instance.ts'
import { type Load, LoudTenant } from './loud-tenant.ts'
import { inMs } from './open-loop.ts'
import { usageOfTree } from './processes.ts'
import { QuietTenants } from './quiet-tenants.ts'
import { round } from './round.ts'

const SATURATING: Load = { kind: 'whatever_is_taken', parallel: 8 }

export async function benchFairness(): Promise<Record<string, unknown>> {
  const bench = await startInstance()
  try {
    const mint = async (tenant: string) => (await bench.svc('tokens', 'mint', '--tenant', tenant)).trim()
    const small = await FeedBodies.load({ eventsPerBody: BATCH_EVENTS })
    const token = await mint('loud')
    const loud = await LoudTenant.open({ url: bench.instance.ingestUrl, token, eventsPerBatch: BATCH_EVENTS })
    const quiet = await QuietTenants.open(bench.instance, QUIET_TENANTS, mint, small)
    const { seconds } = benchConfig()
    const phase = async (forSeconds: number, load: Load | null) => {
      const before = await readIngestTimes(bench.instance.ingestUrl)
      const [times, loudEvents] = await Promise.all([
        quiet.push(NORMAL, forSeconds),
        load ? loud.push({ load, seconds: forSeconds }) : 0,
      ])
      const after = await readIngestTimes(bench.instance.ingestUrl)
      await bench.drain()
      return {
        ack: inMs(times.ackMs),
        door_p99_at_most_ms: p99AtMostMs(before, after),
        stored: inMs(times.storedMs),
        loud_events_per_second: Math.round(loudEvents / forSeconds),
      }
    }
    await phase(WARM_SECONDS, LOUD)
    const alone = await phase(seconds, null)
    const loud100 = await phase(seconds, LOUD)
    const saturated = await phase(seconds, SATURATING)
    const again = await phase(seconds, null)
    await Promise.all([quiet.close(), loud.close()])
    const moved = (other: typeof alone) => ({
      ack_p99: round((2 * other.ack.p99) / (alone.ack.p99 + again.ack.p99)),
      stored_p99: round((2 * other.stored.p99) / (alone.stored.p99 + again.stored.p99)),
    })
    return {
      corpus: small.corpus,
      quiet_tenants: QUIET_TENANTS,
      quiet_events_per_second: QUIET_TENANTS * NORMAL * BATCH_EVENTS,
      alone_ms: alone,
      loud_100x_ms: loud100,
      saturated_ms: saturated,
      alone_again_ms: again,
      p99_times_alone: { loud_100x: moved(loud100), saturated: moved(saturated) },
      peak_rss_mb: Math.round(usageOfTree(bench.instance.pid).peakRssMb),
    }
  } finally {
    await bench.stop()
  }
}
