/**
 * Lists the tools of a tenant's tool servers for an agent, and calls one. The allow-list is checked both times, and
 * before a call the server is asked again for the tool's own description. Every step, including refusals, is recorded
 * without argument values and results. A failed call is `could_not_check`, never an empty result.
 */
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { withoutHidden } from './injection.ts'
import { TOOL_SERVER_LIMITS } from './limits.ts'
import { openedCredential } from './manage-tool-servers.ts'
import { ServerMessage } from './mcp/messages.ts'
import { type McpSession, openSession } from './mcp/session.ts'
import { type ToolResult, toolResult, withoutSecrets } from './result.ts'
import type { ToolServer } from './tool-server.ts'
import { toolServerByName, toolServersOf } from './tool-server-store.ts'
import { TOOL_NAME, type Tool, toolOf } from './tools.ts'

export type ToolDeps = {
  readonly pool: Postgres
  readonly vault: Vault
  readonly egress: Egress
  readonly tenant: TenantId
  /** Into the ledger of the run that asks. */
  readonly record: (step: ToolStep) => Promise<void>
}

/** A step for the ledger, under the agent `mcp_client`. */
export type ToolStep = {
  readonly kind: (typeof STEP_KINDS)[number]
  readonly summary: string
  /** Names of arguments, never their values. */
  readonly input: Readonly<Record<string, unknown>>
  /** Sizes and reasons, never what came back. */
  readonly output: Readonly<Record<string, unknown>>
  readonly durationMs: number
}

export const STEP_KINDS = [
  ...(['mcp_tools_discovered', 'mcp_tool_call', 'mcp_tool_refused', 'mcp_tool_failed'] as const),
  ...(['mcp_server_refused', 'mcp_discovery_failed'] as const),
] as const

export type Called =
  | { readonly outcome: 'answered'; readonly result: ToolResult }
  /** By the policy: it was not sent. */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'could_not_check'; readonly reason: string }

/** Tools of all enabled servers with an allow-list. A server that fails does not hide the tools of others. */
export async function offeredTools(deps: ToolDeps): Promise<readonly Tool[]> {
  const servers = await withTenant(deps.pool, deps.tenant, toolServersOf)
  const usable = servers.filter(({ enabled, allowlist }) => enabled && allowlist.length > 0)
  const found: Tool[] = []
  for (const server of usable) {
    const begunMs = performance.now()
    try {
      const { tools, isCut } = await discover(deps, server)
      const offered = tools.filter(({ refusal }) => refusal === null)
      found.push(...offered)
      const output = { offered: offered.map(({ name }) => name), seen: tools.length, is_cut: isCut }
      await recordCall(deps, 'mcp_tools_discovered', server, {}, output, begunMs)
    } catch (error) {
      const [kind, reason] = failure(error, 'mcp_discovery_failed')
      await recordCall(deps, kind, server, {}, { reason }, begunMs)
    }
  }
  return found
}

/** `serverName` and `tool` as in `mcp.SERVER.TOOL`. Never rejects for a failure of a server or a refusal by policy. */
export async function callTool(
  deps: ToolDeps,
  serverName: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Called> {
  const begunMs = performance.now()
  const named = { tool: tool.slice(0, 64), arguments: Object.keys(args).slice(0, TOOL_SERVER_LIMITS.args) }
  const server = await withTenant(deps.pool, deps.tenant, (tx) => toolServerByName(tx, serverName))
  const refused = server === null ? 'there is no such tool server' : refusalBefore(server, tool, args)
  if (server === null || refused !== null) {
    const reason = refused ?? ''
    await recordCall(deps, 'mcp_tool_refused', { name: serverName.slice(0, 40) }, named, { reason }, begunMs)
    return { outcome: 'refused', reason }
  }
  try {
    const called = await inSession(deps, server, (session) => callIn(deps, session, server, tool, args))
    if (called.outcome === 'refused')
      await recordCall(deps, 'mcp_tool_refused', server, named, { reason: called.reason }, begunMs)
    if (called.outcome === 'answered') {
      const { text: _, ...sizes } = called.result
      await recordCall(deps, called.result.isError ? 'mcp_tool_failed' : 'mcp_tool_call', server, named, sizes, begunMs)
    }
    return called
  } catch (error) {
    const [kind, reason] = failure(error, 'mcp_tool_failed')
    await recordCall(deps, kind, server, named, { reason }, begunMs)
    return { outcome: 'could_not_check', reason: `could not check: ${reason}` }
  }
}

/** Lists the tools that a server offers, whether they may be called or not. Throws what `openSession` throws. */
export async function discover(
  deps: Pick<ToolDeps, 'egress' | 'vault' | 'tenant'>,
  server: ToolServer,
): Promise<{ readonly tools: readonly Tool[]; readonly isCut: boolean }> {
  const { tools, isCut } = await inSession(deps, server, (session) => session.listTools())
  return { tools: tools.map((tool) => toolOf(tool, server)), isCut }
}

/** The reason for people: with the server's message, without the credential that it may echo. */
export function reasonForPeople(deps: Pick<ToolDeps, 'vault' | 'tenant'>, server: ToolServer, error: AppError): string {
  if (!(error.cause instanceof ServerMessage)) return error.message
  const credential = openedCredential({ tenantId: deps.tenant }, deps.vault, server)
  return `${error.message}: ${withoutSecrets(withoutHidden(error.cause.message), credential)}`
}

function refusalBefore(server: ToolServer, tool: string, args: Readonly<Record<string, unknown>>): string | null {
  if (!server.enabled) return 'the tool server is off'
  if (!TOOL_NAME.test(tool)) return 'this is no name of a tool'
  if (!server.allowlist.includes(tool)) return 'it is not on the allowlist'
  if (Object.keys(args).length > TOOL_SERVER_LIMITS.args)
    return `a call has at most ${TOOL_SERVER_LIMITS.args} arguments`
  const bytes = Buffer.byteLength(JSON.stringify(args))
  return bytes > TOOL_SERVER_LIMITS.argBytes
    ? `the arguments of a call have at most ${TOOL_SERVER_LIMITS.argBytes} bytes`
    : null
}

async function callIn(
  { vault, tenant }: ToolDeps,
  session: McpSession,
  server: ToolServer,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Called> {
  const declared = (await session.listTools()).tools.find((one) => one.name === name)
  if (declared === undefined) return { outcome: 'refused', reason: 'the tool server does not offer it' }
  const { id, refusal, schema } = toolOf(declared, server)
  if (refusal !== null) return { outcome: 'refused', reason: refusal }
  const missing = schema.required.find((own) => !Object.hasOwn(args, own))
  if (missing !== undefined) return { outcome: 'refused', reason: `the argument ${missing} is missing` }
  const result = await session.callTool(name, args)
  const credential = openedCredential({ tenantId: tenant }, vault, server)
  return { outcome: 'answered', result: toolResult(id, result, server.responseBytesMax, credential) }
}

async function inSession<T>(
  { egress, vault, tenant }: Pick<ToolDeps, 'egress' | 'vault' | 'tenant'>,
  server: ToolServer,
  work: (session: McpSession) => Promise<T>,
): Promise<T> {
  const headers = openedCredential({ tenantId: tenant }, vault, server)
  const session = await openSession(egress, { url: server.url, headers, timeoutMs: server.timeoutSeconds * 1000 })
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

/** A forbidden address is recorded differently from a server that does not answer. */
function failure<K extends ToolStep['kind']>(error: unknown, kind: K): readonly [K | 'mcp_server_refused', string] {
  if (!(error instanceof AppError)) throw error
  return [error.code === 'forbidden' ? 'mcp_server_refused' : kind, error.message]
}

async function recordCall(
  { record }: Pick<ToolDeps, 'record'>,
  kind: ToolStep['kind'],
  { name }: Pick<ToolServer, 'name'>,
  input: object,
  output: Readonly<Record<string, unknown>>,
  begunMs: number,
): Promise<void> {
  const { tool } = input as { tool?: string }
  const what = tool === undefined ? name : `mcp.${name}.${tool}`
  const summary = `${WORDS[kind]}: ${what}${typeof output.reason === 'string' ? `: ${output.reason}` : ''}`
  const about = { server: name, ...input, cost: 'not_applicable_no_model_call' }
  await record({ kind, summary, input: about, output, durationMs: performance.now() - begunMs })
}

const WORDS: Readonly<Record<ToolStep['kind'], string>> = {
  mcp_tools_discovered: 'Tools of a tool server',
  mcp_tool_call: 'A tool was called',
  mcp_tool_refused: 'A tool was refused',
  mcp_tool_failed: 'A tool failed',
  mcp_server_refused: 'A tool server may not be asked',
  mcp_discovery_failed: 'A tool server could not be asked',
}
