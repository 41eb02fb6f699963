/**
 * Checks that the signals of a run with crashes, repeats and rebalances equal those of an undisturbed run: of the same
 * stages over the whole log, and, for two kinds of windows, of their definitions over the senders' events.
 */
import type { Entry } from '../../detections/window/columns.ts'
import { firings } from '../../detections/window/oracle.ts'
import { decodeEntityChange } from '../../schemas/entity-change.ts'
import { recordedSignal } from '../../schemas/recorded-signal.ts'
import { decodeSignals, type Signal } from '../../schemas/signal.ts'
import { isTimeMarks } from '../../schemas/time-marks.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { SimulatedBackbone } from '../../stream/simulated/backbone.ts'
import { compare } from './compare.ts'
import type { SimulatedLake } from './lake.ts'
import { correlateOf, intakeOf } from './node.ts'
import { BOOK, EARLY, EARLY_SEQUENCE, WINDOW_MS } from './rules.ts'

type Fail = (text: string) => void

export function checkSignals(backbone: SimulatedBackbone, lake: SimulatedLake, fail: Fail): void {
  const found = recordsOf(backbone, TOPICS.signals.name).flatMap(({ value }) => decodeSignals(value))
  const expected = [...onTime(backbone), ...recorded(backbone)]
  compare('signals', found.map(describe), expected.map(describe), fail)
  const inLake = lake.tables.signals.map(({ row }) => String(row.signal_id))
  compare(
    'signals in the lake',
    inLake,
    found.map(({ signal_id }) => signal_id),
    fail,
  )
}

/** Runs the stages over all records first, and then over the time at which all windows have ended. */
function onTime(backbone: SimulatedBackbone): Signal[] {
  const intake = intakeOf(backbone)
  const partitions = backbone.partitions(TOPICS.securityEvents.name)
  const matches = Array.from({ length: partitions }, (_, partition) => {
    const task = intake.open(partition)
    for (const record of backbone.partition({ topic: TOPICS.securityEvents.name, partition }).records) task.step(record)
    return task.flush().outputs.filter(({ topic }) => topic === TOPICS.ruleMatches.name)
  }).flat()
  const correlate = correlateOf(backbone)
  return Array.from({ length: backbone.partitions(TOPICS.ruleMatches.name) }, (_, partition) => {
    const task = correlate.open(partition)
    const mine = matches.filter((output) => output.partition === partition).map(({ value }) => Buffer.concat(value))
    for (const [offset, value] of mine.entries()) {
      task.step({ topic: TOPICS.ruleMatches.name, partition, offset, timestampMs: 0, key: '', value })
    }
    task.advance?.({ receivedMs: FAR_MS, behind: new Map() })
    return task.flush().outputs.flatMap(({ value }) => decodeSignals(Buffer.concat(value)))
  }).flat()
}

const FAR_MS = 8e15

/** Detections that were submitted over the API, each once, however often the relay appended it. */
function recorded(backbone: SimulatedBackbone): Signal[] {
  const found = recordsOf(backbone, TOPICS.entityChanges.name).flatMap(
    ({ value }) => recordedSignal(decodeEntityChange(value)) ?? [],
  )
  return [...new Map(found.map((signal) => [signal.signal_id, signal])).values()]
}

/**
 * The part of a signal that must be the same as in a run without late events. An early signal keeps the identity that
 * it had when it was given. A sequence is given at its last event: an event out of order may change which events belong
 * to it, and therefore its id, but never how many sequences its group has.
 */
function describe(signal: Signal): string {
  const { signal_id, tenant_id, rule_id, matched } = signal
  const group = matched.find(({ field }) => field === 'host')?.value
  if (rule_id === EARLY_SEQUENCE) return [tenant_id, rule_id, group].join(' ')
  if (EARLY.has(rule_id)) return [signal_id, tenant_id, rule_id, group].join(' ')
  return JSON.stringify(signal)
}

type Stored = { readonly tenant: string; readonly raw: Buffer }

/** Checks windows `count` and `absent` of every host of every tenant by their definition. */
export function checkFirings(backbone: SimulatedBackbone, stored: readonly Stored[], fail: Fail): void {
  const groups = Map.groupBy(stored.flatMap(entryOf), ({ group }) => group)
  const found = recordsOf(backbone, TOPICS.signals.name).flatMap(({ value }) => decodeSignals(value))
  for (const [ruleId, windowMs] of Object.entries(WINDOW_MS)) {
    const rule = BOOK.windowsOf('').find(({ id }) => id === ruleId)
    if (!rule) throw new Error(`there is a rule ${ruleId}`)
    // Early signals have the time that was known then; only their window is certain.
    const spanOf = (ms: number) => (EARLY.has(ruleId) ? Math.floor(ms / windowMs) : ms)
    const feeds = rule.body.window.kind === 'sequence' ? [] : rule.body.window.feeds
    const bits = feeds.map((feed) => ('rule' in feed ? USERS.indexOf(feed.rule) : -1))
    const expected = [...groups].flatMap(([group, arrivals]) => {
      const entries = arrivals.flatMap(({ entry, user }) =>
        bits.includes(user) ? [{ ...entry, feeds: 1 << bits.indexOf(user) }] : [],
      )
      return firings(rule.body.window, entries).map((ms) => `${ruleId} ${group} ${spanOf(ms)}`)
    })
    const ours = found.filter(({ rule_id }) => rule_id === ruleId)
    const groupOf = ({ tenant_id, matched }: Signal) => `${tenant_id} ${matched[0]?.value}`
    compare(
      `${ruleId} by definition`,
      ours.map((signal) => `${ruleId} ${groupOf(signal)} ${spanOf(signal.time_ms)}`),
      expected,
      fail,
    )
  }
}

/** The base rules, by the number of the user that they are about. */
const USERS = ['a', 'b', 'c']

type Made = { readonly group: string; readonly user: number; readonly entry: Entry }

function entryOf({ tenant, raw }: Stored, at: number): Made[] {
  const text = raw.toString()
  const record = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
  if (typeof record.user !== 'string' || typeof record.host !== 'string') return []
  const timeMs = Date.parse(String(record.time))
  const entry = { timeMs, uid: String(at), feeds: 0, value: null, carry: [] }
  return [{ group: `${tenant} ${record.host}`, user: Number(record.user.slice('user '.length)), entry }]
}

function recordsOf(backbone: SimulatedBackbone, topic: string) {
  const partitions = Array.from({ length: backbone.partitions(topic) }, (_, partition) => partition)
  return partitions
    .flatMap((partition) => backbone.partition({ topic, partition }).records)
    .filter(({ value }) => !isTimeMarks(value))
}
