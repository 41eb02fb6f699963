/** The parts of inbox tokens that other contexts and the services may use. */
export { findToken } from './find-token.ts'
export { revokeToken } from './manage-tokens.ts'
export {
  type InboxMint,
  type Minted,
  mintInboxToken,
  mintPushToken,
  type PushMint,
  type TokenDeps,
} from './mint-token.ts'
export { type InboxTemplate, inboxTemplates, PUSH_TEMPLATE, templateById } from './templates.ts'
export type { InboxToken } from './token.ts'
export { tokensPage } from './token-store.ts'
export { openTokenTouches, type TokenTouches } from './touch-tokens.ts'
