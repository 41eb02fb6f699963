/** Turns the alert of a window rule into a signal. */

import type { RuleHead } from '../../../detections/tenant/detector.ts'
import { shapeOf } from '../../../detections/window/compile.ts'
import type { Alert, WindowRule } from '../../../detections/window/window.ts'
import type { MatchedField, Signal } from '../../../schemas/signal.ts'
import { signalIdOf } from '../../signal-id.ts'
import { commonIn } from './shown.ts'

/**
 * Number of events that a signal names: the newest; for an alert that combines several, some of each.
 * @bound events listed in a signal -> the newest are kept
 */
const EVENTS_MAX = 128

/** The signal id is derived from the rule and the group and span, or the events, so a repeat gives the same signal. */
export function signalOf(alert: Alert, rule: WindowRule, head: RuleHead): Signal {
  const uids = [...new Set(alert.members.flatMap(({ evidence }) => evidence))]
  const { tactics, techniques, language, severityId, title } = head
  return {
    signal_id: signalIdOf(alert.scope, alert.id),
    tenant_id: alert.scope,
    rule_id: head.id,
    rule_title: title,
    language,
    severity_id: severityId,
    time_ms: alert.timeMs,
    ...commonIn(alert.members.map(({ detail }) => detail)),
    event_uids: uids.slice(-EVENTS_MAX),
    techniques,
    tactics,
    matched: matchedOf(alert, rule),
  }
}

/**
 * The matched fields: the group without fields that its events lack, the measured figure, and the number of events
 * beyond those named.
 */
function matchedOf({ key, figure, membersOmitted }: Alert, { body }: WindowRule): readonly MatchedField[] {
  const { groupBy, measure } = shapeOf(body.window)
  const matched = groupBy.flatMap(({ name }, at) => {
    const value = key[at] ?? null
    return value === null ? [] : [{ field: name, value }]
  })
  if (figure !== null) matched.push({ field: measure?.of ?? 'count', value: String(figure) })
  if (membersOmitted > 0) matched.push({ field: 'events_omitted', value: String(membersOmitted) })
  return matched
}
