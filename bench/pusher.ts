/**
 * A forwarder: pushes bodies over persistent connections, a bounded number at a time, and waits when ingest asks for
 * it.
 */
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export type Push = {
  readonly url: string
  readonly token: string
  readonly connector: string
  readonly format?: string
}

/** A tenant's events come from many machines: each body is from the next machine, which is a connector of its own. */
const FORWARDERS = 16
export type Pushed = { events: number; refusals: number; readonly latenciesMs: number[] }

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

export async function pushAll(
  bodies: AsyncIterable<Buffer>,
  target: Push,
  parallel: number,
  pushed: Pushed = { events: 0, refusals: 0, latenciesMs: [] },
): Promise<Pushed> {
  const iterator = bodies[Symbol.asyncIterator]()
  let bodiesPushed = 0
  const worker = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      const connector = `${target.connector}-${bodiesPushed++ % FORWARDERS}`
      await pushOne(next.value, { ...target, connector }, pushed)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return pushed
}

export async function pushOne(body: Buffer, target: Push, pushed: Pushed): Promise<void> {
  for (;;) {
    const startedAt = performance.now()
    const { status, retryAfter, text } = await post(body, target)
    if (status === 202) {
      pushed.latenciesMs.push(performance.now() - startedAt)
      pushed.events += (JSON.parse(text) as { accepted: number }).accepted
      return
    }
    if (status !== 429 && status !== 503) throw new Error(`${status}: ${text}`)
    pushed.refusals++
    await delay(Math.max(20, retryAfter * 1000))
  }
}

function post(body: Buffer, target: Push): Promise<{ status: number; retryAfter: number; text: string }> {
  const url = new URL('/v1/ingest/batch', target.url)
  url.search = new URLSearchParams({
    connector_id: target.connector,
    connector_type: 'bench',
    source_format: target.format ?? 'json',
  }).toString()
  const headers = {
    Authorization: `Bearer ${target.token}`,
    'Content-Type': 'application/x-ndjson',
    'Content-Length': body.length,
  }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: Number(response.headers['retry-after'] ?? 0), text }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
