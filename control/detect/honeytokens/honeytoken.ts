import { Type } from 'typebox'
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

/** `cluster_client`: a client of Kubernetes. `site_copy`: the script of a web clone, on another host than its site. */
export const CLASSIFICATIONS = [
  ...(['browser', 'script', 'cloud_client', 'cluster_client', 'site_copy', 'preview', 'event', 'unknown'] as const),
] as const
export type Classification = (typeof CLASSIFICATIONS)[number]
/** Notification states of a touch. `off`: no receiver is configured. */
export const WEBHOOK_STATES = ['off', 'pending', 'sent', 'failed'] as const

/** Select `is_expired` beside these columns: a decoy whose time has passed is shown as expired. */
export const HONEYTOKENS = tableInCamelCase('StoredHoneytoken', {
  id: column.uuid(),
  name: column.text(),
  description: column.orNull(column.text()),
  token_type: column.word(TOKEN_TYPES),
  status: {
    ...column.word(TOKEN_STATUSES),
    read(row, name) {
      const stored = column.word(TOKEN_STATUSES).read(row, name)
      return row.is_expired === true && stored !== 'revoked' ? 'expired' : stored
    },
  },
  decoy: column.hidden(column.json<Decoy>()),
  metadata: column.json<Readonly<Record<string, unknown>>>(Type.Record(Type.String(), Type.Unknown())),
  touch_count: column.int(),
  last_touched: column.orNull(column.time()),
  expires_at: column.orNull(column.time()),
  self_tested_at: column.orNull(column.time({ description: 'time of the last completed self-test' })),
  created_by: column.text(),
  created_at: column.time(),
})
export type Honeytoken = RowOf<typeof HONEYTOKENS>

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
