/** Decides which people are notified of something, and keeps the receipts. `control/soc/delivery` sends. */
export { type AnswerLink, answerToken, openAnswerToken, openPhoneToken, phoneToken } from './answer-link.ts'
export {
  BROADCAST_KINDS,
  KIND_NAMES,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from './kinds.ts'
export { NOTIFY_LIMITS } from './limits.ts'
export { mailInvitation } from './mail-invitation.ts'
export {
  aboutOf,
  checkedText,
  filled,
  MESSAGE_TEXT_FIELDS,
  type MessageText,
  messageTexts,
  ownTexts,
  placeholdersOf,
  replaceText,
  TEXT_KINDS,
  type TextKind,
} from './message-texts.ts'
export {
  CHAT_NAMES,
  type Channel,
  type ChatPlatform,
  isDirectChat,
  RECEIPT_STATUSES,
  RECEIPTS,
  type Receipt,
} from './notification.ts'
export { type Notification, type Notified, notify, notifySubscribers } from './notify.ts'
export { E164 } from './phones.ts'
export {
  PERSONAL_CHANNELS,
  PREFERENCES,
  type PreferencesInput,
  preferencesOf,
  putPreferences,
} from './preferences.ts'
export { markReceiptsSeen, type ReceiptFilter, receiptsAbout, receiptsPage, settleAnswered } from './receipts.ts'
export { isDeputy, type Receiver } from './receivers.ts'
