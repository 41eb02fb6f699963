/**
 * The whole path without rules: pushed over HTTP, durable, decoded, mapped, deduplicated, stored, and the merges that
 * follow waited for. CPU of every process of the instance, over JSON.parse of the same events in the same run.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { benchConfig } from './config.ts'
import { countLines, openCorpus } from './corpus.ts'
import { startInstance } from './instance.ts'
import { type Usage, usageOfTree } from './processes.ts'
import { percentile, pushAll } from './pusher.ts'
import { round } from './round.ts'
import { jsonParseOfBytesUs, jsonParseUnit } from './unit.ts'

const BODY_BYTES = 1 << 20
const UNIT_EVERY = 16
/** While the instance is at work, so often, and of so many of those bodies: the load goes on from what is in flight. */
const UNITS_BESIDE = 4
const BESIDE_EVERY = 4
const PARALLEL = 8
/**
 * Number of pushed batches that intake has not read, beyond which pushing pauses. Ingest alone is several times faster
 * than the whole path: without the bound, a long run would measure a log that grows by everything that was pushed.
 */
const WAITING_MAX = 100
const LOOK_MS = 50

/** Figures that other benches compare with. */
type Figures = {
  readonly events_per_second: number
  readonly cpu_us_per_event: number
  readonly json_parse_us: number
  readonly times_json_parse_beside: number
  readonly cpu_by_process: Readonly<Record<string, number>>
}

/**
 * `SVC_BENCH_EVENTS` stops after so many; the corpus is pushed again, as another connector, until then. As fast as it
 * goes, or no faster than `rateMax` events a second.
 */
export async function benchPipeline(
  env: NodeJS.ProcessEnv = {},
  rateMax = Number.POSITIVE_INFINITY,
): Promise<Record<string, unknown> & Figures> {
  const { events: eventsMax, format } = benchConfig()
  const corpus = openCorpus()
  const unitBodies: Buffer[] = []
  let seen = 0
  for await (const body of corpus.bodies(BODY_BYTES)) if (seen++ % UNIT_EVERY === 0) unitBodies.push(Buffer.from(body))
  const before = jsonParseUnit(unitBodies)
  const bytesBefore = jsonParseOfBytesUs(unitBodies)
  const bench = await startInstance(env)
  try {
    const token = (await bench.svc('tokens', 'mint', '--tenant', 'bench')).trim()
    const startedAt = performance.now()
    const cpuBefore = usageOfTree(bench.instance.pid)
    const rss: number[] = []
    const watch = setInterval(() => rss.push(usageOfTree(bench.instance.pid).rssMb), 1000)
    let events = 0
    let bytes = 0
    const latenciesMs: number[] = []
    const beside: number[] = []
    const watched = await bench.watch()
    const gate = keepGate(watched.lag)
    for (let pass = 0; events < eventsMax; pass++) {
      const bodies = counted(
        corpus.bodies(BODY_BYTES),
        async () => {
          while (gate.isShut() || events > ((performance.now() - startedAt) / 1000) * rateMax) await delay(LOOK_MS)
          return events < eventsMax
        },
        (body) => {
          events += countLines(body)
          bytes += body.length
          if (events < (eventsMax * (beside.length + 1)) / (UNITS_BESIDE + 1)) return
          beside.push(jsonParseUnit(unitBodies.filter((_, i) => i % BESIDE_EVERY === 0)).microseconds)
        },
      )
      const pushed = await pushAll(
        bodies,
        { url: bench.instance.ingestUrl, token, connector: `bench-${pass}`, format },
        PARALLEL,
      )
      latenciesMs.push(...pushed.latenciesMs)
    }
    await gate.stop()
    await watched.close()
    await bench.drain()
    const seconds = (performance.now() - startedAt) / 1000
    await mergesSettled(bench.svc)
    const cpu = usageOfTree(bench.instance.pid)
    clearInterval(watch)
    const after = jsonParseUnit(unitBodies)
    const unit = (before.microseconds + after.microseconds) / 2
    const unitOfBytes = (bytesBefore + jsonParseOfBytesUs(unitBodies)) / 2
    const unitBeside = beside.reduce((sum, one) => sum + one, 0) / beside.length
    const cpuUs = ((cpu.cpuMs - cpuBefore.cpuMs) * 1000) / events
    const [ledger] = JSON.parse(await bench.svc('ledger', '--json', '--tenant', 'bench')) as { stored: number }[]
    return {
      corpus: corpus.name,
      format,
      events,
      events_per_second: Math.round(events / seconds),
      cpu_us_per_event: round(cpuUs),
      json_parse_us: round(unit),
      json_parse_us_before_after: [round(before.microseconds), round(after.microseconds)],
      times_json_parse: round(cpuUs / unit),
      json_parse_of_bytes_us: round(unitOfBytes),
      times_json_parse_of_bytes: round(cpuUs / unitOfBytes),
      json_parse_us_beside: round(unitBeside),
      times_json_parse_beside: round(cpuUs / unitBeside),
      bytes_per_event: Math.round(bytes / events),
      lake_bytes_per_row: Number(
        await bench.svc(
          'sql',
          "SELECT round(sum(bytes_on_disk) / sum(rows), 1) FROM system.parts WHERE active AND table = 'events'",
        ),
      ),
      peak_rss_mb: Math.round(cpu.peakRssMb),
      rss_mb_by_quarter: quarters(rss),
      ack_p99_ms: round(percentile(latenciesMs, 0.99)),
      stored_first_source: ledger?.stored,
      cpu_by_process: byProcess(bench.instance.children, (usage) => (usage.cpuMs * 1000) / events),
      rss_mb_by_process: byProcess(bench.instance.children, (usage) => usage.rssMb),
      peak_rss_mb_by_process: byProcess(bench.instance.children, (usage) => usage.peakRssMb),
    }
  } finally {
    await bench.stop()
  }
}

/**
 * Closed while too many batches wait. The lag is polled in parallel, because with brokers a poll takes longer than many
 * bodies.
 */
function keepGate(lag: () => Promise<number>): { isShut(): boolean; stop(): Promise<void> } {
  let isShut = false
  let isStopped = false
  const looking = (async () => {
    while (!isStopped) {
      // A broker that does not answer is busy, so the gate stays closed.
      const waiting = await lag().catch(() => Number.POSITIVE_INFINITY)
      isShut = waiting > WAITING_MAX
      await delay(LOOK_MS)
    }
  })()
  return {
    isShut: () => isShut,
    stop() {
      isStopped = true
      return looking
    },
  }
}

function byProcess(
  children: Readonly<Record<string, number | null>>,
  figure: (usage: Usage) => number,
): Record<string, number> {
  const entries = Object.entries(children).filter((entry): entry is [string, number] => entry[1] !== null)
  return Object.fromEntries(entries.map(([name, pid]) => [name, round(figure(usageOfTree(pid)))]))
}

async function* counted(
  bodies: AsyncIterable<Buffer>,
  isWanted: () => Promise<boolean>,
  count: (body: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const body of bodies) {
    if (!(await isWanted())) return
    count(body)
    yield body
  }
}

/** Waits until no merge has run for a while, because later merges are part of a batch's cost. */
async function mergesSettled(svc: (...args: string[]) => Promise<string>): Promise<void> {
  for (let quiet = 0; quiet < 5; await delay(1000)) {
    const running = Number(await svc('sql', 'SELECT count() FROM system.merges'))
    quiet = running === 0 ? quiet + 1 : 0
  }
}

function quarters(values: readonly number[]): number[] {
  const size = Math.ceil(values.length / 4)
  return [0, 1, 2, 3].map((i) => Math.round(Math.max(0, ...values.slice(i * size, (i + 1) * size))))
}
