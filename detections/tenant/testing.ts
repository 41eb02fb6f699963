/** Events as intake hands them to a detector, for tests. */
import { fillRow, intakeOf, mappedRecord } from '../../connectors/index.ts'
import { assert } from '../../platform/assert.ts'
import { EventRow } from '../../schemas/event-row.ts'
import type { MatchedField } from '../../schemas/signal.ts'
import type { Detector, DetectorEvent, FeedPlace, RuleHead } from './detector.ts'

export type FoundRule = { readonly rule: RuleHead; readonly matched: readonly MatchedField[] }

export function eventOf(decoded: Record<string, unknown>, format = 'auto', tenantId = 'acme'): DetectorEvent {
  const intake = intakeOf(format)
  assert(intake !== null, `${format} is a format`)
  const { record, mapping } = mappedRecord(decoded, intake, { receivedMs: Date.now() })
  const row = new EventRow()
  row.tenantId = tenantId
  row.source = 'test'
  const refusal = fillRow(mapping, record, row)
  assert(refusal === null, `the event is taken, not refused as ${refusal}`)
  return { tenantId, record, mapping, row }
}

export function findings(detector: Detector, event: DetectorEvent): readonly FoundRule[] {
  const found: FoundRule[] = []
  detector.detect(
    event,
    (rule, matched) => found.push({ rule, matched }),
    () => {},
  )
  return found
}

export type FedWindow = {
  readonly place: FeedPlace
  readonly key: readonly string[]
  readonly values: readonly (string | null)[]
}

export function feedings(detector: Detector, event: DetectorEvent): readonly FedWindow[] {
  const fed: FedWindow[] = []
  detector.detect(
    event,
    () => {},
    (place, key, values) => fed.push({ place, key, values }),
  )
  return fed
}
