/**
 * CPU of an event that no table knows, beside the mapped sources of JSON in the same run: bytes to a row, as in `normalize`.
 * The lines are those of the products that the reader's tests hold out. All take their turn in every round, and the best
 * turn counts.
 */
import { generic } from '../connectors/families/generic/mapping.ts'
import { isUnreadText } from '../connectors/formats/any-text.ts'
import { openBody } from '../connectors/formats/body.ts'
import { isFault } from '../connectors/formats/decoder.ts'
import { EventRow } from '../schemas/event-row.ts'
import { FIRST_HELD_OUT, SECOND_HELD_OUT } from '../test/vendor-lines/held-out-products.ts'
import { RECEIVED_MS, type Sample, samples } from './normalize-samples.ts'
import { round } from './round.ts'

const TURNS = 15
const TURN_EVENTS = 12_000

type Lines = Pick<Sample, 'form' | 'body' | 'ranges' | 'bytes'> & {
  readonly name: string
  readonly source: Pick<Sample['source'], 'fill'>
  readonly turns: number[]
}

export async function benchGenericReader(): Promise<Record<string, unknown>> {
  const mapped = (await samples())
    .filter(({ form }) => form === 'auto')
    .map((sample): Lines => ({ ...sample, name: sample.source.id, turns: [] }))
  const texts = [...FIRST_HELD_OUT, ...SECOND_HELD_OUT].map(({ line }) => line)
  const unmapped = linesOf(
    'generic json',
    'auto',
    texts.filter((line) => line.startsWith('{')),
  )
  const all = [...mapped, unmapped]
  for (let turn = 0; turn < TURNS; turn++) for (const lines of all) takeTurn(lines)
  const figures = mapped.map((lines) => ({ source: lines.name, ...figuresOf(lines) }))
  const dearest = figures.toSorted((a, b) => b.us_per_event - a.us_per_event)[0]
  const dearestByte = figures.toSorted((a, b) => b.ns_per_byte - a.ns_per_byte)[0]
  const own = figuresOf(unmapped)
  return {
    generic_json: own,
    dearest_mapped: dearest,
    dearest_mapped_by_byte: dearestByte,
    times_dearest: dearest === undefined ? null : round(own.us_per_event / dearest.us_per_event),
    times_dearest_by_byte: dearestByte === undefined ? null : round(own.ns_per_byte / dearestByte.ns_per_byte),
    mapped_sources: figures.length,
  }
}

function linesOf(name: string, form: string, lines: readonly string[]): Lines {
  const body = Buffer.from(lines.join('\n'))
  const ranges: (readonly [number, number])[] = []
  let at = 0
  for (const line of lines) {
    const size = Buffer.byteLength(line)
    ranges.push([at, at + size])
    at += size + 1
  }
  return { name, form, body, ranges, bytes: body.length, source: generic, turns: [] }
}

function takeTurn({ turns, ranges, ...lines }: Lines): void {
  const rounds = Math.ceil(TURN_EVENTS / ranges.length)
  const startedAt = process.cpuUsage()
  for (let i = 0; i < rounds; i++) normalizeAll({ ...lines, ranges })
  // Only user time counts: system time is page faults of a growing heap, which depend on other work on the machine.
  turns.push(process.cpuUsage(startedAt).user / rounds)
}

const row = new EventRow()

function normalizeAll({ name, form, body, ranges, source }: Omit<Lines, 'turns'>): void {
  const { decode } = openBody(body, 'lines', form, { receivedMs: RECEIVED_MS })
  for (const [start, end] of ranges) {
    const record = decode(start, end)
    if (isFault(record) || isUnreadText(record)) throw new Error(`${name}: an event is no record`)
    row.clear()
    source.fill(record, row)
  }
}

function figuresOf({ turns, ranges, bytes }: Lines) {
  const us = Math.min(...turns)
  const events = ranges.length
  return {
    ...{ events, bytes: Math.round(bytes / events), us_per_event: round(us / events) },
    ns_per_byte: round((us * 1000) / bytes),
  }
}
