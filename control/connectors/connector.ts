import { int, orNull, type Row, text, time } from '../../stores/postgres/columns.ts'
import type { AuthConfig } from '../vault/index.ts'

export const CONNECTOR_STATES = ['new', 'healthy', 'degraded', 'rate_limited', 'blocked', 'disabled'] as const
export type ConnectorState = (typeof CONNECTOR_STATES)[number]

export type Settings = Readonly<Record<string, string>>

export type Connector = {
  readonly id: string
  readonly name: string
  readonly type: string
  /** As it is stored: secrets as the vault keeps them. */
  readonly authConfig: AuthConfig
  readonly config: Settings
  readonly intervalSeconds: number
  readonly enabled: boolean
  readonly state: ConnectorState
  readonly stateReason: string | null
  /** The data's own time up to which everything was taken. */
  readonly cursorAt: Date | null
  readonly nextPollAt: Date | null
  readonly failures: number
  readonly eventsTotal: number
  readonly lastPollAt: Date | null
  readonly lastEventAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const CONNECTOR_COLUMNS = [
  ...['id', 'name', 'type', 'auth_config', 'connector_config', 'interval_seconds', 'enabled', 'state', 'state_reason'],
  ...[
    'cursor_at',
    'next_poll_at',
    'failures',
    'events_total',
    'last_poll_at',
    'last_event_at',
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
    nextPollAt: orNull(time, row, 'next_poll_at'),
    failures: int(row, 'failures'),
    eventsTotal: int(row, 'events_total'),
    lastPollAt: orNull(time, row, 'last_poll_at'),
    lastEventAt: orNull(time, row, 'last_event_at'),
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  }
}
