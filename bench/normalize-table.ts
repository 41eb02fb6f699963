/** The page of what normalisation costs, out of one run of `normalize`. */
import os from 'node:os'

export type Row = {
  readonly source: string
  readonly form: string
  readonly events: number
  readonly bytes_in: number
  readonly bytes_out: number
  readonly us_per_event: number
  /** Of `us_per_event`, until there is a record. */
  readonly decode_us: number
  readonly events_per_second: number
  readonly ns_per_byte: number
  /** Null for text: JSON.parse cannot read it. */
  readonly json_parse_us: number | null
  readonly times_json_parse: number | null
  /** Nanoseconds a byte, beside those of all JSON sources together. */
  readonly times_json_sources: number
}

const COMMAND = 'SVC_CORPORA_DIR=... SVC_BENCH_TABLE=docs/normalisation-cost.md npm run bench -- normalize'
const TIMES_PARSE_MAX = 2.5
const TIMES_SOURCES_MAX = 1.5

export function tableOf(rows: readonly Row[], jsonNsPerByte: number): string {
  const json = rows.filter(({ times_json_parse }) => times_json_parse !== null)
  const text = rows.filter(({ times_json_parse }) => times_json_parse === null)
  const dear = json.filter((row) => (row.times_json_parse ?? 0) > TIMES_PARSE_MAX).length
  const slow = text.filter((row) => row.times_json_sources > TIMES_SOURCES_MAX).length
  return `# What normalisation costs

Bytes to rows on one thread: decode, map, check what the class demands. Written by

    ${COMMAND}

on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${os.cpus()[0]?.model.trim() ?? 'an unknown processor'}, load average ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} processors.
Times are CPU time, the best of nine turns in which all sources take their turn. A load above 1 is a machine that others
used too: then the ratios say more than the times.

- *bytes in*: of the text as sent. *bytes out*: of the row in columns, without that text, which is kept beside it.
- *times JSON.parse*: beside \`JSON.parse\` of the same events in the same run, which is in it. The aim is ${TIMES_PARSE_MAX} at most.
- *ns a byte*: all JSON sources together take ${jsonNsPerByte}. *times JSON sources*: the ratio to that. The aim for text is
  ${TIMES_SOURCES_MAX} at most. Short lines have as many fields as long ones, and fields are what costs.

## JSON

${dear} of ${json.length} are above ${TIMES_PARSE_MAX} times \`JSON.parse\`.

| Source | Events | Bytes in | Bytes out | us an event | Events/s | JSON.parse us | Times JSON.parse | ns a byte |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
${json.sort(bySource).map(jsonLine).join('\n')}

## Text

${slow} of ${text.length} are above ${TIMES_SOURCES_MAX} times the JSON sources a byte.

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
