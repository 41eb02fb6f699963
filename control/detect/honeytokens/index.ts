/** The interface of honeytokens to the API and the services. */

export { DECOY_FILES, decoyFile } from './decoy-files.ts'
export { TRACK_PATH } from './decoy-values.ts'
export { deliverNext, touchWorkers } from './deliver-touches.ts'
export {
  CLASSIFICATIONS,
  type Honeytoken,
  TOKEN_STATUSES,
  TOKEN_TYPES,
  type TokenStatus,
  type TokenType,
  type Touch,
  WEBHOOK_STATES,
} from './honeytoken.ts'
export { honeytokenStats, honeytokens, honeytokensByIds, touches } from './honeytoken-store.ts'
export { isLinkPreview } from './judge-touch.ts'
export { HONEYTOKEN_LIMITS } from './limits.ts'
export { createHoneytoken, requireHoneytoken, revokeHoneytoken } from './manage-honeytokens.ts'
export type { TouchSeen } from './touch.ts'
export { openTouchBuffer, type TouchBuffer } from './touch-buffer.ts'
export { touchByEvents } from './touch-by-events.ts'
