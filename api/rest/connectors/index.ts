/** Sources that are polled: connected, changed, tried, asked at once, and what came of each poll. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { POLL_TABLES } from '../../../connectors/polling/registry.ts'
import {
  askForPoll,
  CONNECTOR_LIMITS,
  type Connector,
  changeConnector,
  connectorsOf,
  createConnector,
  deleteConnector,
  type Poll,
  pollsOf,
  requireConnector,
  type Tried,
  tryConnector,
} from '../../../control/connectors/index.ts'
import { reachOf } from '../../../platform/egress/reach.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { type StoredOfSources, storedByPolls, storedOfSources } from '../../../query/stored-of-sources.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ApiDeps } from '../../deps.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, uuid } from '../views.ts'
import {
  connectorSchema,
  connectorView,
  pollSchema,
  pollView,
  tags,
  triedSchema,
  typeSchema,
  typeView,
} from './views.ts'

const { intervalSecondsMin, intervalSecondsMax, intervalSecondsDefault } = CONNECTOR_LIMITS
const FIELDS = { maxProperties: 30 }
const fieldName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' })
const secretText = Type.String({ minLength: 1, maxLength: 20_000, description: 'write-only' })
const settings = Type.Record(fieldName, Type.String({ maxLength: 2000 }), FIELDS)
const type = Type.String({ minLength: 1, maxLength: 60, description: 'one of /connectors/types' })

const members = {
  name: plainText(120),
  auth_config: Type.Record(fieldName, nullable(secretText), {
    ...FIELDS,
    description: 'what is left out stays as it is, null takes it away',
  }),
  connector_config: settings,
  poll_interval_seconds: Type.Integer({ minimum: intervalSecondsMin, maximum: intervalSecondsMax }),
  enabled: Type.Boolean(),
}
const createBody = named(
  'ConnectorCreate',
  Type.Object(
    {
      name: Type.Optional(
        Type.String({
          ...members.name,
          description: 'the title of the type when it is left out, with a number where that is taken',
        }),
      ),
      type,
      auth_config: Type.Optional(Type.Record(fieldName, secretText, FIELDS)),
      connector_config: Type.Optional(settings),
      poll_interval_seconds: Type.Optional(
        Type.Integer({
          minimum: intervalSecondsMin,
          maximum: intervalSecondsMax,
          description: `${intervalSecondsDefault} without it`,
        }),
      ),
      enabled: Type.Optional(Type.Boolean({ description: 'it is polled at once' })),
    },
    closed,
  ),
)
const changeBody = named('ConnectorChange', Type.Partial(Type.Object(members), { ...closed, minProperties: 1 }))
const testBody = named(
  'ConnectorTestRequest',
  Type.Object(
    {
      type,
      auth_config: Type.Optional(Type.Record(fieldName, secretText, FIELDS)),
      connector_config: Type.Optional(settings),
    },
    closed,
  ),
)
const params = Type.Object({ id: uuid })
const list = Type.Object(pageQuery, closed)

const NOTHING_STORED: StoredOfSources = new Map()
const LAKE_LIMITS = { timeoutSeconds: 10, memoryMb: 500, rowsMax: 10_000 }

/** Null where the lake does not answer: connectors are managed without it. */
async function storedOf(
  deps: ApiDeps,
  request: FastifyRequest,
  connectors: readonly Connector[],
): Promise<StoredOfSources | null> {
  const sources = connectors.map(({ id }) => id)
  return fromLake(deps, request, (reader) => storedOfSources(reader, sources))
}

const shownOf = async (deps: ApiDeps, request: FastifyRequest, connector: Connector) =>
  connectorView(connector, await storedOf(deps, request, [connector]))

async function addedOf(deps: ApiDeps, request: FastifyRequest, id: string, polls: readonly Poll[]) {
  return (await fromLake(deps, request, (reader) => storedByPolls(reader, id, polls))) ?? new Map<string, number>()
}

async function fromLake<T>(
  { lake }: ApiDeps,
  request: FastifyRequest,
  ask: (reader: Reader) => Promise<T>,
): Promise<T | null> {
  if (!lake) return null
  return ask(lake(principalOf(request).tenantId, LAKE_LIMITS)).catch((err: unknown) => {
    request.log.warn({ err }, 'cannot count what connectors brought')
    return null
  })
}

function triedView({ ok, events, reason, newest }: Tried) {
  return { ok, events, reason, newest_event_at: newest?.toISOString() ?? null }
}

export const connectorRoutes: Routes = (app, deps) => {
  app.get(
    '/connectors/types',
    {
      config: { permission: 'connectors:read' },
      schema: {
        tags,
        summary: 'Kinds of sources that can be polled, and what each needs',
        querystring: list,
        response: { 200: pageOf(typeSchema) },
      },
    },
    (request) => Promise.resolve(pageOfList(POLL_TABLES, request.query, ({ type }) => type, typeView)),
  )

  app.get(
    '/connectors',
    {
      config: { permission: 'connectors:read' },
      schema: {
        tags,
        summary: 'Connectors with their state, newest first',
        querystring: list,
        response: { 200: pageOf(connectorSchema) },
      },
    },
    async (request) => {
      const all = await tenantWork(deps, request, (tx) => connectorsOf(tx))
      const stored = await storedOf(deps, request, all)
      return pageOfList(
        all,
        request.query,
        ({ id }) => id,
        (one) => connectorView(one, stored),
      )
    },
  )

  app.post(
    '/connectors',
    {
      config: { permission: 'connectors:write', audit: 'connector:created' },
      schema: { tags, summary: 'Connect a source', body: createBody, response: { 201: connectorSchema } },
    },
    async (request, reply) => {
      const { auth_config: authConfig = {}, connector_config: config = {}, ...rest } = request.body
      const { name, type, poll_interval_seconds: intervalSeconds = intervalSecondsDefault, enabled = true } = rest
      const view = await tenantWork(deps, request, async (tx, note) => {
        const connector = { name: name ?? null, type, authConfig, config, intervalSeconds, enabled }
        const made = await createConnector(tx, deps.vault, reachOf(deps), connector)
        note({
          resource: 'connector',
          resourceId: made.id,
          changes: { name: made.name, type, connector_config: config, enabled },
        })
        return connectorView(made, NOTHING_STORED)
      })
      return reply.code(201).send(view)
    },
  )

  app.post(
    '/connectors/test',
    {
      config: { permission: 'connectors:write', audit: 'connector:tested' },
      schema: {
        tags,
        summary: 'Ask a source for one page with what is given; nothing is stored, and no event is taken',
        body: testBody,
        response: { 200: triedSchema },
      },
    },
    async (request) => {
      const { type, auth_config: authConfig = {}, connector_config: config = {} } = request.body
      if (!deps.egress) throw new AppError('unavailable', 'this API asks nobody outside')
      const tried = await tryConnector(deps.egress, reachOf(deps), { type, authConfig, config }, deps.nowMs())
      await tenantWork(deps, request, async (_tx, note) =>
        note({ resource: 'connector', resourceId: type, changes: { type, connector_config: config } }),
      )
      return triedView(tried)
    },
  )

  app.post(
    '/connectors/:id/test',
    {
      config: { permission: 'connectors:write', audit: 'connector:tested' },
      schema: {
        tags,
        summary: 'Ask a source for one page with what is sent alone; nothing is stored, and no event is taken',
        params: Type.Object({
          id: Type.String({ minLength: 1, maxLength: 60, description: 'a connector, or a type' }),
        }),
        body: named(
          'ConnectorStatelessTest',
          Type.Object({ ...testBody.properties, type: Type.Optional(type) }, closed),
        ),
        response: { 200: triedSchema },
      },
    },
    async (request) => {
      const { id } = request.params
      const { type: sent, auth_config: authConfig = {}, connector_config: config = {} } = request.body
      const type = await tenantWork(deps, request, async (tx, note) => {
        const found = isUuid(id) ? (await requireConnector(tx, id)).type : id
        if (sent !== undefined && sent !== found) throw invalid('type', `is ${found} by the path`)
        note({ resource: 'connector', resourceId: id, changes: { type: found, connector_config: config } })
        return found
      })
      if (!deps.egress) throw new AppError('unavailable', 'this API asks nobody outside')
      return triedView(await tryConnector(deps.egress, reachOf(deps), { type, authConfig, config }, deps.nowMs()))
    },
  )

  app.get(
    '/connectors/:id',
    {
      config: { permission: 'connectors:read' },
      schema: { tags, summary: 'One connector', params, response: { 200: connectorSchema } },
    },
    async (request) => {
      const one = await tenantWork(deps, request, (tx) => requireConnector(tx, request.params.id))
      return shownOf(deps, request, one)
    },
  )

  app.patch(
    '/connectors/:id',
    {
      config: { permission: 'connectors:write', audit: 'connector:updated' },
      schema: {
        tags,
        summary: 'Change a connector; saving one that is blocked tries it again',
        params,
        body: changeBody,
        response: { 200: connectorSchema },
      },
    },
    async (request) => {
      const changed = await tenantWork(deps, request, async (tx, note) => {
        const { id } = request.params
        const {
          auth_config: authConfig,
          connector_config: config,
          poll_interval_seconds: intervalSeconds,
        } = request.body
        const { name, enabled } = request.body
        const secrets = authConfig === undefined ? {} : { auth_fields: Object.keys(authConfig).sort() }
        note({
          resource: 'connector',
          resourceId: id,
          changes: { name, connector_config: config, poll_interval_seconds: intervalSeconds, enabled, ...secrets },
        })
        return changeConnector(tx, deps.vault, reachOf(deps), id, {
          ...(name !== undefined && { name }),
          ...(authConfig && { authConfig }),
          ...(config && { config }),
          ...(intervalSeconds !== undefined && { intervalSeconds }),
          ...(enabled !== undefined && { enabled }),
        })
      })
      return shownOf(deps, request, changed)
    },
  )

  app.delete(
    '/connectors/:id',
    {
      config: { permission: 'connectors:delete', audit: 'connector:deleted', removes: 'records' },
      schema: { tags, summary: 'Disconnect a source; what it brought stays', params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'connector', resourceId: request.params.id })
        await deleteConnector(tx, request.params.id)
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/connectors/:id/poll',
    {
      config: { permission: 'connectors:write', audit: 'connector:poll_requested' },
      schema: { tags, summary: 'Poll it now', params, response: { 202: connectorSchema } },
    },
    async (request, reply) => {
      const one = await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'connector', resourceId: request.params.id })
        return askForPoll(tx, deps.vault, request.params.id)
      })
      return reply.code(202).send(await shownOf(deps, request, one))
    },
  )

  app.get(
    '/connectors/:id/polls',
    {
      config: { permission: 'connectors:read' },
      schema: {
        tags,
        summary: `Polls of a connector, newest first; the latest ${CONNECTOR_LIMITS.polls} are kept`,
        params,
        querystring: list,
        response: { 200: pageOf(pollSchema) },
      },
    },
    async (request) => {
      const { id } = request.params
      const polls = await tenantWork(deps, request, async (tx) => {
        await requireConnector(tx, id)
        return pollsOf(tx, id, CONNECTOR_LIMITS.polls)
      })
      const added = await addedOf(deps, request, id, polls)
      return pageOfList(
        polls,
        request.query,
        (poll) => poll.id,
        (poll) => pollView(poll, added.get(poll.id) ?? null),
      )
    },
  )
}
