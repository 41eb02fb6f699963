/** Writes the page of normalisation costs from one run of `normalize`. */
import os from 'node:os'
import { round } from './round.ts'

export type Measured = {
  readonly source: string
  readonly form: string
  readonly events: number
  readonly bytes_in: number
  readonly bytes_out: number
  /** Values that a record has, of its wrappers too. */
  readonly values: number
  readonly us_per_event: number
  /** The part of `us_per_event` until the record exists. */
  readonly decode_us: number
  readonly events_per_second: number
  readonly ns_per_byte: number
  /** Null for text: JSON.parse cannot read it. */
  readonly json_parse_us: number | null
  readonly times_json_parse: number | null
}

/** With its nanoseconds a byte beside those of all JSON sources together. */
export type Row = Measured & { readonly times_json_sources: number }

const COMMAND = 'SVC_CORPORA_DIR=... SVC_BENCH_TABLE=docs/normalisation-cost.md npm run bench -- normalize'
const TIMES_PARSE_MAX = 2.5
const TIMES_SOURCES_MAX = 1.5

/** Microseconds for an event and for each of its values that explain a set of measurements best (least squares). */
type Parts = { readonly event: number; readonly value: number }

function partsOf(rows: readonly Row[], us: (row: Row) => number): Parts {
  const mean = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0) / rows.length
  const values = mean((row) => row.values)
  const cost = mean(us)
  const spread = mean((row) => (row.values - values) ** 2)
  const value = spread === 0 ? 0 : mean((row) => (row.values - values) * (us(row) - cost)) / spread
  return { event: cost - value * values, value }
}

const atParts = ({ event, value }: Parts, row: Row) => event + value * row.values
/** A value that rounds to -0 is written without a sign. */
const written = ({ event, value }: Parts) =>
  `${event.toFixed(2)} us an event and ${(Math.round(1000 * value) / 1000 || 0).toFixed(3)} us a value`

/**
 * The reasons why rows exceed their limit. The average cost of an event and its values may exceed it already, if the
 * event or its values are short; the other rows have a specific cost.
 */
function reasonsOf(rows: readonly Row[], parts: Parts, limitUs: (row: Row) => number): string {
  const above = rows.filter((row) => row.us_per_event > limitUs(row))
  const isShort = (row: Row) => atParts(parts, row) > limitUs(row)
  const named = (of: readonly Row[]) => of.map(({ source, form }) => `${source} ${form}`).join(', ') || 'none'
  const own = above.filter((row) => !isShort(row))
  const short = above.filter(isShort)
  return `- Above the limit even with the average cost of an event and its values (${short.length}): ${named(short)}.
- Above the limit through additional work (${own.length}): ${named(own)}.`
}

function explained(json: readonly Row[], text: readonly Row[], jsonNsPerByte: number): string {
  const parsed = (row: Row) => row.json_parse_us ?? 0
  const beside = partsOf(json, (row) => row.us_per_event - parsed(row))
  const parse = partsOf(json, parsed)
  const decode = partsOf(text, (row) => row.decode_us)
  const map = partsOf(text, (row) => row.us_per_event - row.decode_us)
  const whole: Parts = { event: parse.event + beside.event, value: parse.value + beside.value }
  // Filling the row costs the same for text as for JSON; the difference is the cost of reading the text's words.
  const line: Parts = { event: decode.event + beside.event, value: decode.value + beside.value }
  const limitNs = TIMES_SOURCES_MAX * jsonNsPerByte
  return `## Parts of the cost

Linear fits over the sources of this run, by the number of values in their records:

- JSON: \`JSON.parse\` takes ${written(parse)}; the rest takes ${written(beside)}.
- Text: decoding to a record takes ${written(decode)}; mapping the record to the row takes ${written(map)}.

The fixed cost of a JSON event (checking its depth and kind, the row, its form, the required fields of the class) stays below the limit
only if its \`JSON.parse\` takes at least ${(beside.event / (TIMES_PARSE_MAX - 1)).toFixed(2)} us; events with a few short members take less. The fixed cost of
a text event, with a row as cheap as that of JSON, stays below the limit only from ${Math.round((1000 * line.event) / limitNs)} bytes on, at the ${limitNs.toFixed(1)} ns that the
limit allows for each byte. JSON also spends bytes on names, quotes and braces, where text has further values.

JSON:

${reasonsOf(json, whole, (row) => TIMES_PARSE_MAX * parsed(row))}

Text:

${reasonsOf(text, line, (row) => (TIMES_SOURCES_MAX * jsonNsPerByte * row.bytes_in) / 1000)}

Examples of such work: parsing text inside of JSON (auditd, sysmon-linux, azure-windows), writing lists and objects of the
record as JSON (kubernetes-audit, gcp-audit), extracting parts of resource names with
patterns (azure-activity, aws-s3-access), recognising sentences with patterns (cisco, linux, f5, name-services),
and decoding a second format inside of a syslog message (symantec, mcafee-epo, paloalto, cisco-ise).

`
}

/** Cost of all rows as one stream with an event of each: beside that of `JSON.parse`, and per byte. */
export function together(rows: readonly Measured[]): {
  readonly times_json_parse: number
  readonly ns_per_byte: number
} {
  const sum = (of: (row: Measured) => number) => rows.reduce((total, row) => total + of(row), 0)
  const us = sum((row) => row.us_per_event)
  return {
    times_json_parse: round(us / sum((row) => row.json_parse_us ?? 0)),
    ns_per_byte: round((us * 1000) / sum((row) => row.bytes_in)),
  }
}

export function tableOf(rows: readonly Row[], jsonNsPerByte: number): string {
  const json = rows.filter(({ times_json_parse }) => times_json_parse !== null)
  const text = rows.filter(({ times_json_parse }) => times_json_parse === null)
  const dear = json.filter((row) => (row.times_json_parse ?? 0) > TIMES_PARSE_MAX).length
  const timesJson = (of: readonly Row[]) => round(together(of).ns_per_byte / jsonNsPerByte)
  const slow = text.filter((row) => row.times_json_sources > TIMES_SOURCES_MAX).length
  return `# What normalisation costs

The cost from bytes to rows on one thread: decode, map, check the required fields of the class. Written by

    ${COMMAND}

on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${os.cpus()[0]?.model.trim() ?? 'an unknown processor'}, load average ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} processors.
Times are CPU time, the best of nine rounds over all sources. A load above 1 means that other programs used the machine
too: then the ratios say more than the times.

- *bytes in*: size of the text as sent. *bytes out*: size of the row in columns, without the stored text.
- *times JSON.parse*: the ratio to \`JSON.parse\` of the same events in the same run; the cost includes that parse. The aim is ${TIMES_PARSE_MAX} at most.
- *ns a byte*: ${jsonNsPerByte} for all JSON sources together. *times JSON sources*: the ratio to that. The aim for text is
  ${TIMES_SOURCES_MAX} at most. Short lines have as many fields as long ones, and the fields cause the cost.

${explained(json, text, jsonNsPerByte)}## JSON

${dear} of ${json.length} are above ${TIMES_PARSE_MAX} times \`JSON.parse\`. An event of each together: ${together(json).times_json_parse} times.

| Source | Events | Bytes in | Bytes out | us an event | Events/s | JSON.parse us | Times JSON.parse | ns a byte |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
${json.sort(bySource).map(jsonLine).join('\n')}

## Text

${slow} of ${text.length} are above ${TIMES_SOURCES_MAX} times the JSON sources a byte. An event of each together: ${timesJson(text)} times; of those of
syslog alone: ${timesJson(text.filter(({ form }) => form === 'syslog'))} times.

| Source | Form | Events | Bytes in | Bytes out | us an event | of it decoding | Events/s | ns a byte | Times JSON sources |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|
${text.sort(bySource).map(textLine).join('\n')}
`
}

function bySource(a: Row, b: Row): number {
  return a.source < b.source ? -1 : 1
}

function jsonLine(row: Row): string {
  const { us_per_event, events_per_second, json_parse_us, times_json_parse, ns_per_byte } = row
  return line(
    row.source,
    row.events,
    row.bytes_in,
    row.bytes_out,
    us_per_event,
    events_per_second,
    json_parse_us,
    times_json_parse,
    ns_per_byte,
  )
}

function textLine(row: Row): string {
  const { us_per_event, decode_us, events_per_second, ns_per_byte, times_json_sources } = row
  return line(
    row.source,
    row.form,
    row.events,
    row.bytes_in,
    row.bytes_out,
    us_per_event,
    decode_us,
    events_per_second,
    ns_per_byte,
    times_json_sources,
  )
}

function line(...cells: readonly (string | number | null)[]): string {
  return `| ${cells.join(' | ')} |`
}
