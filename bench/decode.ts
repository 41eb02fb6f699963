/** The decoders alone, form by form, beside JSON.parse of as many bytes of JSON in the same run. */
import { cutText, openBody } from '../connectors/formats/body.ts'
import { DECODE_LINES } from './decode-lines.ts'

const EVENTS = 2000
/** The formats are measured in turns, so that other load on the machine affects all of them; the best turn counts. */
const TURNS = 9
const ROUNDS = 5
const RECEIVED_MS = Date.UTC(2026, 5, 1)

type Sample = { readonly body: Buffer; readonly ranges: readonly [number, number][]; readonly bytes: number }
type Figures = { us_per_event: number; ns_per_byte: number; times_json_parse_per_byte: number }

export async function benchDecode(): Promise<Record<string, unknown>> {
  const samples = Object.entries(DECODE_LINES).map(([format, line]) => ({ format, ...sampleOf(format, line) }))
  const json = samples.find(({ format }) => format === 'json')
  if (!json) throw new Error('there is no JSON to measure beside')
  const best = new Map<string, number>()
  for (let turn = 0; turn < TURNS; turn++) {
    keepLeast(
      best,
      'unit',
      microseconds(() => parseAll(json)),
    )
    for (const sample of samples)
      keepLeast(
        best,
        sample.format,
        microseconds(() => decodeAll(sample.format, sample)),
      )
  }
  const unit = (best.get('unit') ?? Number.NaN) / json.bytes
  const formats: Record<string, Figures> = {}
  for (const { format, bytes } of samples) {
    const us = best.get(format) ?? Number.NaN
    formats[format] = {
      us_per_event: round(us / EVENTS),
      ns_per_byte: round((us * 1000) / bytes),
      times_json_parse_per_byte: round(us / bytes / unit),
    }
  }
  return { json_parse_ns_per_byte: round(unit * 1000), formats }
}

function sampleOf(format: string, line: (n: number) => string): Sample {
  const body = Buffer.from(Array.from({ length: EVENTS }, (_, n) => line(10_000 + n)).join('\n'))
  const ranges: [number, number][] = []
  cutText(body, format, (start, end) => {
    ranges.push([start, end])
    return undefined
  })
  if (ranges.length !== EVENTS) throw new Error(`${format}: ${ranges.length} events of ${EVENTS}`)
  return { body, ranges, bytes: ranges.reduce((sum, [start, end]) => sum + end - start, 0) }
}

/** CPU of one round over all events. */
function microseconds(run: () => void): number {
  const startedAt = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) run()
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / ROUNDS
}

function keepLeast(best: Map<string, number>, name: string, us: number): void {
  best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, us))
}

function parseAll({ body, ranges }: Sample): void {
  for (const [start, end] of ranges) if (JSON.parse(body.latin1Slice(start, end)) === null) throw new Error('null')
}

function decodeAll(format: string, { body, ranges }: Sample): void {
  const { decode } = openBody(body, 'lines', format, { receivedMs: RECEIVED_MS })
  for (const [start, end] of ranges) {
    const decoded = decode(start, end)
    if (typeof decoded === 'string') throw new Error(`${format}: ${decoded}`)
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
