/** Honeytokens: decoys that nobody has a reason to use. A touch of one is recorded and becomes an alert. */

export { deliverNext, touchWorkers } from './deliver-touches.ts'
export type { Honeytoken, TokenStatus, Touch } from './honeytoken.ts'
export { honeytokens, honeytokensByIds, touchesPage } from './honeytoken-store.ts'
export { isClusterPath, isLinkPreview } from './judge-touch.ts'
export { HONEYTOKEN_LIMITS } from './limits.ts'
export { requireHoneytoken } from './manage-honeytokens.ts'

export type { TouchSeen } from './touch.ts'
export { openTouchBuffer, type TouchBuffer } from './touch-buffer.ts'
export { touchByEvents } from './touch-by-events.ts'
