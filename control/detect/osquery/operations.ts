/** Operations on hosts with osquery: secrets, hosts, their configuration, and questions to them. */
import { Type } from 'typebox'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageAfter, pageOfList, uuidCursor } from '../../../platform/paging.ts'
import { closed, named, nullable, pageOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { HOST_CONFIG, hostConfigOf, putHostConfig } from './host-config.ts'
import {
  addSecret,
  nodesNamed,
  nodesPage,
  OSQUERY_LIMITS,
  OSQUERY_NODES,
  OSQUERY_SECRETS,
  revokeNode,
  revokeSecret,
  secretsOf,
} from './node-store.ts'
import {
  answersPage,
  countOpen,
  countsOf,
  endQuery,
  insertQuery,
  OSQUERY_ANSWERS,
  OSQUERY_QUERIES,
  type OsqueryQuery,
  queriesPage,
  queryById,
} from './query-store.ts'

const operation = operationsOf<unknown>()
const time = Type.String({ format: 'date-time' })
const DEADLINE_SECONDS = 600

const listSecrets = operation({
  name: 'osquery.secrets',
  summary: 'Enrolment secrets for hosts, newest first',
  permission: 'settings:read',
  path: 'GET /osquery/secrets',
  query: Type.Object(pageQuery, closed),
  output: pageOf(OSQUERY_SECRETS.schema),
  run: async ({ tx }, page) => pageOfList(await secretsOf(tx), page, ({ id }) => id),
})

const createSecret = operation({
  name: 'osquery.create_secret',
  summary: 'Create an enrolment secret for hosts of this tenant; it is shown once',
  permission: 'settings:write',
  audit: 'osquery_secret:created',
  path: 'POST /osquery/secrets',
  status: 201,
  body: named('OsquerySecretCreate', Type.Object({ label: plainText(200) }, closed)),
  output: named(
    'OsquerySecretMade',
    Type.Object({
      ...{ id: Type.String({ format: 'uuid' }), label: Type.String(), created_by: Type.String(), created_at: time },
      secret: Type.String(),
    }),
  ),
  async run({ tx, actor, note }, { label }) {
    const all = await secretsOf(tx)
    if (all.filter(({ revoked_at: at }) => at === null).length >= OSQUERY_LIMITS.secrets)
      throw new AppError('conflict', `a tenant has at most ${OSQUERY_LIMITS.secrets} secrets that are in force`)
    if (all.length >= OSQUERY_LIMITS.secretsKept)
      throw new AppError(
        'conflict',
        `a tenant has at most ${OSQUERY_LIMITS.secretsKept} secrets: revoked ones go after ${OSQUERY_LIMITS.keptDays} days`,
      )
    const made = await addSecret(tx, label, idOf(actor))
    note({ resource: 'osquery_secret', resourceId: made.id, changes: { label } })
    return made
  },
})

const removeSecret = operation({
  name: 'osquery.revoke_secret',
  summary: 'Revoke an enrolment secret; hosts that enrolled with it stay enrolled',
  permission: 'settings:write',
  audit: 'osquery_secret:revoked',
  removes: 'access',
  path: 'DELETE /osquery/secrets/:id',
  output: OSQUERY_SECRETS.schema,
  async run({ tx, note }, { id }) {
    const { found, isNew } = requireFound(await revokeSecret(tx, id), 'secret')
    note(isNew ? { resource: 'osquery_secret', resourceId: id } : null)
    return found
  },
})

const listNodes = operation({
  name: 'osquery.nodes',
  summary: 'Enrolled hosts',
  permission: 'hunts:read',
  path: 'GET /osquery/nodes',
  query: Type.Object(pageQuery, closed),
  output: pageOf(OSQUERY_NODES.schema),
  async run({ tx }, { limit, cursor }) {
    const rows = await nodesPage(tx, limit + 1, uuidCursor(cursor))
    return pageAfter(rows, limit, ({ id }) => id)
  },
})

const removeNode = operation({
  name: 'osquery.revoke_node',
  summary: 'Revoke the key of a host; it can enrol again with a valid secret',
  permission: 'settings:write',
  audit: 'osquery_node:revoked',
  removes: 'access',
  path: 'DELETE /osquery/nodes/:id',
  output: OSQUERY_NODES.schema,
  async run({ tx, note }, { id }) {
    const { found, isNew } = requireFound(await revokeNode(tx, id), 'host')
    const changes = { host_identifier: found.host_identifier }
    note(isNew ? { resource: 'osquery_node', resourceId: id, changes } : null)
    return found
  },
})

const configSchema = named(
  'OsqueryConfigOfTenant',
  Type.Object({
    config: HOST_CONFIG,
    updated_at: nullable(Type.String({ format: 'date-time', description: 'null: default configuration' })),
  }),
)

const readConfig = operation({
  name: 'osquery.config',
  summary: 'Show the osquery configuration of this tenant’s hosts',
  permission: 'hunts:read',
  path: 'GET /osquery/config',
  output: configSchema,
  async run({ tx }) {
    const { config, updatedAt } = await hostConfigOf(tx)
    return { config, updated_at: updatedAt }
  },
})

const writeConfig = operation({
  name: 'osquery.put_config',
  summary:
    'Set the osquery configuration of this tenant’s hosts: options, schedule and packs, in the format of osquery',
  permission: 'settings:write',
  audit: 'osquery_config:written',
  path: 'PUT /osquery/config',
  body: HOST_CONFIG,
  bodyBytes: 1 << 20,
  output: configSchema,
  async run({ tx, actor, note }, config) {
    await putHostConfig(tx, config, idOf(actor))
    note({
      resource: 'osquery_config',
      changes: { scheduled: Object.keys(config.schedule ?? {}), packs: Object.keys(config.packs ?? {}) },
    })
    const now = await hostConfigOf(tx)
    return { config: now.config, updated_at: now.updatedAt }
  },
})

const counts = Type.Object({
  asked: Type.Integer({ description: 'number of hosts that fetched the query' }),
  answered: Type.Integer(),
  failed: Type.Integer(),
  late: Type.Integer({ description: 'number of hosts that fetched the query and did not answer before the deadline' }),
  rows: Type.Integer(),
})
const withCounts = named('OsqueryQueryWithCounts', Type.Intersect([OSQUERY_QUERIES.schema, Type.Object({ counts })]))

async function shown(tx: TenantTx, queries: readonly OsqueryQuery[]) {
  const counted = await countsOf(
    tx,
    queries.map(({ id }) => id),
  )
  return queries.map((query) => withCountsOf(query, counted))
}

function withCountsOf(query: OsqueryQuery, counted: Awaited<ReturnType<typeof countsOf>>) {
  const none = { asked: 0, answered: 0, failed: 0, late: 0, rows: 0 }
  return { ...query, counts: counted.get(query.id) ?? none }
}

const askHosts = operation({
  name: 'osquery.ask',
  summary: 'Send a query to hosts, which fetch it within seconds',
  permission: 'hunts:write',
  audit: 'osquery_query:asked',
  path: 'POST /osquery/queries',
  status: 201,
  body: named(
    'OsqueryQueryCreate',
    Type.Object(
      {
        sql: plainText(OSQUERY_LIMITS.sqlChars),
        hosts: Type.Optional(
          Type.Array(plainText(300), {
            ...{ minItems: 1, maxItems: OSQUERY_LIMITS.targets, uniqueItems: true },
            description: 'ids, host identifiers or host names; default: every host',
          }),
        ),
        deadline_seconds: Type.Optional(Type.Integer({ minimum: 10, maximum: OSQUERY_LIMITS.deadlineSecondsMax })),
      },
      closed,
    ),
  ),
  output: withCounts,
  async run({ tx, actor, note, nowMs }, { sql, hosts, deadline_seconds: seconds = DEADLINE_SECONDS }) {
    if ((await countOpen(tx)) >= OSQUERY_LIMITS.openQueries)
      throw new AppError('conflict', `${OSQUERY_LIMITS.openQueries} questions are open: end one, or wait`)
    const found = hosts === undefined ? null : await nodesNamed(tx, hosts)
    const unknown = found?.find(({ id }) => id === null)
    if (unknown !== undefined) throw invalid('hosts', `${unknown.name} is no host that is enrolled`, 'reference')
    const nodeIds = found === null ? null : [...new Set(found.flatMap(({ id }) => (id === null ? [] : [id])))]
    const made = await insertQuery(tx, { sql, nodeIds, by: idOf(actor), deadline: new Date(nowMs + seconds * 1000) })
    note({ resource: 'osquery_query', resourceId: made.id, changes: { sql, hosts: hosts ?? 'all' } })
    const [query] = await shown(tx, [made])
    return query as NonNullable<typeof query>
  },
})

const listQueries = operation.page({
  name: 'osquery.queries',
  summary: 'Queries to hosts, newest first',
  permission: 'hunts:read',
  path: 'GET /osquery/queries',
  item: withCounts,
  async run({ tx }, _, { rows, after }) {
    const found = await queriesPage(tx, rows, after)
    const counts = await countsOf(
      tx,
      found.map(({ item }) => item.id),
    )
    return found.map(({ item, position }) => ({ item: withCountsOf(item, counts), position }))
  },
})

const readQuery = operation({
  name: 'osquery.query',
  summary: 'Show one query, with how many hosts fetched it, answered, failed and are late',
  permission: 'hunts:read',
  path: 'GET /osquery/queries/:id',
  output: withCounts,
  async run({ tx }, { id }) {
    const [found] = await shown(tx, [await requireQuery(tx, id)])
    return found as NonNullable<typeof found>
  },
})

const readAnswers = operation({
  name: 'osquery.answers',
  summary: 'Answers of hosts to a query',
  description: `A page has at most ${OSQUERY_LIMITS.pageBytes >> 20} MiB, so it may have fewer entries than \`limit\`. Queries and their answers are deleted ${OSQUERY_LIMITS.keptDays} days after the deadline.`,
  permission: 'hunts:read',
  path: 'GET /osquery/queries/:id/answers',
  query: Type.Object(pageQuery, closed),
  output: pageOf(OSQUERY_ANSWERS.schema),
  async run({ tx }, { id, limit, cursor }) {
    await requireQuery(tx, id)
    const { items, hasMore } = await answersPage(tx, id, limit, uuidCursor(cursor))
    const last = items.at(-1)
    return last === undefined || !hasMore ? { items } : { items, next_cursor: last.node_id }
  },
})

const takeBack = operation({
  name: 'osquery.end_query',
  summary: 'Stop sending a query to further hosts; its answers stay',
  permission: 'hunts:write',
  audit: 'osquery_query:ended',
  path: 'POST /osquery/queries/:id/end',
  output: withCounts,
  async run({ tx, note }, { id }) {
    const { found: ended, isNew } = requireFound(await endQuery(tx, id), 'query')
    note(isNew ? { resource: 'osquery_query', resourceId: id } : null)
    const [found] = await shown(tx, [ended])
    return found as NonNullable<typeof found>
  },
})

export const OSQUERY_OPERATIONS = [
  ...[listSecrets, createSecret, removeSecret, listNodes, removeNode, readConfig, writeConfig],
  ...[askHosts, listQueries, readQuery, readAnswers, takeBack],
]

async function requireQuery(tx: TenantTx, id: string): Promise<OsqueryQuery> {
  return requireFound(await queryById(tx, id), 'query')
}
