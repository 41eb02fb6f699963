/** Operations of polled sources: create, change, test, poll now, and list the results of polls. */
import { Type } from 'typebox'
import type { PollTable } from '../../../connectors/polling/table.ts'
import { CONNECTOR_TYPES } from '../../../connectors/vendor-apis.ts'
import { defined } from '../../../platform/defined.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { type ReachSettings, reachOf } from '../../../platform/egress/reach.ts'
import { askNobody } from '../../../platform/egress/refusing-client.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { Log } from '../../../platform/log.ts'
import { pageOfList } from '../../../platform/paging.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { type StoredOfSources, storedByPolls, storedOfSources } from '../../../query/stored-of-sources.ts'
import {
  closed,
  named,
  nullable,
  oneOf,
  pageOf,
  pageQueryOf,
  plainText,
  sent,
  time,
  uuid,
} from '../../../schemas/wire.ts'
import type { Reader, ReadLimits } from '../../../stores/clickhouse/tenant-reader.ts'
import { type OutsideCall, operationsOf } from '../acting/index.ts'
import type { Vault } from '../vault/index.ts'
import { CONNECTOR_STATES, type Connector } from './connector.ts'
import { connectorsOf, POLL_OUTCOMES, type Poll, pollsOf } from './connector-store.ts'
import { CONNECTOR_LIMITS } from './limits.ts'
import {
  askForPoll,
  changeConnector,
  createConnector,
  deleteConnector,
  requireConnector,
  tryConnector,
} from './manage-connectors.ts'

type Deps = ReachSettings & {
  readonly vault: Vault
  readonly log: Log
  readonly egress?: Egress | undefined
  readonly lake?: ((tenant: TenantId, limits?: ReadLimits) => Reader) | undefined
}

export { FEDERATED_OPERATIONS } from './federated-operations.ts'

const operation = operationsOf<Deps>()
const { intervalSecondsMin, intervalSecondsMax, intervalSecondsDefault } = CONNECTOR_LIMITS
const FIELDS = { maxProperties: 30 }
const LAKE_LIMITS = { timeoutSeconds: 10, memoryMb: 500, rowsMax: 10_000 }
const fieldName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' })
const secretText = Type.String({ minLength: 1, maxLength: 20_000, description: 'write-only' })
const settings = Type.Record(fieldName, Type.String({ maxLength: 2000 }), FIELDS)
const secrets = Type.Record(fieldName, secretText, FIELDS)
const typeName = Type.String({ minLength: 1, maxLength: 60, description: 'one of /connectors/types' })
const interval = { minimum: intervalSecondsMin, maximum: intervalSecondsMax }

const fieldSchema = named(
  'ConnectorField',
  Type.Object({
    name: Type.String(),
    about: Type.String(),
    required: Type.Boolean(),
    default: nullable(Type.String({ description: 'default value' })),
  }),
)
const typeSchema = named(
  'ConnectorType',
  Type.Object({
    type: Type.String(),
    title: Type.String(),
    category: Type.String(),
    source_format: Type.String({ description: 'format of its events' }),
    auth_config: Type.Array(fieldSchema, { description: 'secrets, write-only' }),
    connector_config: Type.Array(fieldSchema),
  }),
)
/** Lists which secrets are set, never their values. */
const connectorSchema = named(
  'Connector',
  Type.Object({
    id: uuid,
    name: Type.String(),
    type: Type.String(),
    auth_fields: Type.Array(Type.String(), { description: 'names of the secrets that are set' }),
    connector_config: Type.Record(Type.String(), Type.String()),
    poll_interval_seconds: Type.Integer(),
    enabled: Type.Boolean(),
    state: oneOf(CONNECTOR_STATES, {
      description: 'blocked: the source refused the credential; saving the connector tries again',
    }),
    state_reason: nullable(Type.String()),
    cursor_at: nullable(
      Type.String({ format: 'date-time', description: 'event time up to which all events are ingested' }),
    ),
    next_poll_at: nullable(time),
    consecutive_failures: Type.Integer(),
    events_ingested: nullable(
      Type.Integer({ description: 'events stored, without repeats by the source; null: the lake does not answer' }),
    ),
    last_poll_at: nullable(time),
    last_event_at: nullable(
      Type.String({ format: 'date-time', description: 'minute of receipt of the newest event that was stored' }),
    ),
    created_at: time,
    updated_at: time,
  }),
)
const pollSchema = named(
  'ConnectorPoll',
  Type.Object({
    id: uuid,
    outcome: oneOf(POLL_OUTCOMES),
    from: time,
    to: time,
    pages: Type.Integer(),
    fetched: Type.Integer({ description: 'events returned by the source, including ones fetched before' }),
    added: nullable(
      Type.Integer({
        description: 'events stored by this poll; null: not stored yet, or the lake does not answer',
      }),
    ),
    error: nullable(Type.String({ description: 'error message of the source' })),
    elapsed_ms: nullable(Type.Integer({ description: 'null: still running' })),
    began_at: time,
    ended_at: nullable(time),
  }),
)
const triedSchema = named(
  'ConnectorTest',
  Type.Object({
    ok: Type.Boolean(),
    events: Type.Integer({ description: 'events of the last hour on the first page; none is ingested' }),
    reason: nullable(Type.String({ description: 'reason of the failure, as reported by the source' })),
    newest_event_at: nullable(time),
  }),
)
const members = {
  name: plainText(120),
  auth_config: Type.Record(fieldName, nullable(secretText), {
    ...FIELDS,
    description: 'missing fields are kept, null removes one',
  }),
  connector_config: settings,
  poll_interval_seconds: Type.Integer(interval),
  enabled: Type.Boolean(),
}
const tried = {
  type: typeName,
  auth_config: Type.Optional(secrets),
  connector_config: Type.Optional(settings),
}

const types = operation.list({
  name: 'connectors.types',
  summary: 'Connector types, with the settings of each',
  permission: 'connectors:read',
  path: 'GET /connectors/types',
  item: typeSchema,
  run: async () => CONNECTOR_TYPES.map(({ poll }) => typeView(poll)),
  keyOf: ({ type }) => type,
})

const list = operation.outside({
  name: 'connectors.list',
  summary: 'Connectors with their state, newest first',
  permission: 'connectors:read',
  path: 'GET /connectors',
  query: pageQueryOf({}),
  output: pageOf(connectorSchema),
  async run(call, page) {
    const all = await call.read(connectorsOf)
    const stored = await storedOf(call, all)
    const { items, ...more } = pageOfList(all, page, ({ id }) => id)
    return { ...more, items: items.map((one) => connectorView(one, stored)) }
  },
})

const create = operation({
  name: 'connectors.create',
  summary: 'Connect a source',
  permission: 'connectors:write',
  audit: 'connector:created',
  path: 'POST /connectors',
  status: 201,
  body: sent('ConnectorCreate', {
    name: Type.Optional(
      Type.String({
        ...members.name,
        description: 'defaults to the title of the type, with a number when that is in use',
      }),
    ),
    type: typeName,
    auth_config: Type.Optional(secrets),
    connector_config: Type.Optional(settings),
    poll_interval_seconds: Type.Optional(
      Type.Integer({ ...interval, description: `default: ${intervalSecondsDefault}` }),
    ),
    enabled: Type.Optional(Type.Boolean({ description: 'true: polling begins at once' })),
  }),
  output: connectorSchema,
  async run({ tx, note, deps }, { name = null, type, enabled = true, ...input }) {
    const { auth_config: authConfig = {}, connector_config: config = {} } = input
    const { poll_interval_seconds: intervalSeconds = intervalSecondsDefault } = input
    const connector = { name, type, authConfig, config, intervalSeconds, enabled }
    const made = await createConnector(tx, deps.vault, reachOf(deps), connector)
    const changes = { name: made.name, type, connector_config: config, enabled }
    note({ resource: 'connector', resourceId: made.id, changes })
    return connectorView(made, new Map())
  },
})

const test = operation.outside({
  name: 'connectors.test',
  summary: 'Test a connector: fetch one page with the given settings; nothing is stored or ingested',
  permission: 'connectors:write',
  audit: 'connector:tested',
  path: 'POST /connectors/test',
  body: sent('ConnectorTestRequest', tried),
  output: triedSchema,
  async run({ work, nowMs, deps }, { type, auth_config: authConfig = {}, connector_config: config = {} }) {
    const { egress = askNobody } = deps
    const found = await tryConnector(egress, reachOf(deps), { type, authConfig, config }, nowMs)
    await work(async (_, note) =>
      note({ resource: 'connector', resourceId: type, changes: { type, connector_config: config } }),
    )
    return { ...found, newestEventAt: found.newest }
  },
})

const testOf = operation.outside({
  name: 'connectors.test_of',
  summary: 'Test new settings: fetch one page with the sent settings only; nothing is stored or ingested',
  permission: 'connectors:write',
  audit: 'connector:tested',
  path: 'POST /connectors/:id/test',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 60, description: 'a connector, or a type' }) }),
  body: sent('ConnectorStatelessTest', { ...tried, type: Type.Optional(typeName) }),
  output: triedSchema,
  async run({ work, nowMs, deps }, { id, auth_config: authConfig = {}, connector_config: config = {}, ...input }) {
    const type = await work(async (tx, note) => {
      const found = isUuid(id) ? (await requireConnector(tx, id)).type : id
      if (input.type !== undefined && input.type !== found) throw invalid('type', `is ${found} by the path`)
      note({ resource: 'connector', resourceId: id, changes: { type: found, connector_config: config } })
      return found
    })
    const { egress = askNobody } = deps
    const found = await tryConnector(egress, reachOf(deps), { type, authConfig, config }, nowMs)
    return { ...found, newestEventAt: found.newest }
  },
})

const get = operation.outside({
  name: 'connectors.get',
  summary: 'One connector',
  permission: 'connectors:read',
  path: 'GET /connectors/:id',
  output: connectorSchema,
  run: async (call, { id }) => shown(call, await call.read((tx) => requireConnector(tx, id))),
})

const change = operation.outside({
  name: 'connectors.change',
  summary: 'Change a connector; saving a blocked one tries it again',
  permission: 'connectors:write',
  audit: 'connector:updated',
  path: 'PATCH /connectors/:id',
  body: named('ConnectorChange', Type.Partial(Type.Object(members), { ...closed, minProperties: 1 })),
  output: connectorSchema,
  async run(call, { id, auth_config: authConfig, connector_config: config, poll_interval_seconds, name, enabled }) {
    const { vault } = call.deps
    const changed = await call.work(async (tx, note) => {
      const fields = authConfig && { auth_fields: Object.keys(authConfig).sort() }
      note({
        resource: 'connector',
        resourceId: id,
        changes: { name, connector_config: config, poll_interval_seconds, enabled, ...fields },
      })
      const wanted = { name, authConfig, config, intervalSeconds: poll_interval_seconds, enabled }
      return changeConnector(tx, vault, reachOf(call.deps), id, defined(wanted))
    })
    return shown(call, changed)
  },
})

const remove = operation({
  name: 'connectors.delete',
  summary: 'Disconnect a source; its events stay',
  permission: 'connectors:delete',
  audit: 'connector:deleted',
  removes: 'records',
  path: 'DELETE /connectors/:id',
  async run({ tx, note }, { id }) {
    note({ resource: 'connector', resourceId: id })
    await deleteConnector(tx, id)
  },
})

const poll = operation.outside({
  name: 'connectors.poll',
  summary: 'Poll a connector now',
  permission: 'connectors:write',
  audit: 'connector:poll_requested',
  path: 'POST /connectors/:id/poll',
  status: 202,
  output: connectorSchema,
  async run(call, { id }) {
    const due = await call.work((tx, note) => {
      note({ resource: 'connector', resourceId: id })
      return askForPoll(tx, call.deps.vault, id)
    })
    return shown(call, due)
  },
})

const polls = operation.outside({
  name: 'connectors.polls',
  summary: `Polls of a connector, newest first; the latest ${CONNECTOR_LIMITS.polls} are kept`,
  permission: 'connectors:read',
  path: 'GET /connectors/:id/polls',
  query: pageQueryOf({}),
  output: pageOf(pollSchema),
  async run(call, { id, ...page }) {
    const all = await call.read(async (tx) => {
      await requireConnector(tx, id)
      return pollsOf(tx, id, CONNECTOR_LIMITS.polls)
    })
    const added = await fromLake(call, (reader) => storedByPolls(reader, id, all))
    const { items, ...more } = pageOfList(all, page, (one) => one.id)
    return { ...more, items: items.map((one) => pollView(one, added?.get(one.id) ?? null)) }
  },
})

export const CONNECTOR_OPERATIONS = [types, list, create, test, testOf, get, change, remove, poll, polls]

type ConnectorCall = OutsideCall<Deps>

/** Null where the lake does not answer: connectors are managed without it. */
async function fromLake<T>(
  { deps, actor }: Pick<ConnectorCall, 'deps' | 'actor'>,
  ask: (reader: Reader) => Promise<T>,
): Promise<T | null> {
  if (!deps.lake) return null
  return ask(deps.lake(actor.tenantId, LAKE_LIMITS)).catch((err: unknown) => {
    deps.log.warn({ err, request_id: actor.requestId }, 'cannot count the events of connectors')
    return null
  })
}

function storedOf(call: ConnectorCall, connectors: readonly Connector[]): Promise<StoredOfSources | null> {
  const ids = connectors.map(({ id }) => id)
  return fromLake(call, (reader) => storedOfSources(reader, ids))
}

const shown = async (call: ConnectorCall, connector: Connector) =>
  connectorView(connector, await storedOf(call, [connector]))

/** `stored` is null when the lake does not answer. */
function connectorView(
  { authConfig, config, intervalSeconds, failures, ...rest }: Connector,
  stored: StoredOfSources | null,
) {
  const own = stored?.get(rest.id)
  return {
    ...rest,
    authFields: Object.keys(authConfig).sort(),
    connectorConfig: config,
    pollIntervalSeconds: intervalSeconds,
    consecutiveFailures: failures,
    eventsIngested: stored === null ? null : (own?.events ?? 0),
    lastEventAt: own === undefined ? null : new Date(own.lastMs),
  }
}

function pollView({ began, ended, ...poll }: Poll, added: number | null) {
  const elapsedMs = ended && Math.max(0, ended.getTime() - began.getTime())
  return { ...poll, added, elapsedMs, beganAt: began, endedAt: ended }
}

function typeView(table: PollTable) {
  const fields = (specs: PollTable['settings']) =>
    specs.map(({ name, about, isRequired, fallback = null }) => ({
      name,
      about,
      required: isRequired,
      default: fallback,
    }))
  return { ...table, authConfig: fields(table.secrets), connectorConfig: fields(table.settings) }
}
