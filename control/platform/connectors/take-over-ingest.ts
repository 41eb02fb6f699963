/**
 * Pushes fetched and received events through ingest, like any forwarder: with its limits, its acknowledgement, its
 * counters.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../platform/errors.ts'
import type { TakeEvents } from './run-connectors.ts'

const PIECE_EVENTS_MAX = 2000
const PIECE_BYTES_MAX = 4 * 1024 * 1024
const ATTEMPTS = 5
const WAIT_SECONDS_MAX = 30
const ANSWER_MS_MAX = 60_000

export type IngestSource = Parameters<TakeEvents>[0]

/** `contentType` describes `body`. Rejects as `takeOverIngest` does. */
export type PushBody = (
  source: IngestSource,
  contentType: string,
  body: string | Buffer<ArrayBuffer>,
) => Promise<unknown>
/** The same, with the answer's count of events. */
export type IngestClient = (...pushed: Parameters<PushBody>) => Promise<IngestCounts>
type IngestCounts = { readonly accepted: number; readonly rejected: number; readonly errors: readonly string[] }

/** Ingest refuses the events as they are; `answered` is the status. */
export class IngestRefused extends AppError {
  readonly answered: number

  constructor(answered: number, detail: string) {
    super('bad_request', detail)
    this.answered = answered
  }
}

/** `baseUrl` of the ingest service, `token` its service token. */
export function ingestClient(baseUrl: string, token: string): IngestClient {
  return async ({ tenant, connectorId, type, sourceFormat }, contentType, body) => {
    const query = new URLSearchParams({
      connector_id: connectorId,
      connector_type: type,
      source_format: sourceFormat,
    })
    const headers = {
      authorization: `Bearer ${token}`,
      'x-tenant-id': tenant,
      'content-type': contentType,
      'x-svc-identity': 'content',
    }
    return push(`${baseUrl}/v1/ingest/batch?${query}`, headers, body)
  }
}

/**
 * The result rejects with `unavailable` when ingest does not take the events in time, and with `bad_request` when it
 * never will.
 */
export function takeOverIngest(baseUrl: string, token: string): TakeEvents {
  const push = ingestClient(baseUrl, token)
  return async (source, events) => {
    for (const piece of pieces(events)) await push(source, 'application/x-ndjson', piece)
  }
}

async function push(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer<ArrayBuffer>,
): Promise<IngestCounts> {
  for (let attempt = 1; ; attempt++) {
    // biome-ignore lint/style/noRestrictedGlobals: the ingest service is a part of this installation, as its stores are
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    }).catch((cause) => {
      throw new AppError('unavailable', 'the ingest service does not answer', { cause })
    })
    const text = await answer.text()
    if (answer.ok) return ingestCounts(text)
    const isLater = answer.status === 429 || answer.status >= 500
    const why = `the ingest service answered ${answer.status}: ${detailOf(text)}`
    if (!isLater) throw new IngestRefused(answer.status, why)
    if (attempt === ATTEMPTS) throw new AppError('unavailable', why)
    const after = Number(answer.headers.get('retry-after'))
    await delay(1000 * Math.min(after > 0 ? after : attempt, WAIT_SECONDS_MAX))
  }
}

function ingestCounts(text: string): IngestCounts {
  const { accepted = 0, rejected = 0, errors = [] } = JSON.parse(text) as Partial<IngestCounts>
  return { accepted, rejected, errors }
}

function detailOf(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown }
    return typeof detail === 'string' ? detail : text.slice(0, 200)
  } catch {
    return text.slice(0, 200)
  }
}

/** Lines of JSON, as many as one request may carry. */
function* pieces(events: readonly unknown[]): Generator<string> {
  let lines: string[] = []
  let bytes = 0
  for (const event of events) {
    const line = JSON.stringify(event)
    const size = Buffer.byteLength(line) + 1
    if (lines.length > 0 && (lines.length >= PIECE_EVENTS_MAX || bytes + size > PIECE_BYTES_MAX)) {
      yield lines.join('\n')
      lines = []
      bytes = 0
    }
    lines.push(line)
    bytes += size
  }
  if (lines.length > 0) yield lines.join('\n')
}
