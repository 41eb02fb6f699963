/**
 * The event that is being matched: one object that is reused for each, so that an event to which no rule applies costs
 * nothing.
 */

import type { Mapping } from '../../connectors/mapping/source-mapping.ts'
import { genericLineLogSource, genericLogSource, genericView } from '../../connectors/mapping/views/generic.ts'
import { ocsfLogSource } from '../../connectors/mapping/views/ocsf.ts'
import { isSource, viewOf } from '../../connectors/mapping/views/view-of.ts'
import { isMembers } from '../../platform/members.ts'
import type { EventLogSource, FieldView, MatchEvent } from '../../schemas/event-view.ts'
import type { RawJson } from '../match/raw-filter.ts'
import { inClass } from './class-routes.ts'
import type { DetectorEvent } from './detector.ts'
import { type FactRow, withFacts } from './ecs-facts.ts'

export class RuleEvent implements MatchEvent {
  record: Readonly<Record<string, unknown>> = {}
  logSource: EventLogSource = genericLogSource
  view: FieldView = genericView
  timeMs = 0
  /** The text of the record, when the text contains the whole record. */
  raw: RawJson | undefined
  #mapping: Mapping | null = null
  #readAgain: DetectorEvent['exact']
  #exact: Readonly<Record<string, unknown>> | null = null
  #row: FactRow = { classUid: 0, activityId: 0, statusId: 0 }
  #hasFacts = true

  load({ record, mapping, row, raw, exact }: DetectorEvent): void {
    this.#row = row
    this.#mapping = mapping
    this.#readAgain = exact
    this.#exact = null
    this.#hasFacts = false
    this.record = record
    this.raw = mayBeRewritten(mapping, record) ? undefined : raw
    this.timeMs = row.timeMs
    this.view = viewOf(mapping, record)
    this.logSource = inClass(logSourceOf(mapping, record), row.classUid)
  }

  /** In the form that the view names: `viewOf` brings the record into it. */
  exact(): Readonly<Record<string, unknown>> {
    if (this.#exact !== null) return this.#exact
    const record = this.#readAgain?.() ?? null
    if (record !== null && this.#mapping !== null) viewOf(this.#mapping, record)
    return (this.#exact = record ?? this.record)
  }

  /** Adds the names of `ecs-facts.ts` to the view of this event. */
  provideFacts(): void {
    if (this.#hasFacts) return
    this.#hasFacts = true
    this.view = withFacts(this.view, this.logSource, this.#row)
  }
}

function logSourceOf(mapping: Mapping, record: Readonly<Record<string, unknown>>): EventLogSource {
  if (isSource(mapping)) return mapping.logSourceOf(record)
  if (mapping.id === 'ocsf') return ocsfLogSource(record)
  return isMembers(record.syslog) ? genericLineLogSource : genericLogSource
}

function mayBeRewritten(mapping: Mapping, record: Readonly<Record<string, unknown>>): boolean {
  return isSource(mapping) && mapping.rewrites?.(record) !== false
}
