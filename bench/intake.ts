/** The intake stage alone, beside JSON.parse of the same events: decode, map, identify, drop repeats, lay out. */
import { INGEST_LIMITS } from '../ingest/http/limits.ts'
import { intakeStage } from '../pipeline/stages/intake/stage.ts'
import type { LogRecord } from '../stream/driver.ts'
import { FEED_LIMITS } from '../stream/fair-feed.ts'
import type { StageTask } from '../stream/stage.ts'
import { batchRecord } from './batch-record.ts'
import { countLines, openCorpus } from './corpus.ts'
import { usageOf } from './processes.ts'
import { round } from './round.ts'
import { jsonParseUnit } from './unit.ts'

const MEMORY_BYTES = 96 << 20
const EVENTS_MIN = 200_000

export async function benchIntake(): Promise<Record<string, unknown>> {
  const corpus = openCorpus()
  const bodies: Buffer[] = []
  for await (const body of corpus.bodies(1 << 20)) {
    bodies.push(Buffer.from(body))
    if (bodies.length << 20 >= MEMORY_BYTES) break
  }
  const bytes = bodies.reduce((sum, body) => sum + body.length, 0)
  const events = bodies.reduce((sum, body) => sum + countLines(body), 0)
  const rounds = Math.ceil(EVENTS_MIN / events)
  const task = intakeStage({ partitions: 1, eventBytesMax: INGEST_LIMITS.eventBytesMax }).open(0)
  task.restore([])
  stepAll(task, recordsOf(bodies, 'warm', 0))
  const records = Array.from({ length: rounds }, (_, i) => recordsOf(bodies, `round-${i}`, (i + 1) * bodies.length))
  const before = jsonParseUnit(bodies)
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  for (const round of records) stepAll(task, round)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (performance.now() - startedAt) / 1000
  const after = jsonParseUnit(bodies)
  const unit = (before.microseconds + after.microseconds) / 2
  const cpuUs = (user + system) / (events * rounds)
  return {
    corpus: corpus.name,
    events: events * rounds,
    events_per_second: Math.round((events * rounds) / seconds),
    cpu_us_per_event: round(cpuUs),
    json_parse_us: round(unit),
    times_json_parse: round(cpuUs / unit),
    bytes_per_event: Math.round(bytes / events),
    peak_rss_mb: Math.round(usageOf(process.pid).peakRssMb),
  }
}

/** Each round uses another connector, because the same events of one connector would be duplicates. */
function recordsOf(bodies: readonly Buffer[], connector: string, from: number): LogRecord[] {
  return bodies.map((body, i) => batchRecord(body, connector, from + i))
}

/** Steps like the runtime, with a flush about every `batchBytes`. */
function stepAll(task: StageTask, records: readonly LogRecord[]): void {
  let bytes = 0
  for (const [i, record] of records.entries()) {
    task.step(record)
    bytes += record.value.length
    if (bytes < FEED_LIMITS.batchBytes && i < records.length - 1) continue
    task.flush().release?.()
    bytes = 0
  }
}
