/**
 * A session with a tool server: Model Context Protocol over streamable HTTP. Sources: modelcontextprotocol.io,
 * specification 2025-06-18 and 2025-11-25, Base Protocol (Lifecycle, Transports) and Server Features (Tools).
 */
import type { Egress, EgressResponse } from '../../../../platform/egress/client.ts'
import { retryAfterSeconds } from '../../../../platform/egress/retry.ts'
import { AppError } from '../../../../platform/errors.ts'
import { TOOL_SERVER_LIMITS } from '../limits.ts'
import { answerIn, answerOf, EventReader, isObject, isStream, resultOf } from './messages.ts'

/** Supported versions: the client offers the newest and accepts any of them. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
const CLIENT = { name: 'svc', version: '1' }

export type McpTarget = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Time for each request. */
  readonly timeoutMs: number
}

export type McpSession = {
  /** The raw tool list of the server; `isCut` is true when it has more tools than are read. */
  listTools(): Promise<{ readonly tools: readonly Readonly<Record<string, unknown>>[]; readonly isCut: boolean }>
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  /** Never rejects: a server may keep no sessions, or be gone. */
  close(): Promise<void>
}

/**
 * Each throws `unavailable` for a server that does not answer, in time or as the protocol has it, `bad_credential`,
 * `rate_limited`, `too_large`, and `forbidden` for an address that may not be asked.
 */
export async function openSession(egress: Egress, target: McpTarget): Promise<McpSession> {
  let nextId = 1
  let own: Record<string, string> = {}

  const post = (message: object, id: number | null) => {
    const events = new EventReader()
    const isWhole = (type: string, chunk: Buffer) =>
      id !== null && isStream(type) && events.read(chunk).some((text) => answerOf(text, id) !== null)
    return egress({
      ...{ url: target.url, chosenBy: 'tenant', method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...message }) },
      headers: { ...target.headers, ...own, 'content-type': 'application/json', accept: BOTH },
      ...{ timeoutMs: target.timeoutMs, responseBytesMax: TOOL_SERVER_LIMITS.wireBytes, redirectsMax: 0, isWhole },
    })
  }
  const ask = async (method: string, params: object) => {
    const id = nextId++
    const answer = await post({ id, method, params }, id)
    return { headers: answer.headers, result: readAnswer(answer, id, 'mcp-session-id' in own) }
  }
  const initialize = async () => {
    own = {}
    const { headers, result } = await ask('initialize', {
      ...{ protocolVersion: VERSIONS[0], capabilities: {}, clientInfo: CLIENT },
    })
    const version = VERSIONS.find((one) => one === result.protocolVersion)
    if (version === undefined)
      throw new AppError('unavailable', `the tool server speaks none of ${VERSIONS.join(', ')}`)
    const session = headers['mcp-session-id']
    // Visible ASCII, as the protocol has it; anything else would not go into a header.
    const isSession = typeof session === 'string' && /^[\x21-\x7e]{1,1024}$/.test(session)
    own = { 'mcp-protocol-version': version, ...(isSession ? { 'mcp-session-id': session } : {}) }
    requireAccepted(await post({ method: 'notifications/initialized' }, null))
  }
  /** A server may end a session when it likes: then there is a new one, once. */
  const inSession = async (method: string, params: object) => {
    try {
      return (await ask(method, params)).result
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'gone')) throw error
      await initialize()
      return (await ask(method, params)).result
    }
  }

  await initialize()
  return {
    async listTools() {
      const tools: Readonly<Record<string, unknown>>[] = []
      let cursor: string | undefined
      for (let page = 0; page < TOOL_SERVER_LIMITS.pages; page++) {
        const result = await inSession('tools/list', cursor === undefined ? {} : { cursor })
        if (!Array.isArray(result.tools)) throw new AppError('unavailable', 'the tool server answered without tools')
        tools.push(...result.tools.filter(isObject))
        if (tools.length > TOOL_SERVER_LIMITS.tools) break
        if (typeof result.nextCursor !== 'string') return { tools, isCut: false }
        cursor = result.nextCursor
      }
      return { tools: tools.slice(0, TOOL_SERVER_LIMITS.tools), isCut: true }
    },
    callTool: (name, args) => inSession('tools/call', { name, arguments: args }),
    async close() {
      if (!('mcp-session-id' in own)) return
      const { url, headers, timeoutMs } = target
      const request = { url, chosenBy: 'tenant', method: 'DELETE', timeoutMs, redirectsMax: 0 } as const
      await egress({ ...request, headers: { ...headers, ...own } }).catch(() => {})
    },
  }
}

const RETRY_SECONDS_MAX = 3_600
const BOTH = 'application/json, text/event-stream'

function readAnswer(answer: EgressResponse, id: number, isInSession: boolean): Readonly<Record<string, unknown>> {
  if (answer.status === 404 && isInSession) throw new AppError('gone', 'the tool server has ended the session')
  requireAccepted(answer)
  const found = answerIn(String(answer.headers['content-type'] ?? ''), answer.body.toString('utf8'), id)
  if (found === null) throw new AppError('unavailable', 'the answer of the tool server does not follow the protocol')
  return resultOf(found)
}

function requireAccepted({ status, headers }: EgressResponse): void {
  if (status === 401 || status === 403)
    throw new AppError('bad_credential', `the tool server refuses the credential (${status})`)
  if (status === 429) {
    const wait = retryAfterSeconds(headers, RETRY_SECONDS_MAX)
    const retry = wait === null ? {} : { retryAfterSeconds: wait }
    throw new AppError('rate_limited', 'too many requests to the tool server (429)', retry)
  }
  if (status < 200 || status >= 300) throw new AppError('unavailable', `the tool server answered ${status}`)
}
