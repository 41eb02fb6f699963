import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { AuthConfig } from '../vault/index.ts'

export const CONNECTOR_STATES = ['new', 'healthy', 'degraded', 'rate_limited', 'blocked', 'disabled'] as const
export type ConnectorState = (typeof CONNECTOR_STATES)[number]

export type Settings = Readonly<Record<string, string>>

export const CONNECTORS = tableInCamelCase('Connector', {
  id: column.text(),
  name: column.text(),
  type: column.text(),
  /** The stored configuration, with secrets sealed by the vault. */
  auth_config: column.json<AuthConfig>(),
  config: column.from('connector_config', column.json<Settings>()),
  interval_seconds: column.int(),
  enabled: column.bool(),
  state: column.word(CONNECTOR_STATES),
  state_reason: column.orNull(column.text()),
  /** The data's own time up to which everything was taken. */
  cursor_at: column.orNull(column.time()),
  /** End of the last completed poll's time span; null: none completed. */
  polled_until: column.from('asked_until', column.orNull(column.time())),
  /** Time span of one poll, for a source that had more pages than a poll takes; null: as long as the source allows. */
  span_seconds: column.orNull(column.int()),
  next_poll_at: column.orNull(column.time()),
  failures: column.int(),
  last_poll_at: column.orNull(column.time()),
  created_at: column.time(),
  updated_at: column.time(),
})
export type Connector = RowOf<typeof CONNECTORS>
