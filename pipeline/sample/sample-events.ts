/** Runs a file or a sample through ingest's batch and intake's steps, and yields the events as they would be stored. */

import { generic } from '../../connectors/families/generic/mapping.ts'
import { arrangedBody, lineFormat, openBody } from '../../connectors/formats/body.ts'
import { recordIn } from '../../connectors/formats/decoder.ts'
import { isLearned } from '../../connectors/learned/learned-mapping.ts'
import { standaloneEventOf } from '../../connectors/mapping/event-of.ts'
import type { Mapping } from '../../connectors/mapping/source-mapping.ts'
import type { Members } from '../../platform/members.ts'
import { tenantId } from '../../platform/tenant.ts'
import type { EventBatch } from '../../schemas/event-batch.ts'
import { EventRow } from '../../schemas/event-row.ts'
import { complete } from '../../schemas/ocsf/complete.ts'
import { cutBatch } from '../stages/intake/cut.ts'
import { enrichStep } from '../stages/intake/enrich/step.ts'
import { eventTimeStep } from '../stages/intake/event-time/step.ts'
import { type LearnedTables, normaliseStep } from '../stages/intake/normalise/step.ts'
import type { EventAtHand, StepTask } from '../stages/intake/step.ts'
import { jsonList, lineCounter } from './sample-body.ts'

export type NormalisedEvent = {
  /** Line number, from 1; in a file that is one JSON value, the event's position in it. */
  readonly line: number
} & (
  | {
      /** The event as the lake returns it, without the receipt, the tenant and the uid that a real batch would add. */
      readonly event: Members
      /** Null for text that no mapping reads. */
      readonly mapping: Mapping | null
      /** The record as the mapping reads it. */
      readonly record: Readonly<Members>
      /** The decoded record, also for text that no mapping reads. */
      readonly read: Readonly<Members>
      /** True when no table of the product reads the event, so a tenant's own table may. */
      readonly isLearnable: boolean
      /** The event's columns; valid until the next event. */
      readonly row: EventRow
    }
  | { readonly reason: string }
)

export type SampleOptions = {
  /** Mapping tables that the tenant has defined. */
  readonly learned?: LearnedTables
  /** Time of receipt, by which dates without a year are read; now by default. */
  readonly receivedMs?: number
}

/** `format` is a source format in lower case; `auto` detects the form from the body, as ingest does. */
export function* normalisedEvents(
  file: Buffer,
  format: string,
  { learned, receivedMs = Date.now() }: SampleOptions = {},
): Generator<NormalisedEvent> {
  const { batch, lineOf } = batchOf(file, format, receivedMs)
  const open = openBody(batch.body, batch.framing, batch.sourceFormat, batch)
  const of = { batch, open, isFrame: false, isLater: false, minuteMs: 0 }
  const steps = [normaliseStep({ learned }), eventTimeStep(), enrichStep()].map((step) => step.open())
  for (const step of steps) step.begin?.(of)
  const row = new EventRow()
  row.sourceFormat = open.format
  row.receivedMs = batch.receivedMs
  const ranges: { readonly start: number; readonly end: number; readonly fault: string | null }[] = []
  cutBatch(batch, Number.POSITIVE_INFINITY, (start, end, fault) => ranges.push({ start, end, fault }))
  const event: EventAtHand = {
    ...{
      of,
      row,
      start: 0,
      end: 0,
      record: {},
      mapping: null,
      finding: null,
      entities: null,
      hasId: false,
      isTimeless: false,
    },
    zoneGuess: '',
  }
  for (const [i, { start, end, fault }] of ranges.entries()) {
    const line = lineOf(start, i + 1)
    event.start = start
    event.end = end
    const reason = fault ?? refusalOf(steps, event)
    yield reason === null ? { line, ...madeOf(event) } : { line, reason }
  }
}

type FileBatch = { readonly batch: EventBatch; readonly lineOf: (start: number, index: number) => number }

function batchOf(file: Buffer, format: string, receivedMs: number): FileBatch {
  const header = {
    ...{
      tenantId: tenantId('normalize'),
      connectorId: '',
      connectorType: '',
      requestId: '',
      requestKey: '',
      earlierKey: '',
    },
    ...{ receivedMs, events: 0 },
  }
  const list = jsonList(file)
  if (list !== null) {
    const framing = list.isOne ? ('document' as const) : ('envelope' as const)
    return { batch: { ...header, framing, sourceFormat: format, body: list.body }, lineOf: (_, index) => index }
  }
  const sourceFormat = format === 'auto' || format === '' ? lineFormat('auto', file) : format
  const body = arrangedBody(file, sourceFormat)
  return { batch: { ...header, framing: 'lines', sourceFormat, body }, lineOf: lineCounter(body) }
}

/** The reason for which the pipeline would make the event a dead letter or drop it; null when it would store it. */
function refusalOf(steps: readonly StepTask[], event: EventAtHand): string | null {
  for (const step of steps) {
    const ending = step.process(event)
    if (ending !== null) return ending.fate === 'duplicate' ? ending.fate : ending.reason
  }
  return null
}

function madeOf({ of, row, mapping, record, start, end }: EventAtHand) {
  // Decoded a second time, because mappings change the record that they read.
  const whole = recordIn(of.open.decode(start, end)) ?? {}
  const isLearnable = mapping === null || mapping === generic || isLearned(mapping) || mapping.id.startsWith('syslog/')
  const read = mapping === null ? whole : record
  const shown = { mapping, record, read, isLearnable, row }
  if (row.mapping === 'ocsf') return { event: whole, ...shown }
  return { event: { ...complete(standaloneEventOf(row)), unmapped: whole }, ...shown }
}
