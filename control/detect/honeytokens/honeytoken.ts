import { Type } from 'typebox'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

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

const texts = (description?: string) =>
  column.json<Readonly<Record<string, string>>>(
    Type.Record(Type.String(), Type.String(), description === undefined ? {} : { description }),
  )

export const TOUCHES = tableInCamelCase('HoneytokenEvent', {
  id: column.uuid(),
  honeytoken_id: column.uuid(),
  source_ip: column.text(),
  user_agent: column.orNull(column.text()),
  method: column.text(),
  headers: texts(),
  details: texts(
    'resource: the path behind the address of the decoy, of a web clone the host of the copy; aws_service, aws_operation, aws_region, access_key_id: the call of an AWS client; event_uid, field, value, host, user, source: the event that contains a value of the decoy',
  ),
  event_uid: column.hidden(column.orNull(column.text())),
  classification: column.word(CLASSIFICATIONS),
  threat_score: column.int({ minimum: 0, maximum: 100 }),
  alert_id: column.orNull(column.uuid()),
  alert_sent: column.derived(
    Type.Boolean({ description: 'true when the touch raised an alert of its own' }),
    (row) => row.alert_id !== null,
  ),
  reasons: column.texts({ description: 'reasons of the classification, and of not raising an alert' }),
  is_self_test: column.bool(),
  ignored_by: column.orNull(column.uuid({ description: 'ignore list entry that matched' })),
  webhook: column.word(WEBHOOK_STATES, {
    description: 'state of the webhook notification; off: no receiver is configured',
  }),
  webhook_fault: column.orNull(column.text({ description: 'why the last attempt of the webhook failed' })),
  triggered_at: column.time(),
})
export type Touch = RowOf<typeof TOUCHES>
export type NewTouch = Omit<Touch, 'id' | 'alertSent' | 'webhookFault'>

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
