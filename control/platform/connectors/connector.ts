import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { AuthConfig } from '../vault/index.ts'

export const CONNECTOR_STATES = ['new', 'healthy', 'degraded', 'rate_limited', 'blocked', 'disabled'] as const
export type ConnectorState = (typeof CONNECTOR_STATES)[number]

export type Settings = Readonly<Record<string, string>>

export type Connector = {
  readonly id: string
  readonly name: string
  readonly type: string
  /** The stored configuration, with secrets sealed by the vault. */
  readonly authConfig: AuthConfig
  readonly config: Settings
  readonly intervalSeconds: number
  readonly enabled: boolean
  readonly state: ConnectorState
  readonly stateReason: string | null
  /** The data's own time up to which everything was taken. */
  readonly cursorAt: Date | null
  /** End of the last completed poll's time span; null: none completed. */
  readonly polledUntil: Date | null
  /** Time span of one poll, for a source that had more pages than a poll takes; null: as long as the source allows. */
  readonly spanSeconds: number | null
  readonly nextPollAt: Date | null
  readonly failures: number
  readonly lastPollAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const CONNECTOR_COLUMNS = [
  ...['id', 'name', 'type', 'auth_config', 'connector_config', 'interval_seconds', 'enabled', 'state', 'state_reason'],
  ...[
    'cursor_at',
    'asked_until',
    'span_seconds',
    'next_poll_at',
    'failures',
    'last_poll_at',
    'created_at',
    'updated_at',
  ],
]

export function toConnector(row: Row): Connector {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    type: text(row, 'type'),
    authConfig: row.auth_config as AuthConfig, // JSON and words that this context wrote
    config: row.connector_config as Settings,
    intervalSeconds: int(row, 'interval_seconds'),
    enabled: row.enabled === true,
    state: row.state as ConnectorState,
    stateReason: orNull(text, row, 'state_reason'),
    cursorAt: orNull(time, row, 'cursor_at'),
    polledUntil: orNull(time, row, 'asked_until'),
    spanSeconds: orNull(int, row, 'span_seconds'),
    nextPollAt: orNull(time, row, 'next_poll_at'),
    failures: int(row, 'failures'),
    lastPollAt: orNull(time, row, 'last_poll_at'),
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  }
}
