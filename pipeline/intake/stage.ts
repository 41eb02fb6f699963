/**
 * intake: a pushed batch becomes normalised events. Cut, decode, map, identify, drop repeats, lay out as columns.
 *
 * key     tenant + connector
 * state   fingerprints of what was let through, see `dedupe-memory.ts` for its bound; the fields of each source, see
 *         `schema-memory.ts`
 * late    does not matter: no decision here looks at the event's own time but the range check and the hours of fields
 * loses   nothing; what cannot be decoded goes to the dead letters with its reason
 */
import { isUnreadText } from '../../connectors/formats/any-text.ts'
import { type OpenBody, openBody } from '../../connectors/formats/body.ts'
import { isFault, recordIn } from '../../connectors/formats/decoder.ts'
import { detectMapping, type Intake, intakeOf } from '../../connectors/index.ts'
import type { Mapping } from '../../connectors/mapping.ts'
import { encodeAvro } from '../../schemas/avro.ts'
import { decodeEventBatch, type EventBatch } from '../../schemas/event-batch.ts'
import { EventRow } from '../../schemas/event-row.ts'
import { giveBack } from '../../schemas/native-columns.ts'
import { rowsOf } from '../../schemas/normalized-events.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Detector, Fed, Found } from '../detector.ts'
import { dayOf } from '../lake-partitions.ts'
import { LedgerCounts, ledgerOutputs, minuteOf } from '../ledger-counts.ts'
import type { LogRecord, Output } from '../runtime/driver.ts'
import { SignalLanes } from '../signal-lanes.ts'
import type { Flushed, Stage, StageTask } from '../stage.ts'
import { cutBatch } from './cut.ts'
import { DEDUPE_LIMITS, type DedupeLimits, DedupeMemory, STORE } from './dedupe-memory.ts'
import { BlockPool, EventLanes } from './event-lanes.ts'
import { seedsOf, uidOfBytes, uidOfVendorId, uuidOf } from './event-uid.ts'
import type { Fingerprints } from './fingerprints.ts'
import { LetterTexts } from './letter-texts.ts'
import { MatchLanes } from './match-lanes.ts'
import { SCHEMA_LIMITS, SCHEMA_STORE, type SchemaLimits, SchemaMemory } from './schema-memory.ts'
import { signalOf } from './signal-of.ts'
import { FUTURE_MS_MAX, OLDEST_MS } from './time-range.ts'
import { fillUnreadText } from './unread-text.ts'

export type IntakeConfig = {
  /** Partitions of `svc.normalized_events`. */
  readonly partitions: number
  readonly eventBytesMax: number
  readonly dedupe?: DedupeLimits
  readonly schemas?: SchemaLimits
  /** Rules are matched with it; none where nothing is looked for. */
  readonly detector?: Detector
  /** Partitions of `svc.signals`. */
  readonly signalPartitions?: number
  /** Partitions of `svc.rule_matches`. */
  readonly matchPartitions?: number
  /** How far an event's own time may lie ahead of its receipt. */
  readonly futureMsMax?: number
}

const DETAIL_MAX = 500
/** Enrichments of OCSF: what was not in the event and why it is there. */
const NO_TIME = '{"name":"time","value":"received","data":{},"desc":"the event names no usable time: time of receipt"}'

/** Enriched forms that one batch remembers; then it starts again. */
const FORMS_MAX = 1024

function enrichments(...said: readonly string[]): string {
  return `"enrichments":[${said.filter(Boolean).join(',')}]`
}

function withMember(members: string, member: string): string {
  return members === '' ? member : `${members},${member}`
}

/** How the form of a body was found; '' where its sender named it. */
function foundForm({ format, evidence }: OpenBody): string {
  if (evidence === null) return ''
  return JSON.stringify({ name: 'format', value: format, data: {}, desc: evidence })
}

export function intakeStage(config: IntakeConfig): Stage {
  const pool = new BlockPool()
  return {
    name: 'intake',
    inputs: [TOPICS.securityEvents.name],
    stores: [STORE, SCHEMA_STORE],
    open: () => new IntakeTask(config, pool),
  }
}

class IntakeTask implements StageTask {
  readonly #config: IntakeConfig
  readonly #memory: DedupeMemory
  readonly #schemas: SchemaMemory
  readonly #lanes: EventLanes
  readonly #ledger = new LedgerCounts()
  readonly #row = new EventRow()
  readonly #signals: SignalLanes
  readonly #matches: MatchLanes
  readonly #letters: Output[] = []
  /** Of days before the one that is being taken in. */
  readonly #closed: Output[] = []
  #day = 0
  #newestMs = 0

  constructor(config: IntakeConfig, pool: BlockPool) {
    this.#config = config
    this.#memory = new DedupeMemory(config.dedupe ?? DEDUPE_LIMITS)
    this.#schemas = new SchemaMemory(config.schemas ?? SCHEMA_LIMITS)
    this.#signals = new SignalLanes(config.signalPartitions ?? 1)
    this.#matches = new MatchLanes(config.matchPartitions ?? 1)
    this.#lanes = new EventLanes(config.partitions, pool)
  }

  restore(slots: readonly { store: string; slot: string; payload: Buffer }[]): void {
    this.#memory.restore(slots.filter(({ store }) => store === STORE))
    this.#schemas.restore(slots.filter(({ store }) => store === SCHEMA_STORE))
  }

  step(record: LogRecord): void {
    const batch = decodeEventBatch(record.value)
    if (dayOf(batch.receivedMs) !== this.#day) this.#closeDay()
    this.#day = dayOf(batch.receivedMs)
    this.#newestMs = Math.max(this.#newestMs, batch.receivedMs)
    new BatchStep(batch, record, {
      config: this.#config,
      row: this.#row,
      lanes: this.#lanes,
      memory: this.#memory,
      schemas: this.#schemas,
      ledger: this.#ledger,
      signals: this.#signals,
      matches: this.#matches,
      letters: this.#letters,
    }).run()
  }

  flush(): Flushed {
    const entries = this.#ledger.take()
    this.#closeDay()
    const blocks = this.#closed.splice(0)
    const rows = blocks.reduce((sum, { value }) => sum + rowsOf(value), 0)
    const outputs = [
      ...blocks,
      ...this.#signals.take(this.#newestMs),
      ...this.#matches.take(this.#newestMs),
      ...this.#letters.splice(0),
      ...this.#schemas.takeReports(this.#newestMs),
      ...ledgerOutputs(entries, this.#newestMs),
    ]
    const outcomes = entries.map(({ outcome, reason, events }) => ({ outcome, reason, events }))
    const release = () => {
      for (const { value } of outputs) giveBack(value)
    }
    const { streams, fields } = this.#schemas.stats()
    const state = { ...this.#memory.stats(), streams, fields }
    const changes = [...this.#memory.flush(), ...this.#schemas.flush()]
    return { outputs, changes, figures: { outcomes, state, rows }, release }
  }

  /** A block is of one day of receipt: the lake keeps days apart, and takes the rows of one all or none. */
  #closeDay(): void {
    this.#closed.push(...this.#lanes.take(this.#newestMs))
  }
}

const NO_MEMBERS: Record<string, unknown> = Object.freeze({})

/** What the steps of one commit fill together. */
type Bench = {
  readonly config: IntakeConfig
  readonly row: EventRow
  readonly lanes: EventLanes
  readonly memory: DedupeMemory
  readonly schemas: SchemaMemory
  readonly ledger: LedgerCounts
  readonly signals: SignalLanes
  readonly matches: MatchLanes
  readonly letters: Output[]
}

/** One batch on its way through: what is the same for all its events is worked out once. */
class BatchStep {
  readonly #batch: EventBatch
  readonly #record: LogRecord
  readonly #bench: Bench
  readonly #row: EventRow
  readonly #minuteMs: number
  readonly #seeds: readonly [bigint, bigint]
  readonly #seen: Fingerprints
  readonly #intake: Intake | null
  readonly #latestMs: number
  readonly #open: OpenBody
  readonly #letterTexts: LetterTexts
  readonly #foundForm: string
  readonly #said: string
  readonly #saidTimeless: string
  readonly #enrichedForms = new Map<string, string>()
  /** Events of one body are alike: the last one's mapping is asked first. */
  #guess: Mapping | null = null
  /** Of the event that is being read; null for text. */
  #mapping: Mapping | null = null
  #duplicates = 0
  #index = 0
  readonly #found: Found = (rule, matched) => this.#bench.signals.add(signalOf(rule, this.#row, matched))
  readonly #fed: Fed = (...fed) => this.#bench.matches.add(this.#row, ...fed)

  constructor(batch: EventBatch, record: LogRecord, bench: Bench) {
    this.#batch = batch
    this.#record = record
    this.#bench = bench
    this.#row = bench.row
    this.#minuteMs = minuteOf(batch.receivedMs)
    this.#seeds = seedsOf(batch.tenantId, batch.connectorId)
    this.#seen = bench.memory.of(`${batch.tenantId}/${batch.connectorId}`)
    this.#intake = intakeOf(batch.sourceFormat)
    this.#latestMs = batch.receivedMs + (bench.config.futureMsMax ?? FUTURE_MS_MAX)
    this.#open = openBody(batch.body, batch.framing, batch.sourceFormat, { receivedMs: batch.receivedMs })
    this.#letterTexts = new LetterTexts(batch.body, this.#open.header)
    this.#foundForm = foundForm(this.#open)
    this.#said = enrichments(this.#foundForm)
    this.#saidTimeless = enrichments(this.#foundForm, NO_TIME)
  }

  run(): void {
    const batch = this.#batch
    this.#row.tenantId = batch.tenantId
    this.#row.source = batch.connectorId
    this.#row.sourceFormat = this.#open.format
    this.#row.receivedMs = batch.receivedMs
    this.#count('received', '', batch.events)
    cutBatch(batch, this.#bench.config.eventBytesMax, (start, end, fault) => {
      this.#index++
      if (fault) this.#count('rejected', fault, 1)
      else this.#event(start, end)
    })
    this.#count('duplicate', '', this.#duplicates)
  }

  /** Whatever reading an event throws is a fault of ours: the event is kept to be replayed, and its neighbours go on. */
  #event(start: number, end: number): void {
    let record: Record<string, unknown> | null
    try {
      record = this.#read(start, end)
    } catch (error) {
      return this.#deadLetter(start, end, 'mapping_failed', `${this.#mapping?.id ?? this.#open.format}: ${error}`)
    }
    if (record === null || !this.#store(start, end) || this.#mapping === null) return
    this.#bench.schemas.see(this.#row, record)
    this.#detect(record, this.#mapping, start, end)
  }

  /** Fills the row. Null for what is not for the lake: it is with the dead letters. */
  #read(start: number, end: number): Record<string, unknown> | null {
    const { format } = this.#open
    this.#mapping = null
    if (this.#intake === null) {
      this.#deadLetter(start, end, 'unknown_format', `no format ${format} here`)
      return null
    }
    const decoded = this.#open.decode(start, end)
    if (isFault(decoded)) {
      this.#deadLetter(start, end, decoded, `read as ${format === '' ? 'json' : format}`)
      return null
    }
    if (isUnreadText(decoded)) return this.#text(decoded, start, end)
    this.#guess = this.#intake === 'detect' ? detectMapping(decoded, this.#guess) : this.#intake
    return this.#mapped(decoded, this.#guess, start, end)
  }

  #mapped(record: Record<string, unknown>, mapping: Mapping, start: number, end: number) {
    const row = this.#row
    this.#mapping = mapping
    row.clear()
    const vendorId = mapping.vendorId(record)
    if (vendorId === '') uidOfBytes(this.#batch.body, start, end, this.#seeds, row.uid)
    else uidOfVendorId(vendorId, this.#seeds, row.uid)
    const refusal = mapping.fill(record, row)
    if (refusal) {
      this.#deadLetter(start, end, refusal, `refused by ${mapping.id}`)
      return null
    }
    row.mapping = mapping.id
    return record
  }

  /** An event without members: no mapping reads it, and no rule. */
  #text(record: Record<string, unknown>, start: number, end: number) {
    const row = this.#row
    row.clear()
    fillUnreadText(record, row)
    uidOfBytes(this.#batch.body, start, end, this.#seeds, row.uid)
    return NO_MEMBERS
  }

  #detect(record: Record<string, unknown>, mapping: Mapping, start: number, end: number): void {
    const { detector } = this.#bench.config
    if (!detector) return
    const row = this.#row
    const raw = this.#open.isPlainJson() ? { body: this.#batch.body, start, end } : undefined
    const exact = () => recordIn(this.#open.decodeExactly(start, end))
    detector.detect({ tenantId: row.tenantId, record, mapping, row, raw, exact }, this.#found, this.#fed)
  }

  /** True when the event is new and goes to the lake. */
  #store(start: number, end: number): boolean {
    const row = this.#row
    const isTimeless = Number.isNaN(row.timeMs)
    if (isTimeless) row.timeMs = this.#batch.receivedMs
    else if (row.timeMs < OLDEST_MS || row.timeMs > this.#latestMs) {
      this.#deadLetter(start, end, 'time_out_of_range', `the event says ${new Date(row.timeMs).toISOString()}`)
      return false
    }
    if (!this.#seen.add(row.uid)) {
      this.#duplicates++
      return false
    }
    if (isTimeless || this.#foundForm !== '') this.#enrich(isTimeless)
    row.rawHeader = this.#open.header?.(start) ?? ''
    this.#bench.lanes.add(row, this.#batch.body, start, end, this.#minuteMs)
    return true
  }

  /** An event that is OCSF already stays as it was sent. */
  #enrich(isTimeless: boolean): void {
    const row = this.#row
    if (row.mapping === 'ocsf') return
    const said = isTimeless ? this.#saidTimeless : this.#said
    if (row.ocsfForm === '') row.ocsfRest = withMember(row.ocsfRest, said)
    else row.ocsfForm = this.#enrichedForm(row.ocsfForm, said)
  }

  /** Forms repeat from event to event, and so do these. */
  #enrichedForm(form: string, said: string): string {
    let enriched = this.#enrichedForms.get(form)
    if (!enriched?.endsWith(said)) {
      if (this.#enrichedForms.size >= FORMS_MAX) this.#enrichedForms.clear()
      enriched = withMember(form, said)
      this.#enrichedForms.set(form, enriched)
    }
    return enriched
  }

  #count(outcome: 'received' | 'duplicate' | 'rejected' | 'dead_lettered', reason: string, events: number): void {
    const { tenantId, connectorId } = this.#batch
    this.#bench.ledger.add(
      { tenant_id: tenantId, source: connectorId, minute_ms: this.#minuteMs, outcome, reason },
      events,
    )
  }

  #deadLetter(start: number, end: number, reason: string, detail: string): void {
    const batch = this.#batch
    const { topic, partition, offset } = this.#record
    const value = encodeAvro('dead-letter', {
      letter_id: uuidOf(`${topic}/${partition}/${offset}/${this.#index}`),
      tenant_id: batch.tenantId,
      connector_id: batch.connectorId,
      connector_type: batch.connectorType,
      source_format: batch.sourceFormat,
      request_id: batch.requestId,
      received_ms: batch.receivedMs,
      reason,
      detail: detail.slice(0, DETAIL_MAX),
      raw: this.#letterTexts.of(start, end),
    })
    this.#bench.letters.push({
      topic: TOPICS.deadLetters.name,
      partition: 0,
      timestampMs: batch.receivedMs,
      key: batch.tenantId,
      value: [value],
    })
    this.#count('dead_lettered', reason, 1)
  }
}
