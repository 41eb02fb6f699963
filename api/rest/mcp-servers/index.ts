/** Routes that register, change, try and remove third-party tool servers of the Model Context Protocol. */
import { type Static, Type } from 'typebox'
import {
  changeToolServer,
  createToolServer,
  deleteToolServer,
  discover,
  TOOL_SERVER_LIMITS as MAX,
  reasonForPeople,
  requireToolServer,
  TOOL_NAME,
  type Tool,
  type ToolServer,
  toolServersOf,
} from '../../../control/tool-servers/index.ts'
import { reachOf } from '../../../platform/egress/reach.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ApiDeps } from '../../deps.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['tool servers']
const params = Type.Object({ id: uuid })

const shown = {
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,38}[a-z0-9]$', description: 'tools are called mcp.NAME.TOOL' }),
  label: plainText(120),
  url: Type.String({ minLength: 1, maxLength: MAX.urlChars, description: 'of its streamable HTTP endpoint' }),
  tool_allowlist: Type.Array(Type.String({ pattern: TOOL_NAME.source }), {
    ...{ maxItems: MAX.allowlist, uniqueItems: true },
    description: 'tools that may be called; none: it offers nothing',
  }),
  timeout_seconds: Type.Integer({ minimum: MAX.timeoutSecondsMin, maximum: MAX.timeoutSecondsMax }),
  max_response_bytes: Type.Integer({ minimum: MAX.responseBytesMin, maximum: MAX.responseBytesMax }),
  enabled: Type.Boolean(),
}
const credential = nullable(
  Type.Record(Type.String({ maxLength: 100 }), Type.String({ minLength: 1, maxLength: MAX.headerChars }), {
    ...{ maxProperties: MAX.headers, description: 'write-only: headers by name, which take the place of all before' },
  }),
)
const serverSchema = named(
  'McpServer',
  Type.Object({ id: uuid, ...shown, has_credential: Type.Boolean(), created_at: time, updated_at: time }),
)
const createBody = named(
  'McpServerCreate',
  Type.Object(
    {
      ...{ name: shown.name, url: shown.url },
      label: Type.Optional(Type.String({ ...shown.label, description: 'the name without it' })),
      credential: Type.Optional(credential),
      tool_allowlist: Type.Optional(shown.tool_allowlist),
      timeout_seconds: Type.Optional(
        Type.Integer({ ...shown.timeout_seconds, description: `${MAX.timeoutSecondsDefault} without it` }),
      ),
      max_response_bytes: Type.Optional(
        Type.Integer({ ...shown.max_response_bytes, description: `${MAX.responseBytesDefault} without it` }),
      ),
      enabled: Type.Optional(Type.Boolean({ description: 'false without it' })),
    },
    closed,
  ),
)
const changeBody = named(
  'McpServerChange',
  Type.Partial(Type.Object({ ...shown, credential }), { ...closed, minProperties: 1 }),
)
const toolSchema = named(
  'McpTool',
  Type.Object({
    name: Type.String(),
    id: Type.String(),
    description: nullable(Type.String()),
    description_dropped: Type.Boolean({ description: 'it speaks to a model, and is shown to nobody' }),
    input_schema: Type.Object({
      type: Type.Literal('object'),
      properties: Type.Record(
        Type.String(),
        Type.Object({ type: Type.String(), description: Type.Optional(Type.String()) }),
      ),
      required: Type.Array(Type.String()),
    }),
    allowed: Type.Boolean(),
    refusal: nullable(Type.String({ description: 'why it may not be called' })),
  }),
)
const testSchema = named(
  'McpServerTest',
  Type.Object({
    ok: Type.Boolean(),
    reason: nullable(Type.String({ description: 'why there is no list' })),
    tools: nullable(Type.Array(toolSchema, { description: 'null: not known' })),
    is_cut: Type.Boolean({ description: `it has more than the first ${MAX.tools}` }),
  }),
)

export const mcpServerRoutes: Routes = (app, deps) => {
  const reach = () => reachOf(deps)

  app.get(
    '/mcp-servers',
    {
      config: { permission: 'settings:read' },
      schema: {
        ...{ tags, summary: 'Tool servers by name' },
        ...{ querystring: Type.Object(pageQuery, closed), response: { 200: pageOf(serverSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await toolServersOf(tx), request.query, ({ id }) => id, serverView),
      ),
  )

  app.post(
    '/mcp-servers',
    {
      config: { permission: 'settings:write', audit: 'mcp_server:created' },
      schema: { tags, summary: 'Register a tool server', body: createBody, response: { 201: serverSchema } },
    },
    async (request, reply) => {
      const { name, label = name, url, credential: headers = null, enabled = false } = request.body
      const {
        tool_allowlist: allowlist = [],
        timeout_seconds: timeoutSeconds = MAX.timeoutSecondsDefault,
        max_response_bytes: responseBytesMax = MAX.responseBytesDefault,
      } = request.body
      const server = { name, label, url, credential: headers, allowlist, timeoutSeconds, responseBytesMax, enabled }
      const view = await tenantWork(deps, request, async (tx, note) => {
        const made = await createToolServer(tx, deps.vault, reach(), server)
        note({ resource: 'mcp_server', resourceId: made.id, changes: withoutValues(request.body) })
        return serverView(made)
      })
      return reply.code(201).send(view)
    },
  )

  app.patch(
    '/mcp-servers/:id',
    {
      config: { permission: 'settings:write', audit: 'mcp_server:updated' },
      schema: {
        ...{ tags, summary: 'Change a tool server; a credential that is left out stays' },
        ...{ params, body: changeBody, response: { 200: serverSchema } },
      },
    },
    (request) => {
      const { name, label, url, enabled, credential: headers, ...more } = request.body
      const change = {
        ...{ name, label, url, enabled, credential: headers, allowlist: more.tool_allowlist },
        ...{ timeoutSeconds: more.timeout_seconds, responseBytesMax: more.max_response_bytes },
      }
      return tenantWork(deps, request, async (tx, note) => {
        const { id } = request.params
        note({ resource: 'mcp_server', resourceId: id, changes: withoutValues(request.body) })
        return serverView(await changeToolServer(tx, deps.vault, reach(), id, defined(change)))
      })
    },
  )

  app.delete(
    '/mcp-servers/:id',
    {
      config: { permission: 'settings:write', audit: 'mcp_server:deleted', removes: 'records' },
      schema: { tags, summary: 'Remove a tool server with its credential', params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'mcp_server', resourceId: request.params.id })
        await deleteToolServer(tx, request.params.id)
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/mcp-servers/:id/test',
    {
      config: { permission: 'settings:write', audit: 'mcp_server:tested' },
      schema: {
        ...{ tags, summary: 'Ask a tool server for its tools, whether it is on or not; none is called' },
        ...{ params, response: { 200: testSchema } },
      },
    },
    async (request) => {
      const { id } = request.params
      const server = await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'mcp_server', resourceId: id })
        return requireToolServer(tx, id)
      })
      return tested(deps, principalOf(request).tenantId, server)
    },
  )
}

async function tested(
  { vault, egress }: ApiDeps,
  tenant: ReturnType<typeof principalOf>['tenantId'],
  server: ToolServer,
): Promise<Static<typeof testSchema>> {
  const none = async () => {
    throw new AppError('unavailable', 'this API asks nobody outside')
  }
  const asking = { vault, tenant, egress: egress ?? none }
  try {
    const { tools, isCut } = await discover(asking, server)
    return { ok: true, reason: null, tools: tools.map(toolView), is_cut: isCut }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ok: false, reason: reasonForPeople(asking, server, error), tools: null, is_cut: false }
  }
}

function defined<T extends object>(item: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** The body for the audit log: it names the headers that were set, without their values. */
function withoutValues<T extends { credential?: Readonly<Record<string, string>> | null }>(body: T) {
  const { credential: headers, ...rest } = body
  return headers === undefined ? rest : { ...rest, credential_headers: Object.keys(headers ?? {}) }
}

function serverView(server: ToolServer): Static<typeof serverSchema> {
  return {
    ...{ id: server.id, name: server.name, label: server.label, url: server.url, enabled: server.enabled },
    ...{ tool_allowlist: [...server.allowlist], timeout_seconds: server.timeoutSeconds },
    max_response_bytes: server.responseBytesMax,
    has_credential: Object.keys(server.credential).length > 0,
    ...{ created_at: server.createdAt.toISOString(), updated_at: server.updatedAt.toISOString() },
  }
}

function toolView({ name, id, description, isDescriptionDropped, schema, refusal }: Tool): Static<typeof toolSchema> {
  return {
    ...{ name, id, description, description_dropped: isDescriptionDropped },
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, { ...value }])),
      required: [...schema.required],
    },
    ...{ allowed: refusal === null, refusal },
  }
}
