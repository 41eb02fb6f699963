/** What other contexts, the API and the services may use of governance. */
export { holds, type NewHold } from './hold-store.ts'
export { holdWorkers, type KeepHoldsDeps, keepHoldsOnce } from './keep-holds.ts'
export { type HoldSubject, type LegalHold, SUBJECT_KINDS, type SubjectKind } from './legal-hold.ts'
export { holdKeeping, NOTHING_HELD, placeHold, refuseLeaving, refuseWhenHeld, releaseHold } from './manage-holds.ts'
