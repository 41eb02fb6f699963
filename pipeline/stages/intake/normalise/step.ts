/** normalise: decodes an event by its form, maps it to OCSF by its source, and computes its identity. */
import { readsLine } from '../../../../connectors/families/generic/read-line.ts'
import { fillUnreadText } from '../../../../connectors/families/generic/unread-text.ts'
import { fillUnmapped, ocsf } from '../../../../connectors/families/ocsf/mapping.ts'
import { isUnreadText } from '../../../../connectors/formats/any-text.ts'
import { isFault } from '../../../../connectors/formats/decoder.ts'
import { journalCursor } from '../../../../connectors/formats/journal-cursor.ts'
import { fillRow, type Intake, intakeOf, isUnmapped, mappedRecord } from '../../../../connectors/index.ts'
import { findingOf, liftEntities, liftListed, listedEntities } from '../../../../connectors/mapping/finding.ts'
import type { Mapping } from '../../../../connectors/mapping/source-mapping.ts'
import { assert } from '../../../../platform/assert.ts'
import { codeAt } from '../../../../platform/code-at.ts'
import { isMembers } from '../../../../platform/members.ts'
import type { EventRow } from '../../../../schemas/event-row.ts'
import { type BatchAtHand, deadLetter, type Ending, type EventAtHand, type Step, type StepTask } from '../step.ts'
import { type Seeds, seedsOf, seedsOfRequest, uidOfBytes, uidOfVendorId } from './event-uid.ts'

/** Mapping tables of tenants, for sources that no table of the product reads. */
export type LearnedTables = {
  /** Returns null when no table of the tenant takes the record. */
  mappingFor(tenant: string, record: Readonly<Record<string, unknown>>): Mapping | null
}

export function normaliseStep({ learned }: { readonly learned?: LearnedTables | undefined } = {}): Step {
  return { name: 'normalise', stores: [], open: () => new NormaliseTask(learned ?? null) }
}

/** Placeholders that devices write for a user that they hide or do not know: they identify no one. */
const NOBODY =
  /^(?:\*+|-+|\?+|[[(<]?(?:unknown|n\/a|null|none|nil|undefined|unidentified|not available|not applicable|no authentication(?: required)?|redacted)[\])>]?)$/i
const NOBODY_LENGTH_MAX = 28
/** 1 at the ASCII codes with which a placeholder begins: the first letter rules out nearly all names. */
const NOBODY_FIRST = Uint8Array.from({ length: 128 }, (_, code) =>
  /[*?[(<UuNnRr-]/.test(String.fromCharCode(code)) ? 1 : 0,
)

const isNobody = (name: string): boolean =>
  name !== '' && NOBODY_FIRST[codeAt(name, 0)] === 1 && name.length <= NOBODY_LENGTH_MAX && NOBODY.test(name)

function dropMasks(row: EventRow): void {
  if (isNobody(row.user)) row.user = ''
  if (isNobody(row.targetUser)) row.targetUser = ''
  if (isNobody(row.host)) row.host = ''
}

function zoneGuess({ syslog, in_text }: Readonly<Record<string, unknown>>): string {
  const of = isMembers(syslog) ? syslog : in_text
  return isMembers(of) && typeof of.zone_guess === 'string' ? of.zone_guess : ''
}

const isNobodys = ({ user, targetUser, host, srcIp, dstIp }: EventRow) =>
  user === '' && targetUser === '' && host === '' && srcIp === '' && dstIp === ''

class NormaliseTask implements StepTask {
  readonly #learned: LearnedTables | null
  #intake: Intake | null = null
  #seeds: Seeds | null = null
  /** Seeds of the request, computed when an event first needs them. */
  #requestSeeds: Seeds | null = null
  /** Events of one body are alike, so the last event's mapping is tried first. */
  #guess: Mapping | null = null

  constructor(learned: LearnedTables | null) {
    this.#learned = learned
  }

  begin({ batch }: BatchAtHand): void {
    this.#intake = intakeOf(batch.sourceFormat)
    this.#seeds = seedsOf(batch.tenantId, batch.connectorId)
    this.#requestSeeds = null
    this.#guess = null
  }

  /**
   * An exception while reading an event is a bug in svc: the event becomes a dead letter, and the other events
   * continue.
   */
  process(event: EventAtHand): Ending | null {
    event.mapping = null
    try {
      return this.#read(event)
    } catch (error) {
      const mapping = event.mapping as Mapping | null // may be incomplete: the state at the exception
      return deadLetter('mapping_failed', `${mapping?.id ?? event.of.open.format}: ${error}`)
    }
  }

  #read(event: EventAtHand): Ending | null {
    const { of, row } = event
    const { open } = of
    const { format } = open
    if (this.#intake === null) return deadLetter('unknown_format', `no format ${format} here`)
    const decoded = open.decode(event.start, event.end)
    if (isFault(decoded)) return deadLetter(decoded, `read as ${format === '' ? 'json' : format}`)
    const { record, mapping } = mappedRecord(decoded, this.#intake, event.of.batch, this.#guess)
    const own =
      this.#learned !== null && isUnmapped(mapping) ? this.#learned.mappingFor(of.batch.tenantId, record) : null
    if (own !== null) return this.#map(record, own, event)
    if (isUnreadText(record) && !readsLine(record, row)) return this.#text(record, event)
    this.#guess = mapping
    return this.#map(record, mapping, event)
  }

  #map(record: Record<string, unknown>, mapping: Mapping, event: EventAtHand): Ending | null {
    const { row } = event
    event.record = record
    event.mapping = mapping
    row.clear()
    const refusal = fillRow(mapping, record, row)
    if (refusal) return deadLetter(refusal, `refused by ${mapping.id}`)
    dropMasks(row)
    row.mapping = mapping.id
    event.finding = findingOf(row, record)
    event.entities = event.finding?.entities ?? listedEntities(row, record)
    if (event.finding !== null) liftEntities(event.finding.entities, row)
    else if (event.entities !== null) liftListed(event.entities, row)
    if (mapping === ocsf && row.classUid === 0 && isNobodys(row)) fillUnmapped(record, row)
    const vendorId = mapping.vendorId(record) || journalCursor(record)
    if (vendorId === '') this.#identify(event)
    else uidOfVendorId(vendorId, this.#seedPair(), row.uid)
    event.hasId = vendorId !== ''
    event.zoneGuess = zoneGuess(record)
    return null
  }

  /** Handles a text of unknown form: no mapping reads it, and rules see its words. */
  #text(record: Record<string, unknown>, event: EventAtHand): null {
    event.record = record
    event.finding = null
    event.entities = null
    event.row.clear()
    event.zoneGuess = fillUnreadText(record, event.row)
    event.hasId = false
    this.#identify(event)
    return null
  }

  /**
   * Identifies an event by its bytes; the request is included when they contain no time, or when the message has a
   * permanent key.
   */
  #identify({ of, start, end, row }: EventAtHand): void {
    const { batch, isFrame } = of
    const isOfRequest = isFrame || (batch.requestKey !== '' && Number.isNaN(row.timeMs))
    uidOfBytes(batch.body, start, end, isOfRequest ? this.#seedsOfRequest(of) : this.#seedPair(), row.uid)
  }

  #seedsOfRequest({ batch }: BatchAtHand): Seeds {
    this.#requestSeeds ??= seedsOfRequest(batch.tenantId, batch.connectorId, batch.requestKey)
    return this.#requestSeeds
  }

  #seedPair(): Seeds {
    assert(this.#seeds, 'a batch was begun')
    return this.#seeds
  }
}
