import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { generic } from '../../../connectors/families/generic/mapping.ts'
import { LEARNED_KIND, LearnedBook } from '../../../connectors/learned/learned-book.ts'
import type { Detector } from '../../../detections/tenant/detector.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { decodeAvro } from '../../../schemas/avro.ts'
import { decodeDrift } from '../../../schemas/drift.ts'
import { encodeEventBatch, type Framing } from '../../../schemas/event-batch.ts'
import { encodeFrames, type Frame, framesIn } from '../../../schemas/frames.ts'
import { decodeNormalizedEvents } from '../../../schemas/normalized-events.ts'
import { decodeSignals } from '../../../schemas/signal.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import { ControlFeed } from '../../../stream/control-feed.ts'
import type { LogRecord, Output } from '../../../stream/driver.ts'
import type { StageTask } from '../../../stream/stage.ts'
import { nativeRows } from '../../../test/native-block.ts'
import { assertCompliant } from '../../contract/compliance.ts'
import type { LedgerEntry } from '../../ledger-counts.ts'
import type { DeadLetter } from '../../sinks/lake/blocks.ts'
import { INTAKE } from '../../topology.ts'
import { SCHEMA_LIMITS } from './drift/schema-memory.ts'
import { intakeStage } from './stage.ts'
import { deadLetter, type Step } from './step.ts'
import { stepsOf } from './steps.ts'

const RECEIVED_MS = Date.UTC(2026, 0, 7, 12, 0, 30)
const CONFIG = {
  partitions: 2,
  eventBytesMax: 2000,
  dedupe: { perSourceMax: 4096, sourcesMax: 8, keysMax: 2 ** 22, foldAfter: 2 },
  schemas: { ...SCHEMA_LIMITS, quietEvents: 4 },
}
const stage = intakeStage(CONFIG)

type Sent = {
  tenant?: string
  source?: string
  format?: string
  framing?: Framing
  key?: string
  earlierKey?: string
  events: number
}

let offset = 0
function record(body: string | Buffer, sent: Sent): LogRecord {
  const { tenant = 'tenant-a', source = 'source', format = 'auto', framing = 'lines', events } = sent
  const { key: requestKey = '', earlierKey = '' } = sent
  const header = {
    tenantId: tenantId(tenant),
    connectorId: source,
    connectorType: 'x',
    sourceFormat: format,
    framing,
    events,
    ...{ requestKey, earlierKey },
  }
  const value = encodeEventBatch({ ...header, requestId: 'r', receivedMs: RECEIVED_MS }, Buffer.from(body))
  const key = `${tenant}/${source}`
  return {
    topic: TOPICS.securityEvents.name,
    partition: 0,
    offset: offset++,
    timestampMs: RECEIVED_MS,
    key,
    value: Buffer.concat(value),
  }
}

type Seen = {
  rows: Record<string, unknown>[]
  letters: DeadLetter[]
  ledger: Record<string, number>
  drift: string[]
}

function seenIn(outputs: readonly Output[]): Seen {
  const seen: Seen = { rows: [], letters: [], ledger: {}, drift: [] }
  for (const { topic, value } of outputs) {
    const bytes = Buffer.concat(value)
    if (topic === TOPICS.normalizedEvents.name) seen.rows.push(...nativeRows(decodeNormalizedEvents(bytes).block))
    else if (topic === TOPICS.deadLetters.name) seen.letters.push(decodeAvro<DeadLetter>('dead-letter', bytes))
    else if (topic === TOPICS.schemaDrift.name)
      seen.drift.push(
        ...decodeDrift(bytes).map(({ tenant_id, source, kind, path }) => [tenant_id, source, kind, path].join(' ')),
      )
    else addTo(seen.ledger, decodeAvro<{ entries: LedgerEntry[] }>('ledger-entries', bytes).entries)
  }
  return seen
}

function addTo(ledger: Record<string, number>, entries: readonly LedgerEntry[]): void {
  for (const { outcome, reason, events } of entries) {
    const what = reason === '' ? outcome : `${outcome} ${reason}`
    ledger[what] = (ledger[what] ?? 0) + events
  }
}

function run(task: StageTask, records: readonly LogRecord[]): Seen {
  for (const each of records) task.step(each)
  return seenIn(task.flush().outputs)
}

const raws = ({ rows }: Seen) => rows.map(({ raw }) => String(raw))

test('events of a batch become rows with their raw text; the counts add up', () => {
  const body = '{"user":"alice","host":"h"}\n{"user":"alice","host":"h"}\nnot json\n{"broken":}\n{"n":1}'
  const seen = run(stage.open(0), [record(body, { events: 5 })])
  const alice = '{"user":"alice","host":"h"}'
  expect(raws(seen).sort()).toEqual(['{"n":1}', alice, alice])
  expect(seen.letters.map(({ reason, raw }) => [reason, raw.toString()])).toEqual([['bad_json', '{"broken":}']])
  expect(seen.ledger).toEqual({ received: 5, 'rejected not_an_object': 1, 'dead_lettered bad_json': 1 })
})

test('refuses a blank event of a collector, as ingest does', () => {
  const body = '{"event":null}\n{"event":"good"}\n{"event":" "}\n{"event":{"event":null}}'
  expect(run(stage.open(0), [record(body, { format: 'hec', events: 4 })]).ledger).toEqual({
    received: 4,
    'rejected blank_event': 2,
  })
})

test('a journald record has one identity in any order of its members, and other records have others', () => {
  const task = stage.open(0)
  const members = {
    MESSAGE: 'Accepted publickey for a from 10.0.0.1 port 1 ssh2',
    _HOSTNAME: 'h',
    SYSLOG_IDENTIFIER: 'sshd',
  }
  const first = JSON.stringify({ __CURSOR: 's=1;i=1', ...members })
  const again = JSON.stringify({ ...members, __CURSOR: 's=1;i=1' })
  const next = JSON.stringify({ ...members, __CURSOR: 's=1;i=2' })
  const sent = [first, again, next].map((body) => record(body, { events: 1 }))
  expect(run(task, sent).ledger).toEqual({ received: 3, duplicate: 1 })
})

test('recognises a repeat across batches and commits, not across sources or tenants', () => {
  const task = stage.open(0)
  const body = '{"external_id":"event-1","n":1}'
  expect(raws(run(task, [record(body, { events: 1 })]))).toEqual([body])
  expect(
    run(task, [record(body, { events: 1 }), record('{"external_id":"event-1","n":2}', { events: 1 })]).ledger,
  ).toEqual({
    received: 2,
    duplicate: 2,
  })
  expect(raws(run(task, [record(body, { events: 1, source: 'other' })]))).toEqual([body])
  expect(raws(run(task, [record(body, { events: 1, tenant: 'tenant-b' })]))).toEqual([body])
})

describe('events that are known by their bytes', () => {
  const timed = '{"time":"2023-11-14T22:00:00Z","host":"fw","n":1}'
  const untimed = '{"host":"sw1","msg":"link down on port 7"}'
  const lines = (line: string, n: number) => Array<string>(n).fill(line).join('\n')
  const send = (task: StageTask, line: string, n: number, keys: Pick<Sent, 'key' | 'earlierKey'> = {}) =>
    run(task, [record(lines(line, n), { ...keys, events: n })]).rows.length

  test.each([
    ['with a time', timed],
    ['without one', untimed],
  ])('%s are as many as they are in one request, and none more when it is sent again', (_, line) => {
    const task = stage.open(0)
    const sent = [3, 3, 3].map((n) => send(task, line, n, { key: 'one' }))
    expect(sent).toEqual([3, 0, 0])
    expect(send(task, line, 5, { key: 'one' })).toBe(2)
  })

  test('with a time are repeats in any request, without a time only in the same request', () => {
    const task = stage.open(0)
    expect(['a', 'b', 'c'].map((key) => send(task, timed, 1, { key }))).toEqual([1, 0, 0])
    expect(['a', 'b', 'c', 'b'].map((key) => send(task, untimed, 1, { key }))).toEqual([1, 1, 1, 0])
    expect(['d', 'e'].map((key) => send(task, untimed, 2, { key }))).toEqual([2, 2])
  })

  test('of a request that may have been sent in the previous window are looked up there', () => {
    const task = stage.open(0)
    expect(send(task, untimed, 2, { key: 'w.1', earlierKey: 'w.0' })).toBe(2)
    expect(send(task, untimed, 2, { key: 'w.2', earlierKey: 'w.1' })).toBe(0)
    expect(send(task, untimed, 3, { key: 'w.2', earlierKey: 'w.1' })).toBe(1)
    expect(send(task, untimed, 2, { key: 'w.3', earlierKey: 'w.2' })).toBe(0)
    expect(send(task, untimed, 2, { key: 'w.9', earlierKey: 'w.8' })).toBe(2)
  })

  test('survive a crash between any two requests', () => {
    const requests = [
      record(lines(timed, 3), { events: 3, key: 'a' }),
      record(lines(untimed, 2), { events: 2, key: 'w.1', earlierKey: 'w.0' }),
      record(lines(untimed, 2), { events: 2, key: 'w.1', earlierKey: 'w.0' }),
      record(lines(timed, 4), { events: 4, key: 'b' }),
    ]
    expect(new Set(requests.map((_, crashAt) => JSON.stringify(rowsWithCrash(requests, crashAt))))).toHaveLength(1)
  })

  test('keep their vendor id, however often it occurs in a body', () => {
    expect(send(stage.open(0), '{"external_id":"e-1","n":1}', 3, { key: 'a' })).toBe(1)
  })
})

/** Uids of the stored events when the process restarts from its commit after request `crashAt`. */
function rowsWithCrash(requests: readonly LogRecord[], crashAt: number): unknown[] {
  const slots = new Map<string, { store: string; slot: string; payload: Buffer }>()
  const uids: unknown[] = []
  let task = stage.open(0)
  for (const [at, request] of requests.entries()) {
    task.step(request)
    const { outputs, changes } = task.flush()
    uids.push(...seenIn(outputs).rows.map(({ event_uid }) => event_uid))
    for (const { store, slot, payload } of changes) {
      const key = `${store} ${slot}`
      if (payload.length === 0) slots.delete(key)
      else slots.set(key, { store, slot, payload: Buffer.from(payload) })
    }
    if (at !== crashAt) continue
    task = stage.open(0)
    task.restore([...slots.values()])
  }
  return uids
}

describe('frames', () => {
  const frame = (key: string, text: string | Buffer) => ({ key, body: Buffer.from(text) })
  const messages = (frames: readonly Frame[]) =>
    record(encodeFrames(frames), { framing: 'messages', format: 'syslog', events: frames.length })
  const failed = (n: number) =>
    `<38>Nov 14 05:2${n}:00 h1 sshd[${n}]: Failed password for root from 198.51.100.${n} port 424${n} ssh2`

  test('each becomes one event, whatever other frames contain', () => {
    const neighbours = [1, 2, 3].map((n) => frame(`k.${n}`, failed(n)))
    const alone = run(stage.open(0), [messages(neighbours)]).rows.map(({ class_uid, event_uid }) => [
      class_uid,
      event_uid,
    ])
    for (const poison of [
      'plain text first, no PRI',
      '4096 <13>',
      '3 <13>x',
      '\0\0text',
      '<13>a\n<13>b',
      '[',
      '{"a":',
    ] as const) {
      const seen = run(stage.open(0), [messages([frame('k.0', poison), ...neighbours])])
      const others = seen.rows.filter(({ raw }) => String(raw) !== poison)
      expect(others.map(({ class_uid, event_uid }) => [class_uid, event_uid])).toEqual(alone)
      const isRefused = poison.includes('\0')
      expect(seen.ledger).toEqual(isRefused ? { received: 4, 'rejected nul_byte': 1 } : { received: 4 })
      expect(seen.rows.length).toBe(isRefused ? 3 : 4)
    }
  })

  test('with equal text count separately, and are repeats when they are pushed again', () => {
    const three = messages([1, 2, 3].map((n) => frame(`k.${n}`, failed(1))))
    const again = { ...three, offset: offset++ }
    const task = stage.open(0)
    expect([three, again].map((each) => run(task, [each]).rows.length)).toEqual([3, 0])
  })

  test('that are bodies are split separately: an unclosed list does not extend into the next', () => {
    const bodies = ['{"n":1}\n{"n":2}', '[{"n":3', '{"n":4}'].map((text, n) => frame(`topic/0/${n}`, text))
    const sent = record(encodeFrames(bodies), { framing: 'bodies', events: 4 })
    expect(raws(run(stage.open(0), [sent])).sort()).toEqual(['[{"n":3', '{"n":1}', '{"n":2}', '{"n":4}'])
  })

  test('without keys are identified with their request: equal ones are counted across all frames', () => {
    const timed = '{"time":"2023-11-14T22:00:00Z","n":1}'
    const bodies = [timed, '{"n":2}', timed, '{"n":2}', `${timed}\n${timed}`].map((text) => frame('', text))
    const send = (key: string) =>
      record(encodeFrames(bodies), { framing: 'bodies', events: 6, key, earlierKey: `before ${key}` })
    const task = stage.open(0)
    expect(['a', 'a', 'b'].map((key) => run(task, [send(key)]).rows.length)).toEqual([6, 0, 2])
  })

  test('in Latin-1 are read as that, and their bytes are kept', () => {
    const bytes = Buffer.from('<13>Nov 14 05:00:00 h1 app: \u00fcml\u00e4ut', 'latin1')
    const [row] = run(stage.open(0), [messages([frame('k', bytes)])]).rows
    expect([String(row?.message), row?.raw]).toEqual(['\u00fcml\u00e4ut', bytes])
  })

  test('with broken bytes are refused', () => {
    const whole = encodeFrames([frame('k', 'text')])
    for (const broken of [
      whole.subarray(0, -1),
      Buffer.concat([whole, Buffer.from([0])]),
      encodeFrames([frame('k'.repeat(257), 'x')]),
    ])
      expect(() => [...framesIn(broken)]).toThrow(TypeError)
    expect([...framesIn(whole)]).toEqual([frame('k', 'text')])
  })
})

test('the same event has the same uid in any batch; other content, source or tenant has another', () => {
  const uids = (body: string, sent: Omit<Sent, 'events'> = {}) =>
    run(stage.open(0), [record(body, { ...sent, events: 1 })]).rows.map((row) => row.event_uid)
  const same = uids('{"n":1}')
  expect(uids('{"n":1}')).toEqual(same)
  for (const other of [uids('{"n":2}'), uids('{"n":1}', { source: 'x' }), uids('{"n":1}', { tenant: 'tenant-b' })])
    expect(other).not.toEqual(same)
})

test('marks a time with an ambiguous zone as a guess, in a syslog header and at the start of a line', () => {
  const guesses = (body: string) =>
    run(stage.open(0), [record(body, { format: 'text', events: 1 })]).rows.map((row) => [
      new Date(Number(row.time)).toISOString(),
      /"value":"zone (\w+)"/.exec(`${row.ocsf_form}${row.ocsf_rest}`)?.[1],
    ])
  expect(guesses('<38>Jan  7 04:00:30 CST web sshd[7]: hi')).toEqual([['2026-01-07T10:00:30.000Z', 'CST']])
  expect(guesses('<38>Jan  7 20:00:30 CST web sshd[7]: hi')).toEqual([['2026-01-07T12:00:30.000Z', 'CST']])
  expect(guesses('2026-01-07 11:00:30 IST app line')).toEqual([['2026-01-07T05:30:30.000Z', 'IST']])
  expect(guesses('<38>Jan  7 11:00:30 CET web sshd[7]: hi')).toEqual([['2026-01-07T10:00:30.000Z', undefined]])
})

test('a placeholder for a user is no user', () => {
  const users = (user: string) => {
    const line = `<166>Jan 07 2026 12:00:00 fw : %ASA-6-113005: AAA user authentication Rejected : reason = x : server = 10.1.2.9 : user = ${user}`
    return run(stage.open(0), [record(line, { format: 'text', events: 1 })]).rows.map((row) => row.target_user)
  }
  expect(users('*****')).toEqual([''])
  expect(users('ada*')).toEqual(['ada*'])
  const { rows } = run(stage.open(0), [record('{"user":"***","host":"h"}', { events: 1 })])
  expect(rows.map((row) => row.user)).toEqual([''])
})

test('an event without a time gets that of receipt, one out of range is a dead letter', () => {
  const body = [
    '{"n":1}',
    '{"n":2,"time":1e300}',
    '{"n":3,"time":"1999-01-01T00:00:00Z"}',
    '{"n":4,"time":"2026-02-01T00:00:00Z"}',
    '{"n":5,"time":"2026-01-07T00:00:00Z"}',
  ]
  const seen = run(stage.open(0), [record(body.join('\n'), { events: 5 })])
  expect(Object.fromEntries(seen.rows.map((row) => [String(row.raw), row.time]))).toEqual({
    '{"n":1}': RECEIVED_MS,
    '{"n":2,"time":1e300}': RECEIVED_MS,
    '{"n":5,"time":"2026-01-07T00:00:00Z"}': Date.UTC(2026, 0, 7),
  })
  expect(Object.fromEntries(seen.rows.map((row) => [String(row.raw), row.time_missing]))).toEqual({
    '{"n":1}': 1,
    '{"n":2,"time":1e300}': 1,
    '{"n":5,"time":"2026-01-07T00:00:00Z"}': 0,
  })
  expect(seen.letters.map(({ reason }) => reason)).toEqual(['time_out_of_range', 'time_out_of_range'])
})

test('a line of unknown form gets the time and level at its start', () => {
  const lines = ['2026-01-07 10:00:01 it', '[2026-01-07 10:00:03] ERROR it', 'it', '2031-01-07 10:00:01 it']
  const seen = run(stage.open(0), [record(lines.join('\n'), { events: 4, format: 'text' })])
  expect(
    Object.fromEntries(seen.rows.map((row) => [String(row.raw), [row.time, row.severity_id, row.time_missing]])),
  ).toEqual({
    [lines[0] as string]: [Date.UTC(2026, 0, 7, 10, 0, 1), 0, 0],
    [lines[1] as string]: [Date.UTC(2026, 0, 7, 10, 0, 3), 4, 0],
    [lines[2] as string]: [RECEIVED_MS, 0, 1],
    [lines[3] as string]: [RECEIVED_MS, 0, 1],
  })
  expect(seen.letters).toEqual([])
})

test('prefers the collector’s time to a time without a zone', () => {
  const of = (event: string) => JSON.stringify({ event, time: Date.UTC(2026, 0, 7, 9) / 1000 })
  const body = [of('2026-01-07 10:00:01 it'), of('2026-01-07T10:00:01+02:00 it')].join('\n')
  const { rows } = run(stage.open(0), [record(body, { events: 2, format: 'hec' })])
  expect(rows.map(({ time }) => time)).toEqual([Date.UTC(2026, 0, 7, 9), Date.UTC(2026, 0, 7, 8, 0, 1)])
})

test('keeps events of an unknown format as dead letters', () => {
  const seen = run(stage.open(0), [record('{"n":1}\n{"n":2}', { events: 2, format: 'no-such-format' })])
  expect(seen.letters.map(({ raw }) => raw.toString())).toEqual(['{"n":1}', '{"n":2}'])
  expect(seen.ledger).toEqual({ received: 2, 'dead_lettered unknown_format': 2 })
})

test('an event that makes a mapping throw becomes a dead letter, and its neighbours continue', () => {
  const { fill } = generic
  const breaks = vi.spyOn(generic, 'fill').mockImplementation((record, row) => {
    if (record.n === 2) throw new TypeError('no text of it')
    return fill.call(generic, record, row)
  })
  try {
    const seen = run(stage.open(0), [record('{"n":1}\n{"n":2}\n{"n":3}', { events: 3, format: 'generic' })])
    expect(raws(seen).sort()).toEqual(['{"n":1}', '{"n":3}'])
    const why = [{ reason: 'mapping_failed', detail: 'generic/2: TypeError: no text of it' }]
    expect(seen.letters.map(({ reason, detail }) => ({ reason, detail }))).toEqual(why)
  } finally {
    breaks.mockRestore()
  }
})

/** Inputs that have stopped parsers and pipelines elsewhere. */
const POISON = [
  '{"action":"a","actor_ip":"192.0.2.1","from":{"toString":false}}',
  '{"syslog":{"app_name":{"toString":false,"valueOf":null}}}',
  '{"audit":{"types":[{"toString":0}]}}',
  '{"time":1e300}',
  '{"time":-1e300}',
  '{"time":1e22}',
  '{"time":"9".repeat}',
  `{"time":"${'9'.repeat(19)}"}`,
  '{"__proto__":null,"constructor":null,"toString":null,"hasOwnProperty":null,"valueOf":1}',
  '{"class_uid":1007,"metadata":{"version":"1.4.0","uid":null},"time":1e300}',
  '{"class_uid":1007,"metadata":{"version":"1.4.0"},"severity_id":-1,"activity_id":1e9}',
  '{"class_uid":1e99,"metadata":{"version":"1"},"time":"x"}',
  `{"a":${'['.repeat(400)}${']'.repeat(400)}}`,
  `{"a":${'{"a":'.repeat(190)}1${'}'.repeat(190)}}`,
  '{"host":"\\ud800","user":"\\udfff\\ud800","title":"\\ud83d","severity":"high"}',
  '{"src_ip":"%","dst_ip":"::%%%","src_port":-0}',
  `{"external_id":"${'x'.repeat(300)}"}`,
  '{"technique_id":["T1059\\"},{"]}',
  '{"":""}',
  '{}',
  '{"a":1e400,"b":-1e400,"n":123456789012345678901234567890}',
]

test.each(POISON)('%s has a fate and does not stop the stage', (text) => {
  const seen = run(stage.open(0), [record(`${text}\n{"after":1}`, { events: 2 })])
  expect(raws(seen)).toContain('{"after":1}')
  expect(seen.rows.length + seen.letters.length).toBe(2)
})

test('any JSON object has a fate', () => {
  const names = fc.constantFrom(
    'time',
    'id',
    'title',
    'severity',
    'metadata',
    'class_uid',
    'src_ip',
    'host',
    'actor',
    'pid',
  )
  const objects = fc.dictionary(fc.oneof(names, fc.string()), fc.oneof(fc.jsonValue(), fc.double(), fc.integer()), {
    maxKeys: 8,
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(
        objects.map((object) => JSON.stringify(object)),
        { minLength: 1, maxLength: 8 },
      ),
      (texts) => {
        fc.pre(texts.every((text) => Buffer.byteLength(text) <= 1000))
        const seen = run(stage.open(0), [record(texts.join('\n'), { events: texts.length, format: 'json' })])
        expect(seen.rows.length + seen.letters.length + (seen.ledger.duplicate ?? 0)).toBe(texts.length)
      },
    ),
    { numRuns: 300 },
  )
})

const events = fc.oneof(
  fc.nat(30).map((n) => `{"n":${n}}`),
  fc.nat(9).map((n) => `{"external_id":"id-${n % 5}","x":${n}}`),
  fc.constantFrom('{"broken":}', '[1]', '{"time":"1999-01-01T00:00:00Z"}'),
)
const batches = fc.record({
  tenant: fc.constantFrom('a', 'b'),
  source: fc.constantFrom('x', 'y', '__proto__'),
  events: fc.array(events, { minLength: 1, maxLength: 6 }),
})

const holding: Detector = {
  detect({ record: { n, user } }, found) {
    const rule = { id: 'r', title: 'Rule', language: 'sigma', severityId: 4, techniques: [], tactics: [] }
    if (user !== undefined || n === 1) found(rule, [])
  },
}

test('keeps the contract of a stage, wherever it stops and restarts from its slots', () => {
  const make = () => intakeStage({ ...CONFIG, detector: holding, signalPartitions: 2 })
  const commitEvery = fc.integer({ min: 1, max: 3 })
  fc.assert(
    fc.property(fc.array(batches, { maxLength: 25 }), fc.nat(25), commitEvery, (history, crashAt, every) => {
      const records = history.map(({ tenant, source, events: texts }) =>
        record(texts.join('\n'), { tenant, source, events: texts.length }),
      )
      assertCompliant(INTAKE, make, records, { crashAt, commitEvery: every, partitionsOf: () => 2 })
    }),
    { numRuns: 60 },
  )
})

test('an additional step is one line: it runs after the others, keeps state, and can drop events', () => {
  const seen: Step = {
    name: 'odd',
    stores: ['odd'],
    open() {
      let odd = 0
      return {
        process: ({ record }) => {
          odd++
          return record.n === 13 ? deadLetter('unlucky', 'n is 13') : null
        },
        flush: () => ({ changes: [{ store: 'odd', slot: 'n', payload: Buffer.from(String(odd)) }], state: { odd } }),
        restore: (slots) => {
          for (const { payload } of slots) odd = Number(payload.toString())
        },
      }
    },
  }
  const [normalise, ...others] = stepsOf(CONFIG)
  const more = intakeStage(CONFIG, [normalise as Step, seen, ...others])
  expect(more.stores).toContain('odd')
  const task = more.open(0)
  task.step(record('{"n":12}\n{"n":13}\nnot json', { format: 'json', events: 3, source: 'steps' }))
  const { outputs, changes, figures } = task.flush()
  const { rows, letters, ledger } = seenIn(outputs)
  expect([rows.length, letters.map(({ reason }) => reason).sort()]).toEqual([1, ['unlucky']])
  expect(ledger).toMatchObject({ received: 3, 'dead_lettered unlucky': 1 })
  expect(figures.state).toMatchObject({ odd: 2 })
  const again = more.open(0)
  again.restore(changes)
  again.step(record('{"n":14}', { format: 'json', events: 1, source: 'steps' }))
  expect(again.flush().figures.state).toMatchObject({ odd: 3 })
})

test('a matching rule makes one signal per event, only for stored events', () => {
  const rule = {
    id: 'r1',
    title: 'Rule',
    language: 'sigma',
    severityId: 4,
    techniques: ['T1059'],
    tactics: ['execution'],
  }
  const detector: Detector = {
    detect({ record, tenantId: tenant }, found) {
      if (record.bad === true) found({ ...rule, title: tenant }, [{ field: 'bad', value: 'true' }])
    },
  }
  const task = intakeStage({ partitions: 1, signalPartitions: 2, eventBytesMax: 2000, detector }).open(0)
  const body =
    '{"bad":true,"host":"h1","external_id":"e1"}\n{"bad":true,"host":"h1","external_id":"e1"}\n{"bad":false}\n{"bad":true,"time":"1971-01-01T00:00:00Z"}'
  task.step(record(body, { format: 'json', events: 4 }))
  const { outputs } = task.flush()
  const signals = outputs.filter(({ topic }) => topic === TOPICS.signals.name)
  const [row] = seenIn(outputs.filter(({ topic }) => topic !== TOPICS.signals.name)).rows
  const [found, ...rest] = signals.flatMap(({ value }) => decodeSignals(Buffer.concat(value)))
  expect(rest).toEqual([])
  expect(found).toMatchObject({
    tenant_id: 'tenant-a',
    rule_id: 'r1',
    rule_title: 'tenant-a',
    host: 'h1',
    techniques: ['T1059'],
  })
  expect(found?.event_uids).toEqual([row?.event_uid])
  expect(task.flush().outputs, 'nothing is said twice').toEqual([])
})

test.each([
  ['csv', 'time,user\n1970-01-01T00:00:00Z,eve\n', 'time,user\n1970-01-01T00:00:00Z,eve'],
  ['w3c', '#Fields: timestamp user\n1970-01-01T00:00:00Z eve\n', '#Fields: timestamp user\n1970-01-01T00:00:00Z eve'],
  ['text', '#Fields: timestamp user\n1970-01-01T00:00:00Z eve\n', '#Fields: timestamp user\n1970-01-01T00:00:00Z eve'],
])('a dead letter of %s is a body by itself: replayed it is the same event', (format, body, raw) => {
  const sent = { format, events: 1, source: `letters-${format}` }
  const { letters } = run(stage.open(0), [record(body, sent)])
  expect(letters.map(({ reason, raw }) => [reason, raw.toString()])).toEqual([['time_out_of_range', raw]])
  const again = run(stage.open(0), [record(letters[0]?.raw ?? '', sent)])
  expect(again.letters.map((letter) => letter.raw.toString())).toEqual([raw])
})

test('header lines are bounded: beyond four times the body, letters have none', () => {
  const header = `time,${'user-name-'.repeat(40)}`
  const rows = Array.from({ length: 300 }, (_, i) => `1970-01-01T00:00:00Z,u${i}`)
  const body = `${header}\n${rows.join('\n')}`
  const { letters } = run(stage.open(0), [record(body, { format: 'csv', events: 300, source: 'flood' })])
  expect(letters[0]?.raw.toString()).toBe(`${header}\n${rows[0]}`)
  expect(letters.at(-1)?.raw.toString()).toBe(rows.at(-1))
  expect(letters.reduce((sum, { raw }) => sum + raw.length, 0)).toBeLessThan(5 * body.length)
})

test.each([
  ['a container', 'auto', '{"log":"GET /","time":"2026-01-01T00:00:00Z","host":"h1","user":"alice"}'],
  ['an agent', 'json', '{"log":{"level":"error"},"time":"2026-01-01T00:00:00Z","host":{"name":"h1"},"user":"alice"}'],
  ['a collector', 'hec', '{"event":{"log":"GET /","time":"2026-01-01T00:00:00Z","host":"h1","user":"alice"},"time":1}'],
  ['whoever copies us', 'auto', '{"log":{"text":"x","reason":"y"},"time":1767225600,"host":"h1","user":"alice"}'],
])('a `log` that %s has among its fields is a field like any other', (_, format, event) => {
  const { rows } = run(stage.open(0), [record(event, { format, events: 1 })])
  expect(rows).toEqual([expect.objectContaining({ mapping: 'generic/2', host: 'h1', user: 'alice' })])
  expect(Number(rows[0]?.time)).toBe(Date.UTC(2026, 0, 1))
})

test('text of unknown form becomes the message, with the collector’s time and host', () => {
  const body = '{"event":"what is this","time":"1767225600.5","host":"h1"}\n{"event":"or this"}'
  const { rows } = run(stage.open(0), [record(body, { format: 'hec', events: 2 })])
  expect(rows.map(({ mapping, time, host, message }) => [mapping, Number(time), host, String(message)])).toEqual([
    ['text/1', Date.UTC(2026, 0, 1) + 500, 'h1', 'what is this'],
    ['text/1', RECEIVED_MS, '', 'or this'],
  ])
})

test('reports a new field in the commit of its event; a repeat or a dead letter reports nothing', () => {
  const task = stage.open(0)
  const known = Array.from({ length: 6 }, (_, n) => `{"n":${n}}`)
  expect(run(task, [record(known.join('\n'), { events: 6 })]).drift).toEqual([])
  const changed = ['{"n":1}', '{"late":1,"time":"1999-01-01T00:00:00Z"}', '{"n":7,"geo":{"city":"x"}}', '{"broken":}']
  const sent = record(changed.join('\n'), { events: 4 })
  expect(run(task, [sent]).drift).toEqual(['tenant-a source new geo.city'])
  expect(run(task, [sent, record('{"n":8,"geo":{"city":"y"}}', { events: 1 })]).drift).toEqual([])
})

test('a running task uses or drops a tenant’s mapping table from the next batch after its control record', () => {
  const learned = new LearnedBook()
  const feed = new ControlFeed((...[tenant, kind, id, document]) => learned.change(tenant, kind, id, document))
  const task = intakeStage({ ...CONFIG, learned }).open(0)
  let port = 4000
  const mappingFor = (tenant: string) => {
    const line = `<29>Nov 27 10:11:12 gw1 acmevpnd[7]: peer kim came up via 198.51.100.4:${++port} slot 12`
    const [row] = run(task, [record(line, { tenant, format: 'text', events: 1 })]).rows
    return [row?.mapping, row?.class_uid]
  }
  const table = (sequence: number, version: number | null) => {
    const kinds = [{ name: 'up', sentences: ['peer {user} came up via {src_ip}:{src_port} slot {other}'] }].map(
      (kind) => {
        return { ...kind, class: 'authentication', activity: 'Logon', status: 'success' }
      },
    )
    const definition = { vendor: 'Acme', product: 'VPN', recognises: { program: 'acmevpnd' }, rows: {}, kinds }
    const document = version === null ? '' : JSON.stringify({ version, table: definition })
    feed.apply({ sequence, tenant_id: 'tenant-a', kind: LEARNED_KIND, id: 'acme-vpn', document })
  }
  const before = mappingFor('tenant-a')
  expect(before[0]).not.toContain('learned:')
  table(1, 1)
  expect(mappingFor('tenant-a')).toEqual(['learned:acme-vpn/1', 3002])
  expect(mappingFor('tenant-b')).toEqual(before)
  table(2, 2)
  expect(mappingFor('tenant-a')).toEqual(['learned:acme-vpn/2', 3002])
  table(3, null)
  expect(mappingFor('tenant-a')).toEqual(before)
})
