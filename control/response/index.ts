/** The interface of response to the API, playbooks and the services. */
export {
  ACTION_REASONS,
  ACTION_STATUSES,
  type ActionReason,
  OUTCOMES,
  type Outcome,
  type Parameters,
  type ResponseAction,
} from './action.ts'
export { type ActionFilter, actionsPage, lockAction as actionById } from './action-store.ts'
export { APPROVAL_STATUSES, type Approval, boundOf, RISK_LEVELS, type RiskLevel } from './approval.ts'
export { type ApprovalFilter, approvalsPage, lockApproval as approvalById, restingApprovals } from './approval-store.ts'
export { type CarryOutDeps, carryOutNext, responseWorkers, sweepOnce } from './carry-out.ts'
export {
  ACTION_TYPE_NAMES,
  ACTION_TYPES,
  type ActionType,
  actionTypeOf,
  BLAST_RADII,
  gatedBecause,
  TARGET_KINDS,
} from './catalogue.ts'
export {
  type ApprovalRequest,
  askAgainIfChanged,
  type Decision,
  decide,
  requestApproval,
  withdrawOfRun,
} from './decide.ts'
export { type EvidenceFacts, evidenceFacts } from './evidence.ts'
export { BLOCK_KINDS, blockList } from './executors/block-list.ts'
export {
  CHAT_POST_MS,
  type ChatWay,
  chatWay,
  findInThread,
  postInThread,
  postToPerson,
  unfurl,
} from './executors/chat-way.ts'
export { chatOf } from './executors/choose.ts'
export { addExecutor, executorsOf, removeExecutor, type StoredExecutor } from './executors/executor-store.ts'
export { VENDOR_NAMES } from './executors/vendors.ts'
export { RESPONSE_LIMITS } from './limits.ts'
export { auditStandingUses } from './manage-standing.ts'
export { type ActionPlan, planAction, undoAction } from './plan-action.ts'
export {
  type ActionRequest,
  checkParameters,
  judge as judgeAction,
  type RequestedAction,
  RISKS,
  requestAction,
} from './request-action.ts'
export {
  addTargetRule,
  checkedTarget,
  removeTargetRule,
  TARGET_LISTS,
  type TargetRule,
  targetRules,
} from './targets.ts'
export { isSignedBy, lookAtTicket, openTicketHook, ticketIn } from './ticket-hooks.ts'
export { followTickets, ticketWorkers } from './tickets.ts'
export { VERB_OPERATIONS } from './verb-operations.ts'
export {
  answerVerification,
  openToken as openVerifyToken,
  VERIFY,
  VERIFY_CHOICES,
  type VerifyChoice,
  type VerifyToken,
  verificationOf,
} from './verification.ts'
export type { VerifySettings } from './verify-settings.ts'
