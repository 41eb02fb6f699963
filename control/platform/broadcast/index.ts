/** Sends control data to the stages: contexts announce a change, and the relay appends it to `svc.control`. */
export { announce, announceShared, type ControlRow } from './outbox.ts'
export { controlRelayWorkers, controlWaiting, publishSnapshot, type RelayDeps, relayOnce } from './relay.ts'
export { announcedSequences } from './relay-store.ts'
export { relayWorker } from './run-relay.ts'
export { assignSequences, type Outbox, type OutboxFigures, outboxFigures } from './sequences.ts'
