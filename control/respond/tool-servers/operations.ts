/** Operations that register, change, try and remove third-party tool servers of the Model Context Protocol. */
import { Type } from 'typebox'
import { defined } from '../../../platform/defined.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { type ReachSettings, reachOf } from '../../../platform/egress/reach.ts'
import { askNobody } from '../../../platform/egress/refusing-client.ts'
import { AppError } from '../../../platform/errors.ts'
import { closed, named, nullable, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { withinRegion } from '../../platform/governance/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { discover, reasonForPeople } from './call-tool.ts'
import type { Stdio } from './check.ts'
import { TOOL_SERVER_LIMITS as MAX } from './limits.ts'
import { changeToolServer, createToolServer, deleteToolServer, requireToolServer } from './manage-tool-servers.ts'
import type { ToolServer } from './tool-server.ts'
import { toolServersOf } from './tool-server-store.ts'
import { TOOL_NAME, type Tool } from './tools.ts'

type Deps = ReachSettings & {
  readonly vault: Vault
  readonly egress?: Egress | undefined
  readonly stdio?: Stdio | undefined
}

const operation = operationsOf<Deps>({ tag: 'tool servers' })

const members = {
  name: Type.String({
    pattern: '^[a-z0-9][a-z0-9_-]{0,38}[a-z0-9]$',
    description: 'name; tools are called mcp.NAME.TOOL',
  }),
  label: plainText(120),
  url: Type.String({ minLength: 1, maxLength: MAX.urlChars, description: 'URL of the streamable HTTP endpoint' }),
  tool_allowlist: Type.Array(Type.String({ pattern: TOOL_NAME.source }), {
    maxItems: MAX.allowlist,
    uniqueItems: true,
    description: 'tools that may be called; empty: none',
  }),
  timeout_seconds: Type.Integer({ minimum: MAX.timeoutSecondsMin, maximum: MAX.timeoutSecondsMax }),
  max_response_bytes: Type.Integer({ minimum: MAX.responseBytesMin, maximum: MAX.responseBytesMax }),
  enabled: Type.Boolean(),
}
const credential = nullable(
  Type.Record(Type.String({ maxLength: 100 }), Type.String({ minLength: 1, maxLength: MAX.headerChars }), {
    maxProperties: MAX.headers,
    description: 'write-only: headers by name, which replace all previous ones',
  }),
)
const serverSchema = named(
  'McpServer',
  Type.Object({ id: uuid, ...members, has_credential: Type.Boolean(), created_at: time, updated_at: time }),
)
const toolSchema = named(
  'McpTool',
  Type.Object({
    name: Type.String(),
    id: Type.String(),
    description: nullable(Type.String()),
    description_dropped: Type.Boolean({
      description: 'true when the description addresses a model; it is then shown to nobody',
    }),
    input_schema: Type.Object({
      type: Type.Literal('object'),
      properties: Type.Record(
        Type.String(),
        Type.Object({ type: Type.String(), description: Type.Optional(Type.String()) }),
      ),
      required: Type.Array(Type.String()),
    }),
    allowed: Type.Boolean(),
    refusal: nullable(Type.String({ description: 'reason why the tool may not be called' })),
  }),
)

const list = operation.list({
  name: 'mcp_servers.list',
  summary: 'Tool servers by name',
  permission: 'settings:read',
  path: 'GET /mcp-servers',
  item: serverSchema,
  run: async ({ tx }) => (await toolServersOf(tx)).map(serverView),
})

const create = operation({
  name: 'mcp_servers.create',
  summary: 'Register a tool server',
  permission: 'settings:write',
  audit: 'mcp_server:created',
  path: 'POST /mcp-servers',
  status: 201,
  body: sent('McpServerCreate', {
    name: members.name,
    url: members.url,
    label: Type.Optional(Type.String({ ...members.label, description: 'default: the name' })),
    credential: Type.Optional(credential),
    tool_allowlist: Type.Optional(members.tool_allowlist),
    timeout_seconds: Type.Optional(
      Type.Integer({ ...members.timeout_seconds, description: `default: ${MAX.timeoutSecondsDefault}` }),
    ),
    max_response_bytes: Type.Optional(
      Type.Integer({ ...members.max_response_bytes, description: `default: ${MAX.responseBytesDefault}` }),
    ),
    enabled: Type.Optional(Type.Boolean({ description: 'default: false' })),
  }),
  output: serverSchema,
  async run({ tx, note, deps }, input) {
    const made = await createToolServer(
      tx,
      deps.vault,
      { ...reachOf(deps), stdio: deps.stdio },
      {
        label: input.name,
        credential: null,
        enabled: false,
        allowlist: [],
        timeoutSeconds: MAX.timeoutSecondsDefault,
        responseBytesMax: MAX.responseBytesDefault,
        ...settingsOf(input),
        name: input.name,
        url: input.url,
      },
    )
    note({ resource: 'mcp_server', resourceId: made.id, changes: withoutValues(input) })
    return serverView(made)
  },
})

const change = operation({
  name: 'mcp_servers.change',
  summary: 'Change a tool server; a credential that is left out is kept',
  permission: 'settings:write',
  audit: 'mcp_server:updated',
  path: 'PATCH /mcp-servers/:id',
  body: named(
    'McpServerChange',
    Type.Partial(Type.Object({ ...members, credential }), { ...closed, minProperties: 1 }),
  ),
  output: serverSchema,
  async run({ tx, note, deps }, { id, ...input }) {
    note({ resource: 'mcp_server', resourceId: id, changes: withoutValues(input) })
    return serverView(
      await changeToolServer(tx, deps.vault, { ...reachOf(deps), stdio: deps.stdio }, id, settingsOf(input)),
    )
  },
})

const remove = operation({
  name: 'mcp_servers.delete',
  summary: 'Remove a tool server with its credential',
  permission: 'settings:write',
  audit: 'mcp_server:deleted',
  removes: 'records',
  path: 'DELETE /mcp-servers/:id',
  async run({ tx, note }, { id }) {
    note({ resource: 'mcp_server', resourceId: id })
    await deleteToolServer(tx, id)
  },
})

const test = operation.outside({
  name: 'mcp_servers.test',
  summary: 'List the tools of a tool server, enabled or not, without calling any',
  permission: 'settings:write',
  audit: 'mcp_server:tested',
  path: 'POST /mcp-servers/:id/test',
  output: named(
    'McpServerTest',
    Type.Object({
      ok: Type.Boolean(),
      reason: nullable(Type.String({ description: 'reason why the tools could not be listed' })),
      tools: nullable(Type.Array(toolSchema, { description: 'null: not known' })),
      is_cut: Type.Boolean({ description: `true when only the first ${MAX.tools} tools are listed` }),
    }),
  ),
  async run({ work, read, actor, deps: { vault, egress = askNobody } }, { id }) {
    const server = await work(async (tx, note) => {
      note({ resource: 'mcp_server', resourceId: id })
      return requireToolServer(tx, id)
    })
    return tested({ vault, tenant: actor.tenantId, egress: withinRegion(read, egress, 'tool_server') }, server)
  },
})

export const TOOL_SERVER_OPERATIONS = [list, create, change, remove, test]

async function tested(asking: Parameters<typeof discover>[0], server: ToolServer) {
  try {
    const { tools, isCut } = await discover(asking, server)
    return { ok: true, reason: null, tools: tools.map(toolView), isCut }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ok: false, reason: reasonForPeople(asking, server, error), tools: null, isCut: false }
  }
}

type Settings = {
  readonly name?: string
  readonly label?: string
  readonly url?: string
  readonly enabled?: boolean
  readonly credential?: Readonly<Record<string, string>> | null
  readonly tool_allowlist?: readonly string[]
  readonly timeout_seconds?: number
  readonly max_response_bytes?: number
}

/** The members that were sent, as the context spells them. */
function settingsOf({ tool_allowlist, timeout_seconds, max_response_bytes, ...same }: Settings) {
  const spelt = { allowlist: tool_allowlist, timeoutSeconds: timeout_seconds, responseBytesMax: max_response_bytes }
  return defined({ ...same, ...spelt })
}

/** The body for the audit log: it names the headers that were set, without their values. */
function withoutValues({ credential: headers, ...rest }: Settings) {
  return headers === undefined ? rest : { ...rest, credential_headers: Object.keys(headers ?? {}) }
}

function serverView({ allowlist, responseBytesMax, credential, ...server }: ToolServer) {
  const hasCredential = Object.keys(credential).length > 0
  return { ...server, toolAllowlist: allowlist, maxResponseBytes: responseBytesMax, hasCredential }
}

function toolView({ isDescriptionDropped, schema, ...tool }: Tool) {
  const inputSchema = { type: 'object' as const, properties: schema.properties, required: schema.required }
  return { ...tool, descriptionDropped: isDescriptionDropped, inputSchema, allowed: tool.refusal === null }
}
