/** Response actions: request, approval, execution by an executor, verification, and rollback. */
export type { ActionReason, Outcome, Parameters, ResponseAction } from './action.ts'
export { actionsPage, lockAction as actionById } from './action-store.ts'
export { APPROVAL_STATUSES, type Approval, boundOf, RISK_LEVELS } from './approval.ts'
export { lockApproval as approvalById, restingApprovals } from './approval-store.ts'
export { ACTION_TYPES, actionTypeOf, gatedBecause, inWords } from './catalogue.ts'
export { askAgainIfChanged, type Decided, type Decision, decide, requestApproval, withdrawOfRun } from './decide.ts'
export { type EvidenceFacts, evidenceFacts } from './evidence.ts'
export {
  CHAT_POST_MS,
  type ChatBot,
  type ChatWay,
  chatWay,
  directWay,
  findInThread,
  postBotActivity,
  postDirect,
  postInThread,
  postToPerson,
  unfurl,
} from './executors/chat-way.ts'
export { chatOf } from './executors/choose.ts'
export { RESPONSE_LIMITS } from './limits.ts'
export { auditStandingUses } from './manage-standing.ts'
export { checkParameters, judge as judgeAction, RISKS, requestAction } from './request-action.ts'
export { carryOutNext, responseWorkers, sweepOnce } from './response-workers.ts'
export { checkedTarget } from './targets.ts'
export { isSignedBy, lookAtTicket, openTicketHook, ticketIn } from './ticket-hooks.ts'
export { followTickets, ticketWorkers } from './tickets.ts'
export { VERB_OPERATIONS } from './verb-operations.ts'
export {
  answerVerification,
  openToken as openVerifyToken,
  VERIFY,
  VERIFY_CHOICES,
  VERIFY_WORDS,
  type VerifyChoice,
  type VerifyToken,
  verificationOf,
} from './verification.ts'

export type { VerifySettings } from './verify-settings.ts'
