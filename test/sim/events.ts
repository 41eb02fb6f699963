/**
 * Events of simulated senders, each with its expected result. This result follows from how the event was made, and is
 * never computed by the code under test.
 */

import type { Framing } from '../../schemas/event-batch.ts'
import type { Random } from '../../stream/simulated/random.ts'

/**
 * An event is identified by its id; or by its bytes; or by its bytes within one request, with its position among equal
 * ones.
 */
export type ExpectedOutcome =
  | { readonly outcome: 'stored'; readonly identity: string; readonly by: 'id' | 'bytes' | 'request' }
  | { readonly outcome: 'rejected' | 'dead_lettered'; readonly reason: string }

export type TestEvent = { readonly raw: Buffer; readonly fate: ExpectedOutcome }

export type Source = {
  readonly tenant: string
  readonly connector: string
  readonly format: string
  readonly framing: Framing
}

/** The connectors of each tenant: their names, their events and the framing. */
const CONNECTORS = [
  { connector: 'detect', format: 'auto', framing: 'lines' },
  { connector: 'list', format: 'json', framing: 'envelope' },
  { connector: 'lines', format: 'syslog', framing: 'lines' },
  { connector: 'strange', format: 'no-such-format', framing: 'lines' },
] as const

export function sourcesOf(tenant: string): Source[] {
  return CONNECTORS.map((each) => ({ tenant, ...each }))
}

type Make = (n: number, timeMs: number, source: Source) => TestEvent

export function newEvent(random: Random, source: Source, n: number, timeMs: number): TestEvent {
  if (source.format === 'syslog') return textLine(n, timeMs, source)
  if (source.format === 'no-such-format') return dead('unknown_format', `{"n":${n},"tenant":"${source.tenant}"}`)
  const kinds = source.framing === 'lines' ? [...OBJECTS, ...BROKEN_LINES] : OBJECTS
  return random.pick(kinds)(n, timeMs, source)
}

export function bodyOf(events: readonly TestEvent[], framing: Framing): Buffer {
  const pieces = events.flatMap(({ raw }) => [raw, framing === 'lines' ? LF : COMMA])
  if (framing === 'lines') return Buffer.concat(pieces)
  return Buffer.concat([Buffer.from('{"sent_by":"sim","events":['), ...pieces.slice(0, -1), Buffer.from(']}')])
}

const LF = Buffer.from('\n')
const COMMA = Buffer.from(',')

const withoutId: Make = (n, timeMs, source) => byContent(json({ ...plain(n, timeMs, source) }))
/** Two consecutive events are the same event, written differently. */
const withId: Make = (n, timeMs, source) => {
  const id = `event-${n >> 1}`
  return byId(id, json({ ...plain(n, timeMs, source), external_id: id }))
}
const ocsf: Make = (n, timeMs, source) => {
  const metadata = { version: '1.4.0', uid: `event-${n}` }
  const text = json({
    class_uid: 1007,
    activity_id: 1,
    time: timeMs,
    metadata,
    device: { hostname: host(n) },
    ...who(source, n),
  })
  return byId(`event-${n}`, text)
}
const prototypeKeys: Make = (n, _timeMs, { tenant }) =>
  byRequest(`{"__proto__":{"host":"x"},"constructor":{"prototype":1},"toString":"y","n":${n},"tenant":"${tenant}"}`)
const withoutTime: Make = (n, _timeMs, source) => byRequest(json(who(source, n)))
const absurdTime: Make = (n, _timeMs, { tenant }) => byRequest(`{"time":1e300,"n":${n},"tenant":"${tenant}"}`)
const farFuture: Make = (n, timeMs, source) =>
  dead('time_out_of_range', json({ ...who(source, n), time: timeMs + 40 * 86_400_000 }))
const tooDeep: Make = (n) => dead('too_deep', `{"n":${n},"a":${'['.repeat(80)}${']'.repeat(80)}}`)

const OBJECTS = [withoutId, withId, withId, ocsf, prototypeKeys, withoutTime, absurdTime, farFuture, tooDeep]

const BROKEN_LINES: Make[] = [
  (n) => dead('bad_json', `{"n":${n},"broken":}`),
  (n) => rejected('not_an_object', `[${n}]`),
  (n) => rejected('nul_byte', `{"n":${n},"z":"\0"}`),
  (n) => ({
    raw: Buffer.concat([Buffer.from(`{"n":${n},"z":"`), Buffer.from([0xff]), Buffer.from('"}')]),
    fate: { outcome: 'rejected', reason: 'not_utf8' },
  }),
]

const textLine: Make = (n, timeMs, source) =>
  byContent(`<13>1 ${new Date(timeMs).toISOString()} ${host(n)} app - - - ${source.tenant} number ${n} ünï`)

function plain(n: number, timeMs: number, source: Source): Record<string, unknown> {
  return {
    time: new Date(timeMs).toISOString(),
    host: host(n),
    user: `user ${n % 3}`,
    msg: 'sïmulated',
    ...who(source, n),
  }
}

function who({ tenant, connector }: Source, n: number): Record<string, unknown> {
  return { tenant, connector, n }
}

/** A few hosts, so that each tenant has rows in every lane. */
function host(n: number): string {
  return `host-${n % 4}`
}

function json(value: Record<string, unknown>): string {
  return JSON.stringify(value)
}

function byContent(text: string): TestEvent {
  return { raw: Buffer.from(text), fate: { outcome: 'stored', identity: `content ${text}`, by: 'bytes' } }
}

/** An event without a time, so an equal one may be a new event. */
function byRequest(text: string): TestEvent {
  return { raw: Buffer.from(text), fate: { outcome: 'stored', identity: `content ${text}`, by: 'request' } }
}

function byId(id: string, text: string): TestEvent {
  return { raw: Buffer.from(text), fate: { outcome: 'stored', identity: `id ${id}`, by: 'id' } }
}

function dead(reason: string, text: string): TestEvent {
  return { raw: Buffer.from(text), fate: { outcome: 'dead_lettered', reason } }
}

function rejected(reason: string, text: string): TestEvent {
  return { raw: Buffer.from(text), fate: { outcome: 'rejected', reason } }
}
