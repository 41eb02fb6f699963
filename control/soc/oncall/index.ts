/** On-call rotations, and the presence of analysts. */
export { type Presence, presences, type Rotation, rotations } from './oncall-store.ts'
export { notifyHandoffs, rotationWorkers } from './watch-rotations.ts'
export { type OnDuty, type Responder, whoIsOn } from './who-is-on.ts'
