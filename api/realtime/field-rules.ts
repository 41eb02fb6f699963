/** Applies field rules to frames of streams. */
import {
  type HiddenFields,
  type Members,
  type RuledResource,
  showPart,
} from '../../control/platform/governance/index.ts'
import type { EntityChange } from '../../schemas/entity-change.ts'

/** By prefix of the change's kind. */
const TOPIC_RESOURCES: readonly (readonly [string, RuledResource])[] = [
  ['alert_', 'alert'],
  ['case_', 'case'],
  ['anomaly_', 'anomaly'],
  ['risk_', 'entity_risk'],
  ['honeytoken_', 'honeytoken_event'],
  ['action_', 'response_action'],
  ['approval_', 'approval'],
  ['investigation_', 'ledger_entry'],
  ['playbook_', 'playbook_run'],
]

/** The change without its hidden fields: the same object where nothing is hidden. */
export function shownChange(change: EntityChange, hidden: HiddenFields): EntityChange {
  if (hidden.size === 0) return change
  const resource = TOPIC_RESOURCES.find(([beginning]) => change.kind.startsWith(beginning))?.[1]
  if (resource === undefined) return change
  const document = JSON.parse(change.document) as Members
  const withheld = showPart(resource, document, hidden)
  if (withheld.length === 0) return change
  return { ...change, document: JSON.stringify({ ...document, withheld_fields: withheld }) }
}
