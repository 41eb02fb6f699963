/**
 * The server that osquery hosts speak to (its TLS plugins): enrolment, configuration, logs and distributed queries. Whose
 * a host is follows from the secret that it enrols with, and from its node key afterwards.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  countOpen,
  enrolNode,
  fetchQuestions,
  type HostAnswer,
  hostConfigOf,
  type KnownNode,
  nodeByKey,
  noteSeen,
  OSQUERY_LIMITS,
  secretBySecret,
  takeAnswer,
} from '../../control/detect/osquery/index.ts'
import type { TakeEvents } from '../../control/platform/connectors/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { isMembers } from '../../platform/members.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { isUuid } from '../../platform/uuid-text.ts'
import { storable, storableText } from '../../stores/postgres/jsonb.ts'
import { type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import { resultEvents, statusEvents } from './events.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export type OsqueryDeps = {
  /** Signs in as svc_app, or as the owner. */
  readonly pool: Postgres
  readonly pushEvents: TakeEvents
  readonly log: Log
  readonly metrics: Metrics
  readonly nowMs: () => number
  /** Answers requests outside the osquery paths: health and metrics. */
  readonly otherwise: Listener
  readonly openServer?: (listener: Listener) => Server
  readonly bodyBytesInFlight?: number
}

export const OSQUERY_SERVER_LIMITS = {
  bodyBytes: 16 << 20,
  bodyBytesInFlight: 256 << 20,
  /**
   * @bound requests of osquery hosts: a body; all bodies together; time = {bodyBytes}; {bodyBytesInFlight}; {} ->
   * refused, and the host tries again
   */
  bodyMs: 30_000,
  /** @bound cached keys of osquery hosts -> the key is read again */
  keysKept: 200_000,
  /**
   * A key that was revoked opens nothing after so long.
   * @bound age of a cached key of an osquery host -> the key is read again
   */
  keyMs: 30_000,
  configMs: 15_000,
  openMs: 1_000,
  seenMs: 10_000,
} as const

export type OsqueryServer = { readonly server: Server; close(): Promise<void> }

type Members = Readonly<Record<string, unknown>>
type Kept<T> = { readonly value: T; readonly untilMs: number }
type Answer = { readonly status: number; readonly body: Members }

const unpack = promisify(gunzip)
const PREFIX = '/api/v1/osquery/'
const INVALID: Answer = { status: 200, body: { node_invalid: true } }

export function openOsqueryServer(deps: OsqueryDeps): OsqueryServer {
  const hosts = new Hosts(deps)
  const listener: Listener = (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (!path.startsWith(PREFIX)) return deps.otherwise(request, response)
    void hosts.answer(path.slice(PREFIX.length), request, response)
  }
  const server = (deps.openServer ?? createServer)(listener)
  server.headersTimeout = 15_000
  server.requestTimeout = 60_000
  server.maxConnections = 20_000
  const seen = setInterval(() => void hosts.flushSeen(), OSQUERY_SERVER_LIMITS.seenMs)
  return {
    server,
    async close() {
      clearInterval(seen)
      server.close()
      server.closeAllConnections()
      await hosts.flushSeen()
    },
  }
}

class Hosts {
  readonly #deps: OsqueryDeps
  readonly #keys = new Map<string, Kept<KnownNode>>()
  readonly #configs = new Map<TenantId, Kept<Members>>()
  readonly #open = new Map<TenantId, Kept<boolean>>()
  #seen = new Map<TenantId, Set<string>>()
  #bytes = 0
  readonly #requests
  readonly #lines

  constructor(deps: OsqueryDeps) {
    this.#deps = deps
    this.#requests = deps.metrics.counter('osquery_requests_total', 'requests of osquery hosts', ['path', 'outcome'])
    this.#lines = deps.metrics.counter('osquery_log_rows_total', 'rows of osquery hosts that became events', ['kind'])
  }

  async answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const known = PATHS.has(path) ? path : 'other'
    const buffered = { bytes: 0 }
    try {
      const answered = await this.#answered(path, request, buffered)
      const outcome = answered.body.node_invalid === true ? 'invalid' : answered.status < 400 ? 'ok' : 'refused'
      this.#requests.inc(1, { path: known, outcome })
      reply(response, answered)
    } catch (err) {
      const error = err instanceof AppError ? err : null
      if (error === null) this.#deps.log.error({ err, path: known }, 'osquery request failed')
      this.#requests.inc(1, { path: known, outcome: error === null || error.status >= 500 ? 'failed' : 'refused' })
      // The host keeps what it could not deliver, and sends it again.
      reply(response, { status: error?.status ?? 500, body: { error: error?.message ?? 'an internal error' } })
    } finally {
      this.#bytes -= buffered.bytes
    }
  }

  async #answered(path: string, request: IncomingMessage, buffered: { bytes: number }): Promise<Answer> {
    if (path.startsWith('carve')) return { status: 403, body: { error: 'files of hosts are not taken' } }
    if (!PATHS.has(path)) return { status: 404, body: { error: 'no such resource' } }
    if (request.method !== 'POST') return { status: 405, body: { error: 'POST alone' } }
    const body = await this.#body(request, buffered)
    if (path === 'enroll') return this.#enrol(storable(body))
    const node = await this.#node(body.node_key)
    if (node === null) return INVALID
    this.#note(node)
    if (path === 'config') return this.#config(node)
    if (path === 'log') return this.#log(node, body)
    return path === 'distributed/read' ? this.#questions(node) : this.#answers(node, storable(body))
  }

  async #enrol(body: Members): Promise<Answer> {
    const { enroll_secret: secret, host_identifier: identifier, host_details: details, platform_type: type } = body
    const refused: Answer = { status: 401, body: { node_invalid: true, error: 'the enrolment secret is not valid' } }
    if (typeof secret !== 'string' || secret.length > 200) return refused
    const found = await secretBySecret(this.#deps.pool, secret)
    if (found === null) return refused
    if (typeof identifier !== 'string' || identifier.trim() === '' || identifier.length > 300)
      throw new AppError('bad_request', 'host_identifier is a text of 1 to 300 characters')
    const of = (table: string, column: string, max: number) => {
      const row = isMembers(details) && isMembers(details[table]) ? details[table] : {}
      const value = row[column]
      return typeof value === 'string' && value !== '' ? value.slice(0, max) : null
    }
    const host = {
      ...{ secretId: found.id, hostIdentifier: identifier.trim(), hostname: of('system_info', 'hostname', 300) },
      platform: of('os_version', 'platform', 100) ?? (type === undefined ? null : String(type).slice(0, 100)),
      ...{ osName: of('os_version', 'name', 200), version: of('osquery_info', 'version', 60) },
    }
    const key = await withTenant(this.#deps.pool, found.tenant, (tx) => enrolNode(tx, host))
    if (key === null) throw new AppError('conflict', `a tenant has at most ${OSQUERY_LIMITS.nodes} hosts`)
    this.#deps.log.info({ tenant: found.tenant, host: host.hostIdentifier }, 'osquery host enrolled')
    return { status: 200, body: { node_key: key, node_invalid: false } }
  }

  async #config({ tenant }: KnownNode): Promise<Answer> {
    const body = await kept(this.#configs, tenant, this.#deps.nowMs(), OSQUERY_SERVER_LIMITS.configMs, async () => {
      const { config } = await withTenant(this.#deps.pool, tenant, (tx) => hostConfigOf(tx))
      return { ...config, node_invalid: false }
    })
    return { status: 200, body }
  }

  async #log(node: KnownNode, { log_type: type, data }: Members): Promise<Answer> {
    const lines = Array.isArray(data) ? data : [data]
    if (type !== 'result' && type !== 'status') throw new AppError('bad_request', 'log_type is result or status')
    const { events, leftOut } = type === 'result' ? resultEvents(node, lines) : statusEvents(node, lines)
    if (leftOut > 0)
      this.#deps.log.warn(
        { tenant: node.tenant, host: node.hostIdentifier, leftOut },
        'rows of an osquery host dropped',
      )
    const source = { tenant: node.tenant, connectorId: 'osquery', type: 'osquery', sourceFormat: 'osquery' }
    if (events.length > 0) await this.#deps.pushEvents(source, events)
    // Rows that are not taken come again, and are counted then.
    this.#lines.inc(events.length, { kind: type })
    this.#lines.inc(leftOut, { kind: 'left_out' })
    return { status: 200, body: { node_invalid: false } }
  }

  /** Most hosts poll while there is no query: such a poll causes no database read of its own. */
  async #questions(node: KnownNode): Promise<Answer> {
    const { pool, nowMs } = this.#deps
    const isOpen = await kept(this.#open, node.tenant, nowMs(), OSQUERY_SERVER_LIMITS.openMs, () =>
      withTenant(pool, node.tenant, async (tx) => (await countOpen(tx)) > 0),
    )
    const found = isOpen ? await withTenant(pool, node.tenant, (tx) => fetchQuestions(tx, node.id)) : []
    return {
      status: 200,
      body: { queries: Object.fromEntries(found.map(({ id, sql }) => [id, sql])), node_invalid: false },
    }
  }

  async #answers(node: KnownNode, { queries, statuses, messages }: Members): Promise<Answer> {
    const [rows, codes, texts] = [queries, statuses, messages].map((one) => (isMembers(one) ? one : {})) as [
      Members,
      Members,
      Members,
    ]
    const ids = [...new Set([...Object.keys(rows), ...Object.keys(codes)])]
      .filter(isUuid)
      .slice(0, OSQUERY_LIMITS.openQueries)
    await withTenant(this.#deps.pool, node.tenant, async (tx) => {
      for (const id of ids) await takeAnswer(tx, node.id, answerOf(id, rows[id], codes[id], texts[id]))
    })
    return { status: 200, body: { node_invalid: false } }
  }

  async #node(key: unknown): Promise<KnownNode | null> {
    if (typeof key !== 'string' || key === '' || key.length > 200) return null
    const { pool, nowMs } = this.#deps
    const before = this.#keys.get(key)
    if (before !== undefined && nowMs() < before.untilMs) return before.value
    this.#keys.delete(key)
    const found = await nodeByKey(pool, key)
    if (found === null) return null
    if (this.#keys.size >= OSQUERY_SERVER_LIMITS.keysKept) this.#keys.clear()
    this.#keys.set(key, { value: found, untilMs: nowMs() + OSQUERY_SERVER_LIMITS.keyMs })
    return found
  }

  #note({ tenant, id }: KnownNode): void {
    const own = this.#seen.get(tenant) ?? new Set()
    this.#seen.set(tenant, own.add(id))
  }

  async flushSeen(): Promise<void> {
    const all = this.#seen
    this.#seen = new Map()
    for (const [tenant, ids] of all)
      await withTenant(this.#deps.pool, tenant, (tx) => noteSeen(tx, [...ids])).catch((err) =>
        this.#deps.log.warn({ err, tenant }, 'cannot store when osquery hosts were last seen'),
      )
  }

  /** Received and unpacked bytes count towards the limit until the request is answered. */
  async #body(request: IncomingMessage, buffered: { bytes: number }): Promise<Members> {
    const { bodyBytes, bodyMs } = OSQUERY_SERVER_LIMITS
    const { bodyBytesInFlight = OSQUERY_SERVER_LIMITS.bodyBytesInFlight } = this.#deps
    const hold = (bytes: number) => {
      buffered.bytes += bytes
      this.#bytes += bytes
      if (this.#bytes > bodyBytesInFlight) throw new AppError('unavailable', 'too many bodies are being read')
    }
    const tooLarge = () => new AppError('too_large', `a body has at most ${bodyBytes} bytes`)
    const chunks: Buffer[] = []
    let size = 0
    const timer = setTimeout(() => request.destroy(), bodyMs)
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > bodyBytes) throw tooLarge()
        hold(chunk.length)
        chunks.push(chunk)
      }
      const whole = Buffer.concat(chunks)
      const isPacked = request.headers['content-encoding'] === 'gzip' || (whole[0] === 0x1f && whole[1] === 0x8b)
      const plain = isPacked
        ? await unpack(whole, { maxOutputLength: bodyBytes }).catch(() => Promise.reject(tooLarge()))
        : whole
      if (isPacked) hold(plain.length)
      const parsed: unknown = JSON.parse(plain.toString('utf8'))
      if (!isMembers(parsed)) throw new SyntaxError('no object')
      return parsed
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('bad_request', 'the body is no JSON object', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

const PATHS: ReadonlySet<string> = new Set(['enroll', 'config', 'log', 'distributed/read', 'distributed/write'])

/** A host reports a failed query by a status other than 0. */
function answerOf(queryId: string, rows: unknown, code: unknown, message: unknown): HostAnswer {
  const why = typeof message === 'string' && message !== '' ? message : null
  const isFailed = code !== undefined && Number(code) !== 0
  if (isFailed || !Array.isArray(rows)) {
    const error = why ?? (isFailed ? `osquery ended it with status ${String(code).slice(0, 20)}` : 'it sent no rows')
    return { queryId, rows: null, leftOut: 0, error }
  }
  const shown: Members[] = []
  let bytes = 0
  for (const row of rows.slice(0, OSQUERY_LIMITS.answerRows)) {
    if (!isMembers(row)) continue
    bytes += Buffer.byteLength(JSON.stringify(row))
    if (bytes > OSQUERY_LIMITS.answerBytes) break
    shown.push(
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, storableText(String(value ?? ''))])),
    )
  }
  return { queryId, rows: shown, leftOut: rows.length - shown.length, error: why }
}

async function kept<T>(
  cache: Map<TenantId, Kept<T>>,
  tenant: TenantId,
  nowMs: number,
  keepMs: number,
  ask: () => Promise<T>,
): Promise<T> {
  const before = cache.get(tenant)
  if (before !== undefined && nowMs < before.untilMs) return before.value
  const value = await ask()
  cache.set(tenant, { value, untilMs: nowMs + keepMs })
  return value
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
