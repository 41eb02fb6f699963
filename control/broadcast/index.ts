/** How control data reaches the stages: contexts announce a change, the relay appends it to `svc.control`. */
export { announce, announceShared, type ControlRow } from './outbox.ts'
export { publishSnapshot, type RelayDeps, relayOnce, runRelay } from './relay.ts'
