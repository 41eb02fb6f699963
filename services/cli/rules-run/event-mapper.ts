/** Records as the pipeline maps them to OCSF: their class, their time, and where rules find their fields. */
import { fillRow, type Intake, intakeOf, mappedRecord } from '../../../connectors/index.ts'
import type { Mapping, Refusal } from '../../../connectors/mapping/source-mapping.ts'
import type { DetectorEvent } from '../../../detections/tenant/detector.ts'
import { RuleEvent } from '../../../detections/tenant/rule-event.ts'
import { assert } from '../../../platform/assert.ts'
import type { Members } from '../../../platform/members.ts'
import { EventRow } from '../../../schemas/event-row.ts'

export class EventMapper {
  /** The event of the last record. */
  readonly event = new RuleEvent()
  readonly row = new EventRow()
  /** Reason why the pipeline would refuse it; the row is empty then. */
  refusal: Refusal | null = null
  readonly #intake: Intake
  /** Neighbouring events often have the same mapping. */
  #guess: Mapping | null = null

  constructor(format: string) {
    const intake = intakeOf(format)
    assert(intake !== null, 'the format was checked')
    this.#intake = intake
  }

  /** May write to the record, as mappings may. */
  map(decoded: Members, exact?: DetectorEvent['exact']): void {
    const { row } = this
    const { record, mapping } = mappedRecord(decoded, this.#intake, { receivedMs: Date.now() }, this.#guess)
    this.#guess = mapping
    row.clear()
    this.refusal = fillRow(mapping, record, row)
    if (this.refusal !== null) row.clear()
    this.event.load({ tenantId: '', record, mapping: this.#guess, row, exact })
    this.event.provideFacts()
  }
}
