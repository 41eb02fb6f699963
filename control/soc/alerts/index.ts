/** Alerts: the queue of analysts, verdicts, changes in bulk, and saved views. */
export { type Actor, alertActor } from './actor.ts'
export { type Alert, SEVERITY_COLUMN } from './alert.ts'
export { type AlertDetail, alertDetail } from './alert-detail.ts'
export { ALERT_SORTS, type AlertOrder, type AlertPosition, type AlertSort, isKeyOf } from './alert-order.ts'
export { HAS_MODEL_OUTPUT } from './alert-store.ts'
export {
  cutBytes,
  NAME_MAX,
  NAMES_MAX,
  SEARCH_MAX,
  searchable,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX,
} from './alert-text.ts'
export { alertSchema, shownAlert } from './alert-wire.ts'
export { alertsOfCase, countAlertsOfCase, linkedAlerts, putInCase } from './alerts-of-case.ts'
export { BULK_ALERTS_MAX, changeAlerts, undoBulk } from './bulk.ts'
export {
  type AlertPatch,
  assignAlert,
  changeAlert,
  checkedTags,
  claimAlert,
  deleteAlert,
  escalateAlert,
  SNOOZE_MINUTES_MAX,
  snoozeAlert,
} from './change-alert.ts'
export { type AlertInput, createAlert, createAlertOnce } from './create-alert.ts'
export { TACTIC } from './event-attack.ts'
export { expireAlerts } from './expire-alerts.ts'
export { type CountedFacets, countFacets, FACET_ALERTS_MAX, FACET_VALUES_MAX } from './facet-values.ts'
export { alertOrNull, getAlert } from './find-alert.ts'
export type { Calibration, Fit } from './fit-weights.ts'
export { fitToVerdicts, publishWeights } from './fitted-weights.ts'
export type { Fusion } from './fused-row.ts'
export { historyPage } from './history-store.ts'
export { alertFilterMembers, alertFilterOf } from './list-inputs.ts'
export { arrivedAlerts, putBackArrival, takeArrivals, tenantsWithArrivals } from './new-alert-queue.ts'
export { confirmLookAlikes, LOOK_ALIKES_MAX, type Overridden, overrideVerdict } from './override-verdict.ts'
export { type PageWithFacets, pageWithFacets } from './page-with-facets.ts'
export {
  type AlertFilter,
  alertFacets,
  countsOf,
  FACET_KINDS,
  type FacetKind,
  type Facets,
  newestAlerts,
  type PlacedAlert,
} from './query-alerts.ts'
export {
  type MinutesBySeverity,
  NO_SLA,
  QUEUE_OWNERS,
  QUEUE_PERIODS,
  type QueueOwner,
  type QueuePeriod,
  type QueuePosition,
  type QueueQuery,
  queueCounts,
  queuePage,
} from './queue.ts'
export { recommendedActions } from './recommended-actions.ts'
export { DEPTH_MAX, isTooDeep, redact } from './redact.ts'
export { verdictsByRule } from './rule-verdicts.ts'
export { type SimilarAlert, type SimilarAlerts, similarAlerts } from './similar-alerts.ts'
export { type AlertStats, alertStats, alertsByTechnique } from './stats.ts'
export { type SubmitLabels, submitAlert } from './submit-alert.ts'
export { type SubmitLimits, takeEvents, tooLarge } from './submitted-events.ts'
export { TRANSITIONS } from './transitions.ts'
export { undoVerdict } from './undo-verdict.ts'
export { type FusedCounts, upsertFusedAlerts } from './upsert-fused.ts'
export { reasonsOf } from './verdict-reasons.ts'
export type { Verdict } from './verdict-store.ts'
export { list, reasonText, tagList, wordList, words } from './wire.ts'
export {
  type AlertStatus,
  confidenceLabel,
  DISPOSITIONS,
  isOneOf,
  PRIORITIES,
  REASON_CODES,
  SEVERITIES,
  type Severity,
  STATUSES,
  severityOfRank,
  severityRank,
  TRIAGE_VERDICTS,
  type TriageVerdict,
} from './words.ts'
export { closeByTriage, type TriageInput, writeTriage } from './write-triage.ts'
