/** Cases: their work, queues, clocks, escalation, reports and merges. */

export { type Names, namesOf } from './actor-names.ts'
export {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  type Attachment,
  addAttachment,
  attachmentsPage,
  readAttachment,
  removeAttachment,
} from './attachments.ts'
export { BULK_CASES_MAX, confirmBulk, offerBulk } from './bulk.ts'
export { type Case, caseNumber } from './case.ts'
export { CASE_ACTOR_KINDS, type CaseActor, caseActor } from './case-actor.ts'
export { type CaseDetail, caseDetail } from './case-detail.ts'
export { casesByIds, familyOf } from './case-store.ts'
export { caseSchema, shownCase } from './case-wire.ts'
export { type CasePatch, changeCase, closeCase, reopenCase } from './change-case.ts'
export { type Clock, clocksOf } from './clocks/clock.ts'
export { changePolicy, createPolicy } from './clocks/manage-policies.ts'
export { type PolicyInput, policiesPage, type SlaPolicy } from './clocks/policy-store.ts'
export { commentOnCase } from './comment-on-case.ts'
export { caseFields } from './custom-fields.ts'
export { type Acknowledged, acknowledgeCase } from './escalation/acknowledge.ts'
export { escalateOnce, escalationWorkers, hastenEscalation } from './escalation/escalate.ts'
export { OWN_EVENT_TYPES } from './event-types.ts'
export { changedCases, type ExportPosition } from './export-cases.ts'
export { getCase, lockedCase } from './find-case.ts'
export {
  acknowledgeHandoff,
  createHandoff,
  HANDOFF_CASES_MAX,
  type Handoff,
  handoffsPage,
  ownIdOf,
} from './handoffs.ts'
export { ALERTS_AT_ONCE, linkAlerts, putAlertInCase, unlinkAlerts } from './link-alerts.ts'
export { type Mention, markSeen, mentionsPage } from './mention-store.ts'
export { type CaseMove, movesPage } from './move-store.ts'
export { type Moved, mergeCases, moveToCase, splitCase, undoMove } from './moves.ts'
export { noteOnCase } from './note-on-case.ts'
export { CASE_TITLE_MIN, type CaseInput, openCase } from './open-case.ts'
export { openCasesPage } from './open-queue.ts'
export { type CaseFacets, type CaseFilter, caseFacets, casesPage } from './query-cases.ts'
export { type Comment, commentsPage } from './record-store.ts'
export { caseRecord, spanText } from './report/case-record.ts'
export { ITEM_CATEGORIES, ITEM_PRIORITIES, type PostMortem, postMortemOf } from './report/postmortem.ts'
export { escapeText } from './report/report-html.ts'
export { postMortemPage, summaryPage } from './report/report-pages.ts'
export { type CaseSummary, summaryOf } from './report/summary.ts'

export { type SimilarCase, similarCases } from './similar.ts'
export { changeSlaConfig, type SlaConfig, slaConfigs } from './sla/config-store.ts'
export { SLA_EVENTS, type SlaEvent, slaEventsPage } from './sla/events.ts'
export { breachWorkers, notifyBreaches } from './sla/notify-breaches.ts'
export { forecastWorkers, notifyForecasts } from './sla/notify-forecast.ts'
export { tasksPage } from './task-store.ts'
export { openFromTemplate } from './templates.ts'
export { type TimelineEntry, timelinePage } from './timeline.ts'
export { CASE_TRANSITIONS } from './transitions.ts'
export { caseParams, caseRef, caseText } from './wire.ts'
export { CASE_STATUSES, type CaseStatus, OBSERVABLE_KINDS, TASK_CATEGORIES, TASK_STATUSES } from './words.ts'
