import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'

export const TOKEN_TYPES = ['url', 'file', 'aws_key', 'email'] as const
export type TokenType = (typeof TOKEN_TYPES)[number]
/** `triggered`: it was touched. `expired` is so by its time alone. */
export const TOKEN_STATUSES = ['active', 'triggered', 'revoked', 'expired'] as const
export type TokenStatus = (typeof TOKEN_STATUSES)[number]

/** The values that are laid out; the type decides which of them there are. */
export type Decoy = {
  readonly address?: string
  readonly file_name?: string
  readonly access_key_id?: string
  readonly secret_access_key?: string
}

export type Honeytoken = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly type: TokenType
  readonly status: TokenStatus
  readonly decoy: Decoy
  readonly metadata: Readonly<Record<string, unknown>>
  readonly touchCount: number
  readonly lastTouched: Date | null
  readonly expiresAt: Date | null
  /** A marked touch came through last. */
  readonly selfTestedAt: Date | null
  readonly createdBy: string
  readonly createdAt: Date
}

export const CLASSIFICATIONS = ['browser', 'script', 'cloud_client', 'preview', 'event', 'unknown'] as const
export type Classification = (typeof CLASSIFICATIONS)[number]
/** Notification states of a touch. `off`: no receiver is configured. */
export const WEBHOOK_STATES = ['off', 'pending', 'sent', 'failed'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

export type Touch = {
  readonly id: string
  readonly honeytokenId: string
  readonly sourceIp: string
  readonly userAgent: string | null
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Facts beside the request: the call of a client of AWS, or the event in which the decoy stood. */
  readonly details: Readonly<Record<string, string>>
  readonly eventUid: string | null
  readonly classification: Classification
  readonly threatScore: number
  readonly alertId: string | null
  /** Reasons of the verdict, and why there is no alert if there is none. */
  readonly reasons: readonly string[]
  readonly isSelfTest: boolean
  /** Entry of the ignore list that covered it. */
  readonly ignoredBy: string | null
  readonly triggeredAt: Date
  readonly webhook: WebhookState
  /** Why the last attempt failed. */
  readonly webhookFault: string | null
}

/** Reads a row whose `is_expired` says whether its time has passed. */
export function toHoneytoken(row: Row): Honeytoken {
  const status = row.status as TokenStatus // words and JSON that this context wrote, here and below
  const isExpired = row.is_expired === true && status !== 'revoked'
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    description: orNull(text, row, 'description'),
    type: row.token_type as TokenType,
    status: isExpired ? 'expired' : status,
    decoy: row.decoy as Decoy,
    metadata: row.metadata as Readonly<Record<string, unknown>>,
    touchCount: int(row, 'touch_count'),
    lastTouched: orNull(time, row, 'last_touched'),
    expiresAt: orNull(time, row, 'expires_at'),
    selfTestedAt: orNull(time, row, 'self_tested_at'),
    createdBy: text(row, 'created_by'),
    createdAt: time(row, 'created_at'),
  }
}

export function toTouch(row: Row): Touch {
  return {
    id: text(row, 'id'),
    honeytokenId: text(row, 'honeytoken_id'),
    sourceIp: text(row, 'source_ip'),
    userAgent: orNull(text, row, 'user_agent'),
    method: text(row, 'method'),
    headers: row.headers as Readonly<Record<string, string>>,
    details: row.details as Readonly<Record<string, string>>,
    eventUid: orNull(text, row, 'event_uid'),
    classification: row.classification as Classification,
    threatScore: int(row, 'threat_score'),
    alertId: orNull(text, row, 'alert_id'),
    reasons: row.reasons as readonly string[],
    isSelfTest: row.is_self_test === true,
    ignoredBy: orNull(text, row, 'ignored_by'),
    triggeredAt: time(row, 'triggered_at'),
    webhook: row.webhook as WebhookState,
    webhookFault: orNull(text, row, 'webhook_fault'),
  }
}
