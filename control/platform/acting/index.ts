/**
 * The single entry point for changes: actors, declared operations, `perform` with its audit entry, and published
 * changes.
 */
export {
  type Actor,
  type ActorKind,
  actorOfPrincipal,
  holderOf,
  idOf,
  isAllowed,
  type Needed,
  nobodyIn,
  type Origin,
  operatorIn,
  platformIn,
  programIn,
  requirePermission,
  requirePerson,
} from './actor.ts'
export { type LakeDeps, lakeOf, NO_LAKE, noLake } from './caller-lake.ts'
export { downloadAnswer } from './download.ts'
export { type EntityDocument, publishChanges } from './entity-changes.ts'
export { once, type Repeatable } from './idempotency.ts'
export { METHODS } from './make-operation.ts'
export { operationsOf } from './operation.ts'
export type { Call, FileAnswer, Operation, OutsideCall, PublicCall } from './operation-types.ts'
export { type Action, type MutationDeps, type NoteAct, perform, performIn, record, type Work } from './perform.ts'
export { type ActEntry, type ActNote, auditReader, type RecordAct, recordIn } from './record.ts'
export { openRefusalLog, REFUSAL_LIMITS, type RefusalLog } from './refusals.ts'
export { changeRelayWorkers, changesWaiting, relayChangesOnce } from './relay-changes.ts'
export { isSamePerson, personBehind, type Requester, requesterOf, requireSecondPerson } from './second-person.ts'
