/** Views of connectors: they say which secrets are set, never a secret. */
import { type Static, Type } from 'typebox'
import type { PollTable } from '../../../connectors/polling/table.ts'
import { CONNECTOR_STATES, type Connector, POLL_OUTCOMES, type Poll } from '../../../control/connectors/index.ts'
import type { StoredOfSources } from '../../../query/stored-of-sources.ts'
import { named } from '../../plugins/named-schemas.ts'
import { oneOf } from '../alerts/inputs.ts'
import { nullable, time, uuid } from '../views.ts'

export const tags = ['connectors']

const fieldSchema = named(
  'ConnectorField',
  Type.Object({
    name: Type.String(),
    about: Type.String(),
    required: Type.Boolean(),
    default: nullable(Type.String({ description: 'what holds when it is left out' })),
  }),
)

export const typeSchema = named(
  'ConnectorType',
  Type.Object({
    type: Type.String(),
    title: Type.String(),
    category: Type.String(),
    source_format: Type.String({ description: 'how its events are read' }),
    auth_config: Type.Array(fieldSchema, { description: 'secrets: written, never read' }),
    connector_config: Type.Array(fieldSchema),
  }),
)

export function typeView(table: PollTable): Static<typeof typeSchema> {
  const fields = (specs: PollTable['settings']) =>
    specs.map(({ name, about, isRequired, fallback }) => ({
      name,
      about,
      required: isRequired,
      default: fallback ?? null,
    }))
  return {
    type: table.type,
    title: table.title,
    category: table.category,
    source_format: table.sourceFormat,
    auth_config: fields(table.secrets),
    connector_config: fields(table.settings),
  }
}

export const connectorSchema = named(
  'Connector',
  Type.Object({
    id: uuid,
    name: Type.String(),
    type: Type.String(),
    auth_fields: Type.Array(Type.String(), { description: 'secrets that are set' }),
    connector_config: Type.Record(Type.String(), Type.String()),
    poll_interval_seconds: Type.Integer(),
    enabled: Type.Boolean(),
    state: oneOf(CONNECTOR_STATES, {
      description: 'blocked: a credential is refused; saving it is what tries it again',
    }),
    state_reason: nullable(Type.String()),
    cursor_at: nullable(
      Type.String({ format: 'date-time', description: 'event time up to which everything is taken' }),
    ),
    next_poll_at: nullable(time),
    consecutive_failures: Type.Integer(),
    events_ingested: nullable(
      Type.Integer({ description: 'stored; what the source gave again is not in it. null: the lake does not answer' }),
    ),
    last_poll_at: nullable(time),
    last_event_at: nullable(
      Type.String({ format: 'date-time', description: 'minute of receipt of the newest event that was stored' }),
    ),
    created_at: time,
    updated_at: time,
  }),
)

/** `stored` is null when the lake does not answer. */
export function connectorView(connector: Connector, stored: StoredOfSources | null): Static<typeof connectorSchema> {
  const own = stored?.get(connector.id)
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: connector.id,
    name: connector.name,
    type: connector.type,
    auth_fields: Object.keys(connector.authConfig).sort(),
    connector_config: { ...connector.config },
    poll_interval_seconds: connector.intervalSeconds,
    enabled: connector.enabled,
    state: connector.state,
    state_reason: connector.stateReason,
    cursor_at: iso(connector.cursorAt),
    next_poll_at: iso(connector.nextPollAt),
    consecutive_failures: connector.failures,
    events_ingested: stored === null ? null : (own?.events ?? 0),
    last_poll_at: iso(connector.lastPollAt),
    last_event_at: own === undefined ? null : new Date(own.lastMs).toISOString(),
    created_at: connector.createdAt.toISOString(),
    updated_at: connector.updatedAt.toISOString(),
  }
}

export const pollSchema = named(
  'ConnectorPoll',
  Type.Object({
    id: uuid,
    outcome: oneOf(POLL_OUTCOMES),
    from: time,
    to: time,
    pages: Type.Integer(),
    fetched: Type.Integer({ description: 'events of its answers, with those that it gave before' }),
    added: nullable(
      Type.Integer({
        description: 'of these, stored by this poll; null: they are still on their way, or the lake does not answer',
      }),
    ),
    error: nullable(Type.String({ description: 'in the words of the source' })),
    elapsed_ms: nullable(Type.Integer({ description: 'null: it runs' })),
    began_at: time,
    ended_at: nullable(time),
  }),
)

export function pollView(poll: Poll, added: number | null): Static<typeof pollSchema> {
  return {
    id: poll.id,
    outcome: poll.outcome,
    from: poll.from.toISOString(),
    to: poll.to.toISOString(),
    pages: poll.pages,
    fetched: poll.fetched,
    added,
    error: poll.error,
    elapsed_ms: poll.ended && Math.max(0, poll.ended.getTime() - poll.began.getTime()),
    began_at: poll.began.toISOString(),
    ended_at: poll.ended?.toISOString() ?? null,
  }
}

export const triedSchema = named(
  'ConnectorTest',
  Type.Object({
    ok: Type.Boolean(),
    events: Type.Integer({ description: 'of the last hour, on the first page; none of them is taken' }),
    reason: nullable(Type.String({ description: 'why not, in the words of the source' })),
    newest_event_at: nullable(time),
  }),
)
