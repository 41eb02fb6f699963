/**
 * Mapping alone, a source at a time, beside JSON.parse of the same events in the same run: record to columns, rest and
 * checked demands. Sources are told by their own `recognises`; the corpus is the one that all benches use.
 */
import type { SourceMapping } from '../connectors/mapping.ts'
import { detectSource } from '../connectors/sources.ts'
import { EventRow } from '../schemas/event-row.ts'
import { openCorpus } from './corpus.ts'
import { usageOf } from './processes.ts'
import { round } from './round.ts'

const EVENTS_MAX = 40_000
const EVENTS_MIN = 200_000
/** Of a file at a time, so that the events of many files are in the corpus. */
const BODY_EVENTS_MAX = 500

type Lines = { readonly source: SourceMapping; readonly lines: string[] }

export async function benchNormalize(): Promise<Record<string, unknown>> {
  const corpus = openCorpus()
  const sources = await linesBySource(corpus.bodies(1 << 20))
  if (sources.length === 0) throw new Error(`no events of a source with a table in ${corpus.name}`)
  return {
    corpus: corpus.name,
    sources: Object.fromEntries(sources.map(({ source, lines }) => [source.id, measure(source, lines)])),
    peak_rss_mb: Math.round(usageOf(process.pid).peakRssMb),
  }
}

async function linesBySource(bodies: AsyncIterable<Buffer>): Promise<readonly Lines[]> {
  const found = new Map<SourceMapping, Lines>()
  let events = 0
  for await (const body of bodies) {
    for (const line of body.toString('utf8').split('\n', BODY_EVENTS_MAX)) {
      const source = sourceOf(line)
      if (!source) continue
      const known = found.get(source)
      if (known) known.lines.push(line)
      else found.set(source, { source, lines: [line] })
      events++
    }
    if (events >= EVENTS_MAX) break
  }
  return [...found.values()]
}

function sourceOf(line: string): SourceMapping | null {
  try {
    return detectSource(JSON.parse(line) as Record<string, unknown>)
  } catch {
    return null
  }
}

function measure(source: SourceMapping, lines: readonly string[]): Record<string, number> {
  const rounds = Math.ceil(EVENTS_MIN / lines.length)
  const row = new EventRow()
  const counts = { rest: 0, faulty: 0 }
  const parse = () => {
    for (const line of lines) sink = JSON.parse(line)
  }
  const map = () => {
    for (const line of lines) {
      row.clear()
      source.fill(JSON.parse(line) as Record<string, unknown>, row)
      counts.rest += row.ocsfRest.length
      if (source.faults().length > 0) counts.faulty++
    }
  }
  cpuUs(parse, 1)
  cpuUs(map, 1)
  counts.rest = 0
  counts.faulty = 0
  const startedAt = performance.now()
  const both = cpuUs(map, rounds) / lines.length
  const seconds = (performance.now() - startedAt) / 1000
  const unit = cpuUs(parse, rounds) / lines.length
  const events = rounds * lines.length
  if (sink === undefined) throw new Error('nothing was parsed')
  return {
    events_per_second: Math.round(events / seconds),
    cpu_us_per_event: round(both),
    map_us_per_event: round(both - unit),
    json_parse_us: round(unit),
    times_json_parse: round(both / unit),
    bytes_in_per_event: Math.round(lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0) / lines.length),
    rest_bytes_per_event: Math.round(counts.rest / events),
    faulty_per_million: Math.round((counts.faulty / events) * 1e6),
  }
}

let sink: unknown

/** CPU microseconds of a round. */
function cpuUs(run: () => void, rounds: number): number {
  const startedAt = process.cpuUsage()
  for (let i = 0; i < rounds; i++) run()
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / rounds
}
