/** The parts of cases that other contexts, the API and the services may use. */

export {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  type Attachment,
  addAttachment,
  attachmentsPage,
  readAttachment,
  removeAttachment,
} from './attachments.ts'
export { BULK_CASES_MAX, type BulkChange, type BulkResult, confirmBulk, offerBulk } from './bulk.ts'
export { type Case, caseNumber, type FanoutResult } from './case.ts'
export { CASE_ACTOR_KINDS, type CaseActor, caseActorOf } from './case-actor.ts'
export { type CaseDetail, caseDetail } from './case-detail.ts'
export { casesByIds, familyOf } from './case-store.ts'
export {
  type CasePatch,
  changeCase,
  closeCase,
  reopenCase,
} from './change-case.ts'
export { CLOCKS, type Clock, type ClockName, clocksOf } from './clocks/clock.ts'
export { changePolicy, createPolicy } from './clocks/manage-policies.ts'
export { type PolicyInput, policiesPage, type SlaPolicy } from './clocks/policy-store.ts'
export { addTimelineEvent, COMMENT_MAX, commentOnCase } from './comment-on-case.ts'
export {
  CASE_FIELDS_MAX,
  type CaseField,
  caseFields,
  createCaseField,
  FIELD_TYPES,
  removeCaseField,
} from './custom-fields.ts'
export { type Acknowledged, acknowledgeCase } from './escalation/acknowledge.ts'
export { type EscalationDeps, escalateOnce, escalationWorkers } from './escalation/escalate.ts'
export { createEscalationPolicy, removeEscalationPolicy } from './escalation/manage-policies.ts'
export { LADDER_TARGET } from './escalation/notify-step.ts'
export {
  type EscalationPolicy,
  type EscalationStep,
  escalationPoliciesPage,
} from './escalation/policy-store.ts'
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
export { addObservable, type Graph, type Observable, observablesPage, removeObservable } from './observables.ts'
export { CASE_TITLE_MIN, type CaseInput, openCase } from './open-case.ts'
export { openCasesPage } from './open-queue.ts'
export { type CaseFacets, type CaseFilter, caseFacets, casesPage } from './query-cases.ts'
export { changeQueue, createQueue, removeQueue } from './queues/manage-queues.ts'
export { type Queue, type QueueInput, queuesPage } from './queues/queue-store.ts'
export { type Comment, commentsPage, type Transition, transitionsPage } from './record-store.ts'
export { caseRecord, spanText } from './report/case-record.ts'
export { ITEM_CATEGORIES, ITEM_PRIORITIES, type PostMortem, postMortemOf } from './report/postmortem.ts'
export { escapeText, reportHtml } from './report/report-html.ts'
export { type CaseSummary, summaryOf } from './report/summary.ts'

export { type SimilarCase, similarCases } from './similar.ts'
export { changeSlaConfig, type SlaConfig, type SlaTargets, slaConfigs } from './sla/config-store.ts'
export { SLA_EVENTS, type SlaEvent, slaEventsPage } from './sla/events.ts'
export { type BreachDeps, breachWorkers, notifyBreaches } from './sla/notify-breaches.ts'
export { forecastWorkers, notifyForecasts } from './sla/notify-forecast.ts'
export { type Task, tasksPage } from './task-store.ts'
export { addTask, blockedReason, changeTask, removeTask } from './tasks.ts'
export { type CaseTemplate, createTemplate, openFromTemplate, removeTemplate, templatesPage } from './templates.ts'
export { type TimeEntry, timePage, trackTime } from './time-entries.ts'
export { type TimelineEntry, timelinePage } from './timeline.ts'
export { CASE_TRANSITIONS } from './transitions.ts'
export {
  CASE_STATUSES,
  type CaseStatus,
  OBSERVABLE_KINDS,
  TASK_CATEGORIES,
  TASK_STATUSES,
} from './words.ts'
