/** Inbox tokens: the credentials that senders of events present to the ingest service. */
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
export { openTokenTouches, type TokenTouches } from './touch-tokens.ts'
