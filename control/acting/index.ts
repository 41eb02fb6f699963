export {
  type Actor,
  type ActorKind,
  actorOfPrincipal,
  isAllowed,
  type Needed,
  nobodyIn,
  type Origin,
  operatorIn,
  requirePermission,
} from './actor.ts'
export { type EntityDocument, tellChanges } from './entity-changes.ts'
export { type Action, type Door, type NoteAct, perform, performIn, record, type Work } from './perform.ts'
export { type ActEntry, type ActNote, auditKind, type RecordAct, recordIn } from './record.ts'
export { type ChangeRelayDeps, changeRelayWorkers, changesWaiting, relayChangesOnce } from './relay-changes.ts'
