/**
 * Bytes to rows, a source and form at a time: decode, map, check what the class demands, beside JSON.parse of the same
 * events in the same run. Turn by turn, so that what else the machine does falls on all of them; the best turn counts.
 */
import fs from 'node:fs'
import { openBody } from '../connectors/formats/body.ts'
import { isFault } from '../connectors/formats/decoder.ts'
import { EventRow } from '../schemas/event-row.ts'
import { EventsBlock } from '../schemas/events-block.ts'
import { giveBack } from '../schemas/native-columns.ts'
import { benchConfig } from './config.ts'
import { RECEIVED_MS, type Sample, samples } from './normalize-samples.ts'
import { type Measured, type Row, tableOf, together } from './normalize-table.ts'
import { usageOf } from './processes.ts'
import { round } from './round.ts'

const TURNS = 9
/**
 * Events of a sample in one turn, roughly: with a third of this number, tables with many kinds were still being
 * compiled in the last turn.
 */
const TURN_EVENTS = 12_000

type Best = { readonly sample: Sample; readonly parse: number[]; readonly whole: number[]; readonly decode: number[] }

export async function benchNormalize(): Promise<Record<string, unknown>> {
  const all = (await samples()).map((sample): Best => ({ sample, parse: [], whole: [], decode: [] }))
  for (let turn = 0; turn < TURNS; turn++) for (const best of all) takeTurn(best)
  const figures = all.map(figuresOf)
  const json = figures.filter(({ isJson }) => isJson)
  const { ns_per_byte: nsPerByte, times_json_parse } = together(json)
  const rows = figures.map(
    ({ isJson, ...row }): Row => ({ ...row, times_json_sources: round(row.ns_per_byte / nsPerByte) }),
  )
  const { table } = benchConfig()
  if (table !== null) fs.writeFileSync(table, tableOf(rows, nsPerByte))
  return {
    json_sources: json.length,
    json_sources_over_2_5: json.filter(({ times_json_parse }) => (times_json_parse ?? 0) > 2.5).length,
    json_sources_times_json_parse: times_json_parse,
    json_sources_ns_per_byte: nsPerByte,
    text_sources_over_1_5: rows.filter((row) => row.times_json_parse === null && row.times_json_sources > 1.5).length,
    sources: Object.fromEntries(rows.map(({ source, form, ...row }) => [`${source} ${form}`, row])),
    peak_rss_mb: Math.round(usageOf(process.pid).peakRssMb),
  }
}

function takeTurn({ sample, parse, whole, decode }: Best): void {
  const rounds = Math.ceil(TURN_EVENTS / sample.ranges.length)
  if (sample.form === 'auto') parse.push(cpuUs(() => parseAll(sample), rounds))
  decode.push(cpuUs(() => normalizeAll(sample, false), rounds))
  whole.push(cpuUs(() => normalizeAll(sample, true), rounds))
}

function figuresOf({ sample, parse, whole, decode }: Best): Measured & { isJson: boolean } {
  const events = sample.ranges.length
  const us = Math.min(...whole) / events
  const isJson = sample.form === 'auto'
  const parseUs = isJson ? Math.min(...parse) / events : null
  return {
    isJson,
    source: sample.source.id,
    form: isJson ? 'json' : sample.form,
    events,
    bytes_in: Math.round(sample.bytes / events),
    bytes_out: rowBytes(sample),
    values: round(valuesIn(sample) / events),
    us_per_event: round(us),
    decode_us: round(Math.min(...decode) / events),
    events_per_second: Math.round(1e6 / us),
    ns_per_byte: round((us * 1000 * events) / sample.bytes),
    json_parse_us: parseUs === null ? null : round(parseUs),
    times_json_parse: parseUs === null ? null : round(us / parseUs),
  }
}

const row = new EventRow()
let sink: unknown

function parseAll({ body, ranges }: Sample): void {
  for (const [start, end] of ranges) sink = JSON.parse(body.latin1Slice(start, end))
}

function normalizeAll(sample: Sample, isMapped: boolean, visit: (start: number, end: number) => void = () => {}): void {
  const { source, form, body, ranges } = sample
  const { decode } = openBody(body, 'lines', form, { receivedMs: RECEIVED_MS })
  for (const [start, end] of ranges) {
    const record = decode(start, end)
    if (isFault(record)) throw new Error(`${source.id} ${form}: ${record}`)
    sink = record
    if (!isMapped) continue
    row.clear()
    source.fill(record, row)
    sink = source.faults()
    visit(start, end)
  }
  if (sink === undefined) throw new Error('nothing was made')
}

/** Size of a row in columns, as it goes to the lake, without the raw text, which is stored beside it. */
function rowBytes(sample: Sample): number {
  const block = new EventsBlock()
  row.mapping = sample.source.id
  row.sourceFormat = sample.form
  normalizeAll(sample, true, () => block.push(row, sample.body, 0, 0))
  const pieces = block.drain()
  const bytes = pieces.reduce((total, { length }) => total + length, 0)
  giveBack(pieces)
  return Math.round(bytes / sample.ranges.length)
}

/** Number of values that are not objects, before a table rewrites the records. */
function valuesIn({ form, body, ranges }: Sample): number {
  const { decode } = openBody(body, 'lines', form, { receivedMs: RECEIVED_MS })
  return ranges.reduce((total, [start, end]) => total + leavesOf(decode(start, end)), 0)
}

/** The depth is bounded by `JSON.stringify`, which writes the same events. */
function leavesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((total, inner) => total + leavesOf(inner), 0)
}

/** CPU microseconds of a round. */
function cpuUs(run: () => void, rounds: number): number {
  const startedAt = process.cpuUsage()
  for (let i = 0; i < rounds; i++) run()
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / rounds
}
