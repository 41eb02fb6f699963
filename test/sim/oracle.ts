/** Computes the lake's expected contents from the senders' events and the order in which they were appended. */

import { decodeEventBatch } from '../../schemas/event-batch.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { SimulatedBackbone } from '../../stream/simulated/backbone.ts'
import { checkAlerts } from './alerts-oracle.ts'
import { checkBaselines } from './baselines-oracle.ts'
import { compare } from './compare.ts'
import type { SimulatedLake } from './lake.ts'
import type { Stores } from './node.ts'
import type { Senders, SentBatch } from './senders.ts'
import { checkFirings, checkSignals } from './signals-oracle.ts'
import { checkState } from './state-oracle.ts'

type Expected = {
  readonly tenant: string
  readonly connector: string
  /** Raw texts in the order of their first append. */
  readonly stored: Buffer[]
  readonly identities: Set<string>
  readonly dead: string[]
  /** Number of events for each `outcome reason`. */
  readonly ledger: Map<string, number>
}

export function judge(backbone: SimulatedBackbone, { lake, alerts }: Stores, senders: Senders): string[] {
  const violations = [...lake.violations, ...alerts.violations]
  const fail = (text: string) => violations.push(text)
  const sources = expectedOf(backbone, senders, fail)
  for (const source of sources.values()) checkSource(source, lake, fail)
  checkStrangers(sources, lake, fail)
  checkState(backbone, lake, fail)
  checkSignals(backbone, lake, fail)
  const stored = [...sources.values()].flatMap(({ tenant, stored }) => stored.map((raw) => ({ tenant, raw })))
  checkFirings(backbone, stored, fail)
  checkAlerts(backbone, alerts, fail)
  checkBaselines(backbone, lake, alerts, fail)
  return violations
}

type Fail = (text: string) => void

function expectedOf(backbone: SimulatedBackbone, senders: Senders, fail: Fail): Map<string, Expected> {
  const sources = new Map<string, Expected>()
  const appended = new Set<string>()
  for (let partition = 0; partition < backbone.partitions(TOPICS.securityEvents.name); partition++) {
    for (const { value } of backbone.partition({ topic: TOPICS.securityEvents.name, partition }).records) {
      const { requestId } = decodeEventBatch(value)
      appended.add(requestId)
      const batch = senders.batches.get(requestId)
      if (batch) expectBatch(sources, batch)
      else fail(`${requestId} was never sent`)
    }
  }
  for (const [requestId, { isAcknowledged }] of senders.batches) {
    if (isAcknowledged && !appended.has(requestId)) fail(`${requestId} was acknowledged and is not in the log`)
  }
  return sources
}

function expectBatch(
  sources: Map<string, Expected>,
  { source: { tenant, connector }, events, key: request }: SentBatch,
) {
  const key = `${tenant}/${connector}`
  const expected: Expected = sources.get(key) ?? {
    tenant,
    connector,
    stored: [],
    identities: new Set(),
    dead: [],
    ledger: new Map(),
  }
  sources.set(key, expected)
  const count = (what: string) => expected.ledger.set(what, (expected.ledger.get(what) ?? 0) + 1)
  const before = new Map<string, number>()
  for (const { raw, fate } of events) {
    count('received ')
    if (fate.outcome !== 'stored') count(`${fate.outcome} ${fate.reason}`)
    if (fate.outcome === 'dead_lettered') expected.dead.push(`${fate.reason} ${raw.toString('latin1')}`)
    if (fate.outcome !== 'stored') continue
    const of = fate.by === 'request' ? `${request} ${fate.identity}` : fate.identity
    const nth = fate.by === 'id' ? 0 : (before.get(of) ?? 0)
    before.set(of, nth + 1)
    const identity = `${nth} ${of}`
    const isRepeat = expected.identities.has(identity)
    count(isRepeat ? 'duplicate ' : 'stored ')
    if (isRepeat) continue
    expected.identities.add(identity)
    expected.stored.push(raw)
  }
}

function checkSource(expected: Expected, lake: SimulatedLake, fail: Fail): void {
  const name = `${expected.tenant}/${expected.connector}`
  const isOurs = (row: Record<string, unknown>, source: string) =>
    row.tenant_id === expected.tenant && row[source] === expected.connector
  const rows = lake.tables.events.filter(({ row }) => isOurs(row, 'source'))
  const raws = rows.map(({ row }) => text(row.raw))
  const wanted = expected.stored.map((raw) => raw.toString('latin1'))
  compare(`${name}: events`, raws, wanted, fail)
  if (new Set(rows.map(({ row }) => row.event_uid)).size !== rows.length) fail(`${name}: an event uid came twice`)
  checkOrder(name, rows, wanted, fail)
  const letters = lake.tables.dead_letters.filter(
    ({ row }) => text(row.tenant_id) === expected.tenant && text(row.connector_id) === expected.connector,
  )
  const dead = letters.map(({ row }) => `${text(row.reason)} ${text(row.raw)}`)
  compare(`${name}: dead letters`, dead, expected.dead, fail)
  if (new Set(letters.map(({ row }) => text(row.letter_id))).size !== letters.length)
    fail(`${name}: a letter came twice`)
  checkLedger(name, expected, lake, fail)
}

function checkLedger(name: string, { tenant, connector, ledger }: Expected, lake: SimulatedLake, fail: Fail): void {
  const sums = new Map<string, number>()
  for (const { row } of lake.tables.ledger) {
    if (row.tenant_id !== tenant || row.source !== connector) continue
    const what = `${row.outcome} ${row.reason}`
    sums.set(what, (sums.get(what) ?? 0) + Number(row.events))
  }
  for (const what of new Set([...sums.keys(), ...ledger.keys()])) {
    const [is, shouldBe] = [sums.get(what) ?? 0, ledger.get(what) ?? 0]
    if (is !== shouldBe) fail(`${name}: the ledger says ${is} ${what}, not ${shouldBe}`)
  }
  const settled = [...sums].reduce((sum, [what, events]) => sum + (what === 'received ' ? 0 : events), 0)
  if (settled !== (sums.get('received ') ?? 0)) fail(`${name}: the ledger does not balance`)
}

/** Rows of one source keep the order of the log, within each partition. */
function checkOrder(name: string, rows: SimulatedLake['tables']['events'], wanted: string[], fail: Fail): void {
  // Equal events go through the same partition, so their rows keep the order of their arrival.
  const placesOf = new Map<string, number[]>()
  for (const [place, raw] of wanted.entries()) placesOf.set(raw, [...(placesOf.get(raw) ?? []), place])
  const last = new Map<string, number>()
  for (const { token, row } of rows) {
    const lane = token.split('/').slice(0, 2).join('/')
    const place = placesOf.get(text(row.raw))?.shift() ?? -1
    if (place < (last.get(lane) ?? -1)) fail(`${name}: out of order in ${lane}`)
    last.set(lane, place)
  }
}

/** The lake must hold nothing else, and every row must name the tenant that sent it. */
function checkStrangers(sources: Map<string, Expected>, lake: SimulatedLake, fail: Fail): void {
  for (const { row } of lake.tables.events) {
    if (!sources.has(`${row.tenant_id}/${row.source}`))
      fail(`a row of ${row.tenant_id}/${row.source}, which sent nothing`)
  }
  for (const { row } of lake.tables.ledger) {
    if (row.tenant_id === '') continue // a watermark
    if (!sources.has(`${row.tenant_id}/${row.source}`)) fail(`the ledger knows ${row.tenant_id}/${row.source}`)
  }
  for (const { row } of lake.tables.dead_letters) {
    if (!sources.has(`${text(row.tenant_id)}/${text(row.connector_id)}`)) fail('a dead letter of nobody')
  }
}

export function text(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('latin1') : String(value)
}
