/** A listening ingest service for tests: real sockets, with credentials and log in memory. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import pino from 'pino'
import { openMetrics } from '../../platform/metrics.ts'
import { tenantId } from '../../platform/tenant.ts'
import { decodeEventBatch, type EventBatch } from '../../schemas/event-batch.ts'
import type { Output } from '../../stream/driver.ts'
import type { IngestDeps, RateDecision, TokenRecord } from './deps.ts'
import { createIngestServer } from './server.ts'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into replies of every shape
  json: any
}

export type Sent = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer | Readable
}

export const SERVICE_TOKEN = 'service-token-for-tests'
export const K8S_SECRET = 'k8s-secret-for-tests'
export const HMAC_SECRET = 'hmac-secret-for-tests'

export class TestIngest {
  readonly batches: EventBatch[] = []
  readonly outputs: Output[] = []
  readonly logged: string[] = []
  readonly tokens = new Map<string, TokenRecord>()
  append: (outputs: readonly Output[]) => Promise<void> = async () => undefined
  consume: () => Promise<RateDecision> = async () => ({ allowed: true })
  storeFails = false
  nowMs = 1_700_000_000_000
  url = ''
  /** Settles when the next sender to connect has closed its side. */
  senderEnds: () => Promise<void> = async () => undefined
  close: () => Promise<void> = async () => undefined

  token(raw: string, over: Partial<TokenRecord> = {}): string {
    const base = { tenantId: tenantId('acme'), templateId: 'connector-push', tokenId: raw, label: null }
    this.tokens.set(raw, { ...base, hmacSecret: null, revokedAt: null, tenantStatus: 'active', ...over })
    return raw
  }

  /** Sends one request on a connection of its own and reads the whole answer. */
  send(path: string, sent: Sent = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { method = 'POST', headers = {}, body } = sent
      const request = httpRequest(`${this.url}${path}`, { method, headers, agent: false })
      let answered = false
      request.on('response', (response) => {
        answered = true
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = response.headers['content-type']?.includes('json')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson && text ? JSON.parse(text) : null,
          })
          request.destroy()
        })
      })
      // After an early answer the connection may be closed before the rest of the body is sent.
      request.on('error', (error) => (answered ? undefined : reject(error)))
      if (body instanceof Readable) body.on('error', () => undefined).pipe(request)
      else request.end(body)
    })
  }

  push(body: string | Buffer | Readable, headers: Record<string, string> = {}, query = ''): Promise<Answer> {
    return this.send(`/v1/ingest${query}`, { body, headers: { authorization: 'Bearer push', ...headers } })
  }

  pushLines(body: string | Buffer | Readable, headers: Record<string, string> = {}, query = ''): Promise<Answer> {
    return this.push(body, { 'content-type': 'application/x-ndjson', ...headers }, query)
  }

  async metric(name: string): Promise<string | undefined> {
    const { text } = await this.send('/internal/metrics', { method: 'GET' })
    return text.split('\n').find((line) => line.startsWith(name))
  }
}

export async function openTestIngest(over: Partial<IngestDeps> = {}): Promise<TestIngest> {
  const ingest = new TestIngest()
  ingest.token('push')
  const active = new Set(['acme', 'other'])
  const failing = () => {
    if (ingest.storeFails) throw new Error('the store is away')
  }
  const running = createIngestServer({
    credentials: {
      findToken: async (raw) => {
        failing()
        return ingest.tokens.get(raw) ?? null
      },
      tenantActive: async (id) => {
        failing()
        return active.has(id)
      },
    },
    serviceToken: SERVICE_TOKEN,
    k8sSecret: K8S_SECRET,
    append: async (outputs) => {
      await ingest.append(outputs)
      ingest.outputs.push(...outputs)
      ingest.batches.push(...outputs.map(({ value }) => decodeEventBatch(Buffer.concat(value))))
    },
    partitions: () => 4,
    buckets: { consume: () => ingest.consume() },
    metrics: openMetrics('ingest', { processMetrics: false }),
    log: pino({ level: 'debug' }, { write: (line: string) => ingest.logged.push(line) }),
    now: () => ingest.nowMs,
    ...over,
  })
  await new Promise<void>((resolve) => running.server.listen(0, '127.0.0.1', resolve))
  ingest.url = `http://127.0.0.1:${(running.server.address() as AddressInfo).port}`
  ingest.close = running.close
  ingest.senderEnds = async () => {
    const [socket] = (await once(running.server, 'connection')) as [Socket]
    await once(socket, 'end')
  }
  return ingest
}
